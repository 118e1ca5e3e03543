"""What the atlas knows of a country, an airport and a city, and what it left out and why."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from schemas.values import decimal_string

__all__ = ["FOOT", "Airport", "City", "Coords", "Country", "Omission", "Table"]

FOOT = Decimal("0.3048")
"""Metres in an international foot, exactly."""


class Coords(NamedTuple):
    """Degrees north and east, WGS 84, exactly as the table writes them."""

    lat: Decimal
    lon: Decimal

    @property
    def strings(self) -> tuple[str, str]:
        """Latitude and longitude in the one form that records and pages use."""
        return decimal_string(self.lat), decimal_string(self.lon)


class Table(NamedTuple):
    """A source of facts: its name and version, its licence (SPDX), its date (ISO 8601) and whom to credit."""

    name: str
    version: str
    licence: str
    date: str
    credit: str


class Omission(NamedTuple):
    """A field, or a whole row where `field` is `row`, that the atlas leaves out by the rule of that name."""

    table: str
    row: str
    field: str
    rule: str


@dataclass(frozen=True)
class Country:
    """A country or territory of ISO 3166-1; a field is None or empty where the table gives nothing that stands.

    `population` in people, `area` in square kilometres. `capital_coords` only where the airport table confirms
    them. `latlng` is the table's rough centre, no exact place: no page shows it. `borders` holds the alpha-2
    codes of neighbours, and needn't be complete. `currencies` are ISO 4217 codes, `languages` ISO 639-1 codes.
    """

    name: str
    iso2: str
    iso3: str
    capital: str | None
    capital_coords: Coords | None
    population: int | None
    area: Decimal | None
    latlng: Coords | None
    region: str
    subregion: str
    intermediate: str | None
    borders: tuple[str, ...]
    calling_codes: tuple[str, ...]
    currencies: tuple[str, ...]
    languages: tuple[str, ...]
    tlds: tuple[str, ...]
    demonym: str | None
    timezones: tuple[str, ...]
    spellings: tuple[str, ...]


@dataclass(frozen=True)
class Airport:
    """An airport with an IATA code. `elevation_ft` is in feet above mean sea level; `icao` only where it is a real one.

    `city` is the place that the table says it serves, `country` an alpha-2 code, `timezone` a tz database name.
    """

    iata: str
    icao: str | None
    name: str
    city: str
    country: str
    elevation_ft: Decimal
    coords: Coords
    timezone: str

    @property
    def elevation_m(self) -> Decimal:
        """Metres above mean sea level: the feet times 0.3048, exactly."""
        return self.elevation_ft * FOOT


@dataclass(frozen=True)
class City:
    """A capital, or another place that airports serve. `coords` only for a capital whose coordinates are confirmed."""

    name: str
    country: str
    capital: bool
    coords: Coords | None
    airports: tuple[str, ...]
