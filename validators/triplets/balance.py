"""T7 and T8: cells are balanced, and the places of chosen options tell nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from schemas.amounts import OPERATIONS
from schemas.findings import Finding
from schemas.triplets import SCENARIOS, Triplet
from validators.registry import rule
from validators.triplets.context import ReleaseContext
from validators.triplets.exact import Rational
from validators.triplets.findings import found_together

__all__ = ["check_cells", "check_places"]


@rule("T7", "triplet", "release")
def check_cells(items: Collection[Triplet], context: ReleaseContext) -> Iterator[Finding]:
    """Within each split, the 20 cells have as many items as each other, give or take one."""
    found = context.counts(items).cells
    for split in sorted({split for split, _ in found}):
        counts = Counter({(a, b): found[split, (a, b)] for a in SCENARIOS for b in OPERATIONS})
        (most, high), (least, low) = counts.most_common(1)[0], counts.most_common()[-1]
        if high - low > 1:
            told = f"{' / '.join(most)} has {high} items, {' / '.join(least)} has {low}"
            yield found_together("T7.cell-balance", split, told)


@rule("T8", "triplet", "release")
def check_places(items: Collection[Triplet], context: ReleaseContext) -> Iterator[Finding]:
    """In each cell, every place of the listing holds a chosen option as often as its even share, give or take one."""
    counts = context.counts(items)
    for (scenario, operation), chosen in sorted(counts.chosen.items()):
        shares = counts.shares[scenario, operation]
        for place, count in sorted(chosen.items()):
            share = sum(
                (Rational(times * one.chosen, one.options) for one, times in shares.items() if place < one.options),
                start=Rational(0),
            )
            if abs(count - share) > 1:
                told = f"the option at place {place + 1} is chosen {count} times; an even share is {share}"
                yield found_together("T8.positions", f"{scenario} / {operation}", told)
