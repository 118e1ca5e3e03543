"""What a reader sees of options without working anything out, and a running balance that keeps it from telling.

A question leans: the optimum has more or fewer statements than the other options, begins with a wait, looks more or
less like the rest. Over a release these leanings are kept near zero by choosing, question after question, options
that make up for those chosen before. What sums to nothing teaches no classifier anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from solvers.tandem.programs import Plan, Program

__all__ = ["LEVEL", "Ints", "Leaning", "distance", "imbalance", "leanings", "surface", "together"]

Ints: TypeAlias = NDArray[np.int64]
Leaning: TypeAlias = tuple[int, ...]
"""How far a question, or all questions so far, tell the optimum by each thing that is seen."""

CHARACTERS: Final = 4
"""So many characters of text count as much as one statement when options are compared."""
FIRST: Final = 4
"""How much what a program begins with counts beside one statement."""
MOST: Final = 12
"""One question leans by no more than so much in length, so that one long option doesn't ask for many short ones."""
LEVEL: Leaning = ()
"""Nothing was chosen yet."""


def surface(plan: Plan) -> tuple[int, ...]:
    """Lengths, and for each member its statements, waits of both kinds, steps waited, the place of its first wait and
    how it begins (a wait, a wait until, a take); then starts, deliveries, and how unequal the programs are.
    """
    chef, assistant = plan
    acts = [statement.act for statement in (*chef, *assistant)]
    length = sum(len(str(statement)) for statement in (*chef, *assistant))
    ends = (acts.count("start"), acts.count("deliver"), abs(len(chef) - len(assistant)))
    return (length // CHARACTERS, *_program(chef), *_program(assistant), *ends)


def _program(program: Program) -> tuple[int, ...]:
    acts = [statement.act for statement in program]
    first = acts[0] if acts else ""
    waits = [n for n, act in enumerate(acts) if act in ("wait", "until")]
    return (
        len(acts),
        acts.count("wait"),
        acts.count("until"),
        sum(statement.steps for statement in program if statement.act == "wait"),
        min(waits, default=len(acts)),
        *(FIRST * (first == act) for act in ("wait", "until", "take")),
    )


def distance(one: Ints, other: Ints) -> Ints:
    """How unlike options look, by the last axis of what is seen of them."""
    apart: Ints = np.abs(one - other).sum(axis=-1)
    return apart


def leanings(seen: Ints) -> Ints:
    """How each row of four options leans; the optimum comes first, then the one that leaves where it stays.

    `seen` has a row a question, four options, and what is seen of each. Decisions: the optimum against the mean, its
    rank, whether it is least or most, whether others are the same, and how central it is among the four. Verification:
    the three that are left in one half against those in the other.
    """
    less, more, same = (_among(seen, test) for test in (np.greater, np.less, np.equal))
    apart = np.abs(seen[:, :, None] - seen[:, None, :]).sum(axis=(2, 3))
    twins = (seen[:, :, None] == seen[:, None, :]).all(axis=3).sum(axis=2)
    central = [
        np.clip(_ahead(apart), -2 * MOST, 2 * MOST),
        3 * _ahead(_among(apart, np.greater) - _among(apart, np.less)),
        4 * _ahead(twins),
    ]
    kept, lost = seen[:, [0, 2, 3]], seen[:, [1, 2, 3]]
    return np.concatenate(
        (
            np.clip(_ahead(seen), -MOST, MOST),
            _ahead(less - more),
            2 * _ahead((less == 0) & (more > 0)),
            2 * _ahead((more == 0) & (less > 0)),
            2 * _ahead(same),
            np.stack(central, axis=1),
            *(np.clip(2 * (half(kept) - half(lost)), -MOST, MOST) for half in (_least, _sum, _most)),
        ),
        axis=1,
    )


def _among(values: Ints, test: np.ufunc) -> Ints:
    """For each option how many of the four the test holds against."""
    count: Ints = test(values[:, :, None], values[:, None, :]).sum(axis=2)
    return count


def _ahead(values: Ints | NDArray[np.bool_]) -> Ints:
    """Four times how far the optimum is above the mean of the four."""
    ahead: Ints = 4 * values[:, 0].astype(np.int64) - values.sum(axis=1)
    return ahead


def _least(three: Ints) -> Ints:
    least: Ints = three.min(axis=1)
    return least


def _most(three: Ints) -> Ints:
    most: Ints = three.max(axis=1)
    return most


def _sum(three: Ints) -> Ints:
    total: Ints = three.sum(axis=1)
    return total


def together(so_far: Leaning, leaning: Leaning) -> Leaning:
    """How the questions so far lean with one more."""
    return tuple(a + b for a, b in zip(so_far, leaning, strict=True)) if so_far else leaning


def imbalance(so_far: Sequence[int], leaning: Ints) -> Ints:
    """By how much each row of leanings makes the square of the whole balance greater."""
    before = np.array(so_far, dtype=np.int64) if so_far else np.zeros(leaning.shape[1], np.int64)
    grown: Ints = (leaning * (2 * before + leaning)).sum(axis=1)
    return grown
