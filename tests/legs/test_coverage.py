"""Everything that legs can be made of occurs in accepted legs of one world that has every tool, and in varied words."""

from __future__ import annotations

from collections import Counter

import pytest

from bench.fable import NAME, fable, made
from bench.legs_coverage import ENOUGH, Cell, alike, cells_of, lacking
from schemas.legs import Leg, RouteInfo

TRADED = {"ticker", "trading_pair"}
MOST = 200
"""How many legs of each of the two levels are made at most, to fill every cell."""


@pytest.fixture(scope="module")
def legs() -> list[Leg]:
    """Legs of the fictional world, as many as it takes until every cell is filled."""
    found: list[Leg] = []
    counts: Counter[Cell] = Counter()
    for one in made(fable(), MOST, 1):
        found.append(one.leg)
        counts.update(cells_of(one.leg))
        if not lacking({NAME: counts}):
            break
    return found


def test_every_tool_template_detour_diamond_merge_finish_and_bridge_is_in_enough_legs(legs: list[Leg]) -> None:
    counts: Counter[Cell] = Counter()
    for leg in legs:
        counts.update(cells_of(leg))
    assert lacking({NAME: counts}) == [], f"fewer than {ENOUGH} of {len(legs)} legs of {NAME} have these"


def test_a_cell_that_nothing_fills_is_named(legs: list[Leg]) -> None:
    counts = Counter(cell for leg in legs for cell in cells_of(leg))
    del counts["detour", "scrabble_score"]
    assert lacking({NAME: counts}) == [("detour", "scrabble_score")]


def test_clues_of_no_kind_are_too_much_alike(legs: list[Leg]) -> None:
    assert alike(legs) == []


def test_clues_that_say_everything_in_one_way_are_named(legs: list[Leg]) -> None:
    same = [leg.model_copy(update={"clues": ("Do the same as before.",) * len(leg.stops)}) for leg in legs]
    assert "fact, seed" in alike(same)


def test_pages_whose_kind_nobody_can_tell_are_where_legs_start(legs: list[Leg]) -> None:
    """A company's page can't be singled out among links, so what it alone gives is planned for the seed."""
    traded = [stop for leg in legs for stop in leg.stops if isinstance(stop, RouteInfo) and stop.field in TRADED]
    assert len(traded) >= ENOUGH
    assert {stop.transition for stop in traded} == {"seed"}
