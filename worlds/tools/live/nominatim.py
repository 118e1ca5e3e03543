"""Nominatim: geocoding, reverse geocoding and a place's rating, over OpenStreetMap.

Formats: nominatim.org/release-docs, Search, Reverse, Lookup and Output. A place's details come from `/lookup`: the
usage policy of the public server keeps `/details` for debugging by hand.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal

from schemas.values import CoordsValue, TextValue, Value
from schemas.worlds import LicenceRecord
from worlds.net.messages import Request
from worlds.tools.live.link import Credit, LiveProvider, lasts
from worlds.tools.live.reading import Answer, Parsed, decimal, dig, excerpt, listed, measured, optional, point, words
from worlds.tools.places import on_earth
from worlds.tools.providers import Named, NoAnswer

__all__ = ["OSM", "NominatimGeocode", "NominatimRating", "NominatimReverse"]

OSM = LicenceRecord(
    spdx="ODbL-1.0",
    attribution="© OpenStreetMap contributors, https://www.openstreetmap.org/copyright",
    redistributable=True,
)
CREDIT = Credit("Nominatim (OpenStreetMap)", "live", OSM)

PAGE = 40
"""Places in a reply at most."""

WIDEST = Decimal("0.05")
"""Degrees that a thing may span and still be where its point is."""

AREAS = {"boundary", "landuse", "natural:water", "natural:bay", "natural:sea"}
NOTHING_THERE = "Unable to geocode"
PLACE_ID = re.compile(r"[NWR][1-9][0-9]{0,15}")


class NominatimGeocode(LiveProvider):
    """The point of a thing of the map by its exact name."""

    credit = CREDIT

    def answer(self, named: Named) -> Value:
        """The one thing of that name. Other names, areas, and names of several things are refused."""
        address = named["address"]
        query = unicodedata.normalize("NFC", address.value if isinstance(address, TextValue) else "")
        asked = query.partition(",")[0].strip()
        params = {"q": query, "format": "jsonv2", "limit": str(PAGE), "namedetails": "1", "accept-language": "en"}
        results = listed(settled(self.link.ask(Request("/search", params))))
        if not results:
            raise NoAnswer("empty", f"nothing is found for {query!r}")
        same = [place for place in results if asked in _names(place)]
        if not same:
            raise NoAnswer("unknown-place", f"{len(results)} results resemble {asked!r}, none is called exactly that")
        if len(results) >= PAGE:
            raise NoAnswer("saturated", f"the reply is full with {PAGE} results; there may be others of the name")
        exact = [place for place in same if not _is_area(place)]
        if not exact:
            raise NoAnswer("centroid", f"{asked!r} is an area: its point is only the middle of it")
        if len(exact) > 1:
            raise NoAnswer("ambiguous-place", f"{len(exact)} things are called {asked!r}: add where, after a comma")
        return point(decimal(exact[0], "lat"), decimal(exact[0], "lon"))


class NominatimReverse(LiveProvider):
    """The name of what lies at a point."""

    credit = CREDIT

    def answer(self, named: Named) -> Value:
        """The address of the nearest thing, as one line."""
        location = named["location"]
        if not isinstance(location, CoordsValue) or not on_earth(location):
            raise NoAnswer("no-such-point", "latitude is from -90 to 90, longitude from -180 to 180")
        params = {"lat": location.lat, "lon": location.lon, "format": "jsonv2", "zoom": "18", "accept-language": "en"}
        data = settled(self.link.ask(Request("/reverse", params), lasting=_decided))
        return excerpt(words(data, "display_name"))


class NominatimRating(LiveProvider):
    """A hotel's stars: the only rating on the map. Places are N, W or R and their number."""

    credit = CREDIT

    def answer(self, named: Named) -> Value:
        """Stars, 1 to 7, where the map says so. None, zero and words such as 4S are refused."""
        place = named["place"]
        asked = place.value if isinstance(place, TextValue) else ""
        if not PLACE_ID.fullmatch(asked):
            raise NoAnswer("bad-arguments", "a place is N, W or R and its number on OpenStreetMap, such as N240109189")
        params = {"osm_ids": asked, "format": "jsonv2", "extratags": "1"}
        results = listed(settled(self.link.ask(Request("/lookup", params))))
        if not results:
            raise NoAnswer("unknown-place", f"the map has no {asked}")
        if len(results) > 1:
            raise NoAnswer("ambiguous-place", f"{len(results)} results for {asked}")
        found = words(results[0], "osm_type")[0].upper() + str(decimal(results[0], "osm_id"))
        if found != asked:
            raise NoAnswer("unknown-place", f"the reply is about {found}, not {asked}")
        stars = optional(optional(results[0], "extratags"), "stars")
        if not isinstance(stars, str) or not re.fullmatch(r"[1-7](\.5)?", stars):
            raise NoAnswer("no-rating", f"the map has no plain number of stars for {asked}")
        return measured(Decimal(stars), "count", "0")


def settled(answer: Answer) -> Parsed:
    """The reply's data. Raises NoAnswer with the service's own words for `{"error": …}` in its three forms."""
    error = optional(answer.data, "error")
    said = error if isinstance(error, str) else optional(error, "message")
    if said == NOTHING_THERE:
        raise NoAnswer("empty", "nothing lies at that point")
    if error is not None or answer.status != 200:
        raise NoAnswer("refused-by-service", str(said or f"the service answered with status {answer.status}"))
    return answer.data


def _decided(answer: Answer) -> bool:
    return lasts(answer) or optional(answer.data, "error") == NOTHING_THERE


def _names(place: Parsed) -> set[str]:
    details = optional(place, "namedetails")
    names = [optional(place, "name"), optional(details, "name"), optional(details, "name:en")]
    return {unicodedata.normalize("NFC", name) for name in names if isinstance(name, str) and name}


def _is_area(place: Parsed) -> bool:
    """Whether a result's point is the middle of something too wide to be a point, or a line."""
    category, kind = words(place, "category"), words(place, "type")
    if category in AREAS or f"{category}:{kind}" in AREAS or kind in {"postcode", "country", "state", "county"}:
        return True
    south, north, west, east = (decimal(dig(place, "boundingbox", side)) for side in range(4))
    return words(place, "osm_type") != "node" and (north - south > WIDEST or east - west > WIDEST)
