"""What a reader sees of a plan without working anything out, as numbers for a classifier."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from schemas.tandem import ProgramsRecord

__all__ = ["Plan", "four", "three"]

Plan: TypeAlias = tuple[ProgramsRecord, str]
"""An option's programs and its text."""
Table: TypeAlias = NDArray[np.float64]


def four(plans: Sequence[Plan]) -> Table:
    """A row an option: each feature against the mean of the four and by its rank among them, whether it is the least
    or the most, how many are the same; how central the option is; and its position.
    """
    seen = np.array([_seen(plan) for plan in plans])
    less, more, same = (
        test(seen[:, None], seen[None, :]).sum(axis=1).astype(float) for test in (np.greater, np.less, np.equal)
    )
    apart = np.abs(seen[:, None] - seen[None, :]).sum(axis=(1, 2))[:, None]
    central = np.concatenate((apart - apart.mean(), (apart > apart.T).sum(axis=1)[:, None]), axis=1)
    ends = [less == 0, more == 0]
    return np.concatenate(
        (seen - seen.mean(axis=0), less, more, *(end.astype(float) for end in ends), same, central, np.eye(len(plans))),
        axis=1,
    )


def three(plans: Sequence[Plan]) -> Table:
    """One row for three plans together: mean, least, middle, most and spread of each feature."""
    ordered = np.sort(np.array([_seen(plan) for plan in plans]), axis=0)
    row: Table = np.concatenate((ordered.mean(axis=0), *ordered, ordered[-1] - ordered[0]))
    return row


def _seen(plan: Plan) -> list[float]:
    """Length of the text; deliveries and starts; and for each member its statements, waits of both kinds, steps
    waited, where its first wait stands, and whether it begins with a take or a wait of either kind.
    """
    programs, text = plan
    words = [[line.split() for line in program] for program in (programs.chef, programs.assistant)]
    every = [*words[0], *words[1]]
    verbs = [line[0] for line in every]
    own = [float(value) for program in words for value in _member(program)]
    unequal = abs(len(words[0]) - len(words[1]))
    return [float(len(text)), float(verbs.count("deliver")), float(verbs.count("start")), float(unequal), *own]


def _member(program: Sequence[Sequence[str]]) -> list[int]:
    kinds = ["until" if line[:2] == ["wait", "until"] else line[0] for line in program]
    first = kinds[0] if kinds else ""
    return [
        len(kinds),
        kinds.count("wait"),
        kinds.count("until"),
        sum(int(line[1]) for line, kind in zip(program, kinds, strict=True) if kind == "wait"),
        next((n for n, kind in enumerate(kinds) if kind in ("wait", "until")), len(kinds)),
        *(int(first == kind) for kind in ("take", "wait", "until")),
    ]
