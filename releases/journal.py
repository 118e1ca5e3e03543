"""What a build has found out so far, on disk: a killed build goes on from here and ends with the same bytes."""

from __future__ import annotations

import fcntl
import shutil
import sqlite3
import zlib
from pathlib import Path
from types import TracebackType

from releases.work import Outcome, Unit
from schemas.base import parse_record
from schemas.canonical import JSON, sha256_of
from schemas.errors import InputError

__all__ = ["JOURNAL", "Journal", "work_folder"]

JOURNAL = "journal.sqlite"

TABLES = """
CREATE TABLE IF NOT EXISTS about (key TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS batches (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE IF NOT EXISTS outcomes (
    batch INTEGER NOT NULL, unit INTEGER NOT NULL, first INTEGER NOT NULL, body BLOB NOT NULL,
    PRIMARY KEY (batch, unit, first)
) WITHOUT ROWID;
"""


def work_folder(out: Path) -> Path:
    """The hidden folder beside a build's output that holds its unfinished work."""
    return out.with_name(f".{out.name}.work")


class Journal:
    """The outcomes of finished tasks, compressed, in an SQLite file, for one build at a time.

    `key` is everything that the outcomes depend on; outcomes of another key are thrown away. Nothing of them is held
    in memory.
    """

    def __init__(self, folder: Path, key: dict[str, JSON]) -> None:
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = (folder / "lock").open("w")
        except OSError as error:
            raise InputError(f"{folder.parent}: can't be written: {error.strerror or error}") from error
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._lock.close()
            raise InputError(f"{folder}: another build is at work on this output; wait for it, or stop it") from error
        self._batches: dict[str, int] = {}
        self._base = self._open(sha256_of(key))

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._base.close()
        self._lock.close()

    def __len__(self) -> int:
        (count,) = self._base.execute("SELECT count(*) FROM outcomes").fetchone()
        return int(count)

    def get(self, unit: Unit, first: int) -> Outcome | None:
        """The outcome of the task that begins at attempt `first`, if it is known."""
        place = (self._batch(unit), unit.index, first)
        row = self._base.execute("SELECT body FROM outcomes WHERE (batch, unit, first) = (?, ?, ?)", place).fetchone()
        return None if row is None else parse_record(Outcome, zlib.decompress(row[0]), "the journal")

    def add(self, outcome: Outcome) -> None:
        """Keep an outcome. A process killed after this has lost nothing of it."""
        unit = outcome.task.unit
        body = zlib.compress(outcome.model_dump_json().encode(), 1)
        row = (self._batch(unit), unit.index, outcome.task.first, body)
        self._base.execute("INSERT OR REPLACE INTO outcomes VALUES (?, ?, ?, ?)", row)

    def remove(self) -> None:
        """Delete the work folder: the build is done."""
        self._base.close()
        shutil.rmtree(self.folder)

    def _batch(self, unit: Unit) -> int:
        name = f"{unit.family} {unit.group} {unit.split}"
        if name not in self._batches:
            self._base.execute("INSERT OR IGNORE INTO batches (name) VALUES (?)", (name,))
            (number,) = self._base.execute("SELECT number FROM batches WHERE name = ?", (name,)).fetchone()
            self._batches[name] = number
        return self._batches[name]

    def _open(self, key: str) -> sqlite3.Connection:
        """The file of an earlier run with this key, or a new one: of another key, or no sound file, nothing is used."""
        try:
            base = _connect(self.folder / JOURNAL)
            if base.execute("SELECT key FROM about").fetchall() in ([], [(key,)]):
                base.execute("INSERT INTO about SELECT ? WHERE NOT EXISTS (SELECT 1 FROM about)", (key,))
                return base
            base.close()
        except sqlite3.DatabaseError:
            pass
        for path in self.folder.glob(f"{JOURNAL}*"):
            path.unlink()
        base = _connect(self.folder / JOURNAL)
        base.execute("INSERT INTO about VALUES (?)", (key,))
        return base


def _connect(path: Path) -> sqlite3.Connection:
    """A connection that writes each statement by itself, at the speed of the log."""
    base = sqlite3.connect(path, isolation_level=None)
    try:
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = NORMAL")
        base.executescript(TABLES)
    except sqlite3.DatabaseError:
        base.close()
        raise
    return base
