"""T6: an item is what its id says."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.canonical import content_id
from schemas.findings import Finding
from schemas.triplets import Triplet
from validators.registry import rule
from validators.triplets.context import ItemContext
from validators.triplets.findings import found

__all__ = ["check_id"]


@rule("T6", "triplet")
def check_id(item: Triplet, _context: ItemContext) -> Iterator[Finding]:
    """The id is the digest of the content, so an edited item can't keep its id."""
    wanted = content_id("triplet", item)
    if item.id != wanted:
        yield found(item, "T6.id", "id", f"the content's id is {wanted}; the item was edited after it got its id")
