"""Where the rooms are, and how they come first on the import path.

In a checkout the rooms are the folders at its top. In an installed wheel they travel inside `benchwright/_rooms`,
because names like `validators` and `schemas` belong to other distributions too.
"""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path
from types import ModuleType

__all__ = ["ROOMS", "ROOMS_FOLDER", "RoomTakenError", "command_is_starting", "initialise_worker", "put_rooms_first"]

ROOMS = ("releases", "annotation", "validators", "generators", "solvers", "worlds", "schemas")
"""The rooms below `benchwright`, highest first: each may import only those after it."""

PACKAGE_FOLDER = Path(__file__).resolve().parent
PACKED_ROOMS = PACKAGE_FOLDER / "_rooms"

ROOMS_FOLDER = PACKED_ROOMS if PACKED_ROOMS.is_dir() else PACKAGE_FOLDER.parent
"""The folder that holds the rooms: `_rooms` of an installed wheel, or the root of a checkout."""


class RoomTakenError(ImportError):
    """Another distribution's module already goes by a room's name in this process."""


def put_rooms_first() -> None:
    """Put the folder of the rooms first on `sys.path`, even where it already stands further down.

    Raises RoomTakenError when a module named like a room was already imported from elsewhere: two modules can't
    share a name in one process.
    """
    for room in ROOMS:
        module = sys.modules.get(room)
        if module is not None and not is_ours(module, room):
            raise RoomTakenError(
                f"another module named {room!r} is already imported in this process (from {origin(module)}); "
                "import benchwright before it, or use the two in separate processes",
                name=room,
            )
    folder = str(ROOMS_FOLDER)
    sys.path[:] = [folder, *(entry for entry in sys.path if entry != folder)]


def initialise_worker() -> None:
    """Make the rooms importable in a worker process: the initializer to hand to an executor's pool.

    Unpickling this function imports `benchwright`, which already does the work; calling it again moves the rooms
    back to the front in a worker that has changed its path since. Raises RoomTakenError as `put_rooms_first` does.
    """
    put_rooms_first()


def command_is_starting() -> bool:
    """Whether this process was started as `benchwright` or `python -m benchwright`."""
    if sys.argv[:1] == ["-m"]:  # what stands there while Python still imports the package it was told to run
        words = sys.orig_argv
        return ("-m", "benchwright") in pairwise(words) or "-mbenchwright" in words
    return bool(sys.argv) and Path(sys.argv[0]).stem == "benchwright"


def is_ours(module: ModuleType, room: str) -> bool:
    """Whether a module was loaded from our room of that name."""
    file = getattr(module, "__file__", None)
    return file is not None and Path(file).resolve().parent == ROOMS_FOLDER / room


def origin(module: ModuleType) -> str:
    """Where a module came from, for a person to read."""
    file = getattr(module, "__file__", None)
    return str(file) if file else ", ".join(str(entry) for entry in getattr(module, "__path__", [])) or "memory"
