"""Cells that hold one count, one sum of money, or one duration."""

from __future__ import annotations

import re
from decimal import Decimal

from schemas.values import NumberValue, Unit, decimal_string
from worlds.facts.cells import Cell
from worlds.facts.numbers import NUMBER, Number, parse_number
from worlds.facts.reading import Reading, Reason, Refused
from worlds.facts.words import DASH, RANK, blank, refuse_doubt, refuse_empty

__all__ = ["read_count", "read_money", "read_playing_time", "read_running_time"]

_SPAN = re.compile(rf"\d ?[{DASH}] ?\d|\d to \d")
_DATED = re.compile(r"\( ?(?:as of )?(?:[A-Z][a-z]+ )?[12]\d{3}(?: (?:census|est\.?|estimate))? ?\)")
_LISTED = re.compile(r"\( ?list of [a-z ]+\)", re.IGNORECASE)
_COUNT = re.compile(rf"(?P<number>{NUMBER})(?: (?:people|inhabitants|residents|episodes|seasons|series)\b)?")
_MONEY = re.compile(rf"(?P<sign>US ?\$|\$|USD ?\$?) ?(?P<number>{NUMBER})(?: (?:USD|US dollars)\b)?")
_OTHER_MONEY = re.compile(r"[€£¥₹₩₽$]|\b[A-Z]{3}\b")
_MAGNITUDE = re.compile(r"(?:[kmb]|mn|bn|mil|lakh|crore|milliard|hundred)\b", re.IGNORECASE)
_CLOCK = re.compile(r"(?:(?P<h>\d{1,2}):(?=\d\d:))?(?P<m>\d{1,3}):(?P<s>\d\d)")
_SPOKEN = re.compile(
    r"(?:(?P<h>\d{1,2}) ?(?:h|hr|hrs|hours?)\b\.?)?(?:,? ?(?:and )?(?P<m>\d{1,3}) ?(?:m|min|mins|minutes?)\b\.?)?"
    r"(?:,? ?(?:and )?(?P<s>\d{1,2}) ?(?:s|sec|secs|seconds?)\b\.?)?",
    re.IGNORECASE,
)
_SEVERAL = re.compile(r"\d+:\d\d\b.*\d+:\d\d\b|\d ?m(?:in|inutes)?\b.*\d ?m(?:in|inutes)?\b", re.IGNORECASE)
_HALF_UNIT = Decimal("0.5")
_HALF_THOUSANDTH = Decimal("0.0005")


def _number(value: Decimal, unit: Unit, error: Decimal) -> NumberValue:
    return NumberValue(type="number", value=decimal_string(value), unit=unit, error=decimal_string(error))


def _counted(number: Number, unit: Unit, low: Decimal, high: Decimal) -> NumberValue:
    """A number of things: exact unless a magnitude word or decimals show that the source rounds."""
    if not low <= number.value <= high:
        raise Refused("implausible")
    return _number(number.value, unit, number.half if number.rounded else Decimal(0))


def _refuse_rest(text: str, rest: str) -> None:
    """Refuse where text stands beside the number."""
    if _SPAN.search(text):
        raise Refused("range")
    refuse_doubt(rest)
    if rest.lstrip().startswith("."):
        raise Refused("not-a-number")
    rest = rest.replace("\x00", " ").strip(" .")
    if re.search(r"\d", rest):
        raise Refused("list")
    if rest:
        raise Refused("magnitude" if _MAGNITUDE.match(rest) else "qualified")


def read_count(cell: Cell, unit: Unit, low: Decimal, high: Decimal) -> Reading:
    """A count of people or things. Zero is no count: it means that the source doesn't know (rule L11).

    Decimals without a magnitude word are refused: 5.000 people may be five thousand. A rank, the year of a census
    and a link to a list may follow in parentheses.
    """
    refuse_empty(cell.text)
    text = blank(cell.flat, RANK, _DATED, _LISTED)
    match = _COUNT.search(text)
    if not match:
        raise Refused("not-a-number")
    _refuse_rest(text, text[: match.start()] + "\x00" + text[match.end() :])
    number = parse_number(match["number"])
    if number.half < _HALF_UNIT:
        whole = number.value == number.value.to_integral_value()
        raise Refused("grouping" if whole or number.half == _HALF_THOUSANDTH else "implausible")
    if number.value != number.value.to_integral_value():
        raise Refused("implausible")
    return Reading(_counted(number, unit, low, high), match.start("number"), match.end("number"))


def read_money(cell: Cell, low: Decimal, high: Decimal) -> Reading:
    """A sum in US dollars. Three decimals without a magnitude word are refused: $150.000 may be thousands."""
    refuse_empty(cell.text)
    text = cell.flat
    found = list(_MONEY.finditer(text))
    if not found:
        raise Refused("currency" if re.search(r"\d", text) else "not-a-number")
    rest = _MONEY.sub("\x00", text)
    if _SPAN.search(text) or re.search(rf"\x00 ?[{DASH}]", rest):
        raise Refused("range")
    if _OTHER_MONEY.search(rest) or text[: found[0].start()][-1:].isalpha():
        raise Refused("currency")
    if len(found) > 1:
        raise Refused("list")
    _refuse_rest(text, rest)
    number = parse_number(found[0]["number"])
    if number.half == _HALF_THOUSANDTH:
        raise Refused("grouping")
    value = _counted(number, "US dollars", low, high)
    return Reading(value, found[0].start(), found[0].end())


def read_playing_time(cell: Cell, low: Decimal, high: Decimal) -> Reading:
    """A playing time in whole seconds: 3:03, 79:29, 2:28:48, 3 minutes 3 seconds."""
    match = _duration(cell)
    if not match["s"]:
        raise Refused("coarse")
    return _timed(match, "seconds", low, high)


def read_running_time(cell: Cell, low: Decimal, high: Decimal) -> Reading:
    """A running time in whole minutes: 108 min., 152 minutes, 1 hour 48 minutes."""
    match = _duration(cell)
    if match.re is _CLOCK or match["s"]:
        raise Refused("unit")
    if not match["m"]:
        raise Refused("coarse")
    return _timed(match, "minutes", low, high)


def _duration(cell: Cell) -> re.Match[str]:
    refuse_empty(cell.text)
    text = cell.flat
    end = len(text.rstrip(" .")) if re.search(r"\d\W*$", text) else len(text)
    match = _CLOCK.fullmatch(text, 0, end) or _SPOKEN.fullmatch(text, 0, end)
    if match and match[0]:
        return match
    raise Refused(_why_no_duration(text))


def _why_no_duration(text: str) -> Reason:
    if _SPAN.search(text):
        return "range"
    if _SEVERAL.search(text):
        return "list"
    if re.search(r"\d", text):
        refuse_doubt(text)
        return "qualified"
    return "not-a-number"


def _timed(match: re.Match[str], unit: Unit, low: Decimal, high: Decimal) -> Reading:
    hours, minutes, seconds = (int(match[name] or 0) for name in "hms")
    if seconds > 59 or (match["h"] and minutes > 59):
        raise Refused("implausible")
    total = Decimal(3600 * hours + 60 * minutes + seconds)
    value = total if unit == "seconds" else total / 60
    if not low <= value <= high:
        raise Refused("implausible")
    return Reading(_number(value, unit, _HALF_UNIT), *match.span())
