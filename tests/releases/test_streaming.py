"""Items that don't fit in memory: they are read again each time, and everything comes out as if they had fitted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from releases.build import Order, build_release
from releases.check import check
from releases.families.registry import family_of_config
from releases.reading import open_subject
from releases.recipe import parse_recipe
from releases.replay import replay
from schemas.files import read_jsonl
from schemas.seen import Seen
from tests.releases.building import TRIPLETS, copied, edit_first, records, tree


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("streamed") / "release"
    build_release(Order(parse_recipe(TRIPLETS.format(seed=8).encode(), "r.toml"), None, out, "0"))
    return out


def test_items_are_gone_through_as_often_as_needed_and_held_no_longer_than_that(
    release: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = open_subject(release)
    monkeypatch.setattr("releases.reading.KEPT", 3)
    streamed = open_subject(release)
    family = family_of_config("triplets")
    for _ in range(2):
        assert list(streamed.of(family)) == list(kept.of(family))
    assert [item.where for item in streamed.items] == [item.where for item in kept.items]
    assert len(streamed.items) == len(kept.items) == 15
    assert streamed.reading.kept is None
    assert next(iter(kept.items)) in streamed.items


def test_a_release_built_and_checked_without_holding_its_items_has_the_same_bytes(
    release: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("releases.reading.KEPT", 3)
    monkeypatch.setattr("releases.tables.ROWS_A_GROUP", 4)
    build_release(Order(parse_recipe(TRIPLETS.format(seed=8).encode(), "r.toml"), None, tmp_path / "out", "0"))
    one, two = tree(release), tree(tmp_path / "out")
    assert {name for name in one if one[name] != two.get(name)} <= {
        "manifest.json", "manifest.sha256", "croissant.json", *(name for name in one if name.endswith(".parquet")),
    }  # fmt: skip
    assert records(release, "triplets") == records(tmp_path / "out", "triplets")
    assert check(tmp_path / "out").findings == check(release).findings


def test_faults_are_the_same_for_items_that_are_read_again(
    release: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoilt = copied(release, tmp_path / "spoilt")
    edit_first(spoilt, "triplets", "test", {"answer_math": "1", "answer_composition": "1"}, {"answer_unit": "miles"})
    edit_first(spoilt, "triplets", "dev", {"precision": "none"}, {})
    before = check(spoilt), replay(spoilt)
    monkeypatch.setattr("releases.reading.KEPT", 3)
    after = check(spoilt), replay(spoilt)
    assert after[0].findings == before[0].findings
    assert after[1].findings == before[1].findings
    assert after[0].items == before[0].items == 15
    assert "Schema.misfit" in {finding.code for finding in before[0].findings}


def test_seen_is_a_dictionary_that_keeps_first_names() -> None:
    seen = Seen()
    texts = [f"text {number % 300}" for number in range(500)]
    names: dict[str, str] = {}
    for number, text in enumerate(texts):
        assert seen.name_of(text) == names.get(text)
        seen.add(text, str(number))
        names.setdefault(text, str(number))
    assert seen.name_of("\ud800 half a pair") is None


def test_json_lines_are_read_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b'{"a": 1}\n\n  \n{"b": "\xe2\x80\xa8"}\r\n{"c": 3}')
    assert [(number, json.loads(line)) for number, line in read_jsonl(path)] == [
        (1, {"a": 1}), (4, {"b": "\u2028"}), (5, {"c": 3}),
    ]  # fmt: skip
