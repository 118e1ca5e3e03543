"""L13: each clue reads back as exactly one step, which is its stop, and the last cites exactly the clues it uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from schemas.findings import Finding
from schemas.legs import CallRef, Detour, FinishLine, Leg, Merge, Ref, Roadblock, RouteInfo, Setting, Stop
from schemas.values import DateValue
from solvers.clues import parse
from validators.legs.context import LegContext
from validators.legs.findings import found
from validators.registry import rule

__all__ = ["Step", "check_clues", "check_last", "plain_step", "safe_step", "step_of"]

Step: TypeAlias = dict[str, object]
"""A step as a clue can state it: plain names and clue numbers, from 1; conditions and clue lists without order."""


def step_of(stop: Stop) -> Step:
    """What a stop's clue has to say. Raises KeyError or IndexError where a roadblock lacks an argument."""
    match stop:
        case RouteInfo():
            return _route_info(stop)
        case Roadblock():
            return _roadblock(stop)
        case Detour():
            source = {"a": stop.source.stop + 1, "part": stop.source.path}
            return {"type": "detour", "transform": stop.transform, **source}
        case Merge():
            one, two = stop.sources
            return {"type": "merge", "operation": stop.operation, "a": one.stop + 1, "b": two.stop + 1}
        case FinishLine():
            refs = tuple(ref.stop + 1 for ref in stop.sources)
            return {"type": "finish_line", "operation": stop.operation, "refs": _cited(stop.operation, refs)}


def _cited(operation: object, refs: tuple[int, ...]) -> object:
    """The clues that a finish takes: without order, but for the one that it takes thrice."""
    return (refs[0], frozenset(refs)) if operation == "triple_first_mod_10" else frozenset(refs)


def _route_info(stop: RouteInfo) -> Step:
    step: Step = {"type": "route_info", "transition": stop.transition, "field": stop.field}
    if isinstance(stop.value, DateValue) and stop.value.precision != "day":
        step["grain"] = "year"
    if stop.evidence.section in {"lead", "title"}:
        step["where"] = stop.evidence.section
    elif stop.evidence.section != "infobox":
        step |= {"where": "section", "section": stop.evidence.section}
    if stop.named is not None and stop.transition == "link_follow":
        step |= {"a": stop.named.source.stop + 1, "about": stop.named.about}
    if stop.target is None:
        return step
    if stop.target.query is not None:
        step["query"] = stop.target.query
    if stop.target.relation is not None:
        return {**step, "relation": stop.target.relation}
    told = frozenset((one.field, one.relation, one.operand) for one in stop.target.conditions)
    return {**step, "about": stop.target.about, **({"conditions": told} if told else {})}


INPUTS: Mapping[str, tuple[str, ...]] = {
    "days_between": ("start", "end"),
    "unit_conversion": ("quantity",),
    **dict.fromkeys(("country_population", "country_area"), ("country",)),
    **dict.fromkeys(("geocode_distance", "driving_distance", "driving_duration"), ("origin", "destination")),
    **dict.fromkeys(("geocode_elevation", "poi_count"), ("location",)),
    **dict.fromkeys(
        ("geocode_temperature", "geocode_precipitation", "geocode_snowfall", "geocode_sunshine"), ("location",)
    ),
    "place_rating": ("place",),
    **dict.fromkeys(("stock_price", "stock_volume"), ("ticker",)),
    **dict.fromkeys(("crypto_price", "crypto_volume"), ("symbol",)),
}
"""The arguments of a template's last call that come from stops, in the order in which a clue names their sources."""

STATED: Mapping[str, str] = {"to_unit": "to_unit", "date": "day", "kind": "poi", "radius": "radius"}
"""The arguments that a clue states in words, and what its readings call them."""


def _roadblock(stop: Roadblock) -> Step:
    last = {one.name: one.source for one in stop.chain[-1].arguments}
    step: Step = {"type": "roadblock", "template": stop.template}
    for letter, name in zip("ab", INPUTS[stop.template], strict=False):
        step[letter] = _clue_behind(stop, last[name], len(stop.chain) - 1)
    for name, told in STATED.items():
        setting = last.get(name)
        if isinstance(setting, Setting):
            step[told] = setting.value
    if stop.rounding is not None:
        step["rounding"] = stop.rounding.rule
    return step


def _clue_behind(stop: Roadblock, source: Ref | CallRef | Setting, before: int) -> object:
    """The clue whose answer an argument is, also by way of a call before that one; a setting stands for itself."""
    if isinstance(source, CallRef):
        if source.call >= before:
            return None
        return _clue_behind(stop, stop.chain[source.call].arguments[0].source, source.call)
    return source.stop + 1 if isinstance(source, Ref) else source.value


def plain_step(reading: Mapping[str, object]) -> Step:
    """A parser's reading in the form of `Step`."""
    step: Step = dict(reading)
    conditions, refs = reading.get("conditions"), reading.get("refs")
    if isinstance(conditions, tuple):
        step["conditions"] = frozenset(conditions)
    if isinstance(refs, tuple):
        step["refs"] = _cited(reading["operation"], refs)
    return step


@rule("L13", "leg")
def check_clues(leg: Leg, _context: LegContext) -> Iterator[Finding]:
    """Clue k has exactly one reading, and it is stop k; of a clue that a model read back, its plain words have."""
    read_back = {one.clue for one in leg.paraphrases if one.outcome == "read_back"}
    for place, (clue, stop) in enumerate(zip(leg.clues, leg.stops, strict=False)):
        if place in read_back:
            continue
        readings = [plain_step(reading) for reading in parse(clue)]
        where = f"clues[{place}]"
        if not readings:
            yield found(leg, "L13.unreadable", where, "the clue grammar has no reading of it")
        elif len(readings) > 1:
            yield found(leg, "L13.ambiguous", where, f"it has {len(readings)} readings")
        else:
            wanted = safe_step(stop)
            if readings[0] != wanted:
                apart = sorted(key for key in {*readings[0], *wanted} if readings[0].get(key) != wanted.get(key))
                yield found(
                    leg,
                    "L13.other-step",
                    where,
                    f"it reads as another step than stop {place}: {', '.join(apart)} differ",
                )


def safe_step(stop: Stop) -> Step:
    """What a stop's clue has to say; nothing where a roadblock lacks an argument."""
    try:
        return step_of(stop)
    except (KeyError, IndexError):
        return {}


@rule("L13", "leg")
def check_last(leg: Leg, _context: LegContext) -> Iterator[Finding]:
    """The last clue cites exactly the clues whose answers the finish line takes."""
    finish = leg.stops[-1]
    if not isinstance(finish, FinishLine):
        return
    used = {ref.stop + 1 for ref in finish.sources}
    readings = [reading.get("refs") for reading in parse(leg.clues[-1])]
    lists = [
        frozenset(number for number in refs if isinstance(number, int)) for refs in readings if isinstance(refs, tuple)
    ]
    if len(lists) != 1:
        return
    omitted, extra = sorted(used - lists[0]), sorted(lists[0] - used)
    place = f"clues[{len(leg.clues) - 1}]"
    if omitted:
        message = f"the finish line takes the answers to clues {omitted}, which it doesn't cite"
        yield found(leg, "L13.last-clue-omits", place, message)
    if extra:
        message = f"it cites clues {extra}, whose answers the finish line doesn't take"
        yield found(leg, "L13.last-clue-extra", place, message)
