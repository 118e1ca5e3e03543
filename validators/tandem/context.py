"""What a check of tandem questions needs beside the question: the kitchen that it was made in."""

from __future__ import annotations

from typing import Literal, NamedTuple

from schemas.findings import Finding, Severity
from schemas.tandem import TandemQuestion
from worlds.kitchen.rules import Kitchen

__all__ = ["Context", "finding"]


class Context(NamedTuple):
    """The kitchen, and how many states a search for a lower bound may look at before the table is asked instead."""

    kitchen: Kitchen
    most_states: int = 300_000


def finding(
    code: str,
    question: TandemQuestion | Literal["release"],
    place: str,
    message: str,
    severity: Severity = "critical",
) -> Finding:
    """A finding about a question or about the release."""
    item = question if isinstance(question, str) else question.id
    return Finding(code=code, severity=severity, item=item, place=place, message=message[:1000])
