"""Watching files: what has changed since the last look, asked for twice a second, until interrupted."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from schemas.errors import InputError

__all__ = ["PAUSE", "changes"]

PAUSE = 0.5
"""Seconds between two looks. A look reads no file, it asks for times and sizes."""


class Stamp(NamedTuple):
    """What tells that a file was written: when, its length, and which file it is, as editors put new ones in place."""

    modified: int
    size: int
    inode: int


def changes(path: Path, suffix: str) -> Iterator[tuple[Path, ...]]:
    """All files at first, then those written since, whenever there are any: `path` itself, or those in the folder.

    Only files whose names end in `suffix` count in a folder. Raises InputError when there is nothing to watch.
    """
    seen: dict[Path, Stamp] = {}
    if not path.exists():
        raise InputError(f"{path}: there is no such file or folder")
    while True:
        now = _stamps(path, suffix)
        changed = tuple(file for file, stamp in now.items() if seen.get(file) != stamp)
        seen = now
        if changed:
            yield changed
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
