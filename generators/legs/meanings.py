"""What a stop's clue has to say, as a meaning of the clue grammar."""

from __future__ import annotations

from schemas.legs import Detour, FinishLine, Merge, Ref, Roadblock, RouteInfo, Setting
from schemas.values import DateValue
from solvers.clues.grammar import Meaning, Scalar
from solvers.legs.execute import AnyStop

__all__ = ["meaning_of"]

ORDINALS = ("first", "second", "third")


def _clue(ref: Ref) -> int:
    """Clue k is stop k, counted from 1."""
    return ref.stop + 1


def meaning_of(stop: AnyStop) -> Meaning:
    """A stop as its clue states it: sources as clue numbers, and no value."""
    match stop:
        case RouteInfo():
            return _route_info(stop)
        case Roadblock():
            return _roadblock(stop)
        case Detour():
            return {
                "type": "detour",
                "transform": stop.transform,
                "a": _clue(stop.source),
                "part": stop.source.path,
            }
        case Merge():
            first, second = stop.sources
            return {"type": "merge", "operation": stop.operation, "a": _clue(first), "b": _clue(second)}
        case FinishLine():
            refs = tuple(_clue(ref) for ref in stop.sources)
            return {"type": "finish_line", "operation": stop.operation, "refs": refs}


def _route_info(stop: RouteInfo) -> Meaning:
    meaning: dict[str, Scalar | Meaning] = {
        "type": "route_info",
        "transition": stop.transition,
        "field": stop.field,
    }
    if isinstance(stop.value, DateValue) and stop.value.precision != "day":
        meaning["grain"] = "year"
    if stop.target is not None and stop.target.relation is not None:
        meaning["relation"] = stop.target.relation
    elif stop.target is not None:
        meaning["about"] = stop.target.about
        for ordinal, condition in zip(ORDINALS, stop.target.conditions, strict=False):
            meaning[ordinal] = {
                "field": condition.field,
                "relation": condition.relation,
                "operand": condition.operand,
            }
    return meaning


def _roadblock(stop: Roadblock) -> Meaning:
    """The sources in the order in which the chain takes them, the unit asked for, and how to round."""
    refs = [a.source for step in stop.chain for a in step.arguments if isinstance(a.source, Ref)]
    if stop.template == "days_between":
        (step,) = stop.chain
        by_name = {a.name: a.source for a in step.arguments if isinstance(a.source, Ref)}
        refs = [by_name["start"], by_name["end"]]
    elif stop.template == "geocode_distance":
        refs = _ends(stop)
    meaning: dict[str, Scalar | Meaning] = {
        "type": "roadblock",
        "template": stop.template,
        "a": _clue(refs[0]),
    }
    if len(refs) == 2:
        meaning["b"] = _clue(refs[1])
    for argument in stop.chain[-1].arguments:
        if argument.name == "to_unit" and isinstance(argument.source, Setting):
            meaning["to_unit"] = argument.source.value
    meaning["rounding"] = stop.rounding.rule if stop.rounding else "none"
    return meaning


def _ends(stop: Roadblock) -> list[Ref]:
    """Origin and destination of a distance, followed back through their geocoding."""
    found: list[Ref] = []
    by_name = {a.name: a.source for a in stop.chain[-1].arguments}
    for name in ("origin", "destination"):
        source = by_name[name]
        if not isinstance(source, Ref | Setting):
            source = stop.chain[source.call].arguments[0].source
        if isinstance(source, Ref):
            found.append(source)
    return found
