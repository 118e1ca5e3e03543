"""Kitchens of one's own at the door of a release: written out in the recipe, carried by each record, refused early."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from tests.releases.building import one_line, run
from tests.tandem.test_cli_release import SMALL, call

OWN = """
[tandem.kitchen]
name = "corner"
base = "collab_overcooked"

[tandem.kitchen.utensils]
pot = { time = 5, verb = "simmer" }

[tandem.kitchen.layout]
grid = ["XXXOX", "I.#1X", "B2=.X", "D.#.P", "XCXSX"]

[tandem.kitchen.layout.stations]
P = "pot"
O = "oven"
C = "board"
B = "blender"
S = "serve"
I = "ingredients"
D = "dishes"

[[tandem.kitchen.recipe]]
order = "simmered_leek"
level = 1
steps = [{ utensil = "pot", takes = ["leek"], gives = "simmered_leek" }]
"""


def test_a_kitchen_of_ones_own_makes_a_release_that_stands_by_itself(tmp_path: Path) -> None:
    recipe = tmp_path / "r.toml"
    recipe.write_text(SMALL.format(seed=3).replace("[1, 2]", "[1]").replace("scenarios = 4", "scenarios = 8") + OWN)
    done = call("build", recipe, "-o", tmp_path / "out", "--workers", "1")
    assert done.exit_code == 0, done.output
    for verb in ("check", "replay"):
        assert call(verb, tmp_path / "out").exit_code == 0
    rows = pq.read_table(tmp_path / "out" / "data" / "tandem_decision").to_pylist()
    assert {row["kitchen"] for row in rows} == {"corner"}
    assert {row["order"] for row in rows} >= {"simmered_leek"}
    for row in rows:
        own = json.loads(row["record"])["own_kitchen"]
        assert [one["order"] for one in own["recipe"]] == [row["order"]]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"B2=.X"', '"B2..X"', "regions join"),
        ('name = "corner"', 'name = "collab_overcooked"', "comes with the package; give yours another"),
        ('takes = ["leek"]', 'takes = ["leek", "leek"]', "leek"),
        ('P = "pot"', 'P = "stove"', "stove"),
    ],
)
def test_a_kitchen_that_cannot_be_is_refused_before_anything_is_made(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    recipe = tmp_path / "r.toml"
    assert OWN.count(old) == 1
    recipe.write_text(SMALL.format(seed=3) + OWN.replace(old, new))
    done = run("build", recipe, "-o", tmp_path / "out")
    assert said in one_line(done, 2)
    assert [path.name for path in tmp_path.iterdir()] == ["r.toml"]
