"""What a build has found out so far, on disk: a killed build goes on from here and ends with the same bytes."""

from __future__ import annotations

import fcntl
import shutil
from pathlib import Path
from types import TracebackType

from pydantic import ValidationError

from releases.work import Outcome, Unit
from schemas.canonical import JSON, sha256_of
from schemas.errors import InputError

__all__ = ["Journal", "work_folder"]


def work_folder(out: Path) -> Path:
    """The hidden folder beside a build's output that holds its unfinished work."""
    return out.with_name(f".{out.name}.work")


class Journal:
    """The outcomes of finished tasks, one a line, for one build at a time.

    `key` is everything that the outcomes depend on; outcomes of another key are thrown away.
    """

    def __init__(self, folder: Path, key: dict[str, JSON]) -> None:
        self.folder = folder
        self._outcomes: dict[tuple[Unit, int], Outcome] = {}
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
        self._read(sha256_of(key))
        self._file = (folder / "journal.jsonl").open("ab")

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()
        self._lock.close()

    def __len__(self) -> int:
        return len(self._outcomes)

    def get(self, unit: Unit, first: int) -> Outcome | None:
        """The outcome of the task that begins at attempt `first`, if it is known."""
        return self._outcomes.get((unit, first))

    def add(self, outcome: Outcome) -> None:
        """Keep an outcome. It is on disk when this returns, short of a power cut."""
        self._outcomes[outcome.task.unit, outcome.task.first] = outcome
        self._file.write(outcome.model_dump_json().encode() + b"\n")
        self._file.flush()

    def remove(self) -> None:
        """Delete the work folder: the build is done."""
        shutil.rmtree(self.folder)

    def _read(self, key: str) -> None:
        """Take over what an earlier run with this key left; cut off a line that it didn't finish."""
        path, key_path = self.folder / "journal.jsonl", self.folder / "key"
        if not key_path.is_file() or key_path.read_text() != key or not path.is_file():
            path.unlink(missing_ok=True)
            key_path.write_text(key)
            return
        good = 0
        with path.open("rb") as file:
            for line in file:
                try:
                    outcome = Outcome.model_validate_json(line)
                except ValidationError:
                    break
                if not line.endswith(b"\n"):
                    break
                self._outcomes[outcome.task.unit, outcome.task.first] = outcome
                good += len(line)
        with path.open("r+b") as file:
            file.truncate(good)
