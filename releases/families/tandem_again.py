"""What is found about a base question, once a process: both configs hold it, and the verification config twice."""

from __future__ import annotations

from functools import lru_cache

from schemas.base import parse_record
from schemas.errors import InputError
from schemas.findings import Finding
from schemas.tandem import TandemQuestion
from solvers.tandem.again import Difference, differences
from validators.tandem import Context, check_question
from worlds.kitchen.rules import kitchen_of

__all__ = ["found_by_replay", "found_by_rules"]

MOST = 4096
"""How many questions are remembered, by their canonical JSON text."""


@lru_cache(maxsize=MOST)
def found_by_rules(text: str) -> tuple[Finding, ...]:
    """Every finding about a question by itself. Raises InputError for a kitchen that can't be had."""
    question = parse_record(TandemQuestion, text, "a question")
    return tuple(check_question(question, Context(kitchen_of(question))))


@lru_cache(maxsize=MOST)
def found_by_replay(text: str) -> tuple[Difference, ...]:
    """Every figure of a question that comes out otherwise; what can't be derived at all is a difference too."""
    question = parse_record(TandemQuestion, text, "a question")
    try:
        return tuple(differences(question))
    except InputError as error:
        return (("state", str(error)),)
