"""Marks one answer to one question of a triplet, for evaluation harnesses that call it answer by answer."""

from __future__ import annotations

from releases.scoring.figures import QUESTIONS
from releases.scoring.triplets import mark_answer
from schemas.base import parse_record
from schemas.errors import InputError
from schemas.triplets import Triplet

__all__ = ["grade"]


def grade(record: str, question: str, answer: str) -> bool:
    """Whether a full answer text is right; what can't be read is wrong.

    `record` is the item as canonical JSON, `question` is `commonsense`, `math` or `composition`. The rules are those
    of `benchwright score` without a judge. Raises InputError for a record or a question that is none.
    """
    asked = next((one for one in QUESTIONS if one == question), None)
    if asked is None:
        raise InputError(f"{question!r} is no question of a triplet: use one of {', '.join(QUESTIONS)}")
    item = parse_record(Triplet, record.encode(), "record")
    return mark_answer(answer, asked, item) == "right"
