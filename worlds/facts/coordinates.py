"""A page's own coordinates: decimal degrees from the geo microformat, or degrees, minutes and seconds."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

from schemas.values import CoordsValue, decimal_string
from worlds.facts.cells import Cell
from worlds.facts.reading import Reason, Refused

__all__ = ["Point", "read_coordinates"]

_DECIMAL = re.compile(
    r"(?P<lat>[-\u2212]?\d{1,3}(?:\.\d+)?)°?(?P<ns>[NS])?[;, ]\s*(?P<lon>[-\u2212]?\d{1,3}(?:\.\d+)?)°?(?P<ew>[EW])?"
)
_ANGLE = r"(\d{{1,3}})°\s?(?:(\d{{1,2}})[′']\s?)?(?:(\d{{1,2}}(?:\.\d+)?)[″\"]\s?)?([{}])"
_DMS = re.compile(_ANGLE.format("NS") + r"[,;]?\s*" + _ANGLE.format("EW"))
_HALF = re.compile(r"\d°?.{0,16}[NSEW]\b")
_FIVE_PLACES = Decimal("0.00001")


class Point(NamedTuple):
    """A point with the source range that says it, and its words."""

    value: CoordsValue
    start: int
    end: int
    quote: str


def read_coordinates(cell: Cell) -> Point | Refused:
    """The one point a cell gives.

    Decimal degrees of a `geo` or `geo-dec` span come first, exactly as written. Degrees, minutes and seconds alone
    become decimal degrees at five places (about a metre). Several points, or a latitude alone, are refused.
    """
    points: list[Point] = []
    for name in ("geo", "geo-dec"):
        for marked in cell.marked:
            match = _DECIMAL.fullmatch(marked.text) if marked.name == name else None
            if match:
                value = _point(_decimal(match["lat"], match["ns"]), _decimal(match["lon"], match["ew"]))
                if value is None:
                    return Refused("implausible")
                points.append(Point(value, marked.start, marked.end, marked.text))
    dms = [_from_dms(cell, match) for match in _DMS.finditer(cell.flat)]
    if not points:
        points = [point for point in dms if point is not None]
        if not points and dms:
            return Refused("implausible")
    if not points:
        return Refused(_why_none(cell.flat))
    first = points[0].value
    if not all(_near(first, other.value) for other in [*points, *(point for point in dms if point)]):
        return Refused("list" if len(points) > 2 else "two-readings")
    return points[0]


def _why_none(text: str) -> Reason:
    return "half-coordinates" if _HALF.search(text) else "not-a-place"


def _decimal(digits: str, letter: str | None) -> Decimal:
    value = Decimal(digits.replace("\u2212", "-"))
    return -value if letter in ("S", "W") else value


def _point(lat: Decimal, lon: Decimal) -> CoordsValue | None:
    if abs(lat) > 90 or abs(lon) > 180:
        return None
    return CoordsValue(type="coords", lat=decimal_string(lat), lon=decimal_string(lon))


def _from_dms(cell: Cell, match: re.Match[str]) -> Point | None:
    parts = match.groups()
    if any(int(Decimal(part)) > 59 for part in (*parts[1:3], *parts[5:7]) if part):
        return None
    value = _point(_angle(*parts[:4]), _angle(*parts[4:]))
    source = cell.source(*match.span())
    if value is None or source is None:
        return None
    return Point(value, *source, cell.text[match.start() : match.end()])


def _angle(degrees: str, minutes: str | None, seconds: str | None, letter: str) -> Decimal:
    value = Decimal(degrees) + Decimal(minutes or 0) / 60 + Decimal(seconds or 0) / 3600
    value = value.quantize(_FIVE_PLACES)
    return -value if letter in "SW" else value


def _near(one: CoordsValue, other: CoordsValue) -> bool:
    """Whether two forms name the same point within the rounding of minutes (1/60 of a degree)."""
    gaps = (abs(Decimal(a) - Decimal(b)) for a, b in ((one.lat, other.lat), (one.lon, other.lon)))
    return all(gap * 60 <= 1 for gap in gaps)
