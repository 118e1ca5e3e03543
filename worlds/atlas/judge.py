"""Which rows of the airport table may stand, judged by rules of `rules.py` with the whole table as witness."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator

from worlds.atlas.outlines import distance_km
from worlds.atlas.raw import AirportRow, airport_rows
from worlds.atlas.records import Country
from worlds.atlas.words import city_key, fold

__all__ = ["Judge"]

ELEVATION_FT = (-1300, 15_000)
APART_FT, APART_KM = 1500, 30
BELOW_KM = 500
TWICE_KM = 5
CITY_KM, CAPITAL_KM = 100, 60
NAME = re.compile(r"[^\W\d_](?:[^\W\d_]|['’.&\- ])*")
NO_CITY = re.compile(r"-[^-]*\bIslands?$|\bIslands?\b.*-|\bAirport\b")


class Judge:
    """Says which rule, if any, a row of the airport table falls under; the whole table is its witness."""

    def __init__(self, countries: Iterable[Country]) -> None:
        self._countries = {country.iso2: country for country in countries}
        self._iata = Counter(row.iata for row in airport_rows())
        self._zones: dict[str, set[str]] = {}
        for country in self._countries.values():
            for zone in country.timezones:
                self._zones.setdefault(zone, set()).add(country.iso2)
        self._spots = Counter(row.coords for row in airport_rows())
        self._below = [row for row in airport_rows() if row.elevation < 0]
        self._cities: dict[str, list[tuple[float, float]]] = {}
        self._spreads: dict[str, float] = {}
        self._names: dict[str, list[AirportRow]] = {}
        self._mistyped = _mistyped_countries()
        self._grid: dict[tuple[int, int], list[AirportRow]] = {}
        for row in airport_rows():
            self._grid.setdefault(_cell(row), []).append(row)
            self._names.setdefault(fold(row.name), []).append(row)
            self._cities.setdefault(city_key(row.country, row.city), []).append(row.point)

    def rule(self, row: AirportRow) -> str | None:
        """The first rule that leaves the row out."""
        if not re.fullmatch("[A-Z]{3}", row.iata) or self._iata[row.iata] > 1:
            return "no-iata"
        if not _is_plain(row.name) or "Airport" not in row.name.split():
            return "name-form"
        if not _is_plain(row.city) or NO_CITY.search(row.city):
            return "city-form"
        if row.country not in self._countries:
            return "country-unknown"
        if self._zones.get(row.timezone, {row.country}).isdisjoint({row.country}):
            return "zone-contradicts"
        if row.country in self._mistyped and _reads_as_minutes(row):
            return "minutes-as-decimals"
        if all(-int(number.as_tuple().exponent) < 3 for number in row.coords):
            return "coarse"
        return self._elevation_rule(row) or self._double_rule(row) or self._city_rule(row)

    def _elevation_rule(self, row: AirportRow) -> str | None:
        if row.elevation == 0:
            return "elevation-zero"
        if not ELEVATION_FT[0] <= row.elevation <= ELEVATION_FT[1]:
            return "elevation-range"
        near = min(((away, other.elevation) for other, away in self._near(row) if other.elevation), default=None)
        if near and abs(near[1] - row.elevation) > APART_FT:
            return "elevation-apart"
        if row.elevation < 0 and all(
            other is row or distance_km(row.point, other.point) > BELOW_KM for other in self._below
        ):
            return "elevation-below"
        return None

    def _double_rule(self, row: AirportRow) -> str | None:
        same_name = (o for o in self._names[fold(row.name)] if o is not row)
        if self._spots[row.coords] > 1 or any(distance_km(row.point, o.point) <= TWICE_KM for o in same_name):
            return "twice"
        return None

    def _city_rule(self, row: AirportRow) -> str | None:
        """Whether the city's name means one place, and this airport is there."""
        country = self._countries[row.country]
        key = city_key(row.country, row.city)
        if country.capital_coords and key == city_key(country.iso2, country.capital or ""):
            capital = (float(country.capital_coords.lat), float(country.capital_coords.lon))
            return "city-far" if distance_km(capital, row.point) > CAPITAL_KM else None
        if key not in self._spreads:
            self._spreads[key] = _spread(self._cities[key])
        return "city-ambiguous" if self._spreads[key] > CITY_KM else None

    def _near(self, row: AirportRow) -> Iterator[tuple[AirportRow, float]]:
        """The other rows within 30 km that lie in the nine cells of one degree around a row, with their distance."""
        lat, lon = _cell(row)
        slack = APART_KM / 111
        for y in (lat - 1, lat, lat + 1):
            for x in (lon - 1, lon, lon + 1):
                for other in self._grid.get((y, (x + 180) % 360 - 180), ()):
                    if other is not row and abs(other.point[0] - row.point[0]) <= slack:
                        away = distance_km(row.point, other.point)
                        if away <= APART_KM:
                            yield other, away


def _is_plain(name: str) -> bool:
    """Whether a name is letters, marks, hyphens, dots, ampersands and single spaces."""
    return bool(NAME.fullmatch(name)) and name == " ".join(name.split())


def _reads_as_minutes(row: AirportRow) -> bool | None:
    """Whether both coordinates could be degrees, minutes and seconds run together; None beyond four decimals."""
    decimals = [str(abs(number)).partition(".")[2] for number in row.coords]
    if any(len(digits) > 4 for digits in decimals):
        return None
    return all(int(digits[:2].ljust(2, "0")) < 60 and int(digits[2:].ljust(2, "0")) < 60 for digits in decimals)


def _mistyped_countries() -> frozenset[str]:
    """Countries of at least ten rows with at most four decimals, over 60 % of which read as minutes and seconds.

    By chance it would be 13 %.
    """
    readings: dict[str, list[bool]] = {}
    for row in airport_rows():
        if (reading := _reads_as_minutes(row)) is not None:
            readings.setdefault(row.country, []).append(reading)
    return frozenset(code for code, found in readings.items() if len(found) >= 10 and sum(found) > 0.6 * len(found))


def _cell(row: AirportRow) -> tuple[int, int]:
    lat, lon = row.point
    return math.floor(lat), (math.floor(lon) + 180) % 360 - 180


def _spread(points: list[tuple[float, float]]) -> float:
    """The longest distance between two of the points, in kilometres."""
    return max((distance_km(a, b) for i, a in enumerate(points) for b in points[i + 1 :]), default=0.0)
