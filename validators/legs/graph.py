"""A leg's data edges, read from its references rather than from what it says of them."""

from __future__ import annotations

from schemas.legs import CallRef, Detour, FinishLine, Leg, Merge, Ref, Roadblock, RouteInfo, Stop

__all__ = ["feeders", "is_sound", "longest_chain", "pages_of", "refs_of"]


def refs_of(stop: Stop) -> tuple[Ref, ...]:
    """Every reference to another stop's value in a stop, in the order of its record."""
    match stop:
        case Roadblock():
            return tuple(one.source for step in stop.chain for one in step.arguments if isinstance(one.source, Ref))
        case Detour():
            return (stop.source,)
        case Merge() | FinishLine():
            return stop.sources
        case RouteInfo():
            return () if stop.named is None else (stop.named.source,)


def is_sound(leg: Leg) -> bool:
    """Whether stops stand at their indices and refer only backwards, so that they can be computed at all."""
    for place, stop in enumerate(leg.stops):
        if stop.index != place or any(ref.stop >= place for ref in refs_of(stop)):
            return False
        if isinstance(stop, Roadblock):
            for number, step in enumerate(stop.chain):
                calls = [one.source.call for one in step.arguments if isinstance(one.source, CallRef)]
                if any(call >= number for call in calls):
                    return False
    return True


def pages_of(leg: Leg) -> tuple[tuple[str, str], ...]:
    """The page and field of each route info, in reading order."""
    return tuple((stop.evidence.title, stop.field) for stop in leg.stops if isinstance(stop, RouteInfo))


def longest_chain(leg: Leg) -> int:
    """How many stops stand on the longest chain of values that ends at the last stop."""
    length: list[int] = []
    for stop in leg.stops:
        length.append(1 + max((length[ref.stop] for ref in refs_of(stop)), default=0))
    return length[-1]


def feeders(leg: Leg, index: int) -> frozenset[int]:
    """The stops whose values reach a stop along references, itself included."""
    reached = {index}
    for stop in reversed(leg.stops[: index + 1]):
        if stop.index in reached:
            reached.update(ref.stop for ref in refs_of(stop))
    return frozenset(reached)
