"""Texts that were seen before, however many: they are kept on disk, and memory stays as it is."""

from __future__ import annotations

import hashlib
import sqlite3
import weakref

__all__ = ["Seen"]

PAGES_IN_MEMORY = 4096
"""How many pages of 4 KiB the database holds in memory before it takes to the disk."""


class Seen:
    """A set of texts, each with the name that it was first added under.

    Texts are told apart by 128 bits of their BLAKE2 digest. They lie in a temporary SQLite database, which SQLite
    itself deletes, and moves to the disk once it is more than a few thousand pages.
    """

    def __init__(self) -> None:
        base = sqlite3.connect("", isolation_level=None)
        self._base = base
        weakref.finalize(self, base.close)
        base.execute(f"PRAGMA cache_size = {PAGES_IN_MEMORY}")
        base.execute("PRAGMA journal_mode = OFF")
        base.execute("CREATE TABLE seen (text BLOB PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID")

    def name_of(self, text: str) -> str | None:
        """The name that the text was first added under; None for a text that wasn't."""
        row = self._base.execute("SELECT name FROM seen WHERE text = ?", (_digest(text),)).fetchone()
        return None if row is None else str(row[0])

    def add(self, text: str, name: str) -> None:
        """Add a text; one that is there keeps its name."""
        self._base.execute("INSERT OR IGNORE INTO seen VALUES (?, ?)", (_digest(text), name))


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
