"""T7 and T8: cells are balanced, and the places of chosen options tell nothing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator

from schemas.findings import Finding
from schemas.triplets import OPERATIONS, SCENARIOS, Triplet
from validators.registry import rule
from validators.triplets.context import ReleaseContext
from validators.triplets.exact import Rational
from validators.triplets.findings import found_together

__all__ = ["check_cells", "check_places"]


@rule("T7", "triplet", "release")
def check_cells(items: Collection[Triplet], _context: ReleaseContext) -> Iterator[Finding]:
    """Within each split, the 20 cells have as many items as each other, give or take one."""
    found = Counter((item.split, item.scenario, item.operation) for item in items)
    for split in sorted({split for split, _, _ in found}):
        counts = Counter({(a, b): found[split, a, b] for a in SCENARIOS for b in OPERATIONS})
        (most, high), (least, low) = counts.most_common(1)[0], counts.most_common()[-1]
        if high - low > 1:
            told = f"{' / '.join(most)} has {high} items, {' / '.join(least)} has {low}"
            yield found_together("T7.cell-balance", split, told)


@rule("T8", "triplet", "release")
def check_places(items: Collection[Triplet], _context: ReleaseContext) -> Iterator[Finding]:
    """In each cell, every place of the listing holds a chosen option as often as its even share, give or take one."""
    counts: defaultdict[tuple[str, str], Counter[int]] = defaultdict(Counter)
    shares: defaultdict[tuple[str, str], defaultdict[int, Rational]] = defaultdict(
        lambda: defaultdict(lambda: Rational(0))
    )
    for item in items:
        cell: tuple[str, str] = (item.scenario, item.operation)
        for place, option in enumerate(item.options):
            counts[cell][place] += option.name in item.choice
            shares[cell][place] += Rational(len(item.choice), len(item.options))
    for (scenario, operation), count in sorted(counts.items()):
        for place, share in sorted(shares[scenario, operation].items()):
            if abs(count[place] - share) > 1:
                told = f"the option at place {place + 1} is chosen {count[place]} times; an even share is {share}"
                yield found_together("T8.positions", f"{scenario} / {operation}", told)
