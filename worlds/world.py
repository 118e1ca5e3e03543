"""A world: pages and tools behind one name, opened from a short spec."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from schemas.errors import InputError
from worlds.pages import PageSource
from worlds.tools.box import atlas_tools, core_tools
from worlds.tools.calls import ToolBox

__all__ = ["World", "open_world"]


@dataclass(frozen=True)
class World:
    """Pages and tools that a leg can be made in and replayed in.

    `spec` opens the same world again (in a worker process), `source` says the same without naming a folder.
    `version` pins the source for people, `digest` (SHA-256) for machines. A recorded world has the name, source,
    version and digest of the world it was recorded from, so that an item made in either is the same. In a
    `fictional` world the tools' answers are fixtures.
    """

    spec: str
    name: str
    source: str
    pages: PageSource
    tools: ToolBox
    fictional: bool
    version: str
    digest: str

    def __reduce__(self) -> tuple[Callable[[str], World], tuple[str]]:
        """A worker process opens the world again; open files can't be sent to it."""
        return open_world, (self.spec,)


def open_world(spec: str) -> World:
    """The world of a spec: `atlas`, `zim:PATH`, `live:ADDRESS` or `snapshot:FOLDER`.

    Raises InputError for any other spec, and for a file, folder or address that isn't what it should be; for a live
    world also without the operator's contact, and NetFailure where the wiki doesn't answer.
    """
    kind, _, place = spec.partition(":")
    openers: dict[str, Callable[[str, Path], World]] = {"zim": _zim, "snapshot": _snapshot}
    if spec == "atlas":
        return _atlas()
    if kind == "live" and place:
        return _live(spec)
    if kind not in openers or not place:
        raise InputError(f"no world is called {spec!r}: say atlas, zim:PATH, live:ADDRESS or snapshot:FOLDER")
    return openers[kind](spec, Path(place))


def _atlas() -> World:
    from worlds.atlas import AtlasSource, tables

    pages = AtlasSource()
    return World(
        spec="atlas",
        name=pages.name,
        source="atlas",
        pages=pages,
        tools=atlas_tools(),
        fictional=False,
        version=tables.VERSION,
        digest=pages.digest,
    )


def _zim(spec: str, path: Path) -> World:
    from worlds.zim import ZimSource

    pages = ZimSource(path)
    return World(
        spec=spec,
        name=pages.name,
        source=f"zim:{pages.name}",
        pages=pages,
        tools=core_tools(),
        fictional=False,
        version=pages.revision,
        digest=pages.digest,
    )


def _live(spec: str) -> World:
    from worlds.live.settings import live_config, live_settings
    from worlds.live.specs import read_live_spec
    from worlds.live.wiki import LiveWiki
    from worlds.net.client import NetClient
    from worlds.tools.live import LiveToolBox

    wiki = read_live_spec(spec)
    settings = live_settings(os.environ)
    config = live_config(settings, os.environ, wiki.base)
    client = NetClient(config.contact, config.cache, patience=config.patience)
    pages = LiveWiki(wiki.base, client, wiki.order, settings.metrics)
    return World(
        spec=spec,
        name=pages.name,
        source=wiki.source,
        pages=pages,
        tools=LiveToolBox(config, pages),
        fictional=settings.fictional,
        version=pages.version,
        digest=pages.digest,
    )


def _snapshot(spec: str, folder: Path) -> World:
    from worlds.snapshot import Snapshot

    snapshot = Snapshot(folder)
    record = snapshot.record
    return World(
        spec=spec,
        name=record.name,
        source=record.source,
        pages=snapshot.pages,
        tools=snapshot.tools,
        fictional=record.fictional,
        version=record.version,
        digest=record.source_digest,
    )
