"""Reads the quantities of a text as people write them, each an exact rational with its unit."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Final, NamedTuple

from schemas.amounts import CURRENCIES, CURRENCY_CODES, OTHER_CODES, OTHER_UNITS, SPELLINGS, AmountUnit
from schemas.errors import InputError

__all__ = ["Quantity", "Reading", "read_quantities", "read_quantity"]

NAMES: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
WORDS: Final = {name: number for number, name in enumerate(NAMES)}
PARTS: Final = {
    "half": 2, "halves": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10, "twelfth": 12, "twentieth": 20, "hundredth": 100,
}  # fmt: skip
ORDINALS: Final = (
    "eleventh", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
)  # fmt: skip
GLYPHS: Final = {
    "½": Fraction(1, 2), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3), "¼": Fraction(1, 4), "¾": Fraction(3, 4),
    "⅕": Fraction(1, 5), "⅖": Fraction(2, 5), "⅗": Fraction(3, 5), "⅘": Fraction(4, 5), "⅙": Fraction(1, 6),
    "⅚": Fraction(5, 6), "⅐": Fraction(1, 7), "⅛": Fraction(1, 8), "⅜": Fraction(3, 8), "⅝": Fraction(5, 8),
    "⅞": Fraction(7, 8), "⅑": Fraction(1, 9), "⅒": Fraction(1, 10),
}  # fmt: skip
OTHER_DIGITS: Final = "²³¹\u2070-\u2079\u2080-\u2089\u215f-\u2189\u2460-\u249b\u2776-\u2793"
"""Superscripts, Roman and circled numerals, as a range of characters."""

BEYOND: Final = (
    "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred", "thousand", "million", "billion",
    "dozen",
)  # fmt: skip
UNITS: Final = {spelling.casefold(): unit for unit, spellings in SPELLINGS.items() for spelling in spellings}
HEADS: Final = ("person", "head", "piece")
NEAR: Final = 30
"""How many characters before a number are looked at for what belongs to it."""


def _either(words: Iterable[str]) -> str:
    """A pattern for any of the words, the longest first, with any space where one has a space."""
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in sorted(words, key=len, reverse=True))


_spellings = _either(UNITS)
_words = _either(WORDS)
_parts = rf"(?:{_either(PARTS)})s?"
_sign = rf"(?:(?:US)?[$]|[£€]|{_either(CURRENCY_CODES)})"
_money = rf"(?:{_sign}\s*)"
_marks = "".join(GLYPHS)
_begin = r"(?<![^\s(\[{\"'“‘—])(?<![^\s(\[{\"'“‘—][(\[{\"'“‘])"
_end = r"(?=[.,;:!?)\]}\"'”’…]*(?:[\s—]|$))"
_QUANTITY: Final = re.compile(
    rf"""
    {_begin}
    (?P<sign>[-−])?
    (?P<currency>{_money})?
    (?:
        (?P<whole>[0-9]+)\s+(?P<top>[0-9]+)/(?P<bottom>[0-9]*[1-9][0-9]*)(?:\s+of\s+an?(?=\s))?
      | (?P<plain_top>[0-9]+)/(?P<plain_bottom>[0-9]*[1-9][0-9]*)(?:\s+of\s+an?(?=\s))?
      | (?P<glyph_whole>[0-9]+)?\s*(?P<glyph>[{_marks}])(?:\s+of\s+an?(?=\s))?
      | (?P<digits>[0-9]{{1,3}}(?:,[0-9]{{3}})+|[0-9]+)(?P<decimals>\.[0-9]+)?
      | (?(currency)(?!))(?:(?P<of>an?|{_words})(?:\s+|-)(?P<part>{_parts})|(?P<half>half))(?![\w-])
        (?:\s+(?:of\s+)?an?(?=\s))?
      | (?(currency)(?!))(?P<word>{_words})\b(?!-(?:{_words})\b)
      | (?(currency)(?!))(?P<article>an?)(?=\s+dozen\b)
    )
    (?(currency)|(?:\s+and\s+(?P<more>an?|{_words})(?:\s+|-)(?P<more_part>{_parts})(?![\w-]))?)
    (?(currency)|(?P<dozen>\s*dozen\b)?(?:(?:\s+|-)?(?P<unit>{_spellings})(?![\w/²³]))?)
    {_end}(?!(?<=[0-9{_marks}])["'])(?P<stop>)
    (?:\s+(?:an?|per|each|every)\s+(?P<rate>{_spellings}){_end}
      |\s+(?P<head>each|apiece|(?:an?|per)\s+(?:{"|".join(HEADS)})){_end}
      |\s+per\s+(?!(?:{_words}|{_parts}|(?:{"|".join(BEYOND)})s?)\b)(?P<thing>[a-z]+)\b)?
    """,
    re.VERBOSE | re.IGNORECASE,
)
_SPACED: Final = re.compile(rf"{_begin}[-−]?{_sign}?[0-9]{{1,3}}(?:\s+[0-9]{{3}}(?![0-9/]))+[^\s—]*", re.IGNORECASE)
_OTHER_AFTER: Final = re.compile(rf"\s+(?:{_either((*OTHER_UNITS, *OTHER_CODES))}){_end}", re.IGNORECASE)
_OTHER_BEFORE: Final = re.compile(rf"{_begin}(?:{_either(OTHER_CODES)}|rs\.)\s+$", re.IGNORECASE)
_REST_OF: Final = re.compile(rf"{_begin}and\s+$", re.IGNORECASE)
_digits = rf"\d{_marks}{OTHER_DIGITS}"
_DIGITS: Final = re.compile(rf"(?<![^\s()])[^\s(){_digits}]*[{_digits}][^\s()]*")
_NUMBER_WORDS: Final = re.compile(
    rf"""\b(?:\w+-)?(?:{"|".join(BEYOND)})s?\b(?:-\w+)?|{_begin}(?:{_words}|half)-\w*
    |{_begin}(?:{_parts}|(?:{_either(ORDINALS)})s?){_end}""",
    re.VERBOSE | re.IGNORECASE,
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
    """Every quantity of a text: digits with thousands separators, decimals, fractions in digits, glyphs and words
    (`3/4`, `¾`, `three quarters`, `a third`), words to twenty, half, dozens; with currency, percent, unit and rate
    (`$80 a night`).

    Dates, times, ordinals, codes, number words past twenty, thousands with spaces and numbers in other units (`50
    cents`, `5 ft`) are no quantities and come back as unread.
    """
    unread = [match.group() for match in _SPACED.finditer(text)]
    text = _SPACED.sub(lambda match: "•" * len(match.group()), text)
    found: list[Quantity] = []
    covered: list[tuple[int, int]] = []
    for match in _QUANTITY.finditer(text):
        other = _other_unit(match, text)
        covered.append((match.start(), max(match.end(), other or 0)))
        if other is None and not _rest_of_one(match, text):
            found.append(_quantity(match))
        else:
            unread.append(text[match.start() : covered[-1][1]])
    unread += [
        match.group()
        for pattern in (_DIGITS, _NUMBER_WORDS)
        for match in pattern.finditer(text)
        if not any(start < match.end() and match.start() < end for start, end in covered)
    ]
    return Reading(tuple(found), tuple(unread))


def _other_unit(match: re.Match[str], text: str) -> int | None:
    """Where a unit of others that stands beside a number ends; None where there is none."""
    if match["currency"] or match["unit"]:
        return None
    if _OTHER_BEFORE.search(text[max(0, match.start() - NEAR) : match.start()]):
        return match.end()
    after = _OTHER_AFTER.match(text, match.end("stop"))
    return after and after.end()


def _rest_of_one(match: re.Match[str], text: str) -> bool:
    """Whether a share belongs to the amount before it (`an hour and a half`)."""
    article = (match["of"] or "").casefold() in {"a", "an"}
    return article and bool(_REST_OF.search(text[max(0, match.start() - NEAR) : match.start()]))


def read_quantity(text: str) -> Quantity:
    """The one quantity of a text. Raises InputError when it holds none, several, or a number of no known form."""
    reading = read_quantities(text)
    if len(reading.quantities) != 1 or reading.unread:
        raise InputError(f"{text!r}: not exactly one quantity")
    return reading.quantities[0]


def _quantity(match: re.Match[str]) -> Quantity:
    value = _value(match)
    if match["more"]:
        value += _share(match["more"], match["more_part"])
    if match["dozen"]:
        value *= 12
    if match["sign"]:
        value = -value
    unit: AmountUnit = "count"
    if match["currency"]:
        code = match["currency"].strip()
        unit = CURRENCY_CODES.get(code.upper()) or CURRENCIES[code[-1]]
    elif match["unit"]:
        unit = _unit(match["unit"])
    per: AmountUnit | None = None
    if match["rate"]:
        per = _unit(match["rate"])
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
    if match["part"]:
        return _share(match["of"], match["part"])
    if match["half"]:
        return Fraction(1, 2)
    return Fraction(1 if match["article"] else WORDS[match["word"].casefold()])


def _share(count: str, part: str) -> Fraction:
    """What `two thirds` and `an eighth` are."""
    name = part.casefold()
    return Fraction(WORDS.get(count.casefold(), 1), PARTS.get(name) or PARTS[name.removesuffix("s")])


def _unit(written: str) -> AmountUnit:
    return UNITS[" ".join(written.casefold().split())]
