"""Executes a leg: every stop's value from the stops before it, for generation and replay alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeAlias

from schemas.facts import FactSheet
from schemas.legs import (
    Argument,
    CallRef,
    Detour,
    FinishLine,
    Merge,
    Ref,
    Roadblock,
    RouteInfo,
    Setting,
)
from schemas.values import TextValue, Value
from schemas.worlds import Arguments, Exchange
from solvers.legs.compute import compute, count, resolve, round_value, rounding_margin, whole
from solvers.legs.keys import value_key
from solvers.legs.transforms import OutOfDomain
from worlds.facts import read_facts
from worlds.pages import MissingPage
from worlds.tools.calls import make_arguments
from worlds.world import World

__all__ = [
    "AnyStop",
    "Calls",
    "Chain",
    "WorldCalls",
    "compute",
    "count",
    "evaluate",
    "only_fact",
    "resolve",
    "round_value",
    "rounding_margin",
    "run_chain",
    "whole",
]

AnyStop: TypeAlias = RouteInfo | Roadblock | Detour | Merge | FinishLine


class Calls(Protocol):
    """Whatever answers tool calls and reads pages: a world, or a memory in front of one."""

    def call(self, tool: str, arguments: Arguments) -> Exchange:
        """The tool's answer. Raises ToolRefusal."""
        ...

    def fact(self, name: str, field: str, section: str) -> Value:
        """What the page of that exact name or redirect gives for a field in a section. Raises OutOfDomain."""
        ...


class WorldCalls:
    """A world's own tools and pages, with nothing remembered."""

    def __init__(self, world: World) -> None:
        self._world = world

    def call(self, tool: str, arguments: Arguments) -> Exchange:
        """The tool's answer. Raises ToolRefusal."""
        return self._world.tools.call(tool, arguments)

    def fact(self, name: str, field: str, section: str) -> Value:
        """The page's value. Raises OutOfDomain where it has no such page, or no one such fact."""
        try:
            page = self._world.pages.get(name)
        except MissingPage as missing:
            raise OutOfDomain(f"nothing here is called “{name}”") from missing
        return only_fact(read_facts(page), field, section)


def only_fact(sheet: FactSheet, field: str, section: str) -> Value:
    """The one value of a field in a section of a page. Raises OutOfDomain."""
    found = [fact.value for fact in sheet.everywhere if (fact.field, fact.section) == (field, section)]
    if len(found) != 1:
        raise OutOfDomain(f"“{sheet.title}” gives {len(found)} values for {field}")
    return found[0]


class Chain(NamedTuple):
    """A chain that was run: its calls, and the last result before any rounding."""

    exchanges: tuple[Exchange, ...]
    result: Value


def run_chain(steps: Sequence[tuple[str, tuple[Argument, ...]]], values: Sequence[Value], tools: Calls) -> Chain:
    """Run a roadblock's chain of one to three calls. Raises ToolRefusal where a tool gives no answer."""
    done: list[Exchange] = []
    for tool, arguments in steps:
        named = {argument.name: _argument(argument, values, done) for argument in arguments}
        done.append(tools.call(tool, make_arguments(**named)))
    return Chain(tuple(done), done[-1].result)


def _argument(argument: Argument, values: Sequence[Value], done: Sequence[Exchange]) -> Value | str:
    match argument.source:
        case Ref() as ref:
            return resolve(ref, values)
        case CallRef(call=call):
            if not call < len(done):
                raise OutOfDomain(f"call {call} comes no earlier")
            return done[call].result
        case Setting(value=value):
            return value


def evaluate(stop: AnyStop, values: Sequence[Value], tools: Calls) -> Value:
    """A stop's value from the values before it; a route info's is what it extracted, from the page named if any.

    Raises OutOfDomain or ToolRefusal where the stop can't take the values.
    """
    match stop:
        case RouteInfo(named=None):
            return stop.value
        case RouteInfo():
            return _named_fact(stop, values, tools)
        case Roadblock():
            result = run_chain([(step.tool, step.arguments) for step in stop.chain], values, tools).result
            return round_value(result, stop.rounding.rule) if stop.rounding else result
        case _:
            return compute(stop, values)


def _named_fact(stop: RouteInfo, values: Sequence[Value], tools: Calls) -> Value:
    """The same fact of the page that a value names; another kind, unit or precision is no such fact."""
    if stop.named is None:
        return stop.value
    name = resolve(stop.named.source, values)
    if not isinstance(name, TextValue):
        raise OutOfDomain("only a name leads to a page")
    value = tools.fact(name.value, stop.field, stop.evidence.section)
    if value_key(stop.field, value) != value_key(stop.field, stop.value):
        raise OutOfDomain(f"“{name.value}” gives another kind of {stop.field}")
    return value
