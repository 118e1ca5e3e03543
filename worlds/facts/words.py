"""Words and marks in a cell that make a value uncertain, whatever kind it is."""

from __future__ import annotations

import re
import unicodedata

from worlds.facts.reading import Refused

__all__ = ["DASH", "RANK", "TERRITORY", "blank", "refuse_doubt", "refuse_empty"]

DASH = "-\u2010\u2011\u2012\u2013\u2014\u2212"
"""Hyphens, dashes and the minus sign, for use inside a character class."""

RANK = re.compile(r"\( ?(?:ranked )?\d+(?:st|nd|rd|th)(?:/\d+(?:st|nd|rd|th))? ?\)")
"""A rank in parentheses, such as `(3rd)` or `(3rd/4th)`: not part of the value beside it."""

TERRITORY = re.compile(
    r"\((?:U\.?S\.?A?\.?|U\.?K\.?|United States|United Kingdom|Canada|Australia|Japan|Germany|France|Italy|Spain|"
    r"New Zealand|Ireland|India|Europe|North America|Brazil|Mexico|Sweden|China|South Korea)\)"
)
"""Where the one date given applies: it narrows a release, and the date stays the only one."""

_CIRCA = re.compile(
    r"\bc(?:a|irca)?\.(?!\w)|\b(?:ca|circa|about|approx|approximately|around|roughly|nearly|almost|estimated|est|"
    r"probably|possibly|presumably|disputed|uncertain|unknown|over|more than|less than|at least|up to|before|after|"
    r"early|mid|late|by|since|prior to|baptised|baptized|bapt|christened)\b|[~≈±<>≤≥?]|\+ *$",
    re.IGNORECASE,
)
_RANGE = re.compile(r"\b(?:to|between|from|until|till|through|present)\b", re.IGNORECASE)
_EITHER = re.compile(r"\bor\b|/", re.IGNORECASE)
_EMPTY = re.compile(
    rf"(?:n\.?/?a\.?|none\b.*|unknown|various(?: artists?)?|tb[acd]|self-released|unreleased|uncredited|anonymous|"
    rf"trad(?:\.|itional)?|disputed|multiple|see (?:text|below|above|article)|"
    rf"not (?:available|applicable|known|credited|official|designated|stated)|[{DASH}?.]+|)",
    re.IGNORECASE,
)
_UNSEEN = frozenset(("Cf", "Cc", "Co", "Cs", "Cn"))


def refuse_empty(text: str) -> None:
    """Refuse cells that only say that there is no value, and text with characters that a reader can't see."""
    if _EMPTY.fullmatch(text.strip()):
        raise Refused("no-value")
    if any(unicodedata.category(char) in _UNSEEN or char == "\ufffd" for char in text if char != "\n"):
        raise Refused("hidden")


def refuse_doubt(rest: str) -> None:
    """Refuse a value beside which stands circa, a range or an alternative."""
    if _CIRCA.search(rest):
        raise Refused("circa")
    if _RANGE.search(rest):
        raise Refused("range")
    if _EITHER.search(rest):
        raise Refused("ambiguous")


def blank(text: str, *patterns: re.Pattern[str]) -> str:
    """The text with all that the patterns match turned into spaces: positions stay."""
    for pattern in patterns:
        text = pattern.sub(lambda match: " " * len(match[0]), text)
    return text
