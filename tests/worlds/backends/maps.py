"""Nominatim, Overpass and OSRM, as their documentation describes them."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import parse_qs

from tests.worlds.backends.server import Asked, Said, html, reply

__all__ = ["nominatim", "osrm", "overpass"]

LICENCE = "Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright"


def thing(
    osm: str, name: str, lat: str, lon: str, kind: str, box: float = 0.0001, tags: dict[str, str] | None = None
) -> dict[str, Any]:
    """One result in `jsonv2`."""
    category, _, type_ = kind.partition(":")
    types = {"N": "node", "W": "way", "R": "relation"}
    return {
        "place_id": 100149,
        "licence": LICENCE,
        "osm_type": types[osm[0]],
        "osm_id": int(osm[1:]),
        "lat": lat,
        "lon": lon,
        "category": category,
        "type": type_,
        "place_rank": 30,
        "importance": 0.5,
        "addresstype": type_,
        "name": name,
        "display_name": f"{name}, Somewhere",
        "boundingbox": [str(float(lat) - box), str(float(lat) + box), str(float(lon) - box), str(float(lon) + box)],
        "namedetails": {"name": name, "name:en": name},
        "extratags": tags,
    }


THINGS = [
    thing("W100", "Tower Bridge", "51.5055", "-0.0754", "man_made:bridge", 0.002),
    thing("N101", "Tower Bridge Road", "51.4986", "-0.0800", "highway:primary"),
    thing("R102", "Bavaria", "48.9468", "11.4039", "boundary:administrative", 1.5),
    thing("W103", "Long Lake", "45.1", "7.1", "natural:lake", 0.2),
    thing("N104", "Twin Mill", "40.1", "5.1", "tourism:museum"),
    thing("N105", "Twin Mill", "41.1", "6.1", "tourism:museum"),
    thing("N106", "Grand Hotel", "46.1", "8.1", "tourism:hotel", tags={"stars": "4", "wheelchair": "yes"}),
    thing("N107", "Superior Hotel", "46.2", "8.2", "tourism:hotel", tags={"stars": "4S"}),
    thing("N108", "Plain Hotel", "46.3", "8.3", "tourism:hotel", tags={}),
    thing("N109", "No Star", "46.4", "8.4", "tourism:hotel", tags={"stars": "0"}),
    *(thing(f"N{2000 + n}", "High Street", "51.0", "-1.0", "place:square") for n in range(50)),
]


def nominatim(asked: Asked) -> Said:
    """`/search`, `/reverse` and `/lookup`; without `namedetails` and `extratags` the fields aren't there."""
    query = asked.query
    if "benchwright/" not in asked.headers.get("User-Agent", ""):
        return html("Access blocked", 403)
    if query.get("format") != "jsonv2":
        return reply({"error": {"code": 400, "message": "Parameter 'format' must be one of: jsonv2"}}, 400)

    def shown(each: dict[str, Any]) -> dict[str, Any]:
        left_out = {name for name in ("namedetails", "extratags") if query.get(name) != "1"}
        return {key: value for key, value in each.items() if key not in left_out}

    if asked.path == "/search":
        if not query.get("q"):
            return reply({"error": {"code": 400, "message": "Nothing to search for."}}, 400)
        name = query["q"].partition(",")[0].casefold()
        return reply([shown(each) for each in THINGS if name in each["name"].casefold()][: int(query["limit"])])
    if asked.path == "/lookup":
        wanted = query["osm_ids"]
        return reply([shown(each) for each in THINGS if each["osm_type"][0].upper() + str(each["osm_id"]) == wanted])
    if float(query["lat"]) < -80:
        return reply({"error": "Unable to geocode"})
    return reply(shown(THINGS[0]))


COUNTS = {"cafe": (210, 19, 0), "museum": (0, 0, 0), "school": (3, 4, 1), "hotel": (5, 0, 0)}
BUSY = (
    '<strong style="color:#FF0000">Error</strong>: runtime error: open64: 0 Success /osm3s_osm_base '
    "Dispatcher_Client::request_read_and_idx::rate_limited. Please check /api/status for the quota of your IP address."
)


def overpass(asked: Asked) -> Said:
    """`/api/interpreter`: counts as strings; a query cut short has status 200, a remark and what it got so far."""
    query = parse_qs(asked.body.decode())["data"][0]
    form = r'\[out:json\]\[timeout:\d+\];nwr\["(\w+)"="(\w+)"\]\(around:(\d+),(-?[\d.]+),(-?[\d.]+)\);out count;'
    read = re.fullmatch(form, query)
    if read is None:
        return html("<strong>Error</strong>: line 1: parse error: Unknown type", 400)
    nodes, ways, relations = COUNTS.get(read[2], (1, 1, 1))
    data: dict[str, Any] = {
        "version": 0.6,
        "generator": "Overpass API 0.7.62",
        "osm3s": {"timestamp_osm_base": "2026-05-31T20:00:00Z", "copyright": LICENCE},
        "elements": [
            {
                "type": "count",
                "id": 0,
                "tags": {
                    "nodes": str(nodes),
                    "ways": str(ways),
                    "relations": str(relations),
                    "total": str(nodes + ways + relations),
                },
            }
        ],
    }
    if read[2] == "hotel":
        data["remark"] = 'runtime error: Query timed out in "query" at line 1 after 61 seconds.'
    return reply(data)


ISLAND, SEA, SPOT = "-5.7,-15.9", "4.25,54.5", "8.0,47.0"


def osrm(asked: Asked) -> Said:
    """`/table/v1/driving/…` and `/route/v1/driving/…`; errors have status 400 and a code."""
    read = re.fullmatch(r"/(table|route)/v1/driving/(-?[\d.]+,-?[\d.]+);(-?[\d.]+,-?[\d.]+)", asked.path)
    if read is None:
        return reply({"code": "InvalidQuery", "message": "Query string malformed close to position 1"}, 400)
    service, *points = read.groups()
    moved = {point: 45_000.5 if point == SEA else 12.3 for point in points}
    waypoints = [
        {"hint": "x", "location": [float(part) for part in point.split(",")], "name": "", "distance": moved[point]}
        for point in points
    ]
    if "180.0,0.0" in points:
        return reply({"code": "NoSegment", "message": "Could not find a matching segment for coordinate 0"}, 400)
    if service == "table":
        wanted = asked.query.get("annotations", "duration").split(",")
        metres, seconds = (None, None) if ISLAND in points else (585_321.4, 21_432.9)
        if SPOT in points:
            metres, seconds = 0, 0
        data: dict[str, Any] = {"code": "Ok", "sources": waypoints[:1], "destinations": waypoints[1:]}
        if "distance" in wanted:
            data["distances"] = [[metres]]
        if "duration" in wanted:
            data["durations"] = [[seconds]]
        return reply(data)
    if ISLAND in points:
        return reply({"code": "NoRoute", "message": "Impossible route between points"}, 400)
    steps = [
        {"distance": 120.4, "duration": 9, "name": "Mill Lane", "maneuver": {"type": "depart", "modifier": "left"}},
        *(
            {"distance": 950.0, "duration": 60, "name": f"Road {n}", "maneuver": {"type": "turn", "modifier": "right"}}
            for n in range(20)
        ),
        {"distance": 0, "duration": 0, "name": "", "maneuver": {"type": "arrive"}},
    ]
    route = {"distance": 585_321.4, "duration": 21_432.9, "weight": 1.0, "legs": [{"steps": steps, "distance": 1.0}]}
    return Said(
        200,
        json.dumps({"code": "Ok", "routes": [route], "waypoints": waypoints}).encode(),
        {"Content-Type": "application/json; charset=UTF-8"},
    )
