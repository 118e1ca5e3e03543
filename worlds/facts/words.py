"""Words and marks in a cell that make a value uncertain, whatever kind it is."""

from __future__ import annotations

import re
import unicodedata

from worlds.facts.reading import Reason

__all__ = ["DASH", "RANK", "TERRITORY", "doubt", "empty_reason"]

DASH = "-\u2010\u2011\u2012\u2013\u2014\u2212~"
"""Hyphens, dashes and the minus sign, for use inside a character class."""

RANK = re.compile(r"\(\s*(?:ranked\s+)?\d+(?:st|nd|rd|th)(?:/\d+(?:st|nd|rd|th))?\s*\)")
"""A rank in parentheses, such as `(3rd)` or `(3rd/4th)`: not part of the value beside it."""

TERRITORY = re.compile(
    r"\((?:U\.?S\.?A?\.?|U\.?K\.?|United States|United Kingdom|Canada|Australia|Japan|Germany|France|Italy|Spain|"
    r"New Zealand|Ireland|India|Europe|North America|Brazil|Mexico|Sweden|China|South Korea)\)"
)
"""Where the one date given applies: it narrows a release, and the date stays the only one."""

_CIRCA = re.compile(
    r"\bc(?:a|irca)?\.(?=\W|\d)|\bca\b|\bcirca\b|\b(?:about|approx(?:\.|imately)?|around|roughly|nearly|almost|estimated|"
    r"est\.|probably|possibly|presumably|disputed|uncertain|unknown|over|more than|less than|at least|up to|"
    r"before|after|early|mid|late|by|since|prior to|baptised|baptized|ca\.)\b|[~≈±<>≤≥?]|\+$",
    re.IGNORECASE,
)
_RANGE = re.compile(r"\b(?:to|between|from|until|till|through|present)\b", re.IGNORECASE)
_EITHER = re.compile(r"\bor\b|/", re.IGNORECASE)
_EMPTY = re.compile(
    rf"(?:n/?a|none|unknown|various|tba|tbd|tbc|not (?:available|applicable|known)|[{DASH}?.]+|)", re.IGNORECASE
)


def empty_reason(text: str) -> Reason | None:
    """`no-value` for cells that only say that there is none; `hidden` for invisible characters inside."""
    if _EMPTY.fullmatch(text.strip()):
        return "no-value"
    if any(unicodedata.category(char) in ("Cf", "Cc", "Co", "Cs") and char != "\n" for char in text):
        return "hidden"
    return None


def doubt(rest: str) -> Reason | None:
    """What the text around a value says against reading it as exact: circa, a range, an alternative."""
    if _CIRCA.search(rest):
        return "circa"
    if _RANGE.search(rest):
        return "range"
    if _EITHER.search(rest):
        return "ambiguous"
    return None
