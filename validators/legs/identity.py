"""L18: no step gives back what it was given: detours and conversions change their input, links lead off the page."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.findings import Finding
from schemas.legs import Detour, FinishLine, Leg, Roadblock, RouteInfo, Stop
from schemas.values import NumberValue, Value
from validators.legs.context import LegContext
from validators.legs.findings import found
from validators.legs.graph import is_sound, refs_of
from validators.legs.recompute import NotTaken, resolve
from validators.registry import rule

__all__ = ["check_identity", "check_self_links"]


@rule("L18", "leg")
def check_identity(leg: Leg, _context: LegContext) -> Iterator[Finding]:
    """A detour, conversion or finish gives another number than it is given, and nothing takes one value twice."""
    if not is_sound(leg):
        return
    values: list[Value] = [stop.value for stop in leg.stops]
    for place, stop in enumerate(leg.stops):
        refs = refs_of(stop)
        if isinstance(stop, Detour) or _converts(stop) or (isinstance(stop, FinishLine) and len(refs) == 1):
            try:
                given = [resolve(ref, values[:place]) for ref in refs]
            except NotTaken:
                continue
            for value in given:
                if _number(value) is not None and _number(value) == _number(stop.value):
                    yield found(
                        leg, "L18.identity", f"stops[{place}].value", f"{_number(value)} goes in and comes out again"
                    )
        if _undoes(leg, place):
            yield found(leg, "L18.undone", f"stops[{place}]", "it gives back what the step before it was given")
        if len({(ref.stop, ref.path) for ref in refs}) < len(refs):
            yield found(leg, "L18.same-source", f"stops[{place}]", "it takes the same value twice")


def _undoes(leg: Leg, place: int) -> bool:
    """Whether a transform undoes the transform whose result it takes."""
    values = []
    for _ in range(2):
        stop = leg.stops[place]
        values.append(_number(stop.value))
        refs = refs_of(stop)
        if len(refs) != 1 or not (isinstance(stop, Detour) or _converts(stop)):
            return False
        place = refs[0].stop
    return values[0] is not None and values[0] == _number(leg.stops[place].value)


def _converts(stop: Stop) -> bool:
    return isinstance(stop, Roadblock) and stop.template == "unit_conversion"


def _number(value: Value) -> str | None:
    return value.value if isinstance(value, NumberValue) else None


@rule("L18", "leg")
def check_self_links(leg: Leg, context: LegContext) -> Iterator[Finding]:
    """A link that is followed leads to another page, also by way of a redirect."""
    here: str | None = None
    for place, stop in enumerate(leg.stops):
        if isinstance(stop, RouteInfo):
            there = context.resolved(stop.evidence.title) or stop.evidence.title
            if stop.transition == "link_follow" and there == here:
                yield found(
                    leg, "L18.self-link", f"stops[{place}].evidence.title", f"the link from {here} leads to itself"
                )
            here = there
