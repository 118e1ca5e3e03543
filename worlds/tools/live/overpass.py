"""Overpass: how many places of a kind lie within a radius, counted by the server itself.

Formats: the `out count` statement and the error pages of the Overpass API's manual (dev.overpass-api.de).
"""

from __future__ import annotations

from schemas.values import CoordsValue, Value
from worlds.net.messages import Request
from worlds.tools.live.link import Credit, LiveProvider
from worlds.tools.live.nominatim import OSM
from worlds.tools.live.reading import Parsed, decimal, listed, measured, optional
from worlds.tools.places import on_earth
from worlds.tools.providers import Named, NoAnswer

__all__ = ["KINDS", "OverpassCount", "radius_metres"]

KINDS = {
    "bakery": ("shop", "bakery"),
    "bank": ("amenity", "bank"),
    "bar": ("amenity", "bar"),
    "cafe": ("amenity", "cafe"),
    "cinema": ("amenity", "cinema"),
    "hospital": ("amenity", "hospital"),
    "hotel": ("tourism", "hotel"),
    "library": ("amenity", "library"),
    "museum": ("tourism", "museum"),
    "park": ("leisure", "park"),
    "pharmacy": ("amenity", "pharmacy"),
    "restaurant": ("amenity", "restaurant"),
    "school": ("amenity", "school"),
    "supermarket": ("shop", "supermarket"),
    "theatre": ("amenity", "theatre"),
    "university": ("amenity", "university"),
}
"""Kinds of places, by the key and value that OpenStreetMap tags them with."""

WIDEST = 20_000


class OverpassCount(LiveProvider):
    """The number of nodes, ways and relations of a kind around a point. Nothing is paged, so nothing saturates."""

    credit = Credit("Overpass API 0.7 (OpenStreetMap)", "live", OSM)

    def answer(self, named: Named) -> Value:
        """The count. A zero is refused (unmapped looks the same), and so is a count that was cut short."""
        kind, location, radius = named["kind"], named["location"], radius_metres(named["radius"])
        if kind not in KINDS:
            raise NoAnswer("bad-arguments", f"a kind is one of {', '.join(KINDS)}")
        if not isinstance(location, CoordsValue) or not on_earth(location):
            raise NoAnswer("no-such-point", "latitude is from -90 to 90, longitude from -180 to 180")
        key, value = KINDS[str(kind)]
        around = f"around:{radius},{location.lat},{location.lon}"
        query = f'[out:json][timeout:60];nwr["{key}"="{value}"]({around});out count;'
        data = self.link.ask(Request("/api/interpreter", form={"data": query}), _cut_short).data
        elements = listed(data, "elements")
        if len(elements) != 1 or optional(elements[0], "type") != "count":
            raise NoAnswer("missing-field", "the reply holds no count")
        total = decimal(elements[0], "tags", "total")
        if total != sum(decimal(elements[0], "tags", each) for each in ("nodes", "ways", "relations")):
            raise NoAnswer("missing-field", "the reply's counts contradict each other")
        if total <= 0:
            raise NoAnswer("empty", f"the map has no {kind} there, which may only mean that nobody mapped one")
        return measured(total, "count", "0")


def radius_metres(radius: Value | str) -> int:
    """A radius in whole metres, 1 to 20,000. Raises NoAnswer (`bad-arguments`)."""
    if not isinstance(radius, str) or not radius.isascii() or not radius.isdigit() or not 0 < int(radius) <= WIDEST:
        raise NoAnswer("bad-arguments", f"a radius is a whole number of metres from 1 to {WIDEST}")
    return int(radius)


def _cut_short(data: Parsed) -> str | None:
    """The remark of a query that ran out of time or memory: its count, if any, is only a part."""
    remark = optional(data, "remark")
    return remark if isinstance(remark, str) else None
