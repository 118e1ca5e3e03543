"""How much each stop matters, measured again: values of its kind, and how often they change the answer (rule L1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from schemas.legs import Detour, FinishLine, Leg, Merge, Roadblock, RouteInfo, Setting, Stop
from schemas.randomness import stream
from schemas.values import NumberValue, Value
from validators.legs.context import LegContext
from validators.legs.graph import refs_of
from validators.legs.recompute import NotRecorded, NotTaken, fact_key, run_stop, value_key

__all__ = ["Counts", "changes", "draws_of", "pool_key", "sensitivity"]

DRAWS = 60
PAIRS = 200


@dataclass(frozen=True)
class Counts:
    """How often a stop's output matters: draws, those unlike its output, those of them that change the answer."""

    draws: int
    differing: int
    changed: int


def pool_key(stop: RouteInfo | Roadblock, values: Sequence[Value]) -> str:
    """The key of a page's or a tool's values in the recorded pools."""
    if isinstance(stop, RouteInfo):
        return fact_key(stop.evidence.about, stop.field, stop.value)
    if stop.template != "unit_conversion":
        return f"tool:{stop.template}"
    sources = refs_of(stop)
    given = values[sources[0].stop] if sources else None
    unit = given.unit if isinstance(given, NumberValue) else given.type if given else ""
    settings = {one.name: one.source.value for one in stop.chain[0].arguments if isinstance(one.source, Setting)}
    return f"tool:unit_conversion:{unit}>{settings.get('to_unit', '')}"


def draws_of(leg: Leg, index: int, context: LegContext) -> tuple[Value, ...]:
    """The world's values of the kind of a stop's output: recorded pools, carried through detours and merges.

    Empty where the world recorded none.
    """
    stop = leg.stops[index]
    values = [one.value for one in leg.stops]
    match stop:
        case RouteInfo() | Roadblock():
            return context.pools.get(_named_key(leg, index) or pool_key(stop, values), ())
        case FinishLine():
            return tuple(NumberValue(type="number", value=str(digit), unit="count") for digit in range(10))
        case Detour():
            sources = draws_of(leg, stop.source.stop, context)
            return tuple(made for one in sources for made in _tried(stop, {stop.source.stop: one}, values, context))
        case Merge():
            first, second = (draws_of(leg, ref.stop, context) for ref in stop.sources)
            if not first or not second:
                return ()
            rng = stream(0, "merge", leg.seed_title, index)
            pairs = [(rng.choice(first), rng.choice(second)) for _ in range(PAIRS)]
            one, two = (ref.stop for ref in stop.sources)
            return tuple(made for a, b in pairs for made in _tried(stop, {one: a, two: b}, values, context))


def _named_key(leg: Leg, index: int) -> str | None:
    """The key of the names of pages, by kind and facts, where later stops read the page that this value names."""
    about, keys = "", set()
    for stop in leg.stops[index + 1 :]:
        if isinstance(stop, RouteInfo) and stop.named is not None and stop.named.source.stop == index:
            about = stop.named.about
            keys.add(value_key(stop.field, stop.value))
    return f"page:{about}:{','.join(sorted(keys))}" if keys else None


def _tried(stop: Stop, given: Mapping[int, Value], values: Sequence[Value], context: LegContext) -> tuple[Value, ...]:
    try:
        return (run_stop(stop, [given.get(place, value) for place, value in enumerate(values)], context),)
    except NotTaken:
        return ()


def sensitivity(leg: Leg, index: int, context: LegContext) -> Counts | None:
    """How often another value of its kind in place of a stop's output changes the answer; None without a pool."""
    choices = draws_of(leg, index, context)
    if not choices:
        return None
    rng = stream(0, "sensitivity", leg.seed_title, index)
    drawn = [rng.choice(choices) for _ in range(DRAWS)]
    differing = [value for value in drawn if value != leg.stops[index].value]
    changed = {value: changes(leg, index, value, context) is True for value in dict.fromkeys(differing)}
    return Counts(len(drawn), len(differing), sum(changed[value] for value in differing))


def changes(leg: Leg, index: int, value: Value, context: LegContext) -> bool | None:
    """Whether a value in place of a stop's output changes the answer; None where the recorded world can't tell.

    A value that a later stop can't take changes nothing.
    """
    values = [one.value for one in leg.stops]
    values[index] = value
    moved = {index}
    for place, stop in enumerate(leg.stops[index + 1 :], start=index + 1):
        if any(ref.stop in moved for ref in refs_of(stop)):
            try:
                values[place] = run_stop(stop, values[:place], context)
            except NotRecorded:
                return None
            except NotTaken:
                return False
            moved.add(place)
    return values[-1] != leg.stops[-1].value
