"""A page's own coordinates: decimal degrees from the geo microformat, or degrees, minutes and seconds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from schemas.values import CoordsValue, decimal_string
from worlds.facts.cells import Cell
from worlds.facts.reading import Refused

__all__ = ["Point", "read_coordinates"]

_DECIMAL = re.compile(
    r"(?P<lat>[-\u2212]?\d{1,3}(?:\.\d+)?)°?(?P<ns>[NS])?[;, ]\s*(?P<lon>[-\u2212]?\d{1,3}(?:\.\d+)?)°?(?P<ew>[EW])?"
)
_ANGLE = r"(?<![\d.])(\d{{1,3}})°\s?(?:(\d{{1,2}})[′']\s?)?(?:(\d{{1,2}}(?:\.\d+)?)[″\"]\s?)?([{}])"
_DMS = re.compile(_ANGLE.format("NS") + r"[,;]?\s*" + _ANGLE.format("EW"))
_DEGREES = re.compile(
    r"(?<![\w.\u2212-])(?:\d{1,3}\.\d+°\s?[NS]\s+\d{1,3}\.\d+°\s?[EW]|"
    r"[-\u2212]?\d{1,3}(?:\.\d+)?; [-\u2212]?\d{1,3}(?:\.\d+)?)(?!\w)"
)
_COORDINATES = re.compile(r"\bCoordinates\b", re.IGNORECASE)
_HALF = re.compile(r"\d°?.{0,16}[NSEW]\b")
_FIVE_PLACES = Decimal("0.00001")


class Point(NamedTuple):
    """A point with the source range that says it, and its words."""

    value: CoordsValue
    start: int
    end: int
    quote: str


def read_coordinates(cell: Cell) -> Point:
    """The one point a cell gives.

    Decimal degrees of a `geo` or `geo-dec` span come first, exactly as written. Degrees, minutes and seconds alone
    become decimal degrees at five places (about a metre). Several points, or a latitude alone, are refused.
    """
    cell.refuse_unfit()
    decimals = list(_decimals(cell))
    written = [_from_dms(cell, match) for match in _DMS.finditer(cell.flat)]
    points = decimals or written
    if not points:
        raise Refused("half-coordinates" if _HALF.search(cell.flat) else "no-value")
    if written or decimals:
        _refuse_rest(cell.flat)
    if not all(_near(points[0].value, other.value) for other in decimals + written):
        raise Refused("list" if len(points) > 1 else "two-readings")
    return points[0]


def _refuse_rest(text: str) -> None:
    """Refuse a point beside which more stands than its other forms: a range, "approx.", another meridian."""
    rest = _COORDINATES.sub("", _DEGREES.sub(" ", _DMS.sub(" ", text)))
    if re.search(r"[^\s/;,:.()\ufeff\u200b]", rest):
        raise Refused("list" if re.search(r"\d", rest) else "qualified")


def _decimals(cell: Cell) -> Iterator[Point]:
    for name in ("geo", "geo-dec"):
        for marked in cell.marked:
            match = _DECIMAL.fullmatch(marked.text) if marked.name == name else None
            if match:
                value = _point(_decimal(match["lat"], match["ns"]), _decimal(match["lon"], match["ew"]))
                yield Point(value, marked.start, marked.end, marked.text)


def _decimal(digits: str, letter: str | None) -> Decimal:
    if letter and not digits[0].isdigit():
        raise Refused("sign")
    value = Decimal(digits.replace("\u2212", "-"))
    return -value if letter in ("S", "W") else value


def _point(lat: Decimal, lon: Decimal) -> CoordsValue:
    if abs(lat) > 90 or abs(lon) > 180:
        raise Refused("implausible")
    return CoordsValue(type="coords", lat=decimal_string(lat), lon=decimal_string(lon))


def _from_dms(cell: Cell, match: re.Match[str]) -> Point:
    parts = match.groups()
    if any(int(Decimal(part)) > 59 for part in (*parts[1:3], *parts[5:7]) if part):
        raise Refused("implausible")
    source = cell.source(*match.span())
    return Point(_point(_angle(*parts[:4]), _angle(*parts[4:])), *source, cell.text[match.start() : match.end()])


def _angle(degrees: str, minutes: str | None, seconds: str | None, letter: str) -> Decimal:
    value = Decimal(degrees) + Decimal(minutes or 0) / 60 + Decimal(seconds or 0) / 3600
    value = value.quantize(_FIVE_PLACES)
    return -value if letter in "SW" else value


def _near(one: CoordsValue, other: CoordsValue) -> bool:
    """Whether two forms name the same point within the rounding of minutes (1/60 of a degree)."""
    gaps = (abs(Decimal(a) - Decimal(b)) for a, b in ((one.lat, other.lat), (one.lon, other.lon)))
    return all(gap * 60 <= 1 for gap in gaps)
