"""The log of a served world: one JSON line a call, as `benchwright score --log` reads it."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO

from schemas.canonical import JSON
from schemas.errors import InputError
from schemas.predictions import LoggedCall
from worlds.serving.answers import Answer, Refusal

__all__ = ["CallLog"]


class CallLog:
    """Appends to a file, whole lines only, from any thread. Raises InputError where it can't be opened."""

    def __init__(self, path: Path) -> None:
        self._lock = threading.Lock()
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file: IO[bytes] = path.open("ab", buffering=0)
        except OSError as error:
            raise InputError(f"{path}: can't be written: {error.strerror or error}") from error

    def write(self, leg: str, tool: str, arguments: Mapping[str, JSON], answer: Answer | Refusal) -> None:
        """Log one call before it is answered. Raises InputError where that can't be, and leaves no part of a line."""
        error = answer.code if isinstance(answer, Refusal) else None
        result = answer.output if isinstance(answer, Refusal) else answer.logged
        line = LoggedCall(id=leg, tool=tool, arguments=dict(arguments), result=result, error=error)
        text = json.dumps(line.model_dump(mode="json"), sort_keys=True)
        with self._lock:
            start = self._file.seek(0, os.SEEK_END)
            left = memoryview(text.encode() + b"\n")
            try:
                while left:
                    left = left[self._file.write(left) :]
            except OSError as error:
                with suppress(OSError):  # what takes no bytes may take no cut either
                    self._file.truncate(start)
                raise InputError(f"{self._path}: can't be written: {error.strerror or error}") from error

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._file.close()
