"""Where the chosen options stand: positions dealt so that over a cell they stay even and tell nothing."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from schemas.errors import InputError
from schemas.triplets import Selection

__all__ = ["deal", "sorted_by_verdict"]

WIDEST = 8
RESTARTS = 200


def deal(rng: random.Random, selections: Sequence[Selection]) -> tuple[tuple[int, ...], ...]:
    """The positions of the chosen options of a cell's items, each in ascending order.

    Over the cell, each position holds a chosen option as often as its even share, give or take at most one; a
    listing sorted by verdict (all chosen in front, or all behind) is never dealt. Among what keeps this,
    chance decides. Raises InputError when no such deal is found.
    """
    for _ in range(RESTARTS):
        dealt = _deal_once(rng, selections)
        if dealt is not None:
            return dealt
    raise InputError(f"no even positions found for {len(selections)} items of one cell: change shown or chosen")


def sorted_by_verdict(places: Sequence[int], shown: int) -> bool:
    """Whether several chosen options all stand in front of several others, or all behind them."""
    chosen = len(places)
    if chosen < 2 or shown - chosen < 2:
        return False
    ordered = sorted(places)
    return ordered == list(range(chosen)) or ordered == list(range(shown - chosen, shown))


def _deal_once(rng: random.Random, selections: Sequence[Selection]) -> tuple[tuple[int, ...], ...] | None:
    """Greedy: the most even positions for each item in turn, one of the ties at random; None if it ends uneven."""
    dealt: list[tuple[int, ...]] = []
    ahead = (Fraction(0),) * WIDEST
    for selection in selections:
        share = Fraction(selection.chosen, selection.shown)
        level = tuple(so_far - share * (place < selection.shown) for place, so_far in enumerate(ahead))
        best = _most_even(level, selection)
        if not best:
            return None
        dealt.append(rng.choice(best))
        ahead = tuple(so_far + (place in dealt[-1]) for place, so_far in enumerate(level))
    return tuple(dealt) if max(abs(so_far) for so_far in ahead) <= 1 else None


@lru_cache(maxsize=1 << 16)
def _most_even(level: tuple[Fraction, ...], selection: Selection) -> tuple[tuple[int, ...], ...]:
    """The positions that leave the places most even, where each is ahead by `level`; few levels ever come up."""
    spreads = {
        places: sum(((level[place] + (place in places)) ** 2 for place in range(selection.shown)), Fraction(0))
        for places in combinations(range(selection.shown), selection.chosen)
        if selection.structure == "take-ends" or not sorted_by_verdict(places, selection.shown)
    }
    least = min(spreads.values(), default=None)
    return tuple(places for places, spread in spreads.items() if spread == least)
