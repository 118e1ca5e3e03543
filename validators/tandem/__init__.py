"""Checks of tandem questions, each by other means than the generator's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from schemas.findings import Finding
from schemas.tandem import TandemQuestion, TandemVerification
from validators.registry import run_rules
from validators.tandem import execution, identity, optimum, options, release, surface, text, verification
from validators.tandem.context import Context

__all__ = ["RULE_MODULES", "Context", "check_question", "check_questions", "check_verification"]

FAMILY = "tandem"

RULE_MODULES = (execution, identity, optimum, options, release, surface, text, verification)
"""The modules whose import registers the checks of tandem questions."""


def check_question(question: TandemQuestion, context: Context) -> Iterator[Finding]:
    """Every finding about one question; where it doesn't fit the kitchen, only that."""
    broken = list(identity.readable(question, context))
    yield from broken
    if not broken:
        yield from run_rules(FAMILY, "item", question, context)


def check_questions(questions: Sequence[TandemQuestion], context: Context) -> Iterator[Finding]:
    """Every finding about each question and about all of them together, as a release."""
    for question in questions:
        yield from check_question(question, context)
    yield from run_rules(FAMILY, "release", tuple(questions), context)


def check_verification(item: TandemVerification, context: Context) -> Iterator[Finding]:
    """Every finding about one verification question by itself; its base question is checked as such."""
    yield from run_rules(verification.FAMILY, "item", item, context)
