"""A path on the command line that may be a dataset on the Hub: fetched for as long as the command looks at it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["fetched"]


@contextmanager
def fetched(path: str) -> Iterator[Path]:
    """The path, or the folder that a release at `hf://…` was fetched into."""
    if not path.startswith("hf://"):
        yield Path(path)
        return
    from benchwright.progress import Bars
    from releases.hub.address import parse_address
    from releases.hub.pull import pull
    from releases.hub.remote import connect

    address = parse_address(path)
    with tempfile.TemporaryDirectory(prefix="benchwright-") as folder:
        out = Path(folder) / "release"
        pull(address, connect(address.id, writing=False), out, Bars())
        yield out
