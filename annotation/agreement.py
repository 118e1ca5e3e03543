"""How far reviewers agree: Krippendorff's alpha, Gwet's AC1 and raw agreement, with bootstrap intervals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from annotation.comparing import is_same_answer
from annotation.events import CHECKS, PARTS
from annotation.state import CLOSED, State
from schemas.errors import InputError
from schemas.randomness import stream

__all__ = [
    "RESAMPLES",
    "Agreement",
    "Estimate",
    "Ratings",
    "agreement",
    "alpha",
    "gwet_ac1",
    "measure",
    "raw_agreement",
]

RESAMPLES: Final = 1000
CONFIDENCE: Final = 0.95

Ratings: TypeAlias = "np.ndarray[tuple[int, int], np.dtype[np.int64]]"
"""Counts of ratings: a row a unit, a column a category."""


class Estimate(NamedTuple):
    """A coefficient and its 95 % percentile interval; None where the ratings don't define it."""

    value: float | None
    low: float | None
    high: float | None


class Agreement(NamedTuple):
    """Agreement on one question: how many units were rated by two or more, and the three coefficients."""

    question: str
    units: int
    alpha: Estimate
    ac1: Estimate
    raw: Estimate


def agreement(state: State, seed: int = 0) -> tuple[Agreement, ...]:
    """Agreement on each binary check, on all of them, on being right about each question, and on ambiguity.

    Units are versions of items that are out of review: what is said of an open one would tell its other reviewers.
    Seeded: the same ledger gives the same intervals.
    """
    tables: dict[str, list[list[bool]]] = {check: [] for check in CHECKS}
    tables |= {f"right: {part}": [] for part in PARTS} | {"clear": []}
    for item in state.items.values():
        for version in (one for one in item.versions if one.phase in CLOSED):
            triplet = version.submitted.triplet
            for place, check in enumerate(CHECKS):
                tables[check].append([said.verdicts[place].yes for said in version.checks])
            for part in PARTS:
                given = [one.answer for one in version.answers if one.part == part]
                tables[f"right: {part}"].append([is_same_answer(triplet, part, answer) for answer in given])
            tables["clear"].append([said.clear for said in version.feedback])
    whole = {"all checks": [row for check in CHECKS for row in tables[check]]}
    return tuple(measure(name, rows, seed) for name, rows in (whole | tables).items())


def measure(name: str, rows: Sequence[Sequence[bool]], seed: int = 0) -> Agreement:
    """Agreement over units of yes-or-no ratings; units with fewer than two ratings say nothing and are left out."""
    counts = np.array([[len(row) - sum(row), sum(row)] for row in rows if len(row) > 1], dtype=np.int64).reshape(-1, 2)
    rng = stream(seed, "agreement", name)
    draws = [rng.choices(range(len(counts)), k=len(counts)) for _ in range(RESAMPLES)] if len(counts) > 1 else []
    made = [_estimate(coefficient, counts, draws) for coefficient in (alpha, gwet_ac1, raw_agreement)]
    return Agreement(name, len(counts), *made)


def raw_agreement(counts: Ratings) -> float | None:
    """The share of pairs of ratings of one unit that agree, averaged over units."""
    if not len(counts):
        return None
    raters = counts.sum(axis=1)
    return float(((counts * (counts - 1)).sum(axis=1) / (raters * (raters - 1))).mean())


def gwet_ac1(counts: Ratings) -> float | None:
    """Gwet's AC1 (2008): chance agreement from how often a category is used, so that it bears skewed ratings."""
    observed = raw_agreement(counts)
    if observed is None:
        return None
    categories = counts.shape[1]
    used = (counts / counts.sum(axis=1, keepdims=True)).mean(axis=0)
    chance = float((used * (1 - used)).sum() / (categories - 1))
    return (observed - chance) / (1 - chance)


def alpha(counts: Ratings) -> float | None:
    """Krippendorff's alpha, nominal. None when all ratings are one category: it is not defined then."""
    try:
        import krippendorff
    except ImportError as error:
        raise InputError("agreement needs the review extra: pip install 'benchwright[review]'") from error
    if not len(counts) or (counts.sum(axis=0) > 0).sum() < 2:
        return None
    return float(krippendorff.alpha(value_counts=counts, level_of_measurement="nominal"))


def _estimate(
    coefficient: Callable[[Ratings], float | None], counts: Ratings, draws: Sequence[Sequence[int]]
) -> Estimate:
    value = coefficient(counts)
    if value is None or not draws:
        return Estimate(value, None, None)
    made = [one for draw in draws if (one := coefficient(counts[list(draw)])) is not None]
    if not made:
        return Estimate(value, None, None)
    tail = (1 - CONFIDENCE) / 2 * 100
    low, high = np.percentile(np.array(made), [tail, 100 - tail])
    return Estimate(value, float(low), float(high))
