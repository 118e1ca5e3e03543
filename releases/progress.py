"""What long work tells of its progress, to whoever watches."""

from __future__ import annotations

from typing import Protocol

__all__ = ["QUIET", "Progress", "Quiet"]


class Progress(Protocol):
    """What a build tells of its progress."""

    def begin(self, stage: str, total: int) -> None:
        """A stage of so many steps begins; the one before it has ended."""
        ...

    def step(self, accepted: int = 0, rejected: int = 0) -> None:
        """One item was accepted, or attempts were rejected."""
        ...

    def end(self) -> None:
        """The last stage has ended."""
        ...


class Quiet:
    """Progress that nobody watches."""

    def begin(self, stage: str, total: int) -> None:
        """Say nothing."""

    def step(self, accepted: int = 0, rejected: int = 0) -> None:
        """Say nothing."""

    def end(self) -> None:
        """Say nothing."""


QUIET = Quiet()
