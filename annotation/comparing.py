"""Whether a reviewer's answer is the author's, as far as a machine can tell."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import chain
from typing import Final

from annotation.events import Part
from schemas.errors import InputError
from schemas.triplets import Triplet
from solvers.triplets.answers import normalise
from solvers.triplets.quantities import read_quantity

__all__ = ["is_same_answer"]

BETWEEN: Final = (re.compile(r"[,;\n]+(?:\s*and\s)?"), re.compile(r"[,;\n]+(?:\s*and\s)?|\sand\s|\s&\s"))
"""What stands between names in a list: first without a bare "and", which may belong to a name."""


def is_same_answer(item: Triplet, part: Part, answer: str) -> bool:
    """Whether an answer is plainly the item's. What is said in other words is left to an adjudicator.

    A number may carry the answer's unit or none; another unit is another answer. Names may stand in any order
    and under their aliases, but for take-ends the highest comes first.
    """
    if not item.asks_choice(part):
        gold = item.answer_composition if part == "composition" else item.answer_math
        return _is_number(answer, Fraction(gold), item.answer_unit)
    return normalise(answer) in item.answers_commonsense or any(_names(item, answer, mark) for mark in BETWEEN)


def _is_number(answer: str, gold: Fraction, unit: str) -> bool:
    try:
        told = read_quantity(answer.strip().rstrip("."))
    except InputError:
        return False
    return told.value == gold and told.unit in {"count", unit}


def _names(item: Triplet, answer: str, mark: re.Pattern[str]) -> bool:
    told = [normalise(name) for name in mark.split(answer) if normalise(name)]
    chosen = [option for name in item.choice for option in item.options if option.name == name]
    accepted = [{normalise(name) for name in (option.name, *option.aliases)} for option in chosen]
    if item.structure == "take-ends":
        return len(told) == len(accepted) and all(name in names for name, names in zip(told, accepted, strict=True))
    known = set(chain.from_iterable(accepted))
    return len(told) == len(accepted) and set(told) <= known and all(names & set(told) for names in accepted)
