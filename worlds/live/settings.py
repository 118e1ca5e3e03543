"""How live worlds are reached: who asks, where replies are kept, and what a settings file puts elsewhere."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import Field

from schemas.base import Record, parse_record
from schemas.errors import InputError
from schemas.files import parse_toml, read_bytes
from worlds.live.views import METRICS
from worlds.net.cache import CACHE_VARIABLE, cache_root
from worlds.tools.live.config import LiveConfig

__all__ = ["CACHE_VARIABLE", "SETTINGS_VARIABLE", "LiveSettings", "live_config", "live_settings"]

SETTINGS_VARIABLE = "BENCHWRIGHT_LIVE"
"""The environment variable that names the settings file."""


class LiveSettings(Record):
    """The settings file, TOML: every key may be left out.

    `cache` is the folder of replies, from the file's own folder. `bases`, `use`, `hosts` and `model` are those of live
    tools (docs/tools.md), `metrics` the server that counts views. `patience` bounds the seconds of waiting for one
    request. A world whose tools are fixtures is marked `fictional`.
    """

    cache: Annotated[str, Field(min_length=1)] | None = None
    bases: dict[str, str] = Field(default_factory=dict)
    use: dict[str, str] = Field(default_factory=dict)
    hosts: tuple[str, ...] = ()
    model: str = ""
    metrics: str = METRICS
    patience: Annotated[int, Field(ge=0, le=86_400)] = 120
    fictional: bool = False


def live_settings(environment: Mapping[str, str]) -> LiveSettings:
    """The settings that the environment names, or the defaults; `cache` is a whole path then.

    Raises InputError for a file that is none, or holds a key or value that isn't known.
    """
    named = environment.get(SETTINGS_VARIABLE)
    kept = cache_root(environment)
    if not named:
        return LiveSettings(cache=str(kept / "live"))
    path = Path(named)
    try:
        table = parse_toml(read_bytes(path).decode(), str(path))
        settings = parse_record(LiveSettings, json.dumps(table), str(path))
    except (UnicodeDecodeError, TypeError) as error:
        raise InputError(f"{path}: settings hold UTF-8 text, integers, true, false, lists and tables only") from error
    cache = path.parent / settings.cache if settings.cache else kept / "live"
    return settings.model_copy(update={"cache": str(cache)})


def live_config(settings: LiveSettings, environment: Mapping[str, str], base: str) -> LiveConfig:
    """The tools' configuration in a world over the wiki at `base`, which is also the one that is searched."""
    told = LiveConfig.from_environment(environment, Path(settings.cache or "."))
    return LiveConfig(
        contact=told.contact,
        cache=told.cache,
        bases={"mediawiki": base, **settings.bases},
        use=settings.use,
        hosts=frozenset(settings.hosts),
        google_key=told.google_key,
        serper_key=told.serper_key,
        model=settings.model,
        patience=float(settings.patience),
    )
