"""A live toolbox over the backends on loopback, and one good call of every ability."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from schemas.values import CoordsValue, TextValue
from schemas.worlds import Arguments
from tests.worlds.backends import figures, google, maps, weather, web
from tests.worlds.backends.server import Backends, FakeClock, running
from worlds.tools.calls import make_arguments
from worlds.tools.live import LiveConfig, LiveToolBox

__all__ = ["CONTACT", "GOOD", "USED", "all_backends", "config_for", "coords", "text", "toolbox"]

CONTACT = "operator@benchwright.test"


def text(value: str) -> TextValue:
    """A text value."""
    return TextValue(type="text", value=value)


def coords(lat: str, lon: str) -> CoordsValue:
    """A point."""
    return CoordsValue(type="coords", lat=lat, lon=lon)


ZURICH, HAMBURG = coords("47.36667", "8.55"), coords("53.55073", "9.99302")
ON = {"date": "2020-01-15", "location": ZURICH}
SOON = {"date": "2026-06-02", "location": ZURICH}
WAY = {"origin": ZURICH, "destination": HAMBURG}
COIN = {"date": "2024-01-02", "symbol": text("BTC/USDT")}
SHARE = {"date": "2024-01-02", "ticker": text("NASDAQ:AAPL")}

GOOD: dict[tuple[str, str], Arguments] = {
    ("countries_area", "restcountries"): make_arguments(country=text("France")),
    ("countries_population", "restcountries"): make_arguments(country=text("France")),
    ("crypto_historical_price", "binance"): make_arguments(**COIN),
    ("crypto_volume", "binance"): make_arguments(**COIN),
    ("maps_directions", "google-routes"): make_arguments(**WAY),
    ("maps_directions", "osrm"): make_arguments(**WAY),
    ("maps_distance_matrix:driving", "google-routes"): make_arguments(mode="driving", **WAY),
    ("maps_distance_matrix:driving", "osrm"): make_arguments(mode="driving", **WAY),
    ("maps_distance_matrix:driving_duration", "google-routes"): make_arguments(mode="driving_duration", **WAY),
    ("maps_distance_matrix:driving_duration", "osrm"): make_arguments(mode="driving_duration", **WAY),
    ("maps_elevation", "google-elevation"): make_arguments(location=ZURICH),
    ("maps_elevation", "open-meteo"): make_arguments(location=ZURICH),
    ("maps_geocode", "google-geocode"): make_arguments(address=text("1 Mill Lane")),
    ("maps_geocode", "nominatim"): make_arguments(address=text("Tower Bridge")),
    ("maps_geocode", "open-meteo-geocoding"): make_arguments(address=text("Hamburg")),
    ("maps_place_details", "google-places"): make_arguments(place=text("ChIJ-rated-place")),
    ("maps_place_details", "nominatim"): make_arguments(place=text("N106")),
    ("maps_reverse_geocode", "google-geocode"): make_arguments(location=ZURICH),
    ("maps_reverse_geocode", "nominatim"): make_arguments(location=ZURICH),
    ("maps_search_places", "google-places"): make_arguments(kind="school", location=ZURICH, radius="1500"),
    ("maps_search_places", "overpass"): make_arguments(kind="school", location=ZURICH, radius="1500"),
    ("python_generate_code", "model"): make_arguments(task="add"),
    ("stock_historical_price", "yahoo"): make_arguments(**SHARE),
    ("stock_volume", "yahoo"): make_arguments(**SHARE),
    ("web_search", "mediawiki"): make_arguments(query=text("tower")),
    ("web_search", "serper"): make_arguments(query=text("tower bridge")),
    **{
        (f"weather_{tool}:{metric}", backend): make_arguments(metric=metric, **day)
        for tool, backend, day in (("historical", "open-meteo-archive", ON), ("forecast", "open-meteo", SOON))
        for metric in ("temperature_max", "precipitation", "snowfall", "sunshine")
    },
}
"""A call that is answered, for every ability and backend but `fetch_webpage`, which takes the server's address."""

USED = {
    "binance": figures.binance,
    "google-elevation": google.elevation,
    "google-geocode": google.geocode,
    "google-places": google.places,
    "google-routes": google.routes,
    "mediawiki": web.mediawiki,
    "model": web.model,
    "nominatim": maps.nominatim,
    "open-meteo": weather.main_api,
    "open-meteo-archive": weather.archive,
    "open-meteo-geocoding": weather.geocoding,
    "osrm": maps.osrm,
    "overpass": maps.overpass,
    "restcountries": figures.restcountries,
    "serper": web.serper,
    "yahoo": figures.yahoo,
}


@contextmanager
def all_backends() -> Iterator[Backends]:
    """Every backend and a website, listening."""
    with running(Backends(USED | {"site": web.site})) as backends:
        yield backends


def config_for(backends: Backends, cache: Path, **changes: object) -> LiveConfig:
    """A configuration that knows the keys and reaches only loopback."""
    given: dict[str, Any] = {
        "contact": CONTACT,
        "cache": cache,
        "bases": {name: base for name, base in backends.bases.items() if name != "site"},
        "google_key": google.KEY,
        "serper_key": "serper-secret",
        "hosts": frozenset({urlsplit(backends.url).netloc}),
        "model": "writer-1",
        "model_key": "model-secret",
    }
    return LiveConfig(**(given | changes))


@contextmanager
def toolbox(
    backends: Backends, cache: Path, clock: FakeClock | None = None, **changes: object
) -> Iterator[LiveToolBox]:
    """A live toolbox under a clock that only waits move."""
    box = LiveToolBox(config_for(backends, cache, **changes), clock=clock or FakeClock())
    try:
        yield box
    finally:
        box.close()
