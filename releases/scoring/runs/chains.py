"""Whether a roadblock's chain was executed: every call, with equivalent arguments, in order, and what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from releases.scoring.runs.code import CODE, comes_to
from schemas.canonical import JSON
from schemas.errors import InputError
from schemas.files import parse_json
from schemas.legs import Argument, CallRef, Leg, Ref, Roadblock, Setting, ToolStep
from schemas.predictions import ToolCall
from schemas.values import Value
from solvers.legs.compute import resolve
from worlds.tools.same import other_arguments

__all__ = ["ChainVerdict", "answered", "judge_chain"]

NO_ERROR = (None, False, "")
"""What stands under `error` where there is none."""


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
        place = next((at for at in range(start, len(calls)) if _is(stop, step, gold, calls[at])), None)
        if place is None:
            which = f"call {number + 1} of {len(stop.chain)}, {step.tool},"
            return ChainVerdict(stop.index, False, tuple(found), f"{which} {_why(stop, step, gold, calls, start)}")
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


def answered(call: ToolCall) -> bool:
    """Whether a call was answered: it was not refused, and what came back is neither nothing nor tells of a failure."""
    return call.error is None and call.result is not None and not _is_failure(call.result)


def _is_failure(result: JSON) -> bool:
    """Whether a result is an error as tools give it, as a response of MCP does, or a text of such JSON."""
    if isinstance(result, str) and result.lstrip().startswith("{"):
        try:
            result = parse_json(result, "a result")
        except InputError:
            return False  # a text like any other
    if not isinstance(result, dict):
        return False
    if result.get("isError") is True or result.get("is_error") is True:
        return True
    return result.get("error") not in NO_ERROR


def _is(stop: Roadblock, step: ToolStep, gold: dict[str, Value | str], call: ToolCall) -> bool:
    """Whether a call is a gold one. Of code only the result counts: any that came to the same, and no other."""
    if call.tool != step.tool or not answered(call):
        return False
    if step.tool == CODE:
        return comes_to(stop, step, call.result)
    return not other_arguments(step.tool, gold, call.arguments)


def _why(stop: Roadblock, step: ToolStep, gold: dict[str, Value | str], calls: Sequence[ToolCall], start: int) -> str:
    """Why a call isn't found: never made, refused, too early, or made with something else."""
    same = [call for call in calls if call.tool == step.tool]
    if not same:
        return "was never made"
    if any(_is(stop, step, gold, call) for call in calls[:start]):
        return "was made before the call it follows"
    heard = [call for call in same if answered(call)]
    if not heard:
        return f"was refused or failed each of {len(same)} times"
    if step.tool == CODE:
        return "never gave an equivalent result"
    wrong = other_arguments(step.tool, gold, heard[-1].arguments)
    return f"was made with another {', '.join(wrong) or 'order'}"
