"""Plots of a card's legs: how long they are, how deep, and how their answers fall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from releases.plots import Bars, Plot, Series, histogram
from schemas.legs import Leg

__all__ = ["leg_plots"]


def leg_plots(legs: Sequence[Leg]) -> tuple[Plot, ...]:
    """Stops and live depth by level, and digits."""
    digits = Counter(leg.answer for leg in legs)
    answers = Bars(
        tuple(str(digit) for digit in range(10)),
        (Series("legs", tuple(digits[digit] for digit in range(10))),),
        "answer",
        "legs",
    )
    return (
        Plot("legs-stops", "Stops of a leg, by level", histogram(_by_level(legs, _stops), "stops", "legs")),
        Plot(
            "legs-depth",
            "Live depth: values on the longest chain to the answer, by level",
            histogram(_by_level(legs, lambda leg: leg.live_depth), "live depth", "legs"),
        ),
        Plot("legs-digits", "Answers of the legs", answers),
    )


def _stops(leg: Leg) -> int:
    return len(leg.stops)


def _by_level(legs: Sequence[Leg], figure: Callable[[Leg], int]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for leg in legs:
        found.setdefault(leg.level, []).append(figure(leg))
    return found
