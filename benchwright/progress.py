"""Progress of long work, as bars on stderr."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Never

from tqdm import tqdm

__all__ = ["SHORT", "Bars", "counter"]

SHORT = 2.0
"""Seconds below which a check or a replay needs no bar."""


@contextmanager
def counter(what: str) -> Iterator[Callable[[int], None]]:
    """Shows on stderr how many there are of what grows, once that takes a while."""
    slow = 0.1 if sys.stderr.isatty() else 10.0
    with tqdm(desc=what, file=sys.stderr, mininterval=slow, delay=SHORT, unit="", dynamic_ncols=True) as bar:

        def tell(count: int) -> None:
            bar.update(count - bar.n)

        yield tell


class Bars:
    """One bar a stage, with counts of what was accepted and rejected. Where stderr is no terminal, few lines.

    A stage that ends within `delay` seconds shows no bar.
    """

    def __init__(self, delay: float = 0) -> None:
        self._delay = delay
        self._bar: tqdm[Never] | None = None
        self._rejected = 0

    def begin(self, stage: str, total: int) -> None:
        """Open a stage's bar."""
        self.end()
        slow = 0.1 if sys.stderr.isatty() else 10.0
        self._bar = tqdm(
            desc=stage, total=total, file=sys.stderr, mininterval=slow, dynamic_ncols=True, delay=self._delay
        )
        self._rejected = 0

    def step(self, accepted: int = 0, rejected: int = 0) -> None:
        """Move the bar."""
        if self._bar is None:
            return
        self._rejected += rejected
        if self._rejected:
            self._bar.set_postfix(accepted=self._bar.n + accepted, rejected=self._rejected, refresh=False)
        self._bar.update(accepted)

    def end(self) -> None:
        """Close the bar."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None
