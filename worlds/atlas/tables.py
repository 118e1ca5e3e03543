"""The atlas's tables for tools: countries, airports and cities as records, exact places and elevations."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from types import MappingProxyType

from worlds.atlas.airports import airport_table, city_table
from worlds.atlas.countries import country_table
from worlds.atlas.index import atlas_index
from worlds.atlas.raw import TABLES, VERSION
from worlds.atlas.records import FOOT, Airport, City, Coords, Country, Omission, Table
from worlds.atlas.titles import PageKey

__all__ = [
    "ELEVATION_ERROR",
    "VERSION",
    "Airport",
    "City",
    "Coords",
    "Country",
    "Omission",
    "Table",
    "airports",
    "cities",
    "countries",
    "country_titles",
    "elevations",
    "omissions",
    "places",
    "sources",
]

ELEVATION_ERROR = FOOT / 2
"""Metres by which an elevation may be off: half a foot, the last place of most of the table, 0.1524 m exactly."""


def sources() -> tuple[Table, ...]:
    """Where the facts come from: name, version, licence, date and credit of each table."""
    return TABLES


def countries() -> tuple[Country, ...]:
    """Countries and territories by name; a field that didn't stand is None or empty."""
    return country_table().rows


def airports() -> tuple[Airport, ...]:
    """Airports by IATA code."""
    return airport_table().rows


@cache
def cities() -> tuple[City, ...]:
    """Capitals and other places with airports, by country and name."""
    return tuple(city_table().values())


@cache
def country_titles() -> Mapping[str, Country]:
    """Each country by the exact title of its page."""
    index = atlas_index()
    found = ((index.title("country", code), country) for code, country in index.countries.items())
    return MappingProxyType(dict(sorted(found)))


@cache
def places() -> Mapping[str, Coords]:
    """Exact places by page title: airports, and capitals whose coordinates stand. Countries have none, on purpose."""
    index = atlas_index()
    found = {index.titles[PageKey("airport", iata)]: airport.coords for iata, airport in index.airports.items()}
    for key, city in index.cities.items():
        if city.coords:
            found[index.titles[PageKey("city", key)]] = city.coords
    return MappingProxyType(dict(sorted(found.items())))


@cache
def elevations() -> Mapping[tuple[str, str], Decimal]:
    """Metres above mean sea level at each airport, exactly the table's feet times 0.3048, by latitude and longitude.

    Coordinates are the decimal strings that pages show; the value is known to ELEVATION_ERROR.
    """
    return MappingProxyType({airport.coords.strings: airport.elevation_m for airport in airports()})


def omissions() -> tuple[Omission, ...]:
    """Every field and row that was left out, and by which rule of `rules.RULES`."""
    return country_table().omissions + airport_table().omissions
