"""How the Hub calls the size of a dataset."""

from __future__ import annotations

__all__ = ["size_category"]

SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"), (10**7, "1M<n<10M"))


def size_category(items: int) -> str:
    """The Hub's name for a size."""
    return next((name for bound, name in SIZES if items < bound), "10M<n<100M")
