"""What a reader of one cell answers: a value with the text that says it, or why there is no single safe reading."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from schemas.values import Value

__all__ = ["Answer", "Reading", "Reason", "Refused"]

Reason = Literal[
    "ambiguous", "catalogue", "circa", "coarse", "currency", "era", "feet-only", "grouping", "half-coordinates",
    "hidden", "implausible", "list", "magnitude", "no-value", "not-a-date", "not-a-name", "not-a-number",
    "not-a-place", "qualified", "range", "sign", "too-long", "two-readings", "unit",
]  # fmt: skip
"""Why a row is not a fact; docs/facts.md says what each one means, with an example."""


class Reading(NamedTuple):
    """A value, and the range of the cell's text that says it."""

    value: Value
    begin: int
    end: int


class Refused(NamedTuple):
    """A row that has no single safe reading."""

    reason: Reason


Answer: TypeAlias = Reading | Refused
