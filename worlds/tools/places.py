"""The map tools that a table of places can answer: geocode, elevation, great-circle distance."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from decimal import Decimal

from schemas.values import CoordsValue, NumberValue, TextValue, Value, decimal_string
from schemas.worlds import Arguments, LicenceRecord, Volatility
from worlds.tools.calls import make_arguments
from worlds.tools.geodesy import great_circle
from worlds.tools.providers import Named, NoAnswer

__all__ = ["Elevations", "Geocode", "GreatCircle", "on_earth"]


class Geocode:
    """The point of a place of the table, by its exact name."""

    volatility: Volatility = "frozen"

    def __init__(self, places: Mapping[str, CoordsValue], source: str, licence: LicenceRecord) -> None:
        """`places` by exact name; `source` names the table and its version."""
        self.name = source
        self.licence = licence
        self._places = dict(places)
        self._names = tuple(sorted(self._places))

    def answer(self, named: Named) -> Value:
        """The place's own point. A name that isn't in the table is refused; there is no nearest or larger place."""
        address = named["address"]
        point = self._places.get(address.value) if isinstance(address, TextValue) else None
        if point is None:
            raise NoAnswer("unknown-place", "the table has no place of exactly that name")
        return point

    def decoys(self, rng: random.Random, like: tuple[Arguments, ...]) -> Iterator[Arguments]:
        """Other places."""
        while True:
            yield make_arguments(address=TextValue(type="text", value=rng.choice(self._names)))


class Elevations:
    """Elevation at the points of a table, and nowhere else."""

    volatility: Volatility = "frozen"

    def __init__(
        self, points: Mapping[tuple[Decimal, Decimal], NumberValue], source: str, licence: LicenceRecord
    ) -> None:
        """`points` gives metres by latitude and longitude, as exact decimals."""
        self.name = source
        self.licence = licence
        self._metres = dict(points)
        self._points = tuple(sorted(self._metres))

    def answer(self, named: Named) -> Value:
        """Metres above mean sea level, with the table's error. Points that aren't in the table are refused."""
        location = named["location"]
        metres = self._metres.get(_key(location)) if isinstance(location, CoordsValue) else None
        if metres is None:
            raise NoAnswer("no-elevation", "the table has no elevation of that point")
        return metres

    def decoys(self, rng: random.Random, like: tuple[Arguments, ...]) -> Iterator[Arguments]:
        """Other points of the table."""
        while True:
            lat, lon = rng.choice(self._points)
            yield make_arguments(location=CoordsValue(type="coords", lat=decimal_string(lat), lon=decimal_string(lon)))


class GreatCircle:
    """Distance between any two points on the mean sphere."""

    name = "benchwright great_circle 1 (IUGG mean radius 6371.0088 km)"
    volatility: Volatility = "frozen"
    licence = LicenceRecord(spdx="CC0-1.0", attribution="Computed by Benchwright", redistributable=True)

    def __init__(self, places: Mapping[str, CoordsValue]) -> None:
        """`places` are the points that decoys are drawn from."""
        self._points = tuple(places[name] for name in sorted(places))

    def answer(self, named: Named) -> Value:
        """Kilometres to the metre. A point that isn't on Earth is refused, and so are two points that are one."""
        origin, destination = named["origin"], named["destination"]
        if not isinstance(origin, CoordsValue) or not isinstance(destination, CoordsValue):
            raise NoAnswer("bad-arguments", "two points are needed")
        if not on_earth(origin) or not on_earth(destination):
            raise NoAnswer("no-such-point", "latitude is from -90 to 90, longitude from -180 to 180")
        if _key(origin) == _key(destination):
            raise NoAnswer("same-point", "origin and destination are one point")
        return great_circle(origin, destination)

    def decoys(self, rng: random.Random, like: tuple[Arguments, ...]) -> Iterator[Arguments]:
        """A known origin or destination with another place, or two other places."""
        known = [a.value for call in like for a in call if isinstance(a.value, CoordsValue)]
        while True:
            first = rng.choice(known) if known and rng.randrange(2) else rng.choice(self._points)
            yield make_arguments(mode="great_circle", origin=first, destination=rng.choice(self._points))


def on_earth(point: CoordsValue) -> bool:
    """Whether a point's degrees are in range."""
    lat, lon = _key(point)
    return abs(lat) <= 90 and abs(lon) <= 180


def _key(point: CoordsValue) -> tuple[Decimal, Decimal]:
    return Decimal(point.lat), Decimal(point.lon)
