"""Whether a roadblock's chain was executed: every call, with equivalent arguments, in order, and what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from releases.scoring.runs.same import same_argument, same_result
from schemas.legs import Argument, CallRef, Leg, Ref, Roadblock, Setting, ToolStep
from schemas.predictions import ToolCall
from schemas.values import TextValue, Value
from solvers.legs.execute import resolve
from worlds.atlas import tables
from worlds.tools.registry import tool_spec

__all__ = ["ChainVerdict", "judge_chain"]

CODE = "python_execute_code"
COUNTRIES = frozenset({"countries_area", "countries_population"})


class ChainVerdict(NamedTuple):
    """What became of a chain: the places of its calls in the log, from 0, or why it doesn't count."""

    stop: int
    executed: bool
    evidence: tuple[int, ...]
    reason: str


def judge_chain(leg: Leg, stop: Roadblock, calls: Sequence[ToolCall]) -> ChainVerdict:
    """The verdict on one chain: each of its calls is looked for after the one before it."""
    values = [one.value for one in leg.stops]
    found: list[int] = []
    for number, step in enumerate(stop.chain):
        gold = {argument.name: _value(argument, values, stop.chain) for argument in step.arguments}
        start = found[-1] + 1 if found else 0
        place = next((at for at in range(start, len(calls)) if _is(step, gold, calls[at])), None)
        if place is None:
            which = f"call {number + 1} of {len(stop.chain)}, {step.tool},"
            return ChainVerdict(stop.index, False, tuple(found), f"{which} {_why(step, gold, calls, start)}")
        found.append(place)
    return ChainVerdict(stop.index, True, tuple(found), "every call was made, in order")


def _value(argument: Argument, values: Sequence[Value], chain: Sequence[ToolStep]) -> Value | str:
    match argument.source:
        case Ref() as ref:
            return resolve(ref, values)
        case CallRef(call=call):
            return chain[call].result
        case Setting(value=value):
            return value


def _is(step: ToolStep, gold: dict[str, Value | str], call: ToolCall) -> bool:
    """Whether a call is a gold one. One that was refused is none."""
    if call.tool != step.tool or call.error is not None:
        return False
    if step.tool == CODE and same_result(step.result, call.result):
        return True  # whatever code it ran, it came to the same
    return all(_given(step.tool, name, value, call) for name, value in gold.items())


def _given(tool: str, name: str, gold: Value | str, call: ToolCall) -> bool:
    if name not in call.arguments:
        return name == tool_spec(tool).selector and len(tool_spec(tool).modes) == 1
    given = call.arguments[name]
    if tool in COUNTRIES and isinstance(gold, TextValue):
        return any(same_argument(TextValue(type="text", value=known), given) for known in _names(gold.value))
    return same_argument(gold, given)


def _why(step: ToolStep, gold: dict[str, Value | str], calls: Sequence[ToolCall], start: int) -> str:
    """Why a call isn't found: never made, refused, too early, or made with something else."""
    same = [call for call in calls if call.tool == step.tool]
    if not same:
        return "was never made"
    if any(_is(step, gold, call) for call in calls[:start]):
        return "was made before the call it follows"
    answered = [call for call in same if call.error is None]
    if not answered:
        return f"was refused each of {len(same)} times"
    wrong = [name for name, value in gold.items() if not _given(step.tool, name, value, answered[-1])]
    return f"was made with another {', '.join(wrong) or 'order'}"


@cache
def _names(country: str) -> tuple[str, ...]:
    """A country's English name and ISO codes, by any of them; itself where no table has it."""
    for row in tables.countries():
        if country in (row.name, row.iso2, row.iso3):
            return tuple(name for name in (row.name, row.iso2, row.iso3) if name)
    return (country,)
