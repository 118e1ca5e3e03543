"""What live tools are told: who asks, where replies are kept, which backends and keys to use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from schemas.errors import InputError
from schemas.worlds import Arguments
from worlds.net.identity import CONTACT_VARIABLE
from worlds.net.messages import Service

__all__ = ["BASES", "GOOGLE_VARIABLE", "SERPER_VARIABLE", "LiveConfig"]

GOOGLE_VARIABLE = "BENCHWRIGHT_GOOGLE_KEY"
SERPER_VARIABLE = "BENCHWRIGHT_SERPER_KEY"
"""The environment variables of the two keys."""

BASES: Mapping[str, str] = MappingProxyType(
    {
        "binance": "https://api.binance.com",
        "google-elevation": "https://maps.googleapis.com",
        "google-geocode": "https://maps.googleapis.com",
        "google-places": "https://places.googleapis.com",
        "google-routes": "https://routes.googleapis.com",
        "mediawiki": "https://en.wikipedia.org/w",
        "model": "",
        "nominatim": "https://nominatim.openstreetmap.org",
        "open-meteo": "https://api.open-meteo.com",
        "open-meteo-archive": "https://archive-api.open-meteo.com",
        "open-meteo-geocoding": "https://geocoding-api.open-meteo.com",
        "osrm": "https://router.project-osrm.org",
        "overpass": "https://overpass-api.de",
        "restcountries": "https://restcountries.com",
        "serper": "https://google.serper.dev",
        "yahoo": "https://query1.finance.yahoo.com",
    }
)
"""The backends and where they stand; `model` has no public place."""

INTERVALS = {"nominatim": 1.0, "osrm": 1.0, "overpass": 1.0, "yahoo": 1.0}
"""Seconds between two requests to the public places: Nominatim's and the OSRM demonstration server's policy; the rest
is courtesy. A server of one's own is asked without a pause."""

NEED_KEY = {
    "google-elevation": "google",
    "google-geocode": "google",
    "google-places": "google",
    "google-routes": "google",
    "serper": "serper",
}


@dataclass(frozen=True)
class LiveConfig:
    """How live tools are set up.

    `contact` is the operator's address or page. `cache` is the folder of replies and turns, which runs share.
    `bases` puts a backend elsewhere (an own server, a test's), by the names of `BASES`. `use` picks a backend for an
    ability where there are several; the first keyless one serves otherwise. `hosts` are those that `fetch_webpage`
    may ask besides the world's own pages. `model` names the model that `python_generate_code` asks at the base
    `model`, any OpenAI-compatible server. `known` replaces the arguments that decoys are drawn from, by ability.
    `patience` bounds the seconds of waiting for one request.
    """

    contact: str
    cache: Path
    bases: Mapping[str, str] = field(default_factory=dict)
    use: Mapping[str, str] = field(default_factory=dict)
    hosts: frozenset[str] = frozenset()
    google_key: str = field(default="", repr=False)
    serper_key: str = field(default="", repr=False)
    model: str = ""
    model_key: str = field(default="", repr=False)
    known: Mapping[str, tuple[Arguments, ...]] = field(default_factory=dict)
    patience: float = 120.0

    def __post_init__(self) -> None:
        unknown = sorted(set(self.bases) - set(BASES))
        if unknown:
            raise InputError(f"no backend is called {unknown[0]!r}: the backends are {', '.join(sorted(BASES))}")

    @classmethod
    def from_environment(cls, environment: Mapping[str, str], cache: Path) -> LiveConfig:
        """The public backends, with contact and keys from the environment. The contact is judged on use."""
        return cls(
            contact=environment.get(CONTACT_VARIABLE, ""),
            cache=cache,
            google_key=environment.get(GOOGLE_VARIABLE, ""),
            serper_key=environment.get(SERPER_VARIABLE, ""),
        )

    def service(self, backend: str) -> Service | None:
        """A backend as it is reached; None where it has no place or its key isn't set."""
        base = self.bases.get(backend, BASES[backend])
        headers: dict[str, str] = {}
        params: dict[str, str] = {}
        if not base or (backend == "model" and not self.model):
            return None
        if (key := NEED_KEY.get(backend)) is not None:
            secret = self.google_key if key == "google" else self.serper_key
            if not secret:
                return None
            if backend in {"google-elevation", "google-geocode"}:
                params["key"] = secret
            else:
                headers["X-Goog-Api-Key" if key == "google" else "X-API-KEY"] = secret
        if backend == "model" and self.model_key:
            headers["Authorization"] = f"Bearer {self.model_key}"
        keep = not backend.startswith("google-")
        interval = INTERVALS.get(backend, 0.0) if base == BASES[backend] else 0.0
        return Service(backend, base, interval, keep, headers, params)
