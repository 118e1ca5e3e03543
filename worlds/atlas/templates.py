"""What pins the atlas's pages beside its tables: the program text that renders them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from schemas.canonical import sha256_bytes, sha256_of

__all__ = ["digest_of", "template_files"]


def template_files() -> tuple[Path, ...]:
    """The modules of the atlas, sorted by name: all that decides what a page says lies in them and in the tables."""
    return tuple(sorted(Path(__file__).parent.glob("*.py")))


def digest_of(files: Iterable[Path]) -> str:
    """SHA-256 over the names and texts of program files, with the same line ends whatever the checkout writes.

    A changed template can't keep it; so can't a changed comment, which costs no more than a new digest.
    """
    return sha256_of({file.name: sha256_bytes(file.read_text(encoding="utf-8").encode()) for file in files})
