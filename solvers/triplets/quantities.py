"""Reads the quantities of a text as people write them, each an exact rational with its unit."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final, NamedTuple

from schemas.errors import InputError
from schemas.triplets import CURRENCIES, SPELLINGS, AmountUnit

__all__ = ["Quantity", "Reading", "read_quantities", "read_quantity"]

NAMES: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
WORDS: Final = {name: number for number, name in enumerate(NAMES)}
GLYPHS: Final = {
    "½": Fraction(1, 2),
    "¼": Fraction(1, 4),
    "¾": Fraction(3, 4),
    "⅓": Fraction(1, 3),
    "⅔": Fraction(2, 3),
}
BEYOND: Final = (
    "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred", "thousand", "million", "billion",
    "dozen",
)  # fmt: skip
UNITS: Final = {spelling.casefold(): unit for unit, spellings in SPELLINGS.items() for spelling in spellings}
HEADS: Final = ("person", "head", "piece")

_spellings = "|".join(re.escape(spelling) for spelling in sorted(UNITS, key=len, reverse=True))
_words = "|".join(sorted(WORDS, key=len, reverse=True))
_marks = "".join(GLYPHS)
_QUANTITY: Final = re.compile(
    rf"""
    (?<![\w.,:/$£€-])
    (?P<sign>[-−])?
    (?P<currency>(?:(?:US)?[$]|[£€])\s?)?
    (?:
        (?P<whole>[0-9]+)\s(?P<top>[0-9]+)/(?P<bottom>[0-9]+)
      | (?P<plain_top>[0-9]+)/(?P<plain_bottom>[0-9]+)
      | (?P<glyph_whole>[0-9]+)?\s?(?P<glyph>[{_marks}])
      | (?P<digits>[0-9]{{1,3}}(?:,[0-9]{{3}})+|[0-9]+)(?P<decimals>\.[0-9]+)?
      | (?P<half>half|a\squarter|three\squarters)\b(?:\s(?:of\s)?an?(?=\s))?
      | (?P<word>{_words})\b(?!-(?:{_words})\b)
      | (?P<article>an?)(?=\sdozen\b)
    )
    (?P<and_half>\sand\sa\shalf\b)?
    (?(currency)|(?P<dozen>\s?dozen\b)?(?:[ -]?(?P<unit>{_spellings})(?![\w/]))?)
    (?![\w:/-]|[.,]\d)
    (?:\s(?:an?|per|each|every)\s(?P<rate>{_spellings})(?!\w)|\s(?P<head>each|apiece|(?:an?|per)\s(?:{"|".join(HEADS)}))\b
       |\sper\s(?P<thing>[a-z]+)\b)?
    """,
    re.VERBOSE | re.IGNORECASE,
)
_DIGITS: Final = re.compile(rf"(?<![^\s()])[^\s()\d{_marks}]*[\d{_marks}][^\s()]*")
_BEYOND: Final = re.compile(
    rf"\b(?:\w+-)?(?:{'|'.join(BEYOND)})s?\b(?:-\w+)?|\b(?:{_words})-(?:{_words})\b", re.IGNORECASE
)


class Quantity(NamedTuple):
    """A quantity and where it stands. `value` is exact; 20 % has the value 20 and the unit percent."""

    value: Fraction
    unit: AmountUnit
    per: AmountUnit | None
    start: int
    end: int

    @property
    def factor(self) -> Fraction:
        """What the quantity counts as in arithmetic: a percentage is a share of one."""
        return self.value / 100 if self.unit == "percent" else self.value


class Reading(NamedTuple):
    """All quantities of a text in order, and the pieces of it that hold a number of no known form."""

    quantities: tuple[Quantity, ...]
    unread: tuple[str, ...]


def read_quantities(text: str) -> Reading:
    """Every quantity of a text: digits with thousands separators, decimals, fractions, words to twenty, half,
    quarters, dozens; with currency, percent, unit and rate (`$80 a night`).

    Dates, times, ordinals, codes and number words past twenty are no quantities and come back as unread.
    """
    found = [_quantity(match) for match in _QUANTITY.finditer(text) if not _over_zero(match)]
    covered = [(quantity.start, quantity.end) for quantity in found]
    unread = [
        match.group()
        for pattern in ((_DIGITS, _BEYOND) if _may_be_beyond(text) else (_DIGITS,))
        for match in pattern.finditer(text)
        if not any(start < match.end() and match.start() < end for start, end in covered)
    ]
    return Reading(tuple(found), tuple(unread))


def _may_be_beyond(text: str) -> bool:
    """Whether `_BEYOND` may find something, by a quicker look."""
    if "-" in text or not text.isascii():
        return True
    low = text.lower()
    return any(word in low for word in BEYOND)


def read_quantity(text: str) -> Quantity:
    """The one quantity of a text. Raises InputError when it holds none, several, or a number of no known form."""
    reading = read_quantities(text)
    if len(reading.quantities) != 1 or reading.unread:
        raise InputError(f"{text!r}: not exactly one quantity")
    return reading.quantities[0]


def _quantity(match: re.Match[str]) -> Quantity:
    value = _value(match)
    if match["and_half"]:
        value += Fraction(1, 2)
    if match["dozen"]:
        value *= 12
    if match["sign"]:
        value = -value
    unit: AmountUnit = "count"
    if match["currency"]:
        unit = CURRENCIES[match["currency"].strip()[-1]]
    elif match["unit"]:
        unit = UNITS[match["unit"].casefold()]
    per: AmountUnit | None = None
    if match["rate"]:
        per = UNITS[match["rate"].casefold()]
    elif match["head"] or match["thing"]:
        per = "count"
    return Quantity(value, unit, per, match.start(), match.end())


def _value(match: re.Match[str]) -> Fraction:
    if match["top"]:
        return int(match["whole"]) + Fraction(int(match["top"]), int(match["bottom"]))
    if match["plain_top"]:
        return Fraction(int(match["plain_top"]), int(match["plain_bottom"]))
    if match["glyph"]:
        return int(match["glyph_whole"] or 0) + GLYPHS[match["glyph"]]
    if match["digits"]:
        return Fraction(match["digits"].replace(",", "") + (match["decimals"] or ""))
    if match["half"]:
        return {"h": Fraction(1, 2), "a": Fraction(1, 4), "t": Fraction(3, 4)}[match["half"][0].casefold()]
    return Fraction(1 if match["article"] else WORDS[match["word"].casefold()])


def _over_zero(match: re.Match[str]) -> bool:
    return int(match["bottom"] or match["plain_bottom"] or 1) == 0
