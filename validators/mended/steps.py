"""L1, L3, L4 and L13 of mended legs: typed references, values derived again, and clues that say their step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from schemas.findings import Finding
from schemas.legs import Ref
from schemas.mended import MendedDetour, MendedFinish, MendedLeg, MendedStop, found_in
from schemas.values import DateValue, NumberValue, TextValue, Value
from solvers.clues import parse
from validators.legs.transforms import TransformError, aggregate, transform
from validators.registry import rule

__all__ = ["check_clues", "check_depth", "check_edges", "check_values", "refs_of"]


def refs_of(stop: MendedStop) -> tuple[Ref, ...]:
    """The values that a stop takes."""
    match stop:
        case MendedDetour(source=ref):
            return (ref,)
        case MendedFinish(sources=refs):
            return refs
    return ()


@rule("L1", "mended_leg")
def check_depth(leg: MendedLeg, _context: None) -> Iterator[Finding]:
    """The live depth is the most stops on one way to the answer."""
    longest: list[int] = []
    for stop in leg.stops:
        feeds = [ref.stop for ref in refs_of(stop) if ref.stop < len(longest)]
        longest.append(1 + max((longest[feed] for feed in feeds), default=0))
    if longest[-1] != leg.live_depth:
        told = f"the longest chain of values has {longest[-1]} stops, not {leg.live_depth}"
        yield found_in(leg, "L1.depth", "live_depth", told)


@rule("L4", "mended_leg")
def check_edges(leg: MendedLeg, _context: None) -> Iterator[Finding]:
    """`depends_on` holds the data edges, sorted, and nothing else."""
    for place, stop in enumerate(leg.stops):
        wanted = tuple(sorted({ref.stop for ref in refs_of(stop)}))
        if stop.depends_on != wanted:
            told = f"it takes the values of {list(wanted)}, and lists {list(stop.depends_on)}"
            yield found_in(leg, "L4.edges", f"stops[{place}].depends_on", told)


@rule("L3", "mended_leg")
def check_values(leg: MendedLeg, _context: None) -> Iterator[Finding]:
    """References lead to earlier stops, and every computed value is what they give, by a second implementation."""
    for place, stop in enumerate(leg.stops):
        refs = refs_of(stop)
        late = [ref.stop for ref in refs if ref.stop >= place]
        if late:
            told = f"it takes the value of stop {late[0]}, which isn't earlier"
            yield found_in(leg, "L3.bad-reference", f"stops[{place}]", told)
            continue
        if not isinstance(stop, MendedDetour | MendedFinish):
            continue
        try:
            derived = _derived(stop, [_taken(ref, leg.stops[ref.stop].value) for ref in refs])
        except TransformError as error:
            yield found_in(leg, "L3.undefined", f"stops[{place}]", str(error))
            continue
        if str(derived) != stop.value.value:
            code = "L3.stale-transform" if isinstance(stop, MendedDetour) else "L3.stale-answer"
            told = f"derived again the value is {derived}, the record says {stop.value.value}"
            yield found_in(leg, code, f"stops[{place}].value", told)


def _derived(stop: MendedDetour | MendedFinish, taken: Sequence[int | str]) -> int:
    if isinstance(stop, MendedDetour):
        return transform(stop.transform, taken[0])
    return aggregate(stop.operation, tuple(value for value in taken if isinstance(value, int)))


def _taken(ref: Ref, value: Value) -> int | str:
    """What a reference gives: a whole number, the year of a date, or a word. Raises TransformError."""
    match value, ref.path:
        case DateValue(value=text), "value.year":
            return int(text[:4])
        case NumberValue(value=text), "value" if "." not in text:
            return int(text)
        case TextValue(value=text), "value":
            return text
    raise TransformError(f"stop {ref.stop} gives no whole number, year or word at {ref.path}")


@rule("L13", "mended_leg")
def check_clues(leg: MendedLeg, _context: None) -> Iterator[Finding]:
    """A computed clue has one reading by the grammar, which is its stop."""
    for place, (stop, clue) in enumerate(zip(leg.stops, leg.clues, strict=False)):
        if not isinstance(stop, MendedDetour | MendedFinish):
            continue
        readings = [dict(reading) for reading in parse(clue)]
        if len(readings) != 1:
            told = f"the clue has {len(readings)} readings"
            yield found_in(leg, "L13.ambiguous", f"clues[{place}]", told)
        elif not _says(readings[0], stop):
            yield found_in(leg, "L13.other-step", f"clues[{place}]", "the clue says another step than its stop")


def _says(reading: Mapping[str, object], stop: MendedDetour | MendedFinish) -> bool:
    if isinstance(stop, MendedDetour):
        told = {"transform": stop.transform, "a": stop.source.stop + 1, "part": stop.source.path}
        return all(reading.get(key) == value for key, value in told.items())
    refs = reading.get("refs")
    cited = set(refs) if isinstance(refs, tuple | frozenset) else set()
    return reading.get("operation") == stop.operation and cited == {ref.stop + 1 for ref in stop.sources}
