"""Google's geocoding, elevation, routes and places services, as their documentation describes them."""

from __future__ import annotations

import json
from typing import Any

from tests.worlds.backends.server import Asked, Said, reply

__all__ = ["elevation", "geocode", "places", "routes"]

KEY = "google-secret"


def result(address: str, lat: float, lng: float, kind: str = "ROOFTOP", partial: bool = False) -> dict[str, Any]:
    """One geocoding result; `partial_match` is there only where it is true."""
    found = {
        "address_components": [{"long_name": address, "short_name": address, "types": ["street_number"]}],
        "formatted_address": address,
        "geometry": {"location": {"lat": lat, "lng": lng}, "location_type": kind, "viewport": {}},
        "place_id": "ChIJ2eUgeAK6j4ARbn5u_wAGqWA",
        "types": ["street_address"],
    }
    return found | ({"partial_match": True} if partial else {})


RESULTS = {
    "1 Mill Lane": [result("1 Mill Lane", 51.5, -0.1234567)],
    "Bavaria": [result("Bavaria, Germany", 48.79, 11.49, "APPROXIMATE")],
    "Long Lake": [result("Long Lake", 45.1, 7.1, "GEOMETRIC_CENTER")],
    "1 Mil Lane": [result("1 Mill Lane", 51.5, -0.1234567, partial=True)],
    "High Street": [result("High Street A", 51.0, -1.0), result("High Street B", 52.0, -1.0)],
}


def web(asked: Asked, results: list[dict[str, Any]]) -> Said:
    """The envelope of the web services: everything has status 200, and a status word inside."""
    if asked.query.get("key") != KEY:
        denied = {"error_message": "The provided API key is invalid.", "results": [], "status": "REQUEST_DENIED"}
        return reply(denied)
    return reply({"results": results, "status": "OK" if results else "ZERO_RESULTS"})


def geocode(asked: Asked) -> Said:
    """`/maps/api/geocode/json`, both ways."""
    if "latlng" in asked.query:
        return web(asked, [] if asked.query["latlng"].startswith("-8") else RESULTS["1 Mill Lane"])
    if not asked.query.get("address"):
        return reply({"error_message": "Invalid request.", "results": [], "status": "INVALID_REQUEST"})
    return web(asked, RESULTS.get(asked.query["address"], []))


def elevation(asked: Asked) -> Said:
    """`/maps/api/elevation/json`."""
    lat, lng = (float(part) for part in asked.query["locations"].split(","))
    height = 0.0 if lat == 54.5 else 1608.637939453125
    found: dict[str, Any] = {"elevation": height, "location": {"lat": lat, "lng": lng}}
    return web(asked, [found if lat == 1 else found | {"resolution": 4.771975994110107}])


def keyed(asked: Asked) -> Said | None:
    """How the newer services refuse a wrong key or a request without a field mask."""
    if asked.headers.get("X-Goog-Api-Key") != KEY:
        error = {
            "code": 400,
            "message": "API key not valid. Please pass a valid API key.",
            "status": "INVALID_ARGUMENT",
        }
        return reply({"error": error}, 400)
    if not asked.headers.get("X-Goog-Fieldmask"):
        return reply(
            {"error": {"code": 400, "message": "FieldMask is a required parameter.", "status": "INVALID_ARGUMENT"}}, 400
        )
    return None


def routes(asked: Asked) -> Said:
    """`/directions/v2:computeRoutes`: an empty object where there is no way."""
    body = json.loads(asked.body)
    origin = body["origin"]["location"]["latLng"]
    if origin["latitude"] < -15:
        return keyed(asked) or reply({})
    steps = [{"navigationInstruction": {"instructions": f"Turn right onto Road {n}"}} for n in range(20)]
    return keyed(asked) or reply(
        {"routes": [{"distanceMeters": 585321, "duration": "21433s", "legs": [{"steps": steps}]}]}
    )


PLACES: dict[str, dict[str, Any]] = {
    "ChIJ-rated-place": {"rating": 4.6, "userRatingCount": 1234},
    "ChIJ-unrated-place": {},
    "ChIJ-zero-rated": {"rating": 0, "userRatingCount": 0},
    "ChIJ-odd-rating": {"rating": 7.5, "userRatingCount": 2},
    "ChIJ-old-name-of": {"id": "ChIJ-new-name-of", "rating": 4.0, "userRatingCount": 3},
}
AROUND = {"cafe": 20, "school": 8, "museum": 0}


def places(asked: Asked) -> Said:
    """`/v1/places:searchNearby`, twenty at most, and `/v1/places/{id}`."""
    if asked.path == "/v1/places:searchNearby":
        body = json.loads(asked.body)
        count = min(AROUND[body["includedTypes"][0]], body["maxResultCount"])
        return keyed(asked) or reply({"places": [{"id": f"ChIJ{n}"} for n in range(count)]} if count else {})
    name = asked.path.rpartition("/")[2]
    if name not in PLACES:
        error = {"code": 404, "message": "The Place ID is no longer valid.", "status": "NOT_FOUND"}
        return keyed(asked) or reply({"error": error}, 404)
    return keyed(asked) or reply({"id": name} | PLACES[name])
