"""Walks a leg through a served world: every page fetched, every chain called, every number computed from what came."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from releases.scoring.runs.code import CODE, comes_to, printed_number
from schemas.canonical import JSON
from schemas.errors import ReleaseError
from schemas.legs import CallRef, Leg, Ref, Roadblock, RouteInfo, Setting, ToolStep
from schemas.values import DateValue, NumberValue, Value, decimal_string
from solvers.legs.compute import compute, resolve, round_value, whole
from worlds.serving.answers import plain
from worlds.tools.units import factor

__all__ = ["Ask", "walk"]

Ask = Callable[[str, Mapping[str, JSON]], Mapping[str, JSON]]
"""A tool call over any transport: the tool and its arguments give `{"result": …}` or `{"error": …}`."""


def walk(leg: Leg, ask: Ask) -> int:
    """The answer, from what the tools gave. Raises ReleaseError at the first stop that doesn't come out as recorded."""
    values: list[Value] = []
    for stop in leg.stops:
        match stop:
            case RouteInfo():
                _read(stop, ask)
                values.append(stop.value)
            case Roadblock():
                result = _run(stop, values, ask)
                values.append(round_value(result, stop.rounding.rule) if stop.rounding else result)
            case _:
                values.append(compute(stop, values))
        if plain(values[-1]) != plain(stop.value):
            raise ReleaseError(f"{leg.id}: stop {stop.index} gives {plain(values[-1])}, not {plain(stop.value)}")
    return whole(values[-1])


def _read(stop: RouteInfo, ask: Ask) -> None:
    """Fetch the stop's page, which must say the fact."""
    result = _result(ask("fetch_webpage", {"page": stop.evidence.title}), f"stop {stop.index}")
    text = str(result.get("text", "")) if isinstance(result, dict) else ""
    if "".join(stop.evidence.quote.split()) not in "".join(text.split()):
        raise ReleaseError(f"stop {stop.index}: “{stop.evidence.title}” doesn't say “{stop.evidence.quote}”")


def _run(stop: Roadblock, values: Sequence[Value], ask: Ask) -> Value:
    """Run the stop's chain; each call takes what the ones before it gave."""
    done: list[Value] = []
    for step in stop.chain:
        given: dict[str, Value | str] = {}
        for argument in step.arguments:
            match argument.source:
                case Ref() as ref:
                    given[argument.name] = resolve(ref, values)
                case CallRef(call=call):
                    given[argument.name] = done[call]
                case Setting(value=value):
                    given[argument.name] = value
        where = f"stop {stop.index}, {step.tool}"
        if step.tool == CODE:
            done.append(_computed(stop, step, given, ask))
            continue
        arguments = {name: value if isinstance(value, str) else plain(value) for name, value in given.items()}
        result = _result(ask(step.tool, arguments), where)
        if result != plain(step.result):
            raise ReleaseError(f"{where}: it gave {result}, not {plain(step.result)}")
        done.append(step.result)
    return done[-1]


def _computed(stop: Roadblock, step: ToolStep, given: Mapping[str, Value | str], ask: Ask) -> Value:
    """What a program prints that does what a step of the stop's chain asks for."""
    where = f"stop {stop.index}, {step.tool}"
    result = _result(ask(CODE, {"code": _program(given)}), where)
    printed = printed_number(result)
    if printed is None or not comes_to(stop, step, result):
        raise ReleaseError(f"{where}: the program printed {result}, not {plain(step.result)}")
    return step.result.model_copy(update={"value": decimal_string(printed)})


def _program(given: Mapping[str, Value | str]) -> str:
    start, end, quantity = given.get("start"), given.get("end"), given.get("quantity")
    if isinstance(start, DateValue) and isinstance(end, DateValue):
        return (
            "from datetime import date\n"
            f"print(abs((date.fromisoformat({end.value!r}) - date.fromisoformat({start.value!r})).days))\n"
        )
    if isinstance(quantity, NumberValue) and (scale := factor(quantity.unit, str(given.get("to_unit")))) is not None:
        return (
            "from decimal import Decimal\nfrom fractions import Fraction\n"
            f"exact = Fraction({quantity.value!r}) * Fraction({scale.numerator}, {scale.denominator})\n"
            "places = round(exact * 10**6)\n"
            "print(Decimal(places).scaleb(-6))\n"
        )
    raise ReleaseError(f"nobody knows a program for {', '.join(sorted(given))}")


def _result(body: Mapping[str, JSON], where: str) -> JSON:
    if "result" not in body:
        raise ReleaseError(f"{where}: {body.get('error')}")
    return body["result"]
