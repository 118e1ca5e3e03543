"""Building: what fails a check stays out with its finding, what can't be made is told, and nothing is left behind."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from releases.build import Order, build_file, build_release
from releases.recipe import parse_recipe
from schemas.errors import InputError, ReleaseError
from schemas.findings import Finding, Severity
from schemas.publish import faults
from schemas.triplets import Triplet
from tests.releases.building import TRIPLETS, ids, tree
from validators import registry


def order(out: Path, text: str = TRIPLETS) -> Order:
    return Order(parse_recipe(text.format(seed=5).encode(), "r.toml"), None, out, "0")


def complain(patch: pytest.MonkeyPatch, wanted: str, severity: Severity, item: str | None = None) -> None:
    """Register a check that finds fault with one triplet, by its id."""

    def check(one: Triplet, _context: object) -> Iterator[Finding]:
        if one.id == wanted:
            yield Finding(
                code="Odd.one", severity=severity, item=item or one.id, place="options[0]", message="It is odd."
            )

    made = registry.Rule("Odd", "triplet", "item", check, "Odd items are found.")
    patch.setattr("validators.triplets.check_triplet", lambda one: check(one, None))
    patch.setattr("releases.families.triplets.rules", lambda _family, scope: (made,) if scope == "item" else ())


def test_an_item_that_fails_a_check_is_turned_away_with_its_finding_and_another_takes_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_release(order(tmp_path / "one"))
    before = ids(tmp_path / "one")
    wanted = min(before)
    complain(monkeypatch, wanted, "critical")
    built = build_release(order(tmp_path / "two"))
    after = ids(tmp_path / "two")
    assert before - after == {wanted}
    assert len(after) == len(before)
    lines = [json.loads(line) for line in (tmp_path / "two" / "rejected.jsonl").read_bytes().splitlines()]
    turned = [line for line in lines if line["code"] == "Odd.one"]
    assert [(line["draft"]["id"], line["findings"][0]["message"]) for line in turned] == [(wanted, "It is odd.")]
    assert list(faults("rejection", turned[0])) == []
    assert "| triplets | Odd.one | 1 |" in (tmp_path / "two" / "README.md").read_text()
    assert built.report.critical == ()


def test_a_note_keeps_no_item_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build_release(order(tmp_path / "one"))
    before = ids(tmp_path / "one")
    complain(monkeypatch, min(before), "note")
    build_release(order(tmp_path / "two"))
    assert ids(tmp_path / "two") == before
    card = (tmp_path / "two" / "README.md").read_text()
    assert "| Odd.one | note | 1 | It is odd. |" in card
    assert "| Odd | Odd items are found. |" in card


def test_a_critical_finding_about_no_item_ends_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build_release(order(tmp_path / "one"))
    complain(monkeypatch, min(ids(tmp_path / "one")), "critical", item="release")
    with pytest.raises(ReleaseError, match=r"release: options\[0\]: Odd\.one: It is odd\."):
        build_release(order(tmp_path / "two"))
    assert [path.name for path in tmp_path.iterdir()] == ["one"]


def test_a_unit_whose_attempts_run_out_is_named_with_the_reasons(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(*_arguments: object) -> Triplet:
        from generators.rejection import Rejected

        raise Rejected("draw.none", "nothing fits")

    monkeypatch.setattr("releases.families.triplets.candidate", nothing)
    text = TRIPLETS.replace('title = "Questions"', 'title = "Questions"\nmax_attempts = 11')
    with pytest.raises(InputError, match=r"^triplets cells dev 0: no item in 11 attempts \(draw\.none 11\)"):
        build_release(order(tmp_path / "out", text))
    assert list(tmp_path.iterdir()) == []


def test_every_attempt_is_told_apart_from_every_other(tmp_path: Path) -> None:
    build_release(order(tmp_path / "out"))
    lines = [json.loads(line) for line in (tmp_path / "out" / "rejected.jsonl").read_bytes().splitlines()]
    tries = [(line["family"], line["group"], line["split"], line["index"], line["attempt"]) for line in lines]
    assert len(set(tries)) == len(tries)


def test_a_file_of_items_is_canonical_lines_in_the_order_of_their_units(tmp_path: Path) -> None:
    build_release(order(tmp_path / "out"))
    build_file(order(tmp_path / "t.jsonl"))
    tables = [tmp_path / "out" / "data" / "triplets" / f"{split}-00000-of-00001.parquet" for split in ("dev", "test")]
    rows = [row["record"] for path in tables for row in pq.read_table(path).to_pylist()]
    assert (tmp_path / "t.jsonl").read_text().splitlines() == rows


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    build_release(order(tmp_path / "out"))
    assert "manifest.json" in tree(tmp_path / "out")
