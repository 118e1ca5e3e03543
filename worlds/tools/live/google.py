"""Google Maps, where a key is set: geocoding, elevation, routes and places.

Formats: developers.google.com/maps, Geocoding and Elevation (web services), Routes v2 and Places v1. Its terms forbid
to keep or publish what it answers, so replies never reach the disk.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Literal

from schemas.canonical import JSON
from schemas.values import CoordsValue, TextValue, Value
from schemas.worlds import LicenceRecord
from worlds.net.messages import NetFailure, Request
from worlds.tools.live.link import Credit, Link, LiveProvider
from worlds.tools.live.osrm import minutes, two_points
from worlds.tools.live.overpass import radius_metres
from worlds.tools.live.reading import Answer, Parsed, decimal, excerpt, listed, measured, optional, point, words
from worlds.tools.places import on_earth
from worlds.tools.providers import Named, NoAnswer

__all__ = [
    "GOOGLE_KINDS",
    "GoogleCount",
    "GoogleDirections",
    "GoogleElevation",
    "GoogleGeocode",
    "GoogleRating",
    "GoogleReverse",
    "GoogleRoute",
]

CREDIT = Credit(
    "Google Maps Platform",
    "live",
    LicenceRecord(spdx="LicenseRef-Google-Maps-Terms", attribution="Google Maps", redistributable=False),
)

PAGE = 20
"""Places in a reply of Nearby Search at most: a full page says nothing about how many there are."""

GOOGLE_KINDS = frozenset(
    "bakery bank bar cafe hospital hotel library museum park pharmacy restaurant school supermarket university".split()
)
"""Kinds of places that are called the same here and in Google's Table A."""

PLACE_ID = re.compile(r"[A-Za-z0-9_-]{10,255}")
SECONDS = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?s")


class GoogleGeocode(LiveProvider):
    """The point of an address that Google matches whole."""

    credit = CREDIT

    def answer(self, named: Named) -> Value:
        """The one point. Partial matches, centres and approximations, and several results are refused."""
        address = named["address"]
        params = {"address": address.value if isinstance(address, TextValue) else "", "language": "en"}
        results = _web(self.link, "/maps/api/geocode/json", params)
        if len(results) > 1:
            raise NoAnswer("ambiguous-place", f"{len(results)} places match")
        if optional(results[0], "partial_match") is True:
            raise NoAnswer("partial-match", "only a part of the address matches")
        kind = words(results[0], "geometry", "location_type")
        if kind != "ROOFTOP":
            raise NoAnswer("centroid", f"the point is a {kind.lower().replace('_', ' ')}, not the place's own")
        return point(*(decimal(results[0], "geometry", "location", axis) for axis in ("lat", "lng")))


class GoogleReverse(LiveProvider):
    """The address at a point."""

    credit = CREDIT

    def answer(self, named: Named) -> Value:
        """The first formatted address."""
        params = {"latlng": _lat_lon(named["location"]), "language": "en"}
        return excerpt(words(_web(self.link, "/maps/api/geocode/json", params)[0], "formatted_address"))


class GoogleElevation(LiveProvider):
    """Elevation of a point."""

    credit = CREDIT

    def answer(self, named: Named) -> Value:
        """Metres, with half of the model's resolution of height taken as a metre. 0 is refused."""
        results = _web(self.link, "/maps/api/elevation/json", {"locations": _lat_lon(named["location"])})
        decimal(results[0], "resolution")  # without one the point lies outside the model
        metres = decimal(results[0], "elevation").quantize(Decimal("0.1"))
        if len(results) > 1 or metres == 0 or not -450 <= metres <= 9000:
            raise NoAnswer("no-elevation", f"{metres} m is no elevation of that point")
        return measured(metres, "metres", "0.5")


class GoogleRoute(LiveProvider):
    """Distance or duration of a drive without traffic."""

    credit = CREDIT

    def __init__(self, link: Link, figure: Literal["distance", "duration"]) -> None:
        super().__init__(link)
        self._figure: Literal["distance", "duration"] = figure

    def answer(self, named: Named) -> Value:
        """Kilometres, or minutes. No way and a way of no length are refused."""
        route = _route(self.link, named, "routes.distanceMeters,routes.duration")
        metres, text = decimal(route, "distanceMeters"), words(route, "duration")
        if not SECONDS.fullmatch(text):
            raise NoAnswer("missing-field", f"{text!r} is no duration")
        seconds = Decimal(text[:-1])
        if metres <= 0 or seconds <= 0:
            raise NoAnswer("same-point", "both points are on the same spot of road")
        return (
            measured(metres / 1000, "kilometres", "0.0005") if self._figure == "distance" else minutes(seconds, "0.5")
        )


class GoogleDirections(LiveProvider):
    """The way by car, as text."""

    credit = CREDIT

    def answer(self, named: Named) -> Value:
        """The start of the way's text."""
        return excerpt(self.read(named))

    def read(self, named: Named) -> str:
        """Every step's instruction, one a line."""
        route = _route(self.link, named, "routes.legs.steps.navigationInstruction.instructions")
        steps = listed(route, "legs", 0, "steps")
        return "\n".join(words(step, "navigationInstruction", "instructions") for step in steps)


class GoogleCount(LiveProvider):
    """How many places of a kind lie within a radius, where they all fit one page."""

    credit = CREDIT

    def answer(self, named: Named) -> Value:
        """The count. A full page and an empty one are refused."""
        kind, radius = str(named["kind"]), radius_metres(named["radius"])
        if kind not in GOOGLE_KINDS:
            raise NoAnswer("bad-arguments", f"a kind is one of {', '.join(sorted(GOOGLE_KINDS))}")
        circle: dict[str, JSON] = {"center": _lat_lng(named["location"]), "radius": radius}
        body: dict[str, JSON] = {
            "includedTypes": [kind],
            "maxResultCount": PAGE,
            "locationRestriction": {"circle": circle},
        }
        request = Request("/v1/places:searchNearby", json=body, headers={"X-Goog-FieldMask": "places.id"})
        places = optional(_new(self.link.ask(request)), "places")
        if not isinstance(places, list) or not places:
            raise NoAnswer("empty", f"no {kind} is found there")
        if len(places) >= PAGE:
            raise NoAnswer("saturated", f"the reply is full with {PAGE} places; there may be more")
        return measured(Decimal(len({words(place, "id") for place in places})), "count", "0")


class GoogleRating(LiveProvider):
    """A place's mean rating, by its Google place id."""

    credit = CREDIT

    def answer(self, named: Named) -> Value:
        """1 to 5, to one decimal. A place that nobody rated is refused, whatever number stands for that."""
        place = named["place"]
        asked = place.value if isinstance(place, TextValue) else ""
        if not PLACE_ID.fullmatch(asked):
            raise NoAnswer("bad-arguments", "a place is named by its Google place id")
        headers = {"X-Goog-FieldMask": "id,rating,userRatingCount"}
        data = _new(self.link.ask(Request(f"/v1/places/{asked}", headers=headers)))
        if words(data, "id") != asked:
            raise NoAnswer("moved-place", f"the place is now {words(data, 'id')}")
        rating, count = optional(data, "rating"), optional(data, "userRatingCount")
        if rating is None or count is None or decimal(count) <= 0 or decimal(rating) == 0:
            raise NoAnswer("no-rating", "nobody rated the place")
        if not 1 <= decimal(rating) <= 5:
            raise NoAnswer("implausible", f"a rating can't be {rating}")
        return measured(decimal(rating), "count", "0.05")


def _web(link: Link, path: str, params: dict[str, str]) -> list[Parsed]:
    """The results of a web service with status OK. Raises NoAnswer, or NetFailure for quota and key."""
    answer = link.ask(Request(path, params), _over_limit)
    status = words(answer.data, "status")
    if status == "REQUEST_DENIED" or status == "OVER_DAILY_LIMIT":
        raise NetFailure("denied", f"{link.service.name}: {status}: {optional(answer.data, 'error_message')}")
    if status == "ZERO_RESULTS":
        raise NoAnswer("empty", "nothing is found")
    if status != "OK":
        raise NoAnswer("refused-by-service", f"{status}: {optional(answer.data, 'error_message')}")
    results = listed(answer.data, "results")
    if not results:
        raise NoAnswer("empty", "nothing is found")
    return results


def _over_limit(data: Parsed) -> str | None:
    status = optional(data, "status")
    return str(status) if status in ("OVER_QUERY_LIMIT", "UNKNOWN_ERROR") else None


def _new(answer: Answer) -> Parsed:
    """The data of one of the newer services. Raises NoAnswer with the service's own words."""
    error = optional(answer.data, "error")
    if error is None and answer.status == 200:
        return answer.data
    said = f"{optional(error, 'status')}: {optional(error, 'message')}"
    if answer.status == 404 or optional(error, "status") == "NOT_FOUND":
        raise NoAnswer("unknown-place", "there is no such place")
    if "API key" in said:
        raise NetFailure("denied", f"{CREDIT.name}: {said}")
    raise NoAnswer("refused-by-service", said)


def _route(link: Link, named: Named, fields: str) -> Parsed:
    two_points(named)
    ends: dict[str, JSON] = {end: {"location": {"latLng": _lat_lng(named[end])}} for end in ("origin", "destination")}
    body: JSON = ends | {"travelMode": "DRIVE", "routingPreference": "TRAFFIC_UNAWARE", "languageCode": "en"}
    request = Request("/directions/v2:computeRoutes", json=body, headers={"X-Goog-FieldMask": fields})
    routes = optional(_new(link.ask(request)), "routes")
    if not isinstance(routes, list) or not routes:
        raise NoAnswer("no-route", "no road leads from one point to the other")
    return routes[0]


def _lat_lon(location: Value | str) -> str:
    if not isinstance(location, CoordsValue) or not on_earth(location):
        raise NoAnswer("no-such-point", "latitude is from -90 to 90, longitude from -180 to 180")
    return f"{location.lat},{location.lon}"


def _lat_lng(location: Value | str) -> JSON:
    lat, _, lon = _lat_lon(location).partition(",")
    return {"latitude": float(lat), "longitude": float(lon)}
