"""The nearest airports of one, without measuring the way to every other."""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Iterable

from worlds.atlas.outlines import EARTH_KM, distance_km
from worlds.atlas.records import Airport

__all__ = ["Neighbours"]

_SLACK_KM = 0.02
"""More than rounding to 10 m can hide."""


class Neighbours:
    """Airports in the order of their latitude: two are never nearer than their parallels."""

    def __init__(self, airports: Iterable[Airport]) -> None:
        placed = sorted(((_point(airport), airport.iata, airport) for airport in airports), key=lambda one: one[:2])
        self._points = [point for point, _, _ in placed]
        self._airports = [airport for _, _, airport in placed]

    def nearest(self, airport: Airport, count: int) -> list[Airport]:
        """The `count` others that are nearest, to 10 m and then by IATA code; fewer where there aren't as many."""
        here = _point(airport)
        found: list[tuple[float, str, Airport]] = []
        north = bisect(self._points, here)
        south = north - 1
        while south >= 0 or north < len(self._points):
            down = _apart_km(here, self._points[south]) if south >= 0 else math.inf
            up = _apart_km(here, self._points[north]) if north < len(self._points) else math.inf
            if len(found) == count and min(down, up) > found[-1][0] + _SLACK_KM:
                break
            place = south if down <= up else north
            south, north = (south - 1, north) if down <= up else (south, north + 1)
            other = self._airports[place]
            if other is not airport:
                found.append((round(distance_km(here, self._points[place]), 2), other.iata, other))
                found = sorted(found, key=lambda one: one[:2])[:count]
        return [other for _, _, other in found]


def _point(airport: Airport) -> tuple[float, float]:
    return float(airport.coords.lat), float(airport.coords.lon)


def _apart_km(a: tuple[float, float], b: tuple[float, float]) -> float:
    """How far apart two parallels are."""
    return EARTH_KM * math.radians(abs(a[0] - b[0]))
