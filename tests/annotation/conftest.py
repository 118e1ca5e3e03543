"""Every ledger that a test opened is closed when the test ends."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from annotation.ledger import Ledger


@pytest.fixture(autouse=True)
def _ledgers_are_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    opened: list[Ledger] = []
    begin = Ledger.__init__

    def remembered(self: Ledger, path: Path, *, create: bool = False) -> None:
        begin(self, path, create=create)
        opened.append(self)

    monkeypatch.setattr(Ledger, "__init__", remembered)
    yield
    for ledger in opened:
        ledger.close()
