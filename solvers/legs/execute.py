"""Executes a leg: every stop's value from the stops before it, for generation and replay alike."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, Decimal
from typing import NamedTuple, Protocol, TypeAlias

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
from schemas.values import DateValue, NumberValue, TextValue, Value, decimal_string
from schemas.worlds import Arguments, Exchange
from solvers.legs.transforms import OutOfDomain, transform_number, transform_word
from worlds.tools.calls import make_arguments

__all__ = [
    "AnyStop",
    "Calls",
    "Chain",
    "compute",
    "count",
    "evaluate",
    "resolve",
    "round_value",
    "rounding_margin",
    "run_chain",
    "whole",
]

AnyStop: TypeAlias = RouteInfo | Roadblock | Detour | Merge | FinishLine


class Calls(Protocol):
    """Whatever answers tool calls: a world's tools, or a memory in front of them."""

    def call(self, tool: str, arguments: Arguments) -> Exchange:
        """The tool's answer. Raises ToolRefusal."""
        ...


class Chain(NamedTuple):
    """A chain that was run: its calls, and the last result before any rounding."""

    exchanges: tuple[Exchange, ...]
    result: Value


def count(number: int) -> NumberValue:
    """A bare whole number as a value."""
    return NumberValue(type="number", value=str(number), unit="count")


def resolve(ref: Ref, values: Sequence[Value]) -> Value:
    """What a reference points at. Raises OutOfDomain where a date's year is asked of something else."""
    value = values[ref.stop]
    if ref.path == "value":
        return value
    if not isinstance(value, DateValue):
        raise OutOfDomain(f"stop {ref.stop} has no year")
    return NumberValue(type="number", value=str(int(value.value[:4])), unit="year")


def whole(value: Value) -> int:
    """A value as a whole number. Raises OutOfDomain for anything else."""
    if not isinstance(value, NumberValue) or "." in value.value:
        raise OutOfDomain("a whole number is needed")
    return int(value.value)


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
            return done[call].result
        case Setting(value=value):
            return value


def rounding_margin(value: NumberValue, rule: str) -> Decimal:
    """How far a value is from the nearest point where its rounding changes."""
    fraction = abs(Decimal(value.value)) % 1
    return abs(fraction - Decimal("0.5")) if rule == "nearest" else min(fraction, 1 - fraction)


def round_value(value: Value, rule: str) -> NumberValue:
    """A number rounded to a whole one by a named rule. Raises OutOfDomain for anything else."""
    if not isinstance(value, NumberValue):
        raise OutOfDomain("only a number can be rounded")
    mode = ROUND_HALF_EVEN if rule == "nearest" else ROUND_DOWN
    rounded = Decimal(value.value).quantize(Decimal(1), rounding=mode)
    return NumberValue(type="number", value=decimal_string(rounded), unit=value.unit)


def evaluate(stop: AnyStop, values: Sequence[Value], tools: Calls) -> Value:
    """A stop's value from the values before it; a route info's is what it extracted.

    Raises OutOfDomain or ToolRefusal where the stop can't take the values.
    """
    match stop:
        case RouteInfo():
            return stop.value
        case Roadblock():
            result = run_chain([(step.tool, step.arguments) for step in stop.chain], values, tools).result
            return round_value(result, stop.rounding.rule) if stop.rounding else result
        case _:
            return compute(stop, values)


def compute(stop: Detour | Merge | FinishLine, values: Sequence[Value]) -> NumberValue:
    """The value of a stop that needs no page and no tool. Raises OutOfDomain."""
    if isinstance(stop, Detour):
        source = resolve(stop.source, values)
        if isinstance(source, TextValue):
            return count(transform_word(stop.transform, source.value))
        return count(transform_number(stop.transform, whole(source)))
    return _aggregate(stop.operation, [whole(resolve(ref, values)) for ref in stop.sources])


def _aggregate(operation: str, numbers: Sequence[int]) -> NumberValue:
    if operation.startswith("sum"):
        total = sum(numbers)
    else:
        first, second = numbers
        total = abs(first - second)
    if operation.endswith("_mod_10"):
        if total < 0:
            raise OutOfDomain("a negative total has no last digit that people agree on")
        return count(total % 10)
    return count(total)
