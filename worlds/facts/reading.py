"""What a reader of one cell answers: a value with the text that says it, or why there is no single safe reading."""

from __future__ import annotations

from typing import Literal, NamedTuple

from schemas.facts import Fact
from schemas.stated import Stated
from schemas.values import Value

__all__ = ["REASONS", "Reading", "Reason", "Refused", "Said", "Words"]

Reason = Literal[
    "ambiguous", "catalogue", "circa", "coarse", "currency", "era", "feet-only", "grouping", "half-coordinates",
    "hidden", "implausible", "list", "magnitude", "no-value", "not-a-code", "not-a-date", "not-a-name",
    "not-a-number", "qualified", "range", "sign", "too-long", "two-readings", "typeset", "unit",
]  # fmt: skip
"""Why a row is not a fact; REASONS says what each one means."""

REASONS: dict[Reason, str] = {
    "ambiguous": "an alternative (1950 or 1951), or a year that may be part of something else",
    "catalogue": "a label's name run together with a number that can't be told from it",
    "circa": "circa, about, before, over, probably, a question mark",
    "coarse": "a season or decade for a date, hours alone for a playing time",
    "currency": "not US dollars, or no currency sign",
    "era": "BC, AD, another calendar, or old style",
    "feet-only": "feet and inches without the metric value",
    "grouping": "digits grouped so that they could mean two numbers (1.234.567, 12,34, 5.000 people)",
    "half-coordinates": "a latitude without a longitude",
    "hidden": "the value holds characters or elements that a reader can't see",
    "implausible": "outside what the field can be, or a date that no calendar has, or a zero for a count",
    "list": "several values",
    "magnitude": "an abbreviated or foreign magnitude (5M, 3 crore)",
    "no-value": "the cell says that there is none (N/A, various, ?)",
    "not-a-code": "not of the code's shape",
    "not-a-date": "no date in the cell",
    "not-a-name": "no single name in the cell",
    "not-a-number": "no number in the cell",
    "qualified": "words beside the value limit it (single version, domestic, excluding)",
    "range": "from one value to another",
    "sign": "a dash that may or may not be a minus",
    "too-long": "a cell longer or deeper than any value, or one that never ends",
    "two-readings": "two statements of the value that don't agree, in one cell or in two rows",
    "typeset": "figures set above or below the line beside another (10⁶, a mark of a note), or in reversed order",
    "unit": "a unit that the field does not take",
}
"""What each reason means."""


class Reading(NamedTuple):
    """A value, and the range of the cell's text that says it."""

    value: Value
    begin: int
    end: int


class Words(NamedTuple):
    """What a reader sees of a row or sentence, cut where it is long, with its section and its range of the source."""

    section: str
    start: int
    end: int
    quote: str


class Said(NamedTuple):
    """What one row or sentence says of a field: a fact, or why not, with what it plainly says instead of one value."""

    field: str
    label: str
    fact: Fact | None
    reason: Reason | None
    words: Words
    stated: Stated | None = None


class Refused(Exception):
    """A row that has no single safe reading; it becomes a Refusal on the fact sheet."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(REASONS[reason])
        self.reason: Reason = reason
