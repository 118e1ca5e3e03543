"""The log of a served world: one JSON line a call, as `benchwright score --log` reads it."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
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
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file: IO[bytes] = path.open("ab")
        except OSError as error:
            raise InputError(f"{path}: can't be written: {error.strerror or error}") from error

    def write(self, leg: str, tool: str, arguments: Mapping[str, JSON], answer: Answer | Refusal) -> None:
        """Log one call before it is answered."""
        error = answer.code if isinstance(answer, Refusal) else None
        result = answer.output if isinstance(answer, Refusal) else answer.logged
        line = LoggedCall(id=leg, tool=tool, arguments=dict(arguments), result=result, error=error)
        text = json.dumps(line.model_dump(mode="json"), sort_keys=True)
        with self._lock:
            self._file.write(text.encode() + b"\n")
            self._file.flush()

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._file.close()
