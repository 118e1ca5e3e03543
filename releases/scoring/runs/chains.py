"""Whether a roadblock's chain was executed: every call, with equivalent arguments, in order, and what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from schemas.legs import Argument, CallRef, Leg, Ref, Roadblock, Setting, ToolStep
from schemas.predictions import ToolCall
from schemas.values import Value
from solvers.legs.compute import resolve
from worlds.tools.same import other_arguments, same_result

__all__ = ["ChainVerdict", "judge_chain"]

CODE = "python_execute_code"


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
    return not other_arguments(step.tool, gold, call.arguments)


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
    wrong = other_arguments(step.tool, gold, answered[-1].arguments)
    return f"was made with another {', '.join(wrong) or 'order'}"
