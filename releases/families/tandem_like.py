"""What two releases' tandem questions are compared by."""

from __future__ import annotations

from releases.families.tandem_door import question_of
from releases.likeness import Likeness
from schemas.base import Record
from schemas.canonical import JSON, canonical_bytes, dump
from schemas.tandem import TandemVerification

__all__ = ["tandem_likeness"]


def tandem_likeness(item: Record) -> Likeness:
    """A question is about its state, its goal and its half; plans and their costs can move a score.

    The text is left out: it tells the kitchen's rules, which every question has in common.
    """
    question = question_of(item)
    half = item.variant if isinstance(item, TandemVerification) else "base"
    about: list[JSON] = [question.kitchen, question.order, dump(question.state), dump(question.goal), half]
    scored: dict[str, JSON] = {
        "split": question.split,
        "options": [[option.text, option.cost] for option in question.options],
        "gold": question.gold,
        "removed": item.removed if isinstance(item, TandemVerification) else None,
    }
    return Likeness(canonical_bytes(about).decode(), canonical_bytes(scored).decode(), (), question.structure, "")
