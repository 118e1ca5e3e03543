"""The tools that legs rest on, answered anew: calendars, exact unit factors, the tables as packaged, vectors."""

from __future__ import annotations

import datetime
import math
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias

from schemas.values import CoordsValue, DateValue, NumberValue, TextValue, Unit, Value, decimal_string
from validators.legs.tables import countries_named, elevations_at
from validators.legs.units import FACTORS, FOOT, unit_of

__all__ = ["CannotSay", "Named", "Refused", "answer", "same_answer"]

Named: TypeAlias = Mapping[str, Value | str]
"""A call's arguments by name; settings are strings."""

RADIUS_KM = 6371.0088
"""The mean radius of the earth, (2a + b) / 3 of the GRS 80 ellipsoid (IUGG)."""

DISTANCE_TOLERANCE = Fraction(1, 1000)
"""Kilometres by which a recorded distance may differ from the one by vectors: one step of its last decimal."""


class Refused(Exception):
    """A call that the tool can't answer; the message says why."""


class CannotSay(Exception):
    """A call whose answer can't be found by other means here."""


TABLED = frozenset({"countries_area", "countries_population", "maps_elevation"})
"""Tools that answer from the packaged tables, except in a live world, whose services have figures of their own."""


def answer(tool: str, named: Named, live: bool = False) -> Value:
    """What a tool gives for these arguments in a world that is `live` or not.

    Raises Refused, or CannotSay for sources that aren't at hand.
    """
    if live and tool in TABLED:
        raise CannotSay(f"{tool} of a live world has no second source here")
    match tool:
        case "python_execute_code" if named.get("operation") == "days_between":
            return _days(named.get("start"), named.get("end"))
        case "python_execute_code" if named.get("operation") == "convert":
            return _convert(named.get("quantity"), named.get("to_unit"))
        case "countries_population":
            return _figure(named.get("country"), "population", "people")
        case "countries_area":
            return _figure(named.get("country"), "area", "square kilometres")
        case "maps_distance_matrix" if named.get("mode") == "great_circle":
            return _distance(named.get("origin"), named.get("destination"))
        case "maps_elevation":
            return _elevation(named.get("location"))
        case _:
            raise CannotSay(f"{tool} has no second source here")


def same_answer(tool: str, recorded: Value, own: Value) -> bool:
    """Whether a recorded result is the own one: exactly, but for distances, which floats only approach."""
    if tool == "maps_distance_matrix" and isinstance(recorded, NumberValue) and isinstance(own, NumberValue):
        apart = abs(Fraction(recorded.value) - Fraction(own.value))
        return recorded.unit == own.unit and apart <= DISTANCE_TOLERANCE
    if isinstance(recorded, NumberValue) and isinstance(own, NumberValue):
        return (recorded.value, recorded.unit) == (own.value, own.unit)
    return recorded == own


def _days(start: Value | str | None, end: Value | str | None) -> Value:
    ordinals = []
    for day in (start, end):
        if not isinstance(day, DateValue) or day.precision != "day":
            raise Refused("days lie between two dates that say their day")
        try:
            year, month, number = map(int, day.value.split("-"))
            ordinals.append(datetime.date(year, month, number).toordinal())
        except ValueError as error:
            raise Refused(f"{day.value} is no day") from error
    return NumberValue(type="number", value=str(max(ordinals) - min(ordinals)), unit="days")


def _convert(quantity: Value | str | None, to_unit: Value | str | None) -> Value:
    unit = unit_of(to_unit) if isinstance(to_unit, str) else None
    if not isinstance(quantity, NumberValue) or unit is None or quantity.unit not in FACTORS:
        raise Refused("a number in a unit that can be converted is needed")
    kind, size = FACTORS[quantity.unit]
    kind_to, size_to = FACTORS[unit]
    if kind != kind_to or quantity.unit == unit:
        raise Refused(f"{quantity.unit} don't turn into {unit}")
    exact = Fraction(quantity.value) * size / size_to
    millionths = round(exact * 10**6)
    spread = Fraction(quantity.error) * size / size_to + (
        0 if Fraction(millionths, 10**6) == exact else Fraction(1, 2 * 10**6)
    )
    billionths = -((-spread * 10**9) // 1)
    return NumberValue(type="number", value=_decimal(millionths, 6), unit=unit, error=_decimal(int(billionths), 9))


def _decimal(steps: int, places: int) -> str:
    return decimal_string(Decimal(steps).scaleb(-places))


def _figure(country: Value | str | None, which: str, unit: Unit) -> Value:
    rows = countries_named(country.value) if isinstance(country, TextValue) else frozenset()
    codes = {row.code for row in rows}
    if len(codes) != 1:
        raise Refused(f"{len(codes)} countries have that exact English name or code")
    figures = {row.population if which == "population" else row.area for row in rows} - {None}
    if len(figures) > 1:
        raise Refused(f"the table's rows of that country disagree on its {which}")
    figure = next(iter(figures), None)
    if figure is None or Fraction(figure) <= 0:
        raise Refused(f"the table gives no {which}")
    return NumberValue(type="number", value=decimal_string(Decimal(figure)), unit=unit)


def _distance(origin: Value | str | None, destination: Value | str | None) -> Value:
    if not isinstance(origin, CoordsValue) or not isinstance(destination, CoordsValue):
        raise Refused("a distance lies between two points")
    if (Fraction(origin.lat), Fraction(origin.lon)) == (Fraction(destination.lat), Fraction(destination.lon)):
        raise Refused("both points are one")
    a, b = _vector(origin), _vector(destination)
    across = math.dist(a, b)
    along = math.dist(a, tuple(-x for x in b))
    kilometres = RADIUS_KM * 2 * math.atan2(across, along)
    metres = round(Fraction(kilometres) * 1000)
    return NumberValue(type="number", value=_decimal(metres, 3), unit="kilometres", error="0.0005")


def _vector(point: CoordsValue) -> tuple[float, float, float]:
    lat, lon = math.radians(float(point.lat)), math.radians(float(point.lon))
    return math.cos(lat) * math.cos(lon), math.cos(lat) * math.sin(lon), math.sin(lat)


def _elevation(location: Value | str | None) -> Value:
    if not isinstance(location, CoordsValue):
        raise Refused("an elevation is that of a point")
    feet = elevations_at(location)
    if not feet:
        raise CannotSay("no airport of the table lies at that point")
    if len(feet) > 1:
        raise Refused("the table gives that point two elevations")
    metres = Fraction(next(iter(feet))) * FOOT
    return NumberValue(
        type="number", value=decimal_string(Decimal(metres.numerator) / Decimal(metres.denominator)), unit="metres"
    )
