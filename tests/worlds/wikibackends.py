"""The backends of live tools as they would answer about the made-up world, each in its documented format."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs

from tests.worlds.backends.server import Asked, Backends, Said, html, reply, running
from tests.worlds.wikiworld import City, Country, cities, countries
from worlds.tools.live.known import POINTS, TEXTS

__all__ = ["made_up_backends", "write_settings"]


def drawn(*words: str, below: int) -> int:
    """A number that depends on the words alone."""
    return int.from_bytes(hashlib.blake2b("|".join(words).encode(), digest_size=6).digest(), "big") % below


REAL_COUNTRIES = tuple(
    Country(code, drawn(code, below=90_000_000) + 1, drawn("a", code, below=900_000) + 1, "", "")
    for code in TEXTS["country"]
)
REAL_CITIES = tuple(
    City(name, "", 100_000, "1", 1000, drawn(name, below=900), point.lat, point.lon) for name, point in POINTS
)
"""What decoys are drawn from where nothing else is named, with made-up figures."""


def code_of(land: Country) -> str:
    """A made-up country's two-letter code is X and a letter; a real one is known by its code alone."""
    return f"X{chr(65 + countries().index(land))}" if land in countries() else land.name


def restcountries(asked: Asked) -> Said:
    """REST Countries: `/v3.1/name/{name}?fullText=true` and `/v3.1/alpha/{code}`."""
    _, _, endpoint, name = asked.path.split("/", 3)
    rows = [
        {
            "name": {"common": land.name, "official": f"Republic of {land.name}", "nativeName": {}},
            "cca2": code_of(land), "cca3": f"{code_of(land)}X", "population": land.population, "area": float(land.area),
        }
        for land in (*countries(), *REAL_COUNTRIES)
        if name in {land.name, f"Republic of {land.name}", code_of(land), f"{code_of(land)}X"}
    ]  # fmt: skip
    if not rows:
        return reply({"message": "Not Found", "status": 404}, 404)
    return reply(rows if endpoint == "name" else rows[0])


def geocoding(asked: Asked) -> Said:
    """Open-Meteo's geocoder: every city by a part of its name."""
    name = asked.query["name"].casefold()
    every = enumerate((*cities(), *REAL_CITIES))
    found = [_place(number, town) for number, town in every if name in town.name.casefold()]
    return reply({"results": found[: int(asked.query["count"])]} if found else {"generationtime_ms": 0.5})


def _place(number: int, town: City) -> dict[str, object]:
    return {
        "id": number + 1, "name": town.name, "latitude": float(town.lat), "longitude": float(town.lon),
        "elevation": float(town.elevation), "feature_code": "PPL", "country_code": "XX", "country": town.country,
        "timezone": "UTC", "population": town.population,
    }  # fmt: skip


def elevations(asked: Asked) -> Said:
    """Open-Meteo's elevation of any point."""
    lat, lon = asked.query["latitude"], asked.query["longitude"]
    return reply({"elevation": [float(drawn(lat, lon, below=2400) + 1)]})


def archive(asked: Asked) -> Said:
    """Open-Meteo's archive of any point and day."""
    day, lat, lon = asked.query["start_date"], asked.query["latitude"], asked.query["longitude"]
    if not "1940-01-01" <= day <= "2026-06-01":
        return reply({"error": True, "reason": "Parameter 'start_date' is out of allowed range"}, 400)
    values = {
        "temperature_2m_max": drawn("t", day, lat, lon, below=420) / 10 - 6,
        "precipitation_sum": drawn("p", day, lat, lon, below=300) / 10,
        "snowfall_sum": drawn("s", day, lat, lon, below=900) / 100,
        "sunshine_duration": float(drawn("d", day, lat, lon, below=30_000)),
        "daylight_duration": 40_000.0,
    }
    units = {"time": "iso8601", **dict(zip(values, ("°C", "mm", "cm", "s", "s"), strict=True))}
    wanted = asked.query["daily"].split(",")
    return reply(
        {
            "latitude": float(lat), "longitude": float(lon), "utc_offset_seconds": 0, "timezone": "UTC",
            "daily_units": {name: units[name] for name in ["time", *wanted]},
            "daily": {"time": [day]} | {name: [values[name]] for name in wanted},
        }
    )  # fmt: skip


def overpass(asked: Asked) -> Said:
    """Overpass: how many things of any kind there are around any point."""
    query = parse_qs(asked.body.decode())["data"][0]
    read = re.search(r'nwr\["(\w+)"="(\w+)"\]\(around:(\d+),(-?[\d.]+),(-?[\d.]+)\);out count;', query)
    if read is None:
        return html("parse error", 400)
    nodes, ways = drawn(*read.groups(), below=140) + 1, drawn("w", *read.groups(), below=40)
    tags = {"nodes": str(nodes), "ways": str(ways), "relations": "0", "total": str(nodes + ways)}
    return reply({"version": 0.6, "elements": [{"type": "count", "id": 0, "tags": tags}]})


MADE_UP = {
    "open-meteo": elevations,
    "open-meteo-archive": archive,
    "open-meteo-geocoding": geocoding,
    "overpass": overpass,
    "restcountries": restcountries,
}


@contextmanager
def made_up_backends() -> Iterator[Backends]:
    """The backends, listening until the end of the block."""
    with running(Backends(MADE_UP)) as backends:
        yield backends


def write_settings(path: Path, backends: Backends, cache: Path) -> Path:
    """The settings file of a live world with these tools; the backends that aren't here have no place."""
    others = ("binance", "model", "nominatim", "osrm", "yahoo")
    bases = backends.bases | dict.fromkeys(others, "")
    lines = [f'cache = "{cache}"', "fictional = true", "patience = 60", "[bases]"]
    path.write_text("\n".join([*lines, *(f'{name} = "{base}"' for name, base in bases.items())]), encoding="utf-8")
    return path
