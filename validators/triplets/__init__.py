"""Checks of triplets from their own text, by other means than the generator's."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from schemas.findings import Finding
from schemas.triplets import Triplet
from validators.registry import run_rules
from validators.triplets import algebra, answers, balance, choice, identity, leaks, maths_first, novelty, parts
from validators.triplets.context import ItemContext, ReleaseContext, item_context
from validators.triplets.tally import Tally

__all__ = ["RULE_MODULES", "ItemContext", "ReleaseContext", "check_triplet", "check_triplets", "item_context"]

FAMILY = "triplet"

RULE_MODULES = (algebra, answers, balance, choice, identity, leaks, maths_first, novelty, parts)
"""The modules whose import registers the checks of triplets."""


def check_triplet(item: Triplet) -> Iterator[Finding]:
    """Every finding about one triplet, in the order of the rules."""
    yield from run_rules(FAMILY, "item", item, item_context(item))


def _nothing() -> None:
    """Tell nobody."""


def check_triplets(
    items: Collection[Triplet], context: ReleaseContext | None = None, tick: Callable[[], None] = _nothing
) -> Iterator[Finding]:
    """Every finding about each triplet and about all of them together, as a release; `tick` is called once an item."""
    counts = Tally()
    for item in items:
        yield from check_triplet(item)
        counts.add(item)
        tick()
    held = ReleaseContext() if context is None else context
    yield from run_rules(FAMILY, "release", items, held._replace(tally=counts))
