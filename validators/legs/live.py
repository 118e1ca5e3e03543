"""L1 and L2: every stop and every diamond matters to the answer, as far and as often as the record says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from schemas.findings import Finding
from schemas.legs import Diamond, Leg, Merge, Roadblock, RouteInfo, Sensitivity
from validators.legs.context import LegContext
from validators.legs.draws import Counts, sensitivity
from validators.legs.findings import found
from validators.legs.graph import feeders, is_sound, refs_of
from validators.registry import rule

__all__ = ["FEWEST_DRAWS", "check_dead", "check_diamonds", "check_sensitivity"]

FEWEST_DRAWS = 50
"""How many values at least are put in place of a stop's output."""


@rule("L1", "leg")
def check_dead(leg: Leg, _context: LegContext) -> Iterator[Finding]:
    """Every stop's value reaches the finish along references."""
    if not is_sound(leg):
        return
    live = feeders(leg, len(leg.stops) - 1)
    for stop in leg.stops:
        if stop.index not in live:
            yield found(leg, "L1.dead-stop", f"stops[{stop.index}]", "no later stop takes its value to the finish line")


@rule("L1", "leg")
def check_sensitivity(leg: Leg, context: LegContext) -> Iterator[Finding]:
    """Another value of its kind in place of a stop's output changes the answer often enough, and as recorded."""
    if not is_sound(leg):
        return
    for stop in leg.stops:
        place, recorded = f"stops[{stop.index}].sensitivity", stop.sensitivity
        yield from _thresholds(leg, place, recorded)
        own = sensitivity(leg, stop.index, context)
        if own is None:
            yield found(leg, "L1.no-pool", place, "the recorded world has no values of this kind to put in its place")
        elif own != Counts(recorded.draws, recorded.differing, recorded.changed):
            yield found(
                leg,
                "L1.wrong-count",
                place,
                f"measured again, {own.changed} of {own.differing} unlike values of {own.draws} draws change "
                f"the answer; the record has {recorded.changed} of {recorded.differing} of {recorded.draws}",
            )


def _thresholds(leg: Leg, place: str, recorded: Sensitivity) -> Iterator[Finding]:
    draws, differing, changed = recorded.draws, recorded.differing, recorded.changed
    if not changed <= differing <= draws or draws < FEWEST_DRAWS:
        yield found(leg, "L1.bad-count", place, f"{changed} of {differing} of {draws} is no count of at least 50 draws")
    elif 10 * changed < 8 * differing or not differing:
        yield found(leg, "L1.insensitive", place, f"only {changed} of {differing} differing values change the answer")
    elif 2 * changed < draws:
        yield found(leg, "L1.insensitive", place, f"only {changed} of {draws} drawn values change the answer")


@rule("L2", "leg")
def check_diamonds(leg: Leg, _context: LegContext) -> Iterator[Finding]:
    """A diamond's source feeds both branches, both feed its merge, and the merge feeds the answer."""
    if not is_sound(leg):
        return
    if bool(leg.diamonds) != (leg.variant == "compositional"):
        yield found(leg, "L2.variant", "variant", f"a {leg.variant} leg has {len(leg.diamonds)} diamonds")
    live = feeders(leg, len(leg.stops) - 1)
    merges = [stop.index for stop in leg.stops if isinstance(stop, Merge)]
    for index in merges:
        if index not in {diamond.merge for diamond in leg.diamonds}:
            yield found(leg, "L2.stray-merge", f"stops[{index}]", "this merge belongs to no recorded diamond")
    for number, diamond in enumerate(leg.diamonds):
        place = f"diamonds[{number}]"
        fault = _fault(leg, number, live)
        if fault:
            yield found(leg, "L2.dead-diamond", place, fault)
        elif not _is_as_named(leg, diamond):
            yield found(leg, "L2.other-diamond", place, f"its branches aren't those of {diamond.name} on one source")


def _fault(leg: Leg, number: int, live: frozenset[int]) -> str | None:
    diamond = leg.diamonds[number]
    first, second = diamond.branches
    if max(diamond.source, first, second, diamond.merge) >= len(leg.stops):
        return "it names a stop that isn't there"
    merge = leg.stops[diamond.merge]
    if not isinstance(merge, Merge):
        return f"stop {diamond.merge} is no merge"
    if first == second or first in feeders(leg, second) or second in feeders(leg, first):
        return "its branches aren't two independent ones"
    for branch in (first, second):
        if branch == diamond.source or diamond.source not in feeders(leg, branch):
            return f"its source doesn't feed branch {branch}"
    if {ref.stop for ref in merge.sources} != {first, second}:
        return "its merge doesn't take both branches"
    return None if diamond.merge in live else "its merge doesn't reach the finish line"


BRANCHES: Mapping[str, frozenset[str]] = {
    "population_area": frozenset({"country_population", "country_area"}),
    "elevation_poi": frozenset({"geocode_elevation", "poi_count"}),
    "elevation_rating": frozenset({"geocode_elevation", "place_rating"}),
    "temperature_precipitation": frozenset({"geocode_temperature", "geocode_precipitation"}),
}
"""The roadblocks that the branches of each diamond hold; those of a page diamond read facts of a named page."""


def _is_as_named(leg: Leg, diamond: Diamond) -> bool:
    """Whether each branch holds, between source and merge, what the diamond's name says, and both start there."""
    held: list[str] = []
    for branch in diamond.branches:
        inside = [leg.stops[index] for index in feeders(leg, branch) if diamond.source in _takes(leg, index)]
        if len(inside) != 1:
            return False
        (first,) = inside
        held.append(first.template if isinstance(first, Roadblock) else "page" if isinstance(first, RouteInfo) else "")
    if diamond.name == "page":
        return held == ["page", "page"]
    return frozenset(held) == BRANCHES[diamond.name]


def _takes(leg: Leg, index: int) -> frozenset[int]:
    """The stops whose values a stop takes."""
    return frozenset(ref.stop for ref in refs_of(leg.stops[index]))
