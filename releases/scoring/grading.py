"""Marks one answer to one question of a triplet, for evaluation harnesses that call it answer by answer."""

from __future__ import annotations

from typing import get_args

from releases.scoring.choices import match_choice
from releases.scoring.figures import Question
from releases.scoring.triplets import choice_of, mark_number
from schemas.base import parse_record
from schemas.errors import InputError
from schemas.triplets import Triplet

__all__ = ["grade"]


def grade(record: str, question: str, answer: str) -> bool:
    """Whether a full answer text is right; what can't be read is wrong.

    `record` is the item as canonical JSON, `question` is `commonsense`, `math` or `composition`. The rules are those
    of `benchwright score` without a judge. Raises InputError for a record or a question that is none.
    """
    if question not in get_args(Question):
        raise InputError(f"{question!r} is no question of a triplet: use one of {', '.join(get_args(Question))}")
    item = parse_record(Triplet, record.encode(), "record")
    if question == "commonsense":
        return match_choice(answer, choice_of(item)).right is True
    gold = item.answer_math if question == "math" else item.answer_composition
    return mark_number(answer, gold, item)[0] == "right"
