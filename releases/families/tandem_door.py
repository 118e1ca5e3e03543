"""What a release asks of its tandem questions together while they come in: no state twice under one horizon."""

from __future__ import annotations

from collections.abc import Callable

from releases.families.base import Door
from releases.work import Made, Refused, Unit
from schemas.base import Record
from schemas.canonical import canonical_bytes
from schemas.tandem import TandemQuestion, TandemVerification

__all__ = ["TandemDoor", "question_of"]


def question_of(item: Record) -> TandemQuestion:
    """The base question of an item of either config."""
    if isinstance(item, TandemVerification):
        return item.base
    if not isinstance(item, TandemQuestion):
        raise TypeError(f"not a tandem question: {type(item).__name__}")
    return item


class TandemDoor(Door):
    """Admits a question unless its state is asked about already with the same horizon and in the same half."""

    def __init__(self, parse: Callable[[str, str], Record]) -> None:
        self._parse = parse
        self._seen: set[tuple[str, ...]] = set()

    def _key(self, made: Made, where: str) -> tuple[str, ...]:
        item = self._parse(made.item, where)
        question = question_of(item)
        half = item.variant if isinstance(item, TandemVerification) else "base"
        return question.order, canonical_bytes(question.state).decode(), question.goal.horizon, half

    def refuse(self, unit: Unit, made: Made) -> Refused | None:
        """Why this question can't join, or None."""
        if self._key(made, str(unit)) not in self._seen:
            return None
        message = "the release asks about this state already"
        return Refused(attempt=made.attempt, code="N7.same-state", message=message)

    def admit(self, made: Made) -> None:
        """Count a question as one of the release."""
        self._seen.add(self._key(made, "an admitted question"))
