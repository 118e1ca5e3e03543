"""Derives a leg again from its record and a world: facts from their spans, everything else by execution."""

from __future__ import annotations

from schemas.errors import ReleaseError
from schemas.legs import Leg, Roadblock, RouteInfo
from schemas.values import TextValue, Value
from solvers.legs.execute import WorldCalls, evaluate, resolve, run_chain
from solvers.legs.transforms import OutOfDomain
from worlds.facts import read_facts
from worlds.tools.calls import ToolRefusal
from worlds.world import World

__all__ = ["replay"]


def replay(leg: Leg, world: World) -> tuple[Value, ...]:
    """Every stop's value, from the world alone; what the record says of values is not used.

    Raises ReleaseError that names the stop when a page's digest, a fact's span or a call's digests differ from the
    record, and MissingPage or ToolRefusal where the world doesn't hold what the leg needs.
    """
    values: list[Value] = []
    tools = WorldCalls(world)
    for stop in leg.stops:
        place = f"{leg.id}: stops[{stop.index}]"
        try:
            if isinstance(stop, RouteInfo):
                values.append(_extract(stop, values, world, place))
                continue
            if isinstance(stop, Roadblock):
                _compare_calls(stop, values, world, place)
            values.append(evaluate(stop, values, tools))
        except OutOfDomain as error:
            raise ReleaseError(f"{place}: {error}") from error
        except ToolRefusal as refusal:
            raise ReleaseError(f"{place}: {refusal}") from refusal
    return tuple(values)


def _extract(stop: RouteInfo, values: list[Value], world: World, place: str) -> Value:
    """The value of the fact that stands at the recorded span of the page, which is the one named where one is."""
    evidence = stop.evidence
    page = world.pages.get(evidence.title)
    if stop.named is not None:
        name = resolve(stop.named.source, values)
        if not isinstance(name, TextValue) or world.pages.get(name.value).title != page.title:
            raise ReleaseError(f"{place}: stop {stop.named.source.stop} names another page than “{page.title}”")
    if page.digest != evidence.digest:
        raise ReleaseError(f"{place}: the page “{evidence.title}” is not the one that the fact was taken from")
    for fact in read_facts(page).everywhere:
        if (fact.field, fact.start, fact.end) == (stop.field, evidence.start, evidence.end):
            return fact.value
    raise ReleaseError(
        f"{place}: the page “{evidence.title}” says no {stop.field} at characters {evidence.start} to {evidence.end}"
    )


def _compare_calls(stop: Roadblock, values: list[Value], world: World, place: str) -> None:
    """The calls that the values lead to are the recorded ones, with the recorded answers."""
    steps = [(step.tool, step.arguments) for step in stop.chain]
    done = run_chain(steps, values, WorldCalls(world)).exchanges
    for number, (step, exchange) in enumerate(zip(stop.chain, done, strict=True)):
        if (exchange.request, exchange.response) != (step.request, step.response):
            raise ReleaseError(f"{place}.chain[{number}]: {step.tool} is asked or answers something else than recorded")
