"""The value graph of a foreign leg, whose records bake values in: which stop's value feeds which (specified rule).

A reason takes the value of `reason_source_stop`; a merge and a diamond's branch take those of `depends_on`; the
finish takes `referenced_stops`, only the first two where it is an absolute difference. Every other `depends_on` is
reading order. Stops are meant by their position in the leg; an edge that doesn't come from an earlier stop is broken.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from schemas.foreign import ForeignLeg, ForeignStop

__all__ = ["Diamond", "Kind", "LegGraph", "is_difference", "kind_of", "last_key", "read_graph", "wanted_edges"]

Kind: TypeAlias = Literal["page", "tool", "branch", "merge", "reason", "finish"]


class Diamond(NamedTuple):
    """A merge, the two stops it takes, and what both take; `whole` when each is what a diamond needs it to be."""

    merge: int
    branches: tuple[int, ...]
    sources: tuple[int, ...]
    whole: bool


class LegGraph(NamedTuple):
    """What feeds what. `feeds[i]` are the stops whose values stop i takes; `broken` the (stop, target) edges that
    lead nowhere earlier; `live` the stops whose value reaches the finish; `depth` the most stops on one live path.
    """

    kinds: tuple[Kind, ...]
    feeds: tuple[tuple[int, ...], ...]
    broken: tuple[tuple[int, int], ...]
    live: frozenset[int]
    depth: int
    diamonds: tuple[Diamond, ...]

    @property
    def finish(self) -> int | None:
        """The finish line's position, or None where the last stop computes nothing."""
        return len(self.kinds) - 1 if self.kinds[-1] == "finish" else None

    @property
    def dead(self) -> tuple[int, ...]:
        """The stops whose value nothing on the way to the answer takes."""
        return tuple(place for place in range(len(self.kinds)) if place not in self.live)


def last_key(stop: ForeignStop) -> str:
    """The `output_key` of a stop's last call, or nothing."""
    chain = stop.bridge.tool_chain
    return (chain[-1].output_key or "") if chain else ""


def kind_of(stop: ForeignStop) -> Kind:
    """What a stop is: a tool stop may be a diamond's branch or its merge."""
    match stop.stop_type:
        case "compute":
            return "finish"
        case "tool":
            if last_key(stop) == "merged":
                return "merge"
            return "branch" if "Diamond branch" in (stop.reasoning or "") else "tool"
        case other:
            return other


def is_difference(stop: ForeignStop) -> bool:
    """Whether a finish takes an absolute difference, of its first two operands."""
    return (stop.bridge.expression or "").lstrip().startswith("abs")


def wanted_edges(stop: ForeignStop) -> tuple[int, ...]:
    """The indices of the stops whose values a stop says it takes."""
    match kind_of(stop):
        case "reason":
            return () if stop.reason_source_stop is None else (stop.reason_source_stop,)
        case "merge" | "branch":
            return stop.depends_on or ()
        case "finish":
            taken = stop.bridge.referenced_stops
            return taken[:2] if is_difference(stop) else taken
        case _:
            return ()


def read_graph(leg: ForeignLeg) -> LegGraph:
    """The value graph of a leg."""
    kinds = tuple(kind_of(stop) for stop in leg.stops)
    places = _places(leg)
    feeds: list[tuple[int, ...]] = []
    broken: list[tuple[int, int]] = []
    for here, stop in enumerate(leg.stops):
        wanted = [(index, places.get(index, here)) for index in wanted_edges(stop)]
        feeds.append(tuple(place for _, place in wanted if place < here))
        broken.extend((here, index) for index, place in wanted if place >= here)
    live = _live(feeds) if kinds[-1] == "finish" else frozenset[int]()
    diamonds = tuple(_diamond(place, kinds, feeds) for place, kind in enumerate(kinds) if kind == "merge")
    return LegGraph(kinds, tuple(feeds), tuple(broken), live, _depth(feeds, live), diamonds)


def _places(leg: ForeignLeg) -> Mapping[int, int]:
    """The position of each index; the first, where an index is given twice."""
    places: dict[int, int] = {}
    for place, stop in enumerate(leg.stops):
        places.setdefault(stop.index, place)
    return places


def _live(feeds: list[tuple[int, ...]]) -> frozenset[int]:
    live: set[int] = set()
    waiting = [len(feeds) - 1]
    while waiting:
        here = waiting.pop()
        if here not in live:
            live.add(here)
            waiting.extend(feeds[here])
    return frozenset(live)


def _depth(feeds: list[tuple[int, ...]], live: frozenset[int]) -> int:
    longest: dict[int, int] = {}
    for here in sorted(live):  # every edge comes from an earlier stop
        longest[here] = 1 + max((longest[place] for place in feeds[here]), default=0)
    return longest.get(len(feeds) - 1, 0)


def _diamond(merge: int, kinds: tuple[Kind, ...], feeds: list[tuple[int, ...]]) -> Diamond:
    branches = tuple(dict.fromkeys(feeds[merge]))
    shared = set[int].intersection(*(set(feeds[branch]) for branch in branches)) if branches else set[int]()
    whole = len(branches) == 2 and all(kinds[branch] == "branch" for branch in branches) and bool(shared)
    return Diamond(merge, branches, tuple(sorted(shared)), whole)
