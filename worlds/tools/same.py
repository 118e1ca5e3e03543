"""Whether an agent's arguments are those of a gold call, however it wrote them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import cache

from schemas.canonical import JSON
from schemas.values import CoordsValue, DateValue, NumberValue, TextValue, Value
from worlds.atlas import tables
from worlds.tools.registry import tool_spec
from worlds.tools.units import factor

__all__ = ["NEAR", "other_arguments", "point_in", "same_argument"]

COUNTRIES = frozenset({"countries_area", "countries_population"})

NEAR = Decimal("0.001")
"""Degrees within which two points are one: about a hundred metres."""

NUMBER = re.compile(r"[-+−]?(?:\d{1,3}(?:,\d{3})+|\d{1,30})(?:\.\d{1,30})?(?:[eE][-+]?\d{1,3})?")
HUGE = 10**40
"""No argument is larger; Python refuses to write numbers of thousands of digits."""
LONGEST = 4_000
"""Characters of a written argument that are looked at."""

PAIR = re.compile(
    rf"[\[(]?\s*(?:lat(?:itude)?\s*[:=]?\s*)?({NUMBER.pattern}°?)\s*[,;\s]\s*(?:lon(?:g(?:itude)?)?|lng)?\s*[:=]?\s*"
    rf"({NUMBER.pattern}°?)\s*[\])]?",
    re.IGNORECASE,
)
"""Latitude and longitude as people write them into one text."""

LATITUDES = ("lat", "latitude")
LONGITUDES = ("lon", "lng", "long", "longitude")


def other_arguments(tool: str, gold: Mapping[str, Value | str], given: Mapping[str, JSON]) -> tuple[str, ...]:
    """The names of a call's arguments that are missing in a given one, or not equivalent: none, if it's the same call.

    A country goes by its English name and its ISO codes; a tool with one mode may be called without naming it.
    """
    return tuple(name for name, value in gold.items() if not _given(tool, name, value, given))


def same_argument(gold: Value | str, given: JSON) -> bool:
    """Whether a given argument is the gold one: quantities and points as values, dates as days, words without case."""
    match gold:
        case NumberValue():
            return _is_quantity(gold, given)
        case CoordsValue(lat=lat, lon=lon):
            point = point_in(given)
            return point is not None and all(
                abs(one - Decimal(other)) <= NEAR for one, other in zip(point, (lat, lon), strict=True)
            )
        case DateValue(value=value):
            return _words(given) == value
        case TextValue(value=value):
            return _words(given) == _plain(value)
        case str():
            return _words(given) == _plain(gold)


def _given(tool: str, name: str, gold: Value | str, arguments: Mapping[str, JSON]) -> bool:
    if name not in arguments:
        return name == tool_spec(tool).selector and len(tool_spec(tool).modes) == 1
    given = arguments[name]
    if tool in COUNTRIES and isinstance(gold, TextValue):
        return any(same_argument(TextValue(type="text", value=known), given) for known in _names(gold.value))
    return same_argument(gold, given)


@cache
def _names(country: str) -> tuple[str, ...]:
    """A country's English name and ISO codes, by any of them; itself where no table has it."""
    for row in tables.countries():
        if country in (row.name, row.iso2, row.iso3):
            return tuple(name for name in (row.name, row.iso2, row.iso3) if name)
    return (country,)


def _is_quantity(gold: NumberValue, given: JSON) -> bool:
    """Whether a number, `{"value", "unit"}` or a text like `1,200 metres` is the gold quantity; none needs its unit."""
    unit: JSON = given.get("unit") if isinstance(given, dict) else None
    told: JSON = given.get("value") if isinstance(given, dict) else given
    if isinstance(told, str) and unit is None:
        number = NUMBER.match(told.strip())
        unit = (told.strip()[number.end() :].strip() or None) if number else None
        told = number.group() if number else None
    exact = _number(told)
    if exact is None or not (unit is None or isinstance(unit, str)):
        return False
    if unit is None or _plain(unit) == _plain(gold.unit):
        return exact == Decimal(gold.value)
    scale = factor(_plain(unit), gold.unit)
    return scale is not None and Fraction(exact) * scale == Fraction(gold.value)


def _number(given: JSON) -> Decimal | None:
    """The number that a JSON scalar is, or writes without anything beside it but a degree sign."""
    if isinstance(given, str):
        given = given.strip().removesuffix("°").rstrip()
        return _decimal(given) if NUMBER.fullmatch(given) else None
    if isinstance(given, bool) or not isinstance(given, int | float) or (isinstance(given, int) and abs(given) > HUGE):
        return None
    text = str(given)
    return _decimal(text) if NUMBER.fullmatch(text) else None


def point_in(given: JSON) -> tuple[Decimal, Decimal] | None:
    """The point that an argument gives: an object, a pair, or `lat, lon` as text, named or not."""
    if isinstance(given, Mapping):
        lat = next((given[key] for key in LATITUDES if key in given), None)
        lon = next((given[key] for key in LONGITUDES if key in given), None)
        given = [lat, lon]
    if isinstance(given, str):
        written = PAIR.fullmatch(given[:LONGEST].strip())
        given = [written[1], written[2]] if written else None
    numbers = [_number(one) for one in given] if isinstance(given, list) else []
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        return None
    return numbers[0], numbers[1]


def _words(given: JSON) -> str | None:
    if isinstance(given, Mapping):
        given = given.get("value")
    return _plain(given) if isinstance(given, str) and len(given) <= LONGEST else None


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _decimal(text: str) -> Decimal | None:
    try:
        number = Decimal(text.replace(",", "").replace("−", "-"))
    except InvalidOperation:
        return None
    return number if number.is_finite() else None
