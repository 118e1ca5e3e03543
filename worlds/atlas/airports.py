"""The airports and cities of the atlas: airportsdata's rows, less those that a rule of `rules.py` leaves out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from worlds.atlas.countries import country_table
from worlds.atlas.judge import Judge
from worlds.atlas.raw import AirportRow, airport_rows
from worlds.atlas.records import Airport, City, Omission
from worlds.atlas.words import city_key

__all__ = ["airport_table", "city_table"]

CAP = 120


class AirportTable(NamedTuple):
    """The airports by IATA code, and what was left out of the table."""

    rows: tuple[Airport, ...]
    omissions: tuple[Omission, ...]


@cache
def airport_table() -> AirportTable:
    """Airports with an IATA code, a plain name, a city, a country of the atlas and an elevation that stands."""
    judge = Judge(country_table().rows)
    omissions: list[Omission] = []
    good: list[AirportRow] = []
    kept: list[Airport] = []
    for row in (row for row in airport_rows() if row.iata):
        rule = judge.rule(row)
        if rule:
            omissions.append(Omission("airportsdata", row.iata, "row", rule))
        else:
            good.append(row)
    for rows in _by_country(good).values():
        ranked = sorted(rows, key=lambda row: ("International" not in row.name, row.iata))
        kept.extend(_airport(row) for row in ranked[:CAP])
        omissions.extend(Omission("airportsdata", row.iata, "row", "cap") for row in ranked[CAP:])
    return AirportTable(tuple(sorted(kept, key=lambda airport: airport.iata)), tuple(sorted(omissions)))


def _airport(row: AirportRow) -> Airport:
    icao = row.icao if re.fullmatch("[A-Z]{4}", row.icao) else None
    return Airport(row.iata, icao, row.name, row.city, row.country, row.elevation, row.coords, row.timezone)


def _by_country(rows: Iterable[AirportRow]) -> dict[str, list[AirportRow]]:
    groups: dict[str, list[AirportRow]] = {}
    for row in rows:
        groups.setdefault(row.country, []).append(row)
    return dict(sorted(groups.items()))


@cache
def city_table() -> dict[str, City]:
    """Capitals, and the places that the atlas's airports serve, by key.

    A name is spelled as the country table spells it for a capital, else as most of the airports do.
    """
    served: dict[str, list[Airport]] = {}
    for airport in airport_table().rows:
        served.setdefault(city_key(airport.country, airport.city), []).append(airport)
    cities: dict[str, City] = {}
    for country in country_table().rows:
        if country.capital:
            key = city_key(country.iso2, country.capital)
            codes = tuple(airport.iata for airport in served.pop(key, ()))
            cities[key] = City(country.capital, country.iso2, True, country.capital_coords, codes)
    for key, airports in served.items():
        spellings = Counter(airport.city for airport in airports)
        name = min(spellings, key=lambda spelling: (-spellings[spelling], spelling))
        cities[key] = City(name, airports[0].country, False, None, tuple(airport.iata for airport in airports))
    return dict(sorted(cities.items()))
