"""Items written by hand for the tests of review, as the texts that an author edits."""

from __future__ import annotations

from pathlib import Path

from annotation.itemfile import read_item
from schemas.triplets import Triplet

__all__ = ["FRIDGE", "FRIDGE_TEXT", "JOBS", "JOBS_TEXT", "SWIM", "SWIM_TEXT", "TRIPLETS", "triplet"]

ITEMS = Path(__file__).with_name("items")
SWIM_TEXT, FRIDGE_TEXT, JOBS_TEXT = (
    (ITEMS / f"{name}.toml").read_text(encoding="utf-8")
    for name in ("morning-swim", "fridge-run", "first-and-last-job")
)


def triplet(text: str) -> Triplet:
    """The triplet of a text without a fault."""
    read = read_item(text)
    assert read.triplet is not None, read.remarks
    assert read.remarks == (), read.remarks
    return read.triplet


SWIM, FRIDGE, JOBS = (triplet(text) for text in (SWIM_TEXT, FRIDGE_TEXT, JOBS_TEXT))
TRIPLETS = (SWIM, FRIDGE, JOBS, triplet(SWIM_TEXT.replace("5 nights", "4 nights").replace("862.5", "690")))
"""Four items that differ."""
