"""Finds every number of a plain text, in digits or words, exact and with the unit that is written to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from releases.scoring.wordnumbers import word_numbers
from schemas.amounts import CURRENCIES, SPELLINGS, AmountUnit

__all__ = ["Numeral", "in_unit", "numerals"]

LONGEST: Final = 60
"""More digits than this are no number that anybody answers."""

NEAR: Final = 60
"""How many characters before a number may hold its sign."""

POWERS: Final = 30
"""The largest exponent that is worked out."""


class Scale(NamedTuple):
    """A unit, and what one of the spelling is in it."""

    unit: AmountUnit
    factor: Fraction


UNITS: Final[dict[str, Scale]] = {
    **{word.casefold(): Scale(unit, Fraction(1)) for unit, words in SPELLINGS.items() for word in words},
    **{word: Scale("minutes", Fraction(1)) for word in ("mins",)},
    **{word: Scale("hours", Fraction(1)) for word in ("hr", "hrs")},
    **{word: Scale("litres", Fraction(1)) for word in ("liter", "liters")},
    **{word: Scale("millilitres", Fraction(1)) for word in ("milliliter", "milliliters")},
    **{word: Scale("metres", Fraction(1)) for word in ("meter", "meters")},
    **{word: Scale("centimetres", Fraction(1)) for word in ("centimeter", "centimeters")},
    **{word: Scale("kilometres", Fraction(1)) for word in ("kilometer", "kilometers")},
    **{word: Scale("US dollars", Fraction(1)) for word in ("usd", "$", "us dollars")},
    **{word: Scale("US dollars", Fraction(1, 100)) for word in ("cents", "cent", "¢")},
    **{word: Scale("pounds sterling", Fraction(1)) for word in ("gbp", "£", "pounds sterling")},
    **{word: Scale("pounds sterling", Fraction(1, 100)) for word in ("pence",)},
    **{word: Scale("euros", Fraction(1)) for word in ("eur", "€")},
}
SIZES: Final[dict[AmountUnit, tuple[str, int]]] = {
    "minutes": ("time", 1), "hours": ("time", 60), "days": ("time", 1440), "weeks": ("time", 10080),
    "grams": ("mass", 1), "kilograms": ("mass", 1000),
    "millilitres": ("volume", 1), "litres": ("volume", 1000),
    "centimetres": ("length", 1), "metres": ("length", 100), "kilometres": ("length", 100_000),
}  # fmt: skip
"""Units that convert into each other: their quantity, and their size in its smallest unit."""

_units = "|".join(re.escape(word) for word in sorted(UNITS, key=len, reverse=True))
_unit = (
    rf"(?:(?:\s{{1,3}}|-)?(?:of\s)?(?:an?\s)?(?:(?:more|extra|further|full|whole)\s)?(?P<unit>{_units})(?![^\W\d]))?"
)
_NUMERAL: Final = re.compile(
    rf"""
    (?:(?<![\w.^/])(?<!\d[:,])|(?<=\dh))
    (?P<sign>(?<![\w)\]])[-+])?\s?
    (?P<currency>(?:(?:US\s?)?[$]|[£€¥]|(?:USD|GBP|EUR)\s?)\s?)?
    (?P<sign_inside>-)?
    (?:
        (?P<mantissa>\d+(?:\.\d+)?)(?:e(?P<exponent>[+-]?\d{{1,3}})|\s*[×*·]\s*10\s*\^\s*\{{?(?P<power>-?\d{{1,3}})\}}?)
      | (?P<base>\d{{1,9}})\s*\^\s*\{{?(?P<raised>-?\d{{1,2}})\}}?
      | (?P<whole>\d+)(?:\s+|-|\sand\s)(?P<top>\d+)\s?/\s?(?P<bottom>\d+)
      | (?P<plain_top>\d+)\s?/\s?(?P<plain_bottom>\d+)
      | (?P<english>\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d{{1,3}}(?:['\u2009\s]\d{{3}})+(?:\.\d+)?
          |\d{{1,2}}(?:,\d{{2}})+,\d{{3}})
      | (?P<continental>\d{{1,3}}(?:\.\d{{3}})+,\d{{1,2}}|\d{{1,3}}(?:\.\d{{3}}){{2,}}|\d+,\d{{1,2}})
      | (?P<plain>\d+(?:\.\d+)?|\.\d+)
    )
    (?![\d^]|[/.:,]\d)
    (?P<and_half>\s+and\s+a\s+half(?!\w))?
    (?:\s?(?P<scale>dozen|hundred|thousand|million|billion|k|bn)(?![^\W\d]))?
    {_unit}
    (?![^\W\d]+\d*(?<!\dx))
    """,
    re.VERBOSE | re.IGNORECASE,
)
_SCALES: Final = {
    "dozen": 12, "hundred": 100, "thousand": 10**3, "k": 10**3, "million": 10**6, "billion": 10**9, "bn": 10**9
}  # fmt: skip
_UNIT_AFTER: Final = re.compile(_unit, re.IGNORECASE)
_NAMED_HALF: Final = re.compile(
    rf"(?<!\w)(?P<count>an?|one|\d{{1,9}})\s(?P<unit>{_units})\sand\sa\shalf(?!\w)|(?<!\w)half\san?\s(?P<half>{_units})(?!\w)",
    re.IGNORECASE,
)
_NO_NUMBER: Final = re.compile(
    r"""
    (?<!\d)\d{4}-\d{2}-\d{2}(?!\d)                        # a date
  | (?<!\d)\d{1,2}/\d{1,2}/\d{2,4}(?!\d)
  | (?<!\d)\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?(?!\w)   # a time of day
  | (?<![\w.])\d+(?:st|nd|rd|th)(?!\w)                    # an ordinal
  | (?<!\w)(?!usd|gbp|eur)[a-z]+\d[\w.]*                  # a code
  | (?<!\w)[a-z]{2,6}-\d+\w*(?=\W|$)(?<![a-z]-)
  | ^[ \t]*\d{1,2}[.)][ \t]+(?=\S)                        # an item of a list
  | (?<!\w)step\s\d+(?!\w)
    """,
    re.VERBOSE | re.IGNORECASE | re.MULTILINE,
)


class Numeral(NamedTuple):
    """One number: exact value, unit where one is written (20 % has the value 20), whether it is a share written
    with a stroke (`12/4`, which may also be a division), and where it stands.
    """

    value: Fraction
    unit: AmountUnit | None
    stroke: bool
    start: int
    end: int


def numerals(text: str) -> list[Numeral]:
    """Every number of a plain text in order. Dates, times, ordinals, codes and list items are none; parts of one
    amount (`1 hour 35 minutes`) are one number in the smaller unit.
    """
    text = _NO_NUMBER.sub(lambda match: "\x00" * len(match.group()), text)
    found: list[Numeral] = []
    taken = bytearray(len(text))
    worded = list(_in_words(text))
    mixed = [
        one for one in worded if text[one.start].isalpha() and "/" in text[one.start : one.end]
    ]  # `two and 1/2`, before its digits alone
    for one in (*_named_halves(text), *mixed, *_in_digits(text), *worded):
        if not any(taken[one.start : one.end]):
            taken[one.start : one.end] = b"\x01" * (one.end - one.start)
            found.append(one)
    return _joined(text, sorted(found, key=lambda one: one.start))


def in_unit(value: Fraction, unit: AmountUnit | None, wanted: AmountUnit) -> Fraction:
    """A value in the unit that is wanted, where its own converts to it; otherwise the value as it is."""
    if unit is None or unit not in SIZES or wanted not in SIZES or SIZES[unit][0] != SIZES[wanted][0]:
        return value
    return value * SIZES[unit][1] / SIZES[wanted][1]


def _in_digits(text: str) -> Iterator[Numeral]:
    for match in _NUMERAL.finditer(text):
        value = _value(match)
        if value is None:
            continue
        value += Fraction(1, 2) if match["and_half"] else 0
        before = text[max(0, match.start() - NEAR) : match.start()].rstrip()
        worded = _worded_sign(text, match.start())
        dashed = match["sign"] == "-" and not re.search(r"[\d)%]$", before)
        if dashed or match["sign_inside"] or worded is not None:
            value = -value
        unit: AmountUnit | None = None
        if match["currency"]:
            unit = _currency(match["currency"])
        elif match["unit"]:
            scale = UNITS[match["unit"].casefold()]
            unit, value = scale.unit, value * scale.factor
        stroke = match["plain_top"] is not None
        begin = match.end("sign") if match["sign"] and not dashed else match.start()
        yield Numeral(value, unit, stroke, begin if worded is None else worded, match.end())


def _value(match: re.Match[str]) -> Fraction | None:
    if len(match.group()) > LONGEST or 0 in (int(match["bottom"] or 1), int(match["plain_bottom"] or 1)):
        return None
    scale = _SCALES[match["scale"].casefold()] if match["scale"] else 1
    if match["mantissa"]:
        exponent = int(match["exponent"] or match["power"])
        return Fraction(match["mantissa"]) * Fraction(10) ** exponent if abs(exponent) <= POWERS else None
    if match["base"]:
        small = abs(int(match["raised"])) <= POWERS and int(match["base"]) > 0
        return Fraction(int(match["base"])) ** int(match["raised"]) if small else None
    if match["whole"]:
        return int(match["whole"]) + Fraction(int(match["top"]), int(match["bottom"]))
    if match["plain_top"]:
        return Fraction(int(match["plain_top"]), int(match["plain_bottom"])) * scale
    if match["english"]:
        return Fraction(re.sub(r"[,'\s]", "", match["english"])) * scale
    if match["continental"]:
        return Fraction(match["continental"].replace(".", "").replace(",", ".")) * scale
    return Fraction("0" + match["plain"]) * scale


def _currency(written: str) -> AmountUnit | None:
    code = written.strip()
    return CURRENCIES.get(code[-1]) or (UNITS[code.casefold()].unit if code.casefold() in UNITS else None)


def _in_words(text: str) -> Iterator[Numeral]:
    for word in word_numbers(text):
        value = word.value
        worded = _worded_sign(text, word.start)
        after = _UNIT_AFTER.match(text, word.end)
        end, unit = word.end, None
        if after and after["unit"]:
            scale = UNITS[after["unit"].casefold()]
            end, unit, value = after.end(), scale.unit, value * scale.factor
        signed = value if worded is None else -value
        yield Numeral(signed, unit, False, word.start if worded is None else worded, end)


def _worded_sign(text: str, place: int) -> int | None:
    """Where a sign that is written out stands right before a place, if one does."""
    begin = max(0, place - NEAR)
    match = re.search(r"(?<!\w)(?:minus|negative)\s*$", text[begin:place], re.IGNORECASE)
    return None if match is None else begin + match.start()


def _named_halves(text: str) -> Iterator[Numeral]:
    """`an hour and a half`, `half an hour`."""
    for match in _NAMED_HALF.finditer(text):
        scale = UNITS[(match["unit"] or match["half"]).casefold()]
        count = match["count"] or ""
        whole = 0 if match["half"] else int(count) if count.isdecimal() else 1
        yield Numeral((whole + Fraction(1, 2)) * scale.factor, scale.unit, False, match.start(), match.end())


def _joined(text: str, found: list[Numeral]) -> list[Numeral]:
    """Numbers in order, with neighbours that are parts of one amount added up in the smaller unit."""
    made: list[Numeral] = []
    for one in found:
        before = made[-1] if made else None
        if before is None or not re.fullmatch(r"\s?,?\s?(?:and\s)?", text[before.end : one.start]):
            made.append(one)
            continue
        small = one
        if before.unit in {"hours", "minutes"} and text[one.start : one.end].endswith("m"):
            small = one._replace(unit="minutes")
        if _part(text, before, small) and before.unit is not None and small.unit is not None:
            total = in_unit(before.value, before.unit, small.unit) + small.value
            made[-1] = Numeral(total, small.unit, False, before.start, one.end)
        else:
            made.append(one)
    return made


def _part(text: str, large: Numeral, small: Numeral) -> bool:
    """Whether a second amount can be the rest of the first: 35 minutes after an hour, 50 cents after dollars."""
    if large.unit is None or small.unit is None:
        return False
    if large.unit == small.unit:
        return large.value.denominator == 1 and text[small.start : small.end].casefold().endswith(("cents", "pence"))
    sizes = SIZES.get(large.unit), SIZES.get(small.unit)
    return bool(sizes[0] and sizes[1] and sizes[0][0] == sizes[1][0] and sizes[0][1] > sizes[1][1])
