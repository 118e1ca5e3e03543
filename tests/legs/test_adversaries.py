"""Agents that skip the work: what chance allows them, and that one who succeeds is found out (rule L16)."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from generators.legs import Candidate, world_pools
from schemas.legs import Leg
from validators.legs import LegContext
from validators.legs.adversaries import ADVERSARIES, Played, check_adversaries, interval, most_by_chance, play
from worlds.recorder import record_world
from worlds.world import World


@pytest.fixture(scope="module")
def context(atlas: World, atlas_legs: list[Candidate], tmp_path_factory: pytest.TempPathFactory) -> LegContext:
    folder = tmp_path_factory.mktemp("played")
    calls = {call.request: call for made in atlas_legs for call in made.exchanges}
    titles = sorted({title for made in atlas_legs for title in made.titles})
    record_world(folder, atlas, titles, calls.values(), world_pools(atlas))
    return LegContext.load(folder)


@pytest.mark.parametrize("legs", [1, 8, 12, 100, 600])
def test_chance_allows_what_the_binomial_tail_says(legs: int) -> None:
    allowed = most_by_chance(legs, 17)
    level = Fraction(1, 200 * 17)

    def above(least: int) -> Fraction:
        return sum((Fraction(comb(legs, k) * 9 ** (legs - k), 10**legs) for k in range(least, legs + 1)), Fraction(0))

    assert above(allowed + 1) <= level
    assert above(allowed) > level


@pytest.mark.parametrize(("right", "legs"), [(0, 8), (1, 12), (Fraction(7, 2), 40), (60, 600), (50, 50)])
def test_the_interval_holds_the_shares_that_the_result_does_not_speak_against(right: Fraction, legs: int) -> None:
    """Its ends are where the score test turns: (share - p)² n = z² p (1 - p)."""
    low, high = interval(Played("one", Fraction(right), legs, None))
    share = float(Fraction(right) / legs)
    assert 0 <= low <= share <= high <= 1
    for end in {low, high} - {0.0, 1.0}:
        assert (share - end) ** 2 * legs == pytest.approx(2.5758293**2 * end * (1 - end), rel=1e-6)
    assert interval(Played("nobody", Fraction(0), 0, None)) == (0.0, 1.0)


def test_nobody_who_skips_the_work_gets_through(atlas_legs: list[Candidate], context: LegContext) -> None:
    legs = [made.leg for made in atlas_legs]
    assert list(check_adversaries(legs, context)) == []
    assert {one.name for one in play(legs, context)} >= {*ADVERSARIES, "best constant", "guess one stop"}


def test_each_leg_has_a_link_where_the_first_that_resolves_is_wrong(
    atlas_legs: list[Candidate], context: LegContext
) -> None:
    first = ADVERSARIES["first link that resolves"]
    assert sum(first(made.leg, context) == made.leg.answer for made in atlas_legs) <= 2


def answered(leg: Leg, digit: int) -> Leg:
    return leg.model_copy(update={"answer": digit})


def test_legs_that_all_end_alike_are_found(atlas_legs: list[Candidate], context: LegContext) -> None:
    legs = [answered(made.leg, 7) for made in atlas_legs]
    assert {one.place for one in check_adversaries(legs, context)} >= {
        "adversaries: best constant",
        "adversaries: majority of the others",
    }


def test_legs_whose_last_clue_gives_the_digit_away_are_found(atlas_legs: list[Candidate], context: LegContext) -> None:
    legs = []
    for number, made in enumerate(atlas_legs):
        clue = f"Your code is the last digit of the answer to clue {number + 1}."
        legs.append(answered(made.leg.model_copy(update={"clues": (*made.leg.clues[:-1], clue)}), number + 1))
    assert [one.place for one in check_adversaries(legs, context)] == ["adversaries: last clue only"]
