"""Folding names for comparison, and the keys made of them."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

__all__ = ["city_key", "fold"]


@lru_cache(maxsize=100_000)
def fold(name: str) -> str:
    """A name without marks, capitals and spare spaces, so that `Bogotá` and `Bogota` are one."""
    if not name.isascii():
        name = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return " ".join(name.casefold().replace("’", "'").replace("_", " ").split())


@lru_cache(maxsize=100_000)
def city_key(country: str, name: str) -> str:
    """What tells cities apart: the country's code and the letters of the folded name, `St` being `Saint`.

    So `St. George's` and `Saint Georges`, `George Town` and `Georgetown` are one.
    """
    words = re.findall(r"[^\W_]+", fold(name).replace("'", ""))
    return f"{country}/" + "".join("saint" if word == "st" else word for word in words)
