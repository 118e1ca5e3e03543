"""Derives a leg again from its record and a world: facts from their spans, everything else by execution."""

from __future__ import annotations

from schemas.errors import ReleaseError
from schemas.legs import Leg, Roadblock, RouteInfo
from schemas.values import Value
from solvers.legs.execute import evaluate, run_chain
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
    for stop in leg.stops:
        place = f"{leg.id}: stops[{stop.index}]"
        try:
            if isinstance(stop, RouteInfo):
                values.append(_extract(stop, world, place))
                continue
            if isinstance(stop, Roadblock):
                _compare_calls(stop, values, world, place)
            values.append(evaluate(stop, values, world.tools))
        except OutOfDomain as error:
            raise ReleaseError(f"{place}: {error}") from error
        except ToolRefusal as refusal:
            raise ReleaseError(f"{place}: {refusal}") from refusal
    return tuple(values)


def _extract(stop: RouteInfo, world: World, place: str) -> Value:
    """The value of the fact that stands at the recorded span of the page."""
    evidence = stop.evidence
    page = world.pages.get(evidence.title)
    if page.digest != evidence.digest:
        raise ReleaseError(f"{place}: the page “{evidence.title}” is not the one that the fact was taken from")
    for fact in read_facts(page).facts:
        if (fact.field, fact.start, fact.end) == (stop.field, evidence.start, evidence.end):
            return fact.value
    raise ReleaseError(
        f"{place}: the page “{evidence.title}” says no {stop.field} at characters {evidence.start} to {evidence.end}"
    )


def _compare_calls(stop: Roadblock, values: list[Value], world: World, place: str) -> None:
    """The calls that the values lead to are the recorded ones, with the recorded answers."""
    done = run_chain([(step.tool, step.arguments) for step in stop.chain], values, world.tools).exchanges
    for number, (step, exchange) in enumerate(zip(stop.chain, done, strict=True)):
        if (exchange.request, exchange.response) != (step.request, step.response):
            raise ReleaseError(f"{place}.chain[{number}]: {step.tool} is asked or answers something else than recorded")
