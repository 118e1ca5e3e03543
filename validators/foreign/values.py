"""Values of foreign records as exact numbers, and the whole numbers that upstream's code takes them for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from math import isfinite

from pydantic import JsonValue

__all__ = ["MOST_DIGITS", "number", "shown", "truncated"]

MOST_DIGITS = 18
"""Longer numbers are no values of a leg; they are left unread."""

_NUMBER = re.compile(r"[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[-+]?\d+(?:\.\d+)?")


def number(value: JsonValue) -> Fraction | None:
    """A value as an exact number: a finite JSON number, or a text that is a number and nothing else."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return Fraction(value) if abs(value) < 10**MOST_DIGITS else None
    if isinstance(value, float):
        return Fraction(repr(value)) if isfinite(value) and abs(value) < 10**MOST_DIGITS else None
    if isinstance(value, str) and len(value) <= 2 * MOST_DIGITS and _NUMBER.fullmatch(value.strip()):
        exact = Fraction(value.strip().replace(",", ""))
        return exact if abs(exact) < 10**MOST_DIGITS else None
    return None


def truncated(value: JsonValue) -> int | None:
    """The whole number that upstream's code computes with: the value cut off toward zero."""
    exact = number(value)
    return None if exact is None else int(exact)


def shown(value: JsonValue | Sequence[JsonValue]) -> str:
    """A value as a short text for a finding."""
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "…"
