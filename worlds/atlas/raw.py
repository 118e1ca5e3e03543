"""Reading the two packages' tables as they are, with their provenance; nothing else in the atlas opens them."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import NamedTuple, cast

import airportsdata
from countryinfo import CountryInfo

from schemas.errors import InputError
from worlds.atlas.records import Coords, Table

__all__ = ["TABLES", "VERSION", "AirportRow", "airport_rows", "country_rows", "decimal_of"]

TABLES = (
    Table("countryinfo", "1.0.1", "MIT", "2026-03-07", "countryinfo by Porimol Chandro"),
    Table("airportsdata", "20260905", "MIT", "2026-09-05", "airportsdata by Mike Borsetti and contributors"),
)
"""The packages that the atlas is made from; dates are those of their release."""

VERSION = "atlas-1+" + "+".join(f"{table.name}-{table.version}" for table in TABLES)
"""The revision of every page: the templates' own number, then the tables' versions."""


class AirportRow(NamedTuple):
    """A row of the airport table, all of it text or exact numbers; elevation in feet, `point` for distances."""

    icao: str
    iata: str
    name: str
    city: str
    country: str
    elevation: Decimal
    coords: Coords
    point: tuple[float, float]
    timezone: str


def decimal_of(number: int | float) -> Decimal:
    """The decimal number that a table's int or float was written as: its shortest form that reads back the same."""
    return Decimal(repr(number))


@cache
def country_rows() -> tuple[Mapping[str, object], ...]:
    """Every row of the country table by name. Raises InputError when another version is installed."""
    _expect(TABLES[0])
    rows = cast("Mapping[str, Mapping[str, object]]", CountryInfo.all())
    return tuple(rows[name] for name in sorted(rows))


@cache
def airport_rows() -> tuple[AirportRow, ...]:
    """Every row of the airport table by its identifier. Raises InputError when another version is installed."""
    _expect(TABLES[1])
    rows = airportsdata.load("ICAO")
    return tuple(
        AirportRow(
            icao=row["icao"],
            iata=row["iata"],
            name=row["name"],
            city=row["city"],
            country=row["country"],
            elevation=decimal_of(row["elevation"]),
            coords=Coords(decimal_of(row["lat"]), decimal_of(row["lon"])),
            point=(row["lat"], row["lon"]),
            timezone=row["tz"],
        )
        for _, row in sorted(rows.items())
    )


def _expect(table: Table) -> None:
    try:
        found = version(table.name)
    except PackageNotFoundError:
        found = "none"
    if found != table.version:
        raise InputError(
            f"atlas: needs {table.name} {table.version}, found {found}: install {table.name}=={table.version}"
        )
