"""The clock that waits are measured by, so that tests can run it by hand."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime
from typing import Protocol

__all__ = ["Clock", "SystemClock", "today"]


class Clock(Protocol):
    """Time and waiting. Nothing that reaches an item depends on it, but for what is refused as too recent."""

    def now(self) -> float:
        """Seconds since 1970-01-01 UTC."""
        ...

    def sleep(self, seconds: float) -> None:
        """Wait so many seconds."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> float:
        """Seconds since 1970-01-01 UTC."""
        return time.time()

    def sleep(self, seconds: float) -> None:
        """Wait so many seconds."""
        time.sleep(seconds)


def today(clock: Clock) -> date:
    """The day in UTC."""
    return datetime.fromtimestamp(clock.now(), UTC).date()
