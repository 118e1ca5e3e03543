"""L6: an answer rests on values that last, unless its world was recorded live, which asks for others and pins them."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.findings import Finding
from schemas.legs import Leg, Roadblock, RouteInfo
from validators.legs.context import LegContext
from validators.legs.findings import found
from validators.registry import rule

__all__ = ["check_lasting"]

LASTING = frozenset({"frozen", "archival"})


@rule("L6", "leg")
def check_lasting(leg: Leg, context: LegContext) -> Iterator[Finding]:
    """Facts and results are frozen or archival; slow and live ones stand only in legs of a world recorded live."""
    if context.world is not None and context.world.source.partition(":")[0] not in {"atlas", "zim"}:
        return
    for place, stop in enumerate(leg.stops):
        if isinstance(stop, RouteInfo) and stop.evidence.volatility not in LASTING:
            yield _volatile(leg, f"stops[{place}].evidence.volatility", stop.evidence.volatility)
        for number, step in enumerate(stop.chain if isinstance(stop, Roadblock) else ()):
            if step.volatility not in LASTING:
                yield _volatile(leg, f"stops[{place}].chain[{number}].volatility", step.volatility)


def _volatile(leg: Leg, place: str, volatility: str) -> Finding:
    return found(leg, "L6.volatile-answer", place, f"the answer rests on a {volatility} value that nothing pins")
