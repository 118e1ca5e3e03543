"""A leg as a whole: its id, budget and answer follow from its content, and its knobs are those of its level."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.canonical import content_id
from schemas.findings import Finding
from schemas.legs import Detour, FinishLine, Leg, Roadblock, RouteInfo
from schemas.values import NumberValue
from validators.legs.context import LegContext
from validators.legs.findings import found
from validators.legs.graph import feeders, is_sound, longest_chain
from validators.registry import rule

__all__ = ["check_answer", "check_content", "check_depth", "check_extraction", "check_level"]


@rule("Shape", "leg")
def check_content(leg: Leg, _context: LegContext) -> Iterator[Finding]:
    """A leg's id, clue count, step budget and live depth are what its content says."""
    own = content_id("leg", leg)
    if leg.id != own:
        yield found(
            leg, "Shape.id-not-content", "id", f"the content's id is {own}, so the leg was edited after it got {leg.id}"
        )
    if len(leg.clues) != len(leg.stops):
        yield found(leg, "Shape.clue-count", "clues", f"{len(leg.clues)} clues stand for {len(leg.stops)} stops")
    budget = max(10, 3 * len(leg.clues) // 2)
    if leg.step_budget != budget:
        yield found(
            leg,
            "Shape.step-budget",
            "step_budget",
            f"{len(leg.clues)} clues allow {budget} steps, not {leg.step_budget}",
        )
    for place, stop in enumerate(leg.stops):
        if stop.index != place:
            yield found(
                leg, "Shape.index", f"stops[{place}].index", f"the stop at place {place} calls itself {stop.index}"
            )
    if is_sound(leg) and leg.live_depth != longest_chain(leg):
        yield found(
            leg,
            "Shape.live-depth",
            "live_depth",
            f"the longest chain of values has {longest_chain(leg)} stops, not {leg.live_depth}",
        )


@rule("Shape", "leg")
def check_answer(leg: Leg, _context: LegContext) -> Iterator[Finding]:
    """The last stop is the one finish line, its value the answer; the first is the seed's route info."""
    for stop in leg.stops[:-1]:
        if isinstance(stop, FinishLine):
            yield found(leg, "Shape.early-finish", f"stops[{stop.index}]", "a finish line stands before the last stop")
    last = leg.stops[-1]
    if not isinstance(last, FinishLine):
        yield found(leg, "Shape.no-finish", f"stops[{len(leg.stops) - 1}]", "the last stop is no finish line")
    elif not isinstance(last.value, NumberValue) or last.value.value != str(leg.answer):
        yield found(leg, "Shape.answer", "answer", f"the finish line's value isn't the answer {leg.answer}")
    first = leg.stops[0]
    if not isinstance(first, RouteInfo) or first.transition != "seed":
        yield found(leg, "Shape.no-seed", "stops[0]", "the first stop doesn't read the seed page")
    elif (first.evidence.title, first.evidence.url) != (leg.seed_title, leg.seed_url):
        yield found(
            leg,
            "Shape.other-seed",
            "seed_title",
            f"the first stop reads {first.evidence.title}, the seed is {leg.seed_title}",
        )
    for place, stop in enumerate(leg.stops[1:], start=1):
        if isinstance(stop, RouteInfo) and stop.transition == "seed":
            yield found(
                leg, "Shape.late-seed", f"stops[{place}].transition", "only the first stop starts from the seed"
            )


@rule("Shape", "leg")
def check_level(leg: Leg, context: LegContext) -> Iterator[Finding]:
    """The counts of stops, roadblocks, detours and diamonds lie within the level's ranges."""
    knobs = context.levels.get(leg.level)
    if knobs is None:
        yield found(leg, "Shape.unknown-level", "level", f"nothing here says what level {leg.level} means", "note")
        return
    branches = _inside(leg)
    kinds = {stop.index: type(stop) for stop in leg.stops}
    roadblocks = [index for index, kind in kinds.items() if kind is Roadblock and index not in branches]
    visits = [index for index, kind in kinds.items() if kind is RouteInfo and index not in branches]
    finishes = [index for index, kind in kinds.items() if kind is FinishLine]
    detours = [index for index, kind in kinds.items() if kind is Detour and index not in branches]
    counts = {
        "stops": (len(visits) + len(roadblocks) + len(finishes), knobs.stops),
        "roadblocks": (len(roadblocks), knobs.roadblocks),
        "detours": (len(detours), knobs.detours),
        "diamonds": (len(leg.diamonds), knobs.diamonds if leg.variant == "compositional" else (0, 0)),
    }
    for name, (count, (low, high)) in counts.items():
        if not low <= count <= high:
            yield found(leg, f"Shape.{name}", "level", f"level {leg.level} takes {low} to {high} {name}, not {count}")


def _inside(leg: Leg) -> frozenset[int]:
    """The stops inside diamonds: from the source, exclusive, to the end of each branch."""
    if not is_sound(leg):
        return frozenset(branch for diamond in leg.diamonds for branch in diamond.branches)
    return frozenset(
        index
        for diamond in leg.diamonds
        for branch in diamond.branches
        for index in (feeders(leg, branch) if branch < len(leg.stops) else ())
        if index != diamond.source and diamond.source in feeders(leg, index)
    )


@rule("Shape", "leg")
def check_extraction(leg: Leg, context: LegContext) -> Iterator[Finding]:
    """Facts come from the sections that the level allows."""
    knobs = context.levels.get(leg.level)
    for place, stop in enumerate(leg.stops):
        if knobs and isinstance(stop, RouteInfo) and knobs.extraction not in {"any", stop.evidence.section}:
            where = f"stops[{place}].evidence.section"
            yield found(
                leg, "Shape.extraction", where, f"level {leg.level} takes facts from the {knobs.extraction} only"
            )


@rule("Shape", "leg")
def check_depth(leg: Leg, context: LegContext) -> Iterator[Finding]:
    """No page is farther from the seed, along recorded links, than the level's crawl depth."""
    knobs = context.levels.get(leg.level)
    if knobs is None or leg.seed_title not in context.pages:
        return
    reached = rim = {leg.seed_title}
    for _ in range(knobs.crawl_depth):
        rim = {one for title in rim if title in context.pages for one in context.targets(title)} - reached
        reached = reached | rim
    for stop in leg.stops:
        if isinstance(stop, RouteInfo) and stop.evidence.title not in reached:
            yield found(
                leg,
                "Shape.depth",
                f"stops[{stop.index}].evidence.title",
                f"{stop.evidence.title} is more than {knobs.crawl_depth} links from the seed",
            )
