"""Cells that hold one number: counts, measures with a unit, sums of money and durations."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

from schemas.values import NumberValue, Unit, decimal_string
from worlds.facts.cells import Cell
from worlds.facts.numbers import NUMBER, Number, parse_number
from worlds.facts.reading import Answer, Reading, Reason, Refused
from worlds.facts.words import DASH, RANK, doubt, empty_reason

__all__ = ["read_count", "read_duration", "read_measure", "read_money"]

_UNITS: dict[str, tuple[Unit, str, Fraction]] = {
    "metres": ("metres", "length", Fraction(1)),
    "kilometres": ("kilometres", "length", Fraction(1000)),
    "feet": ("feet", "length", Fraction(3048, 10000)),
    "miles": ("miles", "length", Fraction(1609344, 1000)),
    "square kilometres": ("square kilometres", "area", Fraction(1)),
    "square miles": ("square miles", "area", Fraction(1609344, 1000000) ** 2),
}
"""Dimension and exact size in metres or square kilometres (international yard and pound agreement, 1959)."""

_SPELLINGS: dict[str, str] = {
    **dict.fromkeys(("m", "metre", "metres", "meter", "meters"), "metres"),
    **dict.fromkeys(("km", "kilometre", "kilometres", "kilometer", "kilometers"), "kilometres"),
    **dict.fromkeys(("ft", "foot", "feet"), "feet"),
    **dict.fromkeys(("mi", "mile", "miles"), "miles"),
    **dict.fromkeys(
        ("km2", "km²", "sq km", "sq. km", "square kilometres", "square kilometers", "square kilometre",
         "square kilometer"),
        "square kilometres",
    ),
    **dict.fromkeys(("sq mi", "sq. mi", "sq. mi.", "mi2", "mi²", "square miles", "square mile"), "square miles"),
}  # fmt: skip
_UNIT = "|".join(re.escape(name) for name in sorted(_SPELLINGS, key=len, reverse=True))
_MEASURE = re.compile(rf"(?<![\w.])(?P<number>{NUMBER})[ {DASH}]?(?P<unit>{_UNIT})(?![\w²2])\.?", re.IGNORECASE)
_SPAN = re.compile(rf"\d ?[{DASH}] ?\d|\d to \d")
_DATED = re.compile(r"\(\s*(?:as of )?(?:\w+ )?[12]\d{3}(?: (?:census|est\.?|estimate))?\s*\)")
_ABOVE_SEA = re.compile(r"\b(?:above (?:mean )?sea level|a\.?m?\.?s\.?l\.?)", re.IGNORECASE)
_COUNT = re.compile(rf"(?P<number>{NUMBER})(?: (?:people|inhabitants|residents|episodes|seasons|series))?")
_LISTED = re.compile(r"\(\s*list of [a-z ]+\)", re.IGNORECASE)
_MONEY = re.compile(rf"(?P<sign>US ?\$|\$|USD ?\$?) ?(?P<number>{NUMBER})(?: (?:USD|US dollars))?", re.IGNORECASE)
_OTHER_MONEY = re.compile(r"[€£¥₹₩₽]|(?<!US)\b(?:A|AU|C|CA|CAN|NZ|HK|S|R|NT|Mex)\$|\b[A-Z]{3}\b")
_CLOCK = re.compile(r"(?:(?P<h>\d{1,2}):(?=\d\d:))?(?P<m>\d{1,3}):(?P<s>\d\d)")
_SPOKEN = re.compile(
    r"(?:(?P<h>\d{1,2}) ?(?:h|hr|hrs|hours?)\.?)?(?:,? ?(?:and )?(?P<m>\d{1,3}) ?(?:m|min|mins|minutes?)\.?)?"
    r"(?:,? ?(?:and )?(?P<s>\d{1,2}) ?(?:s|sec|secs|seconds?)\.?)?",
    re.IGNORECASE,
)


def _number(value: Decimal, unit: Unit, error: Decimal) -> NumberValue:
    return NumberValue(type="number", value=decimal_string(value), unit=unit, error=decimal_string(error))


def _start(cell: Cell) -> Refused | None:
    reason = empty_reason(cell.text)
    return Refused(reason) if reason else None


def read_count(cell: Cell, unit: Unit, low: Decimal, high: Decimal) -> Answer:
    """A count of people or things: exact unless a magnitude word or decimals show rounding. Zero is no count."""
    refused = _start(cell)
    if refused:
        return refused
    text = _blank(cell.flat, RANK, _DATED, _LISTED)
    match = _COUNT.search(text)
    if not match:
        return Refused("not-a-number")
    rest = text[: match.start()] + "\x00" + text[match.end() :]
    number = parse_number(match["number"])
    reason = doubt(rest) or _rest_reason(rest, text)
    if reason:
        return Refused(reason)
    if isinstance(number, Refused):
        return number
    if not number.whole or not low <= number.value <= high:
        return Refused("implausible")
    error = number.half if number.rounded else Decimal(0)
    return Reading(_number(number.value, unit, error), match.start("number"), match.end("number"))


def _blank(text: str, *patterns: re.Pattern[str]) -> str:
    """The text with what the patterns match turned into spaces: positions stay."""
    for pattern in patterns:
        text = pattern.sub(lambda match: " " * len(match[0]), text)
    return text


def _rest_reason(rest: str, text: str) -> Reason | None:
    """Why text around a number spoils it, if it does."""
    rest = rest.replace("\x00", " ").strip(" .")
    if not rest:
        return None
    if _SPAN.search(text):
        return "range"
    if re.search(r"\d", rest):
        return "list"
    if re.match(r"(?:[kKmMbB]|mn|bn|mil|lakh|crore|milliard|hundred)\b", rest):
        return "magnitude"
    return "qualified"


def read_measure(cell: Cell, dimension: str, low: Decimal, high: Decimal) -> Answer:
    """A length, height or area with its unit; `low` and `high` are in metres or square kilometres.

    The first value counts, with its own unit. A second one beside it must be the same in another unit, within the
    rounding of both; otherwise the cell has two readings.
    """
    refused = _start(cell)
    if refused:
        return refused
    text = _blank(cell.flat, RANK, _ABOVE_SEA)
    found = list(_MEASURE.finditer(text))
    if not found:
        return Refused(_no_measure(text))
    rest = text
    for match in found:
        rest = _cut(rest, match)
    if _SPAN.search(text) or re.search(rf"\x00[)\s]*[{DASH}]+[\s(]*\x00", rest.replace(" ", "")):
        return Refused("range")
    reason = doubt(rest.replace("/", " "))
    if reason:
        return Refused(reason)
    if re.search(r"[^\s\x00()/,;.]", rest):
        return Refused("unit" if re.search(r"\d", rest) else "qualified")
    read: list[tuple[Number, Unit, Fraction]] = []
    for match in found:
        number = parse_number(match["number"])
        if isinstance(number, Refused):
            return number
        unit, kind, size = _UNITS[_SPELLINGS[match["unit"].casefold()]]
        if kind != dimension:
            return Refused("unit")
        read.append((number, unit, size))
    if len({unit for _, unit, _ in read}) < len(read):
        return Refused("list")
    number, unit, size = read[0]
    if not all(_agree((number, size), (other, its)) for other, _, its in read[1:]):
        return Refused("two-readings")
    if not Fraction(low) <= Fraction(number.value) * size <= Fraction(high):
        return Refused("implausible")
    return Reading(_number(number.value, unit, number.half), found[0].start("number"), found[0].end("unit"))


def _cut(text: str, match: re.Match[str]) -> str:
    return text[: match.start()] + "\x00" * (match.end() - match.start()) + text[match.end() :]


def _no_measure(text: str) -> Reason:
    if _SPAN.search(text):
        return "range"
    if re.search(r"\d ?(?:ha|acres?|hectares?|in|inches|yd|yards|cm|mm|nmi|sq ft|m2|m²)\b", text):
        return "unit"
    return "unit" if re.search(r"\d", text) else "not-a-number"


def _agree(first: tuple[Number, Fraction], second: tuple[Number, Fraction]) -> bool:
    """Whether two measures are the same within the rounding of their last digits that aren't zero."""
    gap = abs(Fraction(first[0].value) * first[1] - Fraction(second[0].value) * second[1])
    return gap <= Fraction(first[0].tolerance) * first[1] + Fraction(second[0].tolerance) * second[1]


def read_money(cell: Cell, low: Decimal, high: Decimal) -> Answer:
    """A sum in US dollars; other currencies, ranges and sums with a qualification are refused."""
    refused = _start(cell)
    if refused:
        return refused
    text = cell.flat
    found = list(_MONEY.finditer(text))
    if not found:
        return Refused("currency" if re.search(r"\d", text) else "not-a-number")
    rest = text
    for match in found:
        rest = _cut(rest, match)
    if _SPAN.search(text) or re.search(rf"[{DASH}]", rest):
        return Refused("range")
    if _OTHER_MONEY.search(rest) or (found[0].start() and text[found[0].start() - 1].isalpha()):
        return Refused("currency")
    if len(found) > 1:
        return Refused("list")
    reason = doubt(rest) or _rest_reason(rest, text)
    if reason:
        return Refused(reason)
    number = parse_number(found[0]["number"])
    if isinstance(number, Refused):
        return number
    if not low <= number.value <= high:
        return Refused("implausible")
    error = number.half if number.rounded else Decimal(0)
    return Reading(_number(number.value, "US dollars", error), found[0].start(), found[0].end())


def read_duration(cell: Cell, unit: Unit, low: Decimal, high: Decimal) -> Answer:
    """A playing time in seconds (3:03, 2:28:48) or a running time in minutes (108 min, 1 h 48 min)."""
    refused = _start(cell)
    if refused:
        return refused
    text = cell.flat
    begin, end = len(text) - len(text.lstrip()), len(text.rstrip(" ."))
    clock = _CLOCK.fullmatch(text, begin, end)
    match = clock or _SPOKEN.fullmatch(text, begin, end)
    if not match or not match[0]:
        return Refused(_no_duration(text))
    hours, minutes, seconds = (int(match[name] or 0) for name in "hms")
    if seconds > 59 or (match["h"] and minutes > 59):
        return Refused("implausible")
    total = 3600 * hours + 60 * minutes + seconds
    if unit == "seconds":
        if not match["s"]:
            return Refused("coarse")
        value = Decimal(total)
    elif clock or match["s"] or not match["m"]:
        return Refused("coarse" if match["h"] and not match["m"] else "unit")
    else:
        value = Decimal(total // 60)
    if not low <= value <= high:
        return Refused("implausible")
    return Reading(_number(value, unit, Decimal("0.5")), begin, end)


def _no_duration(text: str) -> Reason:
    if re.search(rf"\d ?[{DASH}] ?\d|\d to \d", text):
        return "range"
    if len(re.findall(r"\d+:\d\d", text)) > 1 or len(re.findall(r"\d (?:m|min|minutes)\b", text)) > 1:
        return "list"
    if doubt(text) == "circa":
        return "circa"
    return "qualified" if re.search(r"\d", text) else "not-a-number"
