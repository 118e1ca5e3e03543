"""The backends of live tools as they would answer about the made-up world, each in its documented format."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from urllib.parse import parse_qs

from tests.worlds.backends.server import Asked, Backend, Backends, Said, html, reply, running
from tests.worlds.wikiworld import City, Country, cities, coins, countries, shares
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


CODES = tuple(f"X{chr(65 + n)}" for n in range(26)) + tuple(f"Q{chr(77 + n)}" for n in range(14))
"""Two-letter codes that ISO 3166 leaves to its users: no country has one."""

MARKETS = {"NASDAQ": "NMS", "NYSE": "NYQ"}
"""Yahoo's codes of the exchanges."""


def code_of(land: Country, times: int) -> str:
    """A made-up country has a code of the users'; a real one is known by its code alone."""
    made_up = countries(times)
    return CODES[made_up.index(land)] if land in made_up else land.name


def restcountries(times: int, asked: Asked) -> Said:
    """REST Countries: `/v3.1/name/{name}?fullText=true` and `/v3.1/alpha/{code}`."""
    _, _, endpoint, name = asked.path.split("/", 3)
    rows = [
        {
            "name": {"common": land.name, "official": f"Republic of {land.name}", "nativeName": {}},
            "cca2": code, "cca3": f"{code}X", "population": land.population, "area": float(land.area),
        }
        for land in (*countries(times), *REAL_COUNTRIES)
        if name in {land.name, f"Republic of {land.name}", code := code_of(land, times), f"{code}X"}
    ]  # fmt: skip
    if not rows:
        return reply({"message": "Not Found", "status": 404}, 404)
    return reply(rows if endpoint == "name" else rows[0])


def geocoding(times: int, asked: Asked) -> Said:
    """Open-Meteo's geocoder: every city by a part of its name."""
    name = asked.query["name"].casefold()
    every = enumerate((*cities(times), *REAL_CITIES))
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


def osrm(asked: Asked) -> Said:
    """OSRM's table between any two points."""
    pair = asked.path.rpartition("/")[2]
    metres = drawn(pair, below=2_000_000) / 10 + 100
    ends = [[{"distance": 1.5, "hint": "", "name": "", "location": [0, 0]}]] * 2
    return reply(
        {
            "code": "Ok", "distances": [[metres]], "durations": [[round(metres / 21, 1)]],
            "sources": ends[0], "destinations": ends[1],
        }
    )  # fmt: skip


def yahoo(times: int, asked: Asked) -> Said:
    """Yahoo's chart of a share on a weekday."""
    symbol = asked.path.rpartition("/")[2]
    known = [one.partition(":") for one in (*TEXTS["ticker"], *(share.traded for share in shares(times)))]
    market = {name: MARKETS[exchange] for exchange, _, name in known}.get(symbol)
    if market is None:
        error = {"code": "Not Found", "description": "No data found, symbol may be delisted"}
        return reply({"chart": {"result": None, "error": error}}, 404)
    start = int(asked.query["period1"])
    meta = {"currency": "USD", "symbol": symbol, "exchangeName": market, "gmtoffset": -18_000, "priceHint": 2}
    day = datetime.fromtimestamp(start, UTC).date().isoformat()
    close, volume = drawn("c", symbol, day, below=90_000) / 100 + 1, drawn("v", symbol, day, below=9_000_000) + 1
    quote = {"open": [close], "high": [close], "low": [close], "close": [close], "volume": [volume]}
    result = {"meta": meta, "timestamp": [start + 52_200], "indicators": {"quote": [quote]}}
    return reply({"chart": {"result": [result], "error": None}})


def binance(times: int, asked: Asked) -> Said:
    """Binance's one candle of a day."""
    pair = asked.query["symbol"]
    if pair not in {one.replace("/", "") for one in (*TEXTS["symbol"], *(coin.traded for coin in coins(times)))}:
        return reply({"code": -1121, "msg": "Invalid symbol."}, 400)
    start = int(asked.query["startTime"])
    price = f"{drawn('c', pair, str(start), below=9_000_000) / 100 + 1:.8f}"
    volume = f"{drawn('v', pair, str(start), below=900_000_000) / 10_000 + 1:.8f}"
    return reply([[start, price, price, price, price, volume, start + 86_399_999, "1.0", 7, "1.0", "1.0", "0"]])


def _made_up(times: int) -> Mapping[str, Backend]:
    """The backends of a world of that size: a large one has roads and markets too."""
    small: dict[str, Backend] = {
        "open-meteo": elevations,
        "open-meteo-archive": archive,
        "open-meteo-geocoding": partial(geocoding, times),
        "overpass": overpass,
        "restcountries": partial(restcountries, times),
    }
    if times == 1:
        return small
    return small | {"binance": partial(binance, times), "osrm": osrm, "yahoo": partial(yahoo, times)}


@contextmanager
def made_up_backends(times: int = 1) -> Iterator[Backends]:
    """The backends, listening until the end of the block."""
    with running(Backends(_made_up(times))) as backends:
        yield backends


def write_settings(path: Path, backends: Backends, cache: Path) -> Path:
    """The settings file of a live world with these tools; the backends that aren't here have no place."""
    nowhere = dict.fromkeys(("binance", "model", "nominatim", "osrm", "yahoo"), "")
    bases = nowhere | backends.bases
    lines = [f'cache = "{cache}"', "fictional = true", "patience = 60", "[bases]"]
    path.write_text("\n".join([*lines, *(f'{name} = "{base}"' for name, base in bases.items())]), encoding="utf-8")
    return path
