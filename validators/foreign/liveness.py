"""L1, L2 and L4 of foreign legs: dead stops, dead diamonds, and reading order written as data."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.findings import Finding
from validators.foreign.context import FAMILY, AuditContext, Audited, found
from validators.registry import rule

__all__ = ["check_diamonds", "check_live", "check_order"]


@rule("L1", FAMILY)
def check_live(one: Audited, _context: AuditContext) -> Iterator[Finding]:
    """Every stop is an ancestor of the finish along value edges."""
    if one.finish is None:
        yield found(one, "L1.no-finish", f"stops[{len(one.leg.stops) - 1}]", "the last stop computes no answer")
        return
    for place in one.graph.dead:
        kind = one.graph.kinds[place]
        yield found(
            one, "L1.dead-stop", f"stops[{place}]", f"nothing on the way to the answer takes this {kind}'s value"
        )


@rule("L2", FAMILY)
def check_diamonds(one: Audited, _context: AuditContext) -> Iterator[Finding]:
    """Every diamond's source feeds both branches, both feed the merge, the merge feeds the answer."""
    for diamond in one.graph.diamonds:
        place = f"stops[{diamond.merge}]"
        if not diamond.whole:
            yield found(one, "L2.dead-diamond", place, "the merge doesn't join two branches on one source")
        elif diamond.merge not in one.graph.live:
            yield found(one, "L2.dead-diamond", place, "nothing on the way to the answer takes the merged value")
    if one.variant == "compositional" and not one.graph.diamonds:
        yield found(one, "L2.variant", "stops", "a compositional leg without a diamond")


@rule("L4", FAMILY)
def check_order(one: Audited, _context: AuditContext) -> Iterator[Finding]:
    """`depends_on` lists only stops whose values are taken."""
    for place, stop in enumerate(one.leg.stops):
        taken = {one.leg.stops[feed].index for feed in one.graph.feeds[place]}
        spare = sorted(set(stop.depends_on or ()) - taken)
        if spare:
            told = f"depends_on lists {', '.join(map(str, spare[:10]))}, whose values aren't taken"
            yield found(one, "L4.order-as-data", f"stops[{place}].depends_on", told)
