"""Releases from a folder of one's own templates: held-out ones are never published, only their instances."""

from __future__ import annotations

from pathlib import Path

import pytest

from generators.triplets import LIBRARY
from releases.build import Order, build_release
from releases.check import check
from releases.recipe import load_recipe
from schemas.errors import InputError
from tests.releases.building import records, tree
from tests.triplets.making import one_a_cell

RECIPE = """
name = "mine"
version = "1.0.0"
seed = 8
title = "From templates of my own"

[triplets]
test = 6
unreviewed = true
templates = "mine"
"""


def build(folder: Path) -> Path:
    (folder / "recipe.toml").write_text(RECIPE)
    build_release(Order(load_recipe(str(folder / "recipe.toml")), None, folder / "release", "0"))
    return folder / "release"


def test_instances_of_held_out_templates_come_in_and_the_templates_do_not(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    for template in one_a_cell():
        text = (LIBRARY / f"{template.name}.toml").read_text()
        text = text.replace(f'name = "{template.name}"', f'name = "my-{template.name}"', 1)
        (mine / f"my-{template.name}.toml").write_text(text.replace("held_out = false", "held_out = true"))
    release = build(tmp_path)
    assert check(release).findings == ()
    items = records(release, "triplets")
    assert len(items) == 6
    assert all(str(item["template"]).startswith("my-") for item in items)
    published = tree(release)
    assert [name for name in published if name.endswith(".toml")] == ["recipe.toml"]
    assert not any(b"held_out = true" in content for content in published.values())


def test_a_folder_of_templates_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"mine: holds no templates"):
        build(tmp_path)
