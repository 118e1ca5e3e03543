"""Folding names for comparison."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

__all__ = ["fold"]


@lru_cache(maxsize=100_000)
def fold(name: str) -> str:
    """A name without marks, capitals and spare spaces, so that `Bogotá` and `Bogota` are one."""
    if not name.isascii():
        name = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return " ".join(name.casefold().replace("’", "'").replace("_", " ").split())
