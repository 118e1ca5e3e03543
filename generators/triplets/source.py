"""Finds the line of a TOML file on which a key stands, so that a fault can be shown where it was written."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final, TypeAlias

__all__ = ["KeyPath", "line_of"]

KeyPath: TypeAlias = tuple[str | int, ...]
"""Where a value is: table and key names, and places (from 0) in arrays of tables."""

_ARRAY: Final = re.compile(r"^\s*\[\[\s*([\w.-]+)\s*\]\]")
_TABLE: Final = re.compile(r"^\s*\[\s*([\w.-]+)\s*\]")
_KEY: Final = re.compile(r"^\s*([\w.-]+)\s*=\s*(.*)$")


def line_of(text: str, path: KeyPath) -> int:
    """The line (from 1) of a key, or of the nearest table around it; 1 where neither stands in the text.

    Understands what templates use: tables, arrays of tables, bare keys, multi-line strings. The text must be
    valid TOML.
    """
    lines = _lines(text)
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return 1


def _lines(text: str) -> dict[KeyPath, int]:
    found: dict[KeyPath, int] = {}
    seen: Counter[str] = Counter()
    table: KeyPath = ()
    inside = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if inside:
            inside = "" if inside in line else inside
        elif array := _ARRAY.match(line):
            table = (*array[1].split("."), seen[array[1]])
            seen[array[1]] += 1
            found.setdefault(table, number)
        elif header := _TABLE.match(line):
            table = tuple(header[1].split("."))
            found.setdefault(table, number)
        elif key := _KEY.match(line):
            found.setdefault((*table, *key[1].split(".")), number)
            inside = next((mark for mark in ('"""', "'''") if key[2].count(mark) == 1), "")
    return found
