"""A recorded world: its folder opened for replay, and what in its files isn't as recorded."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from schemas.errors import InputError
from schemas.files import read_bytes
from schemas.worlds import Pools, WorldRecord
from worlds.lines import Fault, Lines, line_faults
from worlds.record import (
    CALLS,
    PAGES,
    POOLS,
    WORLD,
    Damage,
    read_call,
    read_page,
    read_pools,
    read_world,
    request_in,
    title_in,
)
from worlds.replay import RecordedTools, SnapshotSource

__all__ = ["Fault", "Snapshot"]


class Snapshot:
    """A folder that `record_world` wrote.

    Opening it reads `world.json` and indexes the other files: a damaged line is found when it is read, or by
    `faults`. Raises InputError where the folder holds no `world.json`.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        if not (folder / WORLD).is_file():
            raise InputError(f"{folder}: no {WORLD} here: name the folder of a recorded world")
        self.page_lines = Lines(folder / PAGES, title_in)
        self.call_lines = Lines(folder / CALLS, request_in)

    @cached_property
    def record(self) -> WorldRecord:
        """What `world.json` says. Raises InputError when it isn't as recorded."""
        try:
            return read_world(read_bytes(self.folder / WORLD))
        except Damage as damage:
            raise InputError(f"{self.folder / WORLD}: not as recorded: {damage}") from damage

    @cached_property
    def pools(self) -> Pools:
        """The world's values by kind. Raises InputError when the file isn't as recorded."""
        path = self.folder / POOLS
        data = read_bytes(path)
        try:
            pools = read_pools(data)
        except Damage as damage:
            raise InputError(f"{path}: not as recorded: {damage}") from damage
        if hashlib.sha256(data).hexdigest() != dict(self.record.files).get(POOLS):
            raise InputError(f"{path}: not as recorded: its SHA-256 isn't the one in {WORLD}")
        return pools

    @cached_property
    def pages(self) -> SnapshotSource:
        """The recorded pages."""
        return SnapshotSource(self.record, self.page_lines)

    @cached_property
    def tools(self) -> RecordedTools:
        """The recorded calls."""
        return RecordedTools(self.record, self.call_lines)

    def faults(self) -> Iterator[Fault]:
        """Everything that isn't as recorded, file by file, in a fixed order; a changed byte anywhere is among them."""
        record: WorldRecord | None = None
        try:
            record = read_world(read_bytes(self.folder / WORLD))
        except Damage as damage:
            yield Fault(WORLD, 1, "", f"{damage}")
        pages = list(line_faults(self.page_lines, title_in, _page_name, record.titles if record else None))
        calls = list(line_faults(self.call_lines, request_in, _call_name, record.requests if record else None))
        yield from pages
        yield from calls
        named = {fault.file for fault in (*pages, *calls)}
        for name, digest in record.files if record else ():
            path = self.folder / name
            if not path.is_file():
                yield Fault(name, 0, "", "the file is missing")
            elif name not in named and _file_digest(path) != digest:
                yield Fault(name, 0, "", f"the file's SHA-256 isn't the one in {WORLD}")


def _page_name(line: bytes) -> str:
    return read_page(line).title


def _call_name(line: bytes) -> str:
    return read_call(line).request


def _file_digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
