"""One request to a host at a time, and not too soon after the last, whoever on this machine asks."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from schemas.errors import InputError
from worlds.net.clock import Clock

__all__ = ["Throttle"]


class Throttle:
    """Turns at hosts, taken through files that every run with the same folder shares.

    A turn is an exclusive lock on the host's file, which holds when the last turn ended. It ends with its process,
    however that ends.
    """

    def __init__(self, folder: Path, clock: Clock) -> None:
        """`folder` is made when the first turn is taken."""
        self._folder = folder
        self._clock = clock

    @contextmanager
    def turn(self, host: str, interval: float) -> Iterator[None]:
        """Wait for the host to be free and for `interval` seconds to have passed; then it is ours until the end."""
        path = self._folder / f"{quote(host, safe='')}.turn"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            file = path.open("a+", encoding="ascii")
        except OSError as error:
            raise InputError(f"{path}: can't be written: {error.strerror or error}") from error
        with file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(0)
            wait = min(interval, _seconds(file.read()) + interval - self._clock.now())
            if wait > 0:
                self._clock.sleep(wait)
            try:
                yield
            finally:
                file.seek(0)
                file.truncate()
                file.write(f"{self._clock.now():.3f}")
                file.flush()


def _seconds(text: str) -> float:
    """When the last turn ended; 0 for a file that is new, or cut short by a kill."""
    whole, _, part = text.partition(".")
    return float(text) if whole.isdigit() and len(part) == 3 and part.isdigit() else 0.0
