"""Cells that hold a length, a height or an area, alone or as a pair of units that must agree."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import Literal, NamedTuple, NoReturn

from schemas.values import NumberValue, Unit, decimal_string
from worlds.facts.cells import Cell
from worlds.facts.numbers import NUMBER, Number, parse_number
from worlds.facts.reading import Reading, Refused
from worlds.facts.words import DASH, RANK, blank, refuse_doubt, refuse_empty

__all__ = ["UNIT", "Dimension", "read_measure", "size_of"]

Dimension = Literal["length", "area"]


class _Scale(NamedTuple):
    unit: Unit
    dimension: Dimension
    size: Fraction


_FOOT = Fraction(3048, 10000)
_SQUARE_MILE = Fraction(1609344, 1000000) ** 2
_SCALES = (
    (("m", "metre", "metres", "meter", "meters"), _Scale("metres", "length", Fraction(1))),
    (("cm", "centimetres", "centimeters"), _Scale("centimetres", "length", Fraction(1, 100))),
    (("km", "kilometre", "kilometres", "kilometer", "kilometers"), _Scale("kilometres", "length", Fraction(1000))),
    (("ft", "foot", "feet"), _Scale("feet", "length", _FOOT)),
    (("mi", "mile", "miles"), _Scale("miles", "length", 5280 * _FOOT)),
    (
        ("km2", "km²", "sq km", "sq. km", "square kilometres", "square kilometers"),
        _Scale("square kilometres", "area", Fraction(1)),
    ),
    (("sq mi", "sq. mi", "mi2", "mi²", "square miles"), _Scale("square miles", "area", _SQUARE_MILE)),
)
"""Units with their exact size in metres or square kilometres (international yard and pound agreement, 1959).

Seven exact factors need no units library: they stay fractions, which pint's floats would not.
"""

_UNITS = {spelling: scale for spellings, scale in _SCALES for spelling in spellings}
UNIT = "|".join(re.escape(name) for name in sorted(_UNITS, key=len, reverse=True))
_MEASURE = re.compile(rf"(?<![\w.])(?P<number>{NUMBER}) ?(?P<unit>{UNIT})(?![\w²])\.?")
_FEET_INCHES = re.compile(r"(?<![\w.])(\d{1,2}) ?(?:ft|feet|foot|['′]) ?(\d{1,2}(?:\.\d+)?) ?(?:in\b\.?|inches|[\"″])")
_SPAN = re.compile(rf"\d ?[{DASH}] ?\d|\d to \d")
_ABOVE_SEA = re.compile(r"above (?:mean )?sea level|\bAMSL\b|a\.?m?\.?s\.?l\.?(?!\w)", re.IGNORECASE)
_INCH = Fraction(254, 10000)
_HERE = "\x00"


class _Measure(NamedTuple):
    number: Number
    scale: _Scale
    begin: int
    end: int


def read_measure(cell: Cell, dimension: Dimension, low: Decimal, high: Decimal) -> Reading:
    """A length, height or area with its unit; `low` and `high` are in metres or square kilometres.

    The first value counts, in its own unit, with half its last written place as error. A second one beside it must
    be the same in another unit, within the rounding of the coarser, or the cell has two readings. Of feet and inches
    beside metres the metres count, since inches are no unit of ours; feet and inches alone are refused.
    """
    refuse_empty(cell.text)
    text = blank(cell.flat, RANK, _ABOVE_SEA)
    inches = list(_FEET_INCHES.finditer(text))
    plain = blank(text, _FEET_INCHES)
    found = list(_MEASURE.finditer(plain))
    if not found:
        _refuse_none(text, bool(inches))
    _refuse_rest(text, _MEASURE.sub(_HERE, plain))
    if any(match["number"][0] in DASH and plain[: match.start()].rstrip()[-1:] not in "(/" for match in found[1:]):
        raise Refused("range")
    measures = [_measure(match, dimension) for match in found]
    if len({each.scale.unit for each in measures}) < len(measures) or len(inches) > 1:
        raise Refused("list")
    first = measures[0]
    sizes = [_in_base(each) for each in measures[1:]]
    sizes += [(int(m[1]) * _FOOT + Fraction(m[2]) * _INCH, _INCH / 2) for m in inches]
    value, slack = _in_base(first)
    if any(abs(value - other) > max(slack, its) for other, its in sizes):
        raise Refused("two-readings")
    if not Fraction(low) <= value <= Fraction(high):
        raise Refused("implausible")
    number = NumberValue(
        type="number",
        value=decimal_string(first.number.value),
        unit=first.scale.unit,
        error=decimal_string(first.number.half),
    )
    return Reading(number, first.begin, first.end)


def _refuse_none(text: str, inches: bool) -> NoReturn:
    if inches:
        raise Refused("feet-only")
    if _SPAN.search(text):
        raise Refused("range")
    raise Refused("unit" if re.search(r"\d", text) else "not-a-number")


def _refuse_rest(text: str, rest: str) -> None:
    if _SPAN.search(text) or re.search(rf"{_HERE}[)\s]*[{DASH}]", rest):
        raise Refused("range")
    refuse_doubt(rest.replace("/", " "))
    if re.search(rf"[^\s{_HERE}()/,;.]", rest):
        raise Refused("unit" if re.search(r"\d", rest) else "qualified")


def _measure(match: re.Match[str], dimension: Dimension) -> _Measure:
    scale = _UNITS[match["unit"]]
    if scale.dimension != dimension:
        raise Refused("unit")
    return _Measure(parse_number(match["number"]), scale, match.start("number"), match.end("unit"))


def _in_base(measure: _Measure) -> tuple[Fraction, Fraction]:
    """The size in metres or square kilometres, and what its rounding leaves open: half its last written place.

    Zeros at its end may be rounded too, but to no more than a tenth of it.
    """
    number, size = measure.number, measure.scale.size
    value = Fraction(number.value)
    zeros = min(Fraction(number.tolerance), abs(value) / 10)
    return value * size, max(Fraction(number.half), zeros) * size


_SIZES = {scale.unit: scale.size for _, scale in _SCALES}


def size_of(value: NumberValue) -> Fraction:
    """A number in metres or square kilometres where its unit is a measure, as it stands otherwise."""
    return Fraction(value.value) * _SIZES.get(value.unit, Fraction(1))
