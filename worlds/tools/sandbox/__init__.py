"""Running a Python program that somebody else wrote: limits, no network, no files, no other processes."""

from __future__ import annotations

from worlds.tools.sandbox.run import Execution, Limits, execute_code

__all__ = ["Execution", "Limits", "execute_code"]
