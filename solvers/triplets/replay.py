"""Re-derives a triplet's answer from the structured part of its record."""

from __future__ import annotations

from schemas.errors import InputError
from schemas.triplets import Triplet
from solvers.triplets.answers import answer_text
from solvers.triplets.choices import Working, chosen_places, exact

__all__ = ["replay"]


def replay(item: Triplet) -> str:
    """The answer as a decimal string, from verdicts, amounts and operation alone; no stated answer is read.

    Raises InputError, naming the item, when the record makes no clear choice or no exact answer.
    """
    try:
        return _answer(item)
    except InputError as error:
        raise InputError(f"{item.id}: can't be replayed: {error}") from error


def _answer(item: Triplet) -> str:
    working = Working(
        structure=item.structure,
        operation=item.operation,
        roles=item.operands,
        numbers=tuple(exact(option.amount) for option in item.options),
        given=None if item.given is None else exact(item.given),
        right=chosen_places(item.structure, item.options),
    )
    result = working.result(working.right)
    if result is None:
        raise InputError("a division by zero")
    return answer_text(result, item.answer_unit, item.precision)
