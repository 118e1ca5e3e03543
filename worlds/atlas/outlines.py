"""Rough geometry for judging the tables: distances, and areas and shared points of countries' outlines.

Nothing here reaches a page. Floats are enough: they only decide whether a value is plausible.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property

__all__ = ["EARTH_KM", "Outline", "distance_km"]

EARTH_KM = 6371.0088
"""The earth's mean radius (IUGG)."""

Ring = list[tuple[float, float]]


def distance_km(a: tuple[float, float], b: tuple[float, float]) -> float:
    """The great-circle distance between two points (latitude, longitude in degrees) on a sphere, in kilometres."""
    lat_a, lat_b = math.radians(a[0]), math.radians(b[0])
    across = math.sin(math.radians(b[1] - a[1]) / 2) ** 2 * math.cos(lat_a) * math.cos(lat_b)
    return 2 * EARTH_KM * math.asin(math.sqrt(min(1.0, math.sin((lat_b - lat_a) / 2) ** 2 + across)))


class Outline:
    """A country's outline as the table's GeoJSON draws it."""

    def __init__(self, geojson: object) -> None:
        self._polygons = list(_polygons(geojson))

    def __bool__(self) -> bool:
        return bool(self._polygons)

    @cached_property
    def area(self) -> float:
        """Square kilometres within the outline, holes left out."""
        return sum(_ring_area(rings[0]) - sum(map(_ring_area, rings[1:])) for rings in self._polygons)

    @cached_property
    def points(self) -> frozenset[tuple[float, float]]:
        """Every corner; neighbours that share a border share corners, as both are drawn from one map."""
        return frozenset(point for rings in self._polygons for ring in rings for point in ring)


def _polygons(geojson: object) -> list[list[Ring]]:
    """The polygons of a FeatureCollection, each as its rings of (longitude, latitude)."""
    found: list[list[Ring]] = []
    features = geojson.get("features", []) if isinstance(geojson, Mapping) else []
    for feature in features:
        geometry = feature.get("geometry") or {}
        coordinates = geometry.get("coordinates") or []
        if geometry.get("type") == "Polygon":
            found.append([_ring(ring) for ring in coordinates])
        elif geometry.get("type") == "MultiPolygon":
            found.extend([_ring(ring) for ring in polygon] for polygon in coordinates)
    return found


def _ring(ring: list[list[float]]) -> Ring:
    return [(point[0], point[1]) for point in ring]


def _ring_area(ring: Ring) -> float:
    """A ring's area on the sphere (Chamberlain and Duquette, JPL 07-03)."""
    total = 0.0
    for (lon_a, lat_a), (lon_b, lat_b) in zip(ring, ring[1:] + ring[:1], strict=True):
        total += math.radians(lon_b - lon_a) * (2 + math.sin(math.radians(lat_a)) + math.sin(math.radians(lat_b)))
    return abs(total) * EARTH_KM**2 / 2
