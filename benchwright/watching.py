"""Watching files: what has changed since the last look, asked for twice a second, until interrupted."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from schemas.errors import InputError

__all__ = ["PAUSE", "Changes", "changes"]

PAUSE = 0.5
"""Seconds between two looks. A look reads no file, it asks for times and sizes."""


class Stamp(NamedTuple):
    """What tells that a file was written: when, its length, and which file it is, as editors put new ones in place."""

    modified: int
    size: int
    inode: int


class Changes(NamedTuple):
    """Files that were written since the last look, and those that are there no more."""

    written: tuple[Path, ...]
    gone: tuple[Path, ...]


def changes(path: Path, suffix: str) -> Iterator[Changes]:
    """All files at first, then what was written or removed since, whenever anything was: `path`, or the folder's.

    Only files whose names end in `suffix` count in a folder. Raises InputError when there is nothing to watch.
    """
    seen: dict[Path, Stamp] = {}
    missing: set[Path] = set()  # at the last look: an editor that exchanges files has the new one in place by the next
    if not path.exists():
        raise InputError(f"{path}: there is no such file or folder")
    while True:
        now = _stamps(path, suffix)
        gone = tuple(file for file in seen if file not in now and file in missing)
        missing = {file for file in seen if file not in now}
        written = tuple(file for file, stamp in now.items() if seen.get(file) != stamp)
        seen = {file: stamp for file, stamp in seen.items() if file in missing and file not in gone} | now
        if written or gone:
            yield Changes(written, gone)
        time.sleep(PAUSE)


def _stamps(path: Path, suffix: str) -> dict[Path, Stamp]:
    files = sorted(path.glob(f"*{suffix}")) if path.is_dir() else [path]
    return {file: stamp for file in files if (stamp := _stamp(file)) is not None}


def _stamp(file: Path) -> Stamp | None:
    """None while an editor is exchanging the file for a new one."""
    try:
        held = file.stat()
    except FileNotFoundError:
        return None
    return Stamp(held.st_mtime_ns, held.st_size, held.st_ino)
