"""A leg followed again in another state of its world: where its values come out otherwise, or not at all."""

from __future__ import annotations

from releases.families.base import Moved
from schemas.legs import Leg, RouteInfo
from schemas.values import Value, show_value
from solvers.legs.execute import WorldCalls, evaluate
from solvers.legs.transforms import OutOfDomain
from worlds.facts import read_facts
from worlds.pages import MissingPage
from worlds.tools.calls import ToolRefusal
from worlds.world import World

__all__ = ["leg_drift"]


def leg_drift(leg: Leg, world: World) -> Moved | None:
    """The first stop whose value is another now, or that can't be had any more (dead); None when all are the same.

    A stop that is dead counts before one that has drifted, wherever it stands.
    """
    values: list[Value] = []
    tools = WorldCalls(world)
    drifted: Moved | None = None
    for stop in leg.stops:
        place = f"stops[{stop.index}]"
        try:
            value = _read(stop, world) if isinstance(stop, RouteInfo) else evaluate(stop, values, tools)
        except (MissingPage, ToolRefusal, OutOfDomain, _Gone) as error:
            return Moved(place, str(error), dead=True)
        if value != stop.value and drifted is None:
            drifted = Moved(place, f"it was {show_value(stop.value)}, and is {show_value(value)} now", dead=False)
        values.append(value)
    return drifted


class _Gone(Exception):
    """A page that no longer says what was read there."""


def _read(stop: RouteInfo, world: World) -> Value:
    """The fact of a stop on its page as it is now."""
    facts = read_facts(world.pages.get(stop.evidence.title)).everywhere
    found = [fact.value for fact in facts if (fact.field, fact.section) == (stop.field, stop.evidence.section)]
    if len(found) != 1:
        raise _Gone(f"“{stop.evidence.title}” gives no single {stop.field} any more")
    return found[0]
