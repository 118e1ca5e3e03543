"""The packaged recipes for real use, each made small: all families, made again apart from it, and kept private."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from releases.build import Order, build_release
from releases.check import check
from releases.diff import diff
from releases.layout import read_manifest
from releases.recipe import RECIPES_FOLDER, load_recipe, parse_recipe, with_earlier
from releases.replay import replay
from releases.withheld import withhold
from releases.withheld_check import commitment_faults
from schemas.canonical import JSON
from schemas.errors import InputError
from tests.releases.building import copied, edit_first, records, tree

CONFIGS = {"legs", "tandem_decision", "tandem_verification", "triplets"}
SMALL = {
    r"^count = \d+": "count = 1",
    r"^scenarios = \d+": "scenarios = 1\nlevels = [1]",
    r"^(dev|test) = \d+": r"\1 = 2",
    r"^(pages|near) = \d+": r"\1 = 100",
    r"^seed = 0$": f"seed = {2**50 + 7}",
}


def made(name: str, out: Path, earlier: Path | None = None) -> Path:
    """A packaged recipe's release with every count cut down."""
    text = (RECIPES_FOLDER / f"{name}.toml").read_text()
    for pattern, small in SMALL.items():
        text = re.sub(pattern, small, text, flags=re.MULTILINE)
    loaded = parse_recipe(text.encode(), name)
    build_release(Order(with_earlier(loaded, earlier) if earlier else loaded, None, out, "0"))
    return out


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made("full", tmp_path_factory.mktemp("real") / "full")


def test_full_holds_all_families_and_is_sound(full: Path) -> None:
    assert {entry.config for entry in read_manifest(full).splits} == CONFIGS
    assert check(full).critical == ()
    assert replay(full).findings == ()


def test_made_again_it_shares_no_item_with_the_first(full: Path, tmp_path: Path) -> None:
    again = made("regenerate", tmp_path / "again", full)
    found = diff(full, again)
    assert {one.config for one in found.configs} == CONFIGS
    assert all(one.overlap.paths == one.same == 0 for one in found.configs)
    assert "## Beside full 1.0.0" in (again / "README.md").read_text()


def test_a_private_test_of_all_families_tells_nothing_in_public(tmp_path: Path) -> None:
    kept = made("private-test", tmp_path / "kept")
    withhold(kept, tmp_path / "public")
    assert {entry.config for entry in read_manifest(tmp_path / "public").splits} == {
        f"{name}_private" for name in CONFIGS
    }
    assert check(tmp_path / "public").critical == ()
    assert list(commitment_faults(tmp_path / "public", kept)) == []
    public = b"".join(tree(tmp_path / "public").values())
    for config in CONFIGS:
        for item in records(kept, config):
            assert str(item["id"]).encode() not in public


def test_the_packaged_private_recipe_is_to_be_copied_first(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a copy of your own"):
        build_release(Order(load_recipe("private-test"), None, tmp_path / "out", "0"))


EDITS: dict[str, dict[str, JSON]] = {
    "legs": {"step_budget": 99},
    "tandem_decision": {"gold": 3},
    "tandem_verification": {"better_exists": True, "variant": "removed"},
    "triplets": {"answer_composition": "123456"},
}


@pytest.mark.parametrize("config", sorted(CONFIGS))
def test_a_record_edited_with_its_hashes_fixed_up_is_named_in_every_config(
    full: Path, tmp_path: Path, config: str
) -> None:
    spoilt = copied(full, tmp_path / "spoilt")
    item = next(one for one in records(spoilt, config) if one["split"] == "test")
    changes = {key: 2 if key == "gold" and item[key] == value else value for key, value in EDITS[config].items()}
    assert any(item[key] != value for key, value in changes.items())
    name = edit_first(spoilt, config, "test", changes, {})
    assert name in {finding.item for finding in (*check(spoilt).critical, *replay(spoilt).findings)}


@pytest.mark.parametrize("config", sorted(CONFIGS))
def test_a_bit_flipped_in_any_table_is_named(full: Path, tmp_path: Path, config: str) -> None:
    spoilt = copied(full, tmp_path / "spoilt")
    for path in (spoilt / "data" / config).iterdir():
        data = bytearray(path.read_bytes())
        data[random.Random(config).randrange(len(data))] ^= 1
        path.write_bytes(data)
        try:
            places = {finding.place for finding in check(spoilt).critical}
        except InputError as error:
            places = {str(error).partition(": ")[0].removeprefix(f"{spoilt}/")}
        assert path.relative_to(spoilt).as_posix() in places
