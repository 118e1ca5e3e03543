"""Re-derives a triplet's answer from the structured part of its record."""

from __future__ import annotations

from schemas.errors import InputError
from schemas.triplets import Triplet
from solvers.triplets.answers import answer_text, exact_decimal
from solvers.triplets.choices import Working, amounts_of, chosen_places, exact
from solvers.triplets.slips import composed_again, reckoning_of

__all__ = ["replay", "replay_composed"]


def replay(item: Triplet) -> str:
    """The number as a decimal string, from verdicts, amounts and operation alone; no stated answer is read.

    Raises InputError, naming the item, when the record makes no clear choice or no exact answer.
    """
    try:
        return _answer(item)
    except InputError as error:
        raise InputError(f"{item.id}: can't be replayed: {error}") from error


def replay_composed(item: Triplet) -> str:
    """The composed answer in the same way: that number, or in a maths-first item the choice to which it leads."""
    return composed_again(item) if item.order == "maths-first" else replay(item)


def _answer(item: Triplet) -> str:
    if item.order == "maths-first":
        return exact_decimal(reckoning_of(item).number, item.precision)
    working = Working(
        structure=item.structure,
        operation=item.operation,
        roles=item.operands,
        numbers=tuple(map(exact, amounts_of(item.options))),
        given=None if item.given is None else exact(item.given),
        right=chosen_places(item.structure, item.options),
    )
    result = working.result(working.right)
    if result is None:
        raise InputError("a division by zero")
    return answer_text(result, item.answer_unit, item.precision)
