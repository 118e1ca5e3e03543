"""The `benchwright` command: sets up the path of the rooms, then hands over to the command line."""

from __future__ import annotations

from benchwright.cli import main

__all__ = ["main"]

if __name__ == "__main__":
    main()
