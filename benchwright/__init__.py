"""The front door: importing it makes the rooms (`schemas`, `worlds`, …) importable under their own names."""

from __future__ import annotations

import sys

from benchwright._paths import RoomTakenError, command_is_starting, put_rooms_first

__all__ = ["__version__"]

__version__ = "0.1.0"

try:
    put_rooms_first()
except RoomTakenError as error:
    # The command's own entry point can't catch this: it is imported after this line.
    if not command_is_starting():
        raise
    sys.stderr.write(f"benchwright: {error}\n")
    sys.exit(2)
