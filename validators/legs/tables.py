"""The packaged tables of countries and airports, opened here once more: names, figures and points."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import airportsdata
from countryinfo import CountryInfo

from schemas.values import CoordsValue, decimal_string

__all__ = [
    "CountryRow",
    "airport_points",
    "capital_points",
    "centroids",
    "countries_named",
    "country_figures",
    "elevations_at",
]


class CountryRow(NamedTuple):
    """A row of `countryinfo`: alpha-2 code, name, and figures as decimal numbers in text, None where it has none."""

    code: str
    name: str
    population: str | None
    area: str | None


@cache
def _countries() -> Mapping[str, frozenset[CountryRow]]:
    by_code: dict[str, set[CountryRow]] = {}
    codes_of: dict[str, set[str]] = {}
    for row in CountryInfo.all().values():
        codes = row.get("ISO") or {}
        alpha2 = codes.get("alpha2")
        if alpha2:
            made = CountryRow(alpha2, str(row.get("name")), _written(row.get("population")), _written(row.get("area")))
            by_code.setdefault(alpha2, set()).add(made)
            for key in {row.get("name"), alpha2, codes.get("alpha3")} - {None, ""}:
                codes_of.setdefault(str(key), set()).add(alpha2)
    return {name: frozenset(row for code in codes for row in by_code[code]) for name, codes in sorted(codes_of.items())}


def _written(number: object) -> str | None:
    return repr(number) if isinstance(number, int | float) else None


def countries_named(name: str) -> frozenset[CountryRow]:
    """All rows of the countries that have exactly this English name or ISO 3166-1 code in some row."""
    return _countries().get(name, frozenset())


@cache
def country_figures(which: str) -> frozenset[str]:
    """Every `population` or `area` of the table, as decimal numbers in text."""
    rows = {row for named in _countries().values() for row in named}
    return frozenset(figure for row in rows if (figure := row.population if which == "population" else row.area))


@cache
def _capitals() -> tuple[Mapping[str, frozenset[CoordsValue]], Mapping[str, frozenset[CoordsValue]]]:
    """Points of capitals and of countries' centres, by name."""
    capitals: dict[str, set[CoordsValue]] = {}
    centres: dict[str, set[CoordsValue]] = {}
    for row in CountryInfo.all().values():
        for names, name, pair in (
            (capitals, row.get("capital"), row.get("capital_latlng")),
            (centres, row.get("name"), row.get("latlng")),
        ):
            if isinstance(name, str) and isinstance(pair, list) and len(pair) == 2:
                names.setdefault(name, set()).add(_point(*pair))
    return _frozen(capitals), _frozen(centres)


def capital_points(name: str) -> frozenset[CoordsValue]:
    """Where the capitals of this name lie; a bracket that tells namesakes apart is left out."""
    return _capitals()[0].get(_bare(name), frozenset())


def centroids(name: str) -> frozenset[CoordsValue]:
    """The rough centres of the countries of this name."""
    return _capitals()[1].get(name, frozenset())


@cache
def _airports() -> tuple[Mapping[str, frozenset[CoordsValue]], Mapping[tuple[Fraction, Fraction], frozenset[str]]]:
    """Points of airports by name, and feet above the sea by point."""
    points: dict[str, set[CoordsValue]] = {}
    feet: dict[tuple[Fraction, Fraction], set[str]] = {}
    for row in airportsdata.load("ICAO").values():
        point = _point(row["lat"], row["lon"])
        points.setdefault(row["name"], set()).add(point)
        feet.setdefault((Fraction(point.lat), Fraction(point.lon)), set()).add(repr(row["elevation"]))
    return _frozen(points), {point: frozenset(heights) for point, heights in feet.items()}


def airport_points(name: str) -> frozenset[CoordsValue]:
    """Where the airports of this name lie; a bracket that tells namesakes apart is left out."""
    return _airports()[0].get(name) or _airports()[0].get(_bare(name), frozenset())


def elevations_at(point: CoordsValue) -> frozenset[str]:
    """The elevations in feet, as decimal numbers in text, of the airports at exactly this point."""
    return _airports()[1].get((Fraction(point.lat), Fraction(point.lon)), frozenset())


def _point(lat: float, lon: float) -> CoordsValue:
    return CoordsValue(type="coords", lat=decimal_string(Decimal(repr(lat))), lon=decimal_string(Decimal(repr(lon))))


def _bare(name: str) -> str:
    return re.sub(r" \([^()]*\)$", "", name)


def _frozen(points: Mapping[str, set[CoordsValue]]) -> Mapping[str, frozenset[CoordsValue]]:
    return {name: frozenset(values) for name, values in points.items()}
