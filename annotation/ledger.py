"""The ledger: an append-only file of events in SQLite, each chained by digest to the one before."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from pydantic import ValidationError

from annotation.events import DATA, Data, Event
from schemas.canonical import canonical_bytes, dump, sha256_of
from schemas.errors import InputError, ReleaseError

__all__ = ["START", "Ledger", "Pen", "Row", "digest_of", "read_rows"]

START: Final = "0" * 64
"""What stands where the first event names its predecessor."""

APPLICATION: Final = 0x42575256  # "BWRV" in the file's header: a review ledger
TABLE: Final = (
    """CREATE TABLE events (
        seq INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, data TEXT NOT NULL,
        previous TEXT NOT NULL, digest TEXT NOT NULL UNIQUE) STRICT""",
    "CREATE TRIGGER no_change BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are only appended'); END",
    "CREATE TRIGGER no_removal BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are only appended'); END",
    f"PRAGMA application_id = {APPLICATION}",
)
READ: Final = "SELECT seq, key, at, data, previous, digest FROM events WHERE seq > ? ORDER BY seq"
FIND: Final = "SELECT seq, key, at, data, previous, digest FROM events WHERE key = ?"
WRITE: Final = "INSERT INTO events (seq, key, at, data, previous, digest) VALUES (?, ?, ?, ?, ?, ?)"


class Row(NamedTuple):
    """One event as it is stored."""

    seq: int
    key: str
    at: int
    data: str
    previous: str
    digest: str


def digest_of(seq: int, key: str, at: int, data: Data, previous: str) -> str:
    """The digest that chains an event: of its place, key, time, content and its predecessor's digest."""
    return sha256_of({"seq": seq, "key": key, "at": at, "data": dump(data), "previous": previous})


def read_rows(rows: Iterable[Row], where: str, seq: int = 0, head: str = START) -> Iterator[Event]:
    """The events of rows that follow event `seq` with digest `head`.

    Raises ReleaseError that names the first event that was changed, removed, added or moved.
    """
    for row in rows:
        seq += 1
        if row.seq != seq:
            raise ReleaseError(f"{where}: event {seq} is missing; event {row.seq} stands in its place")
        if row.previous != head:
            raise ReleaseError(f"{where}: event {seq} does not follow event {seq - 1}: the chain is broken there")
        try:
            data = DATA.validate_json(row.data)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]["msg"]
            raise ReleaseError(f"{where}: event {seq} is no event of a review: {first}") from error
        if digest_of(row.seq, row.key, row.at, data, row.previous) != row.digest:
            raise ReleaseError(f"{where}: event {seq} was changed: its content does not give its digest")
        if canonical_bytes(data) != row.data.encode():
            raise ReleaseError(f"{where}: event {seq} was rewritten: it is not in canonical form")
        head = row.digest
        yield Event(seq=row.seq, key=row.key, at=row.at, data=data, previous=row.previous, digest=row.digest)


class Ledger:
    """One ledger file. Several processes may hold it open; writers take turns.

    Raises InputError when the file is missing, taken, or no ledger.
    """

    def __init__(self, path: Path, *, create: bool = False) -> None:
        self.path = path
        if not create and not path.is_file():
            raise InputError(f"{path}: no such ledger; `benchwright triplets review init` makes one")
        try:
            if create:
                os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # it holds answers: its owner's alone
            self._base = sqlite3.connect(path, isolation_level=None, timeout=30, check_same_thread=False)
            with ExitStack() as failing:
                failing.callback(self._base.close)
                self._prepare(create=create)
                failing.pop_all()
        except (OSError, sqlite3.Error) as error:
            raise InputError(f"{path}: can't be opened as a ledger: {error}") from error

    def _prepare(self, *, create: bool) -> None:
        empty = self._look(create=create)  # before a foreign file is touched
        self._base.execute("PRAGMA journal_mode = WAL")
        self._base.execute("PRAGMA synchronous = FULL")
        if empty:
            with self._transaction():
                if self._look(create=create):
                    for statement in TABLE:
                        self._base.execute(statement)

    def _look(self, *, create: bool) -> bool:
        """Whether the file is still empty. Raises InputError when it is no ledger, or not the new one it should be."""
        tables = [name for (name,) in self._base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        if tables == [] and create:
            return True
        (kind,) = self._base.execute("PRAGMA application_id").fetchone()
        if tables != ["events"] or kind != APPLICATION:
            raise InputError(f"{self.path}: is no review ledger")
        if create and self._base.execute("SELECT count(*) FROM events").fetchone() != (0,):
            raise InputError(f"{self.path}: exists already, and nothing in a ledger is overwritten")
        return False

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    def read(self, seq: int = 0, head: str = START) -> Iterator[Event]:
        """The events after `seq`, whose digest was `head`, each checked against the chain.

        Raises ReleaseError that names the first event at fault.
        """
        try:
            found = self._base.execute(READ, (seq,)).fetchall()
            held = self._base.execute("SELECT digest FROM events WHERE seq = ?", (seq,)).fetchone()
        except sqlite3.Error as error:
            raise ReleaseError(f"{self.path}: can't be read: {error}") from error
        if seq and held != (head,):
            raise ReleaseError(f"{self.path}: event {seq} was changed or removed since it was read")
        yield from read_rows((Row(*row) for row in found), str(self.path), seq, head)

    @contextmanager
    def writing(self) -> Iterator[Pen]:
        """A turn to write: nothing is in the file before the block ends well, and everything after it."""
        try:
            with self._transaction():
                yield Pen(self._base, self)
        except sqlite3.Error as error:
            raise InputError(f"{self.path}: can't be written: {error}") from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._base.execute("ROLLBACK")
            raise
        self._base.execute("COMMIT")


class Pen:
    """What may be done during a turn to write."""

    def __init__(self, base: sqlite3.Connection, ledger: Ledger) -> None:
        self._base = base
        self.ledger = ledger

    def find(self, key: str) -> Event | None:
        """The event that was written under an idempotency key."""
        row = self._base.execute(FIND, (key,)).fetchone()
        if row is None:
            return None
        held = Row(*row)
        return next(read_rows([held], str(self.ledger.path), held.seq - 1, held.previous))

    def write(self, key: str, at: int, data: Data) -> Event:
        """Append one event; it is in the file when the turn ends."""
        last = self._base.execute("SELECT seq, digest FROM events ORDER BY seq DESC LIMIT 1").fetchone() or (0, START)
        seq, previous = last[0] + 1, last[1]
        digest = digest_of(seq, key, at, data, previous)
        event = Event(seq=seq, key=key, at=at, data=data, previous=previous, digest=digest)
        stored = (seq, key, at, canonical_bytes(data).decode(), previous, digest)
        self._base.execute(WRITE, stored)
        return event
