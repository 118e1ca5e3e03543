"""The second executor: every stop's value from the leg's record and the recorded world."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from schemas.canonical import JSON, dump, sha256_of
from schemas.legs import (
    Argument,
    CallRef,
    Detour,
    FinishLine,
    Merge,
    Ref,
    Roadblock,
    RouteInfo,
    Stop,
    ToolStep,
)
from schemas.values import DateValue, NumberValue, TextValue, Value
from schemas.worlds import Exchange
from validators.legs.context import LegContext
from validators.legs.readings import Unread
from validators.legs.tools import CannotSay, Refused, answer
from validators.legs.transforms import TransformError, aggregate, transform

__all__ = [
    "NotRecorded", "NotTaken", "call", "fact_key", "named_arguments", "request_of", "resolve", "round_number",
    "run_stop", "value_key",
]  # fmt: skip


class NotTaken(Exception):
    """A stop that can't take the values it is given; the message says why."""


class NotRecorded(NotTaken):
    """A page or a call that the recorded world lacks, so that it isn't known whether the stop can take the values."""


def resolve(ref: Ref, values: Sequence[Value]) -> Value:
    """What a reference points at. Raises NotTaken."""
    if ref.stop >= len(values):
        raise NotTaken(f"stop {ref.stop} isn't there yet")
    value = values[ref.stop]
    if ref.path == "value":
        return value
    if not isinstance(value, DateValue):
        raise NotTaken(f"stop {ref.stop} is no date, so it has no year")
    return NumberValue(type="number", value=str(int(value.value.split("-")[0])), unit="year")


def named_arguments(step: ToolStep, values: Sequence[Value], results: Sequence[Value]) -> dict[str, Value | str]:
    """A call's arguments by name, references resolved. Raises NotTaken."""
    return {argument.name: _argument(argument, values, results) for argument in step.arguments}


def _argument(argument: Argument, values: Sequence[Value], results: Sequence[Value]) -> Value | str:
    source = argument.source
    if isinstance(source, Ref):
        return resolve(source, values)
    if isinstance(source, CallRef):
        if source.call >= len(results):
            raise NotTaken(f"call {source.call} of the chain hasn't been made yet")
        return results[source.call]
    return source.value


def request_of(tool: str, named: Mapping[str, Value | str]) -> str:
    """The digest under which a recorded world keeps a call."""
    arguments: list[JSON] = [
        {"role": "setting", "name": name, "value": given}
        if isinstance(given, str)
        else {"role": "value", "name": name, "value": dump(given)}
        for name, given in sorted(named.items())
    ]
    return sha256_of({"tool": tool, "arguments": arguments})


def round_number(number: Fraction, rule: str) -> int:
    """A number rounded by a named rule: `nearest` and `tenths` (halves to even) or `down` (towards zero)."""
    if rule in {"nearest", "tenths"}:
        return round(number * (10 if rule == "tenths" else 1))
    whole = abs(number).numerator // abs(number).denominator
    return -whole if number < 0 else whole


def run_stop(stop: Stop, values: Sequence[Value], context: LegContext) -> Value:
    """A stop's value from those before it; a route info's is what its page says, so it stands as recorded.

    Where an earlier value names the page, it is what that page says to the second reader. Raises NotTaken where the
    stop can't take the values, or a call was refused.
    """
    try:
        match stop:
            case RouteInfo():
                return (
                    stop.value if stop.named is None else _read_named(stop, resolve(stop.named.source, values), context)
                )
            case Roadblock():
                return _chain(stop, values, context)
            case Detour():
                return _bare(transform(stop.transform, _operand(resolve(stop.source, values))))
            case Merge() | FinishLine():
                numbers = tuple(_whole(resolve(ref, values)) for ref in stop.sources)
                return _bare(aggregate(stop.operation, numbers))
    except TransformError as error:
        raise NotTaken(str(error)) from error


def _read_named(stop: RouteInfo, name: Value, context: LegContext) -> Value:
    """What the page that a value names says of the same field, in the same unit or to the same precision."""
    title = context.resolved(name.value) if isinstance(name, TextValue) else None
    if title is None:
        raise NotRecorded("no recorded page has that name")
    if title == stop.evidence.title:
        return stop.value
    value = context.reading(title).read(stop.field)
    if value is None or isinstance(value, Unread) or value_key(stop.field, value) != value_key(stop.field, stop.value):
        raise NotTaken(f"{title} gives no {stop.field} of that kind")
    return value


def _bare(number: int) -> Value:
    return NumberValue(type="number", value=str(number), unit="count")


def _whole(value: Value) -> int:
    if isinstance(value, NumberValue) and "." not in value.value:
        return int(value.value)
    raise NotTaken("a whole number is needed")


def _operand(value: Value) -> int | str:
    return value.value if isinstance(value, TextValue) else _whole(value)


def _chain(stop: Roadblock, values: Sequence[Value], context: LegContext) -> Value:
    results: list[Value] = []
    for step in stop.chain:
        results.append(call(step.tool, named_arguments(step, values, results), context))
    last = results[-1]
    if stop.rounding is None:
        return last
    if not isinstance(last, NumberValue):
        raise NotTaken("only a number can be rounded")
    rounded = round_number(Fraction(last.value), stop.rounding.rule)
    return NumberValue(type="number", value=str(rounded), unit=last.unit)


def call(tool: str, named: Mapping[str, Value | str], context: LegContext) -> Value:
    """A call's result: programs are run here, anything else is as the world recorded it.

    A world records every answer that its legs and their draws rest on, so a call that isn't there was refused; what
    is recorded is compared with other sources elsewhere. Raises NotTaken.
    """
    if tool == "python_execute_code":
        try:
            return answer(tool, named)
        except (Refused, CannotSay) as error:
            raise NotTaken(f"{tool}: {error}") from error
    recorded = context.calls.get(request_of(tool, named))
    if isinstance(recorded, Exchange):
        return recorded.result
    if recorded is None:
        raise NotRecorded(f"the world recorded no such call of {tool}")
    raise NotTaken(f"{tool} refused: {recorded.reason}")


def value_key(field: str, value: Value) -> str:
    """A field with the unit, precision or type of its value."""
    detail = {"number": "unit", "date": "precision"}.get(value.type, "type")
    return f"{field}:{getattr(value, detail)}"


def fact_key(about: str, field: str, value: Value) -> str:
    """The key of a field's values on pages about one kind of thing."""
    return f"fact:{about}:{value_key(field, value)}"
