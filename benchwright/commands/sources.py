"""The options that name a world's source and its seed pages, the same for every verb that takes one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from schemas.errors import InputError

if TYPE_CHECKING:
    from schemas.canonical import JSON

__all__ = ["knobs_in", "knobs_option", "levels_in", "seed_pages", "source_options", "source_spec"]

F = TypeVar("F", bound=Callable[..., object])

SOURCES = "atlas, zim:PATH, snapshot:FOLDER, live:ADDRESS, or live with --api."


def source_options(command: F) -> F:
    """`--source` and `--api`."""
    api = click.option("--api", metavar="URL", help="The address of a MediaWiki's api.php, with --source live.")
    return click.option("--source", required=True, metavar="SPEC", help=SOURCES)(api(command))


def knobs_option(command: F) -> F:
    """`--seed-pages`."""
    told = "Knobs of the recipe's [seed_pages], as length=500,facts=2."
    return click.option("--seed-pages", "knobs", metavar="KEY=N,…", default="", help=told)(command)


def source_spec(source: str, api: str | None) -> str:
    """The world's spec. Raises InputError where `live` comes without an address, or another source with one."""
    if source == "live":
        if not api:
            raise InputError("--source live: which wiki? Give the address of its api.php: --api URL")
        return f"live:{api}"
    if api:
        raise InputError(f"--api goes with --source live, not with --source {source}")
    return source


def knobs_in(text: str) -> dict[str, JSON]:
    """The knobs that `--seed-pages` gives. Raises InputError for anything that isn't `KEY=N,…`."""
    found: dict[str, JSON] = {}
    for part in filter(None, text.split(",")):
        match = re.fullmatch(r"\s*([a-z_]+)\s*=\s*([0-9]+)\s*", part)
        if match is None:
            raise InputError(f"--seed-pages: {part!r} is no KEY=N, like facts=2")
        found[match[1]] = json.loads(match[2].lstrip("0") or "0")
    return found


def seed_pages(titles: tuple[str, ...], knobs: str) -> dict[str, JSON]:
    """A recipe's `[seed_pages]`: the titles named and, where there are none or `--seed-pages` asks, others drawn."""
    named: dict[str, JSON] = {"titles": list(titles), "count": 0} if titles else {}
    return {**named, **knobs_in(knobs)}


def levels_in(path: Path) -> dict[str, JSON]:
    """The levels that a file describes, each as a table `[levels.NAME]`. Raises InputError for a file without any."""
    from schemas.files import parse_toml, read_bytes

    table = parse_toml(read_bytes(path).decode("utf-8", "replace"), str(path))
    levels = json.loads(json.dumps(table.get("levels"), default=str))
    if not isinstance(levels, dict) or set(table) != {"levels"}:
        raise InputError(f"{path}: describe levels in tables called [levels.NAME], and nothing else")
    return levels
