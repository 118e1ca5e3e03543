"""What a stop's clue has to say, as a meaning of the clue grammar."""

from __future__ import annotations

from schemas.legs import CallRef, Detour, FinishLine, Merge, Ref, Roadblock, RouteInfo, Setting
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
    if stop.evidence.section in {"lead", "title"}:
        meaning["where"] = stop.evidence.section
    elif stop.evidence.section != "infobox":
        meaning |= {"where": "section", "section": stop.evidence.section}
    if stop.named is not None and stop.transition == "link_follow":
        meaning |= {"about": stop.named.about, "a": _clue(stop.named.source)}
    if stop.target is not None and stop.target.query is not None:
        meaning["query"] = stop.target.query
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


SETTINGS = {"to_unit": "to_unit", "date": "day", "kind": "poi", "radius": "radius"}
"""What clues call the settings of tools."""


def _roadblock(stop: Roadblock) -> Meaning:
    """The sources in the order in which the clue names them, the settings, and how to round."""
    named = {argument.name: argument.source for argument in stop.chain[-1].arguments}
    meaning: dict[str, Scalar | Meaning] = {"type": "roadblock", "template": stop.template}
    sources = [named[name] for name in ORDER if name in named] or [
        source for source in named.values() if isinstance(source, Ref | CallRef)
    ]
    for letter, source in zip("ab", sources, strict=False):
        meaning[letter] = _clue(_behind(stop, source))
    for name, word in SETTINGS.items():
        setting = named.get(name)
        if isinstance(setting, Setting):
            meaning[word] = setting.value
    meaning["rounding"] = stop.rounding.rule if stop.rounding else "none"
    return meaning


ORDER = ("start", "end", "origin", "destination")
"""Arguments of tools that take two values alike, in the order in which clues name them."""


def _behind(stop: Roadblock, source: Ref | CallRef | Setting) -> Ref:
    """The stop that an argument comes from, also by way of geocoding."""
    while isinstance(source, CallRef):
        source = stop.chain[source.call].arguments[0].source
    if not isinstance(source, Ref):
        raise TypeError(f"stop {stop.index}: {source.value} is no value of a stop")
    return source
