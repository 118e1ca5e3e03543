"""The second executor: every stop's value from the leg's record and the recorded world, and how much each matters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from schemas.canonical import JSON, dump, sha256_of
from schemas.legs import (
    Argument,
    CallRef,
    Detour,
    FinishLine,
    Leg,
    Merge,
    Ref,
    Roadblock,
    RouteInfo,
    Setting,
    Stop,
    ToolStep,
)
from schemas.randomness import stream
from schemas.values import DateValue, NumberValue, TextValue, Value
from schemas.worlds import Exchange
from validators.legs.context import LegContext
from validators.legs.graph import refs_of
from validators.legs.readings import Unread
from validators.legs.tools import CannotSay, Refused, answer
from validators.legs.transforms import TransformError, aggregate, transform

__all__ = ["Counts", "NotTaken", "draws_of", "named_arguments", "request_of", "resolve", "round_number", "run_stop",
           "sensitivity"]  # fmt: skip

DRAWS = 60
PAIRS = 200


class NotTaken(Exception):
    """A stop that can't take the values it is given; the message says why."""


@dataclass(frozen=True)
class Counts:
    """How often a stop's output matters: draws, those unlike its output, those of them that change the answer."""

    draws: int
    differing: int
    changed: int


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
        raise NotTaken("no recorded page has that name")
    if title == stop.evidence.title:
        return stop.value
    value = context.reading(title).read(stop.field)
    if value is None or isinstance(value, Unread) or fact_key(stop.field, value) != fact_key(stop.field, stop.value):
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
    raise NotTaken(f"{tool} refused: {recorded.reason}" if recorded else f"the world recorded no such call of {tool}")


def fact_key(field: str, value: Value) -> str:
    """The key of a field's values of one kind."""
    detail = {"number": "unit", "date": "precision"}.get(value.type, "type")
    return f"fact:{field}:{getattr(value, detail)}"


def pool_key(stop: RouteInfo | Roadblock, values: Sequence[Value]) -> str:
    """The key of a page's or a tool's values in the recorded pools."""
    if isinstance(stop, RouteInfo):
        return fact_key(stop.field, stop.value)
    if stop.template != "unit_conversion":
        return f"tool:{stop.template}"
    sources = refs_of(stop)
    given = values[sources[0].stop] if sources else None
    unit = given.unit if isinstance(given, NumberValue) else given.type if given else ""
    settings = {one.name: one.source.value for one in stop.chain[0].arguments if isinstance(one.source, Setting)}
    return f"tool:unit_conversion:{unit}>{settings.get('to_unit', '')}"


def draws_of(leg: Leg, index: int, context: LegContext) -> tuple[Value, ...]:
    """The world's values of the kind of a stop's output: recorded pools, carried through detours and merges.

    Empty where the world recorded none.
    """
    stop = leg.stops[index]
    values = [one.value for one in leg.stops]
    match stop:
        case RouteInfo() | Roadblock():
            return context.pools.get(_named_key(leg, index) or pool_key(stop, values), ())
        case FinishLine():
            return tuple(_bare(digit) for digit in range(10))
        case Detour():
            sources = draws_of(leg, stop.source.stop, context)
            return tuple(made for one in sources for made in _tried(stop, {stop.source.stop: one}, values, context))
        case Merge():
            first, second = (draws_of(leg, ref.stop, context) for ref in stop.sources)
            if not first or not second:
                return ()
            rng = stream(0, "merge", leg.seed_title, index)
            pairs = [(rng.choice(first), rng.choice(second)) for _ in range(PAIRS)]
            one, two = (ref.stop for ref in stop.sources)
            return tuple(made for a, b in pairs for made in _tried(stop, {one: a, two: b}, values, context))


def _named_key(leg: Leg, index: int) -> str | None:
    """The key of the names of pages of a kind, where a later stop reads the page that this stop's value names."""
    for stop in leg.stops[index + 1 :]:
        if isinstance(stop, RouteInfo) and stop.named is not None and stop.named.source.stop == index:
            return f"page:{stop.named.about}"
    return None


def _tried(stop: Stop, given: Mapping[int, Value], values: Sequence[Value], context: LegContext) -> tuple[Value, ...]:
    try:
        return (run_stop(stop, [given.get(place, value) for place, value in enumerate(values)], context),)
    except NotTaken:
        return ()


def sensitivity(leg: Leg, index: int, context: LegContext) -> Counts | None:
    """How often another value of its kind in place of a stop's output changes the answer; None without a pool."""
    choices = draws_of(leg, index, context)
    if not choices:
        return None
    rng = stream(0, "sensitivity", leg.seed_title, index)
    drawn = [rng.choice(choices) for _ in range(DRAWS)]
    differing = [value for value in drawn if value != leg.stops[index].value]
    changed = {value: _changes(leg, index, value, context) for value in dict.fromkeys(differing)}
    return Counts(len(drawn), len(differing), sum(changed[value] for value in differing))


def _changes(leg: Leg, index: int, value: Value, context: LegContext) -> bool:
    values = [one.value for one in leg.stops]
    values[index] = value
    moved = {index}
    for place, stop in enumerate(leg.stops[index + 1 :], start=index + 1):
        if any(ref.stop in moved for ref in refs_of(stop)):
            try:
                values[place] = run_stop(stop, values[:place], context)
            except NotTaken:
                return False
            moved.add(place)
    return values[-1] != leg.stops[-1].value
