"""Cells that hold a length, a height or an area, alone or as a pair of units that must agree; pint knows the units."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Literal, NamedTuple, NoReturn

from schemas.values import NumberValue, Unit, decimal_string
from worlds.facts.cells import Cell
from worlds.facts.numbers import NUMBER, Number, parse_number
from worlds.facts.reading import Reading, Refused
from worlds.facts.words import DASH, RANK, blank, refuse_doubt, refuse_empty
from worlds.units import UNIT, unit_written, units_in

__all__ = ["Dimension", "read_measure", "size_of"]

Dimension = Literal["length", "area"]

_BASE: dict[Dimension, Unit] = {"length": "metres", "area": "square kilometres"}

_MEASURE = re.compile(rf"(?<![\w.])(?P<number>{NUMBER}) ?(?P<unit>{UNIT})(?![\w²])\.?")
_FEET_INCHES = re.compile(r"(?<![\w.])(\d{1,2}) ?(?:ft|feet|foot|['′]) ?(\d{1,2}(?:\.\d+)?) ?(?:in\b\.?|inches|[\"″])")
_SPAN = re.compile(rf"\d ?[{DASH}] ?\d|\d to \d")
_ABOVE_SEA = re.compile(r"above (?:mean )?sea level|\bAMSL\b|a\.?m?\.?s\.?l\.?(?!\w)", re.IGNORECASE)
_APART = re.compile(r" ?[(/;,\n]")
"""What begins the same measure in another unit; without it, 1 m 85 cm is one measure of both."""

_HERE = "\x00"


class _Measure(NamedTuple):
    number: Number
    unit: Unit
    size: Fraction
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
    found = [match for match in _MEASURE.finditer(plain) if unit_written(match["unit"])]
    if not found:
        _refuse_none(text, bool(inches))
    _refuse_rest(text, _without(plain, found))
    if any(match["number"][0] in DASH and plain[: match.start()].rstrip()[-1:] not in "(/" for match in found[1:]):
        raise Refused("range")
    for one, other in pairwise(found):
        if not _APART.match(cell.text, one.end(), other.start()):
            raise Refused("list")
    measures = [_measure(match, dimension) for match in found]
    if len({each.unit for each in measures}) < len(measures) or len(inches) > 1:
        raise Refused("list")
    first = measures[0]
    sizes = [_in_base(each) for each in measures[1:]]
    sizes += [_feet_and_inches(match) for match in inches]
    value, slack = _in_base(first)
    if any(abs(value - other) > max(slack, its) for other, its in sizes):
        raise Refused("two-readings")
    if not Fraction(low) <= value <= Fraction(high):
        raise Refused("implausible")
    number = NumberValue(
        type="number",
        value=decimal_string(first.number.value),
        unit=first.unit,
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


def _without(text: str, found: list[re.Match[str]]) -> str:
    """The text with a mark where each measure stood."""
    for match in reversed(found):
        text = text[: match.start()] + _HERE + text[match.end() :]
    return text


def _measure(match: re.Match[str], dimension: Dimension) -> _Measure:
    unit = unit_written(match["unit"])
    if unit is None:
        raise Refused("unit")
    size = _size(unit, dimension)
    return _Measure(parse_number(match["number"]), unit, size, match.start("number"), match.end("unit"))


def _size(unit: Unit, dimension: Dimension) -> Fraction:
    """How many metres or square kilometres one of a unit is. Raises Refused where it measures something else."""
    size = units_in(unit, _BASE[dimension])
    if size is None:
        raise Refused("unit")
    return size


def _feet_and_inches(match: re.Match[str]) -> tuple[Fraction, Fraction]:
    """Their size in metres, and half an inch."""
    foot = _size("feet", "length")
    return (int(match[1]) + Fraction(match[2]) / 12) * foot, foot / 24


def _in_base(measure: _Measure) -> tuple[Fraction, Fraction]:
    """The size in metres or square kilometres, and what its rounding leaves open: half its last written place.

    Zeros at its end may be rounded too, but to no more than a tenth of it.
    """
    number, size = measure.number, measure.size
    value = Fraction(number.value)
    zeros = min(Fraction(number.tolerance), abs(value) / 10)
    return value * size, max(Fraction(number.half), zeros) * size


def size_of(value: NumberValue) -> Fraction:
    """A number in metres or square kilometres where its unit is a measure, as it stands otherwise."""
    sizes = (units_in(value.unit, base) for base in _BASE.values())
    return Fraction(value.value) * next((size for size in sizes if size is not None), Fraction(1))
