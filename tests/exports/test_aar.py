"""Legs in upstream's JSON: its own checks pass them, its programs compute what the records say, and ours reads them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pydantic import JsonValue

from releases.exports.aar.folder import write_aar
from releases.exports.aar.programs import finish_code, merge_code, transform_code
from releases.foreign.source import read_legs
from schemas.errors import InputError
from schemas.legs import FinishName, MergeName
from solvers.legs.aggregate import aggregate
from solvers.legs.transforms import transform_number, transform_word
from tests.releases.building import fine, run, shared_higher, shared_release
from validators.foreign.derive import DETOURS, transformed
from validators.foreign.derive import aggregate as their_finish
from validators.foreign.static import check_static


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("aar")
    for release, name in ((shared_release(tmp_path_factory), "legs"), (shared_higher(tmp_path_factory), "higher")):
        assert json.loads(fine("export", "aar", release, "-o", out / name, "--json"))["legs"] == 3
    return out


def result_of(code: str) -> JsonValue:
    """What a program of a record prints, run here: it is ours."""
    scope: dict[str, JsonValue] = {"print": None}
    exec(code.removesuffix("print(result)"), scope)  # noqa: S102
    return scope["result"]


def test_none_of_upstreams_static_checks_is_critical(folder: Path) -> None:
    legs = read_legs(folder).legs
    assert len(legs) == 6
    assert [finding for one in legs for finding in check_static(one) if finding.severity == "critical"] == []
    assert {(one.variant, one.level) for one in legs} == {
        ("sequential", "easy"), ("compositional", "easy"), ("compositional", "medium"), ("sequential", "hard"),
        ("compositional", "extreme"),
    }  # fmt: skip


def test_what_the_audit_can_derive_again_comes_out_as_written(folder: Path) -> None:
    derived = 0
    for one in read_legs(folder).legs:
        values = [stop.extracted_value for stop in one.leg.stops]
        for place, stop in enumerate(one.leg.stops):
            taken = [values[feed] for feed in one.graph.feeds[place]]
            if stop.stop_type == "reason" and isinstance(taken[0], int):
                assert transformed(stop.reason_transform, taken[0]) == stop.extracted_value
                derived += 1
            if stop.stop_type == "compute" and their_finish(stop, taken) is not None:
                assert their_finish(stop, taken) == one.leg.passcode
    assert derived


def test_every_program_of_a_record_gives_the_value_that_stands_there(folder: Path) -> None:
    tried = 0
    for one in read_legs(folder).legs:
        for stop in one.leg.stops:
            codes = [str(step.arguments["code"]) for step in stop.bridge.tool_chain if "code" in step.arguments]
            for code in (stop.reason_code, stop.bridge.expression_code, *codes[-1:]):
                if code:
                    assert result_of(code) == stop.extracted_value, code
                    tried += 1
    assert tried >= 6


@pytest.mark.parametrize("ours", sorted(DETOURS.values()))
def test_each_detours_program_is_the_detour(ours: str) -> None:
    name = next(known for known in DETOURS.values() if known == ours)
    if name in {"vowel_count", "first_letter_position", "scrabble_score"}:
        for word in ("Kenya", "quiz", "Abuja", "Zermatt"):
            assert result_of(transform_code(name, word)) == transform_word(name, word)
        return
    for number in (2, 12, 97, 360, 1583, 1999, 2000, 2024):
        if name not in {"new_year_weekday", "leap_years_to_2000"} or number >= 1583:
            assert result_of(transform_code(name, number)) == transform_number(name, number)


FINISHES: tuple[FinishName, ...] = (
    "sum_mod_10", "absolute_difference_mod_10", "product_mod_10", "sum_complement_mod_10", "digit_sum_mod_10",
    "triple_first_mod_10",
)  # fmt: skip
MERGES: tuple[MergeName, ...] = ("sum", "absolute_difference", "product", "quotient", "remainder")


@pytest.mark.parametrize("pair", [(7, 3), (3, 7), (120, 41), (9999, 10000), (10, 10)])
def test_merges_and_finishes_are_what_they_are_called(pair: tuple[int, int]) -> None:
    for finish in FINISHES:
        assert result_of(finish_code(finish, pair)) == aggregate(finish, pair)
    for merge in MERGES:
        assert result_of(merge_code(merge, pair)) == aggregate(merge, pair)


def test_the_same_bytes_again_and_no_folder_is_overwritten(
    folder: Path, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    release, first = shared_release(tmp_path_factory), folder / "legs"
    write_aar(release, tmp_path / "again")
    files = sorted(path.relative_to(first) for path in first.rglob("*.json"))
    assert len(files) == 3
    assert all((first / file).read_bytes() == (tmp_path / "again" / file).read_bytes() for file in files)
    with pytest.raises(InputError, match="exists already"):
        write_aar(release, first)
    assert "6 legs read" in run("check", folder).stdout
