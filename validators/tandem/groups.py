"""Folds for cross-validation: questions that share a structure, or a scenario, are never on both sides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from schemas.canonical import sha256_of
from schemas.tandem import TandemQuestion

__all__ = ["FOLDS", "folds_of", "groups_of"]

FOLDS: Final = 5


def groups_of(questions: Sequence[TandemQuestion]) -> list[str]:
    """For each question the name of its group: questions are grouped by structural id, and groups that share a
    scenario are one, so that neither twins nor the two questions of a state are ever separated.
    """
    above: dict[str, str] = {}

    def top(name: str) -> str:
        while above.setdefault(name, name) != name:
            name = above[name]
        return name

    for question in questions:
        one, other = top(question.structure), top(f"{question.split} {question.scenario}")
        above[max(one, other)] = min(one, other)
    return [top(question.structure) for question in questions]


def folds_of(questions: Sequence[TandemQuestion], salt: int = 0) -> NDArray[np.int64]:
    """The fold of each question: groups dealt out in an order that only their names and `salt` decide."""
    groups = groups_of(questions)
    order = sorted(set(groups), key=lambda name: sha256_of([name, salt]))
    fold = {name: n % FOLDS for n, name in enumerate(order)}
    return np.array([fold[name] for name in groups], dtype=np.int64)
