"""The toolboxes of worlds without network: what every world can compute, and what the atlas knows besides."""

from __future__ import annotations

from decimal import Decimal
from functools import cache

from schemas.values import CoordsValue, NumberValue, decimal_string
from schemas.worlds import LicenceRecord
from worlds.atlas import tables
from worlds.tools.arithmetic import Conversion, DaysBetween
from worlds.tools.countries import CountryFigures, CountryRow, CountryTable
from worlds.tools.places import Elevations, Geocode, GreatCircle
from worlds.tools.providers import Provider, TableBox

__all__ = ["atlas_tools", "core_tools"]


def core_tools() -> TableBox:
    """The tools that need no place of their world: countries, days between dates, unit conversion."""
    return TableBox(_core_providers())


def atlas_tools() -> TableBox:
    """The core tools, and those that the atlas's places can answer: geocode, elevation, great-circle distance."""
    return TableBox(_core_providers() | _place_providers())


@cache
def _core_providers() -> dict[str, Provider]:
    rows = [CountryRow(row.name, row.iso2, row.iso3, row.population, row.area) for row in tables.countries()]
    countries = CountryTable(rows, *_credit("countryinfo"))
    return {
        "countries_area": CountryFigures(countries, "area"),
        "countries_population": CountryFigures(countries, "population"),
        "python_execute_code:convert": Conversion(),
        "python_execute_code:days_between": DaysBetween(),
    }


@cache
def _place_providers() -> dict[str, Provider]:
    points = {name: _point(coords.strings) for name, coords in tables.places().items()}
    heights = {(Decimal(lat), Decimal(lon)): _metres(metres) for (lat, lon), metres in tables.elevations().items()}
    return {
        "maps_geocode": Geocode(points, *_credit("airportsdata", "countryinfo")),
        "maps_elevation": Elevations(heights, *_credit("airportsdata")),
        "maps_distance_matrix:great_circle": GreatCircle(points),
    }


def _point(strings: tuple[str, str]) -> CoordsValue:
    return CoordsValue(type="coords", lat=strings[0], lon=strings[1])


def _metres(metres: Decimal) -> NumberValue:
    error = decimal_string(tables.ELEVATION_ERROR)
    return NumberValue(type="number", value=decimal_string(metres), unit="metres", error=error)


def _credit(*names: str) -> tuple[str, LicenceRecord]:
    """A provider's name, with versions and dates, and its licence, from the tables it rests on."""
    sources = [table for table in tables.sources() if table.name in names]
    source = " and ".join(f"{table.name} {table.version} ({table.date})" for table in sources)
    spdx = " AND ".join(sorted({table.licence for table in sources}))
    credit = "; ".join(f"{table.credit}, {table.version}" for table in sources)
    return source, LicenceRecord(spdx=spdx, attribution=credit, redistributable=True)
