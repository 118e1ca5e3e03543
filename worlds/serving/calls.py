"""The recorded calls by what was asked: the one that an agent's arguments mean, however they are written."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from schemas.canonical import JSON
from schemas.errors import InputError
from schemas.values import CoordsValue, Value
from schemas.worlds import Call, Exchange, RefusedCall
from worlds.record import CALLS, Damage, read_call
from worlds.serving.answers import Answer, Refusal, plain
from worlds.snapshot import Snapshot
from worlds.tools.registry import tool_spec
from worlds.tools.same import other_arguments, point_in
from worlds.tools.spec import Mode, ToolSpec

__all__ = ["RecordedCalls"]


class RecordedCalls:
    """The calls of a recorded world, all read when it opens. Raises InputError for a line that isn't as recorded."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._abilities = frozenset(snapshot.record.abilities)
        self._calls: dict[str, list[Call]] = {}
        lines = snapshot.call_lines
        for request in sorted(lines.by_name):
            line = lines.by_name[request]
            try:
                call = read_call(lines.read(line))
            except Damage as damage:
                raise InputError(
                    f"{snapshot.folder / CALLS}: line {line.number}: not as recorded: {damage}"
                ) from damage
            self._calls.setdefault(call.tool, []).append(call)

    def answer(self, tool: str, given: Mapping[str, JSON]) -> Answer | Refusal:
        """What was answered to the recorded call with equivalent arguments: as the scorer compares them."""
        spec = tool_spec(tool)
        mode = _mode(spec, given)
        if isinstance(mode, Refusal):
            return mode
        if spec.ability(mode) not in self._abilities:
            able = ", ".join(sorted(self._abilities))
            return Refusal("unsupported", f"this world can't answer {spec.ability(mode)}; recorded are {able}")
        found = [call for call in self._calls.get(tool, ()) if not other_arguments(tool, _wanted(call), given)]
        match min(found, key=lambda call: _distance(call, given), default=None):
            case Exchange() as exchange:
                return Answer(plain(exchange.result), plain(exchange.result))
            case RefusedCall() as refused:
                return Refusal(refused.reason, refused.message)
        fault = best_match(Draft202012Validator(spec.arguments_schema()).iter_errors(dict(given)))
        if fault is not None:
            return Refusal("bad-arguments", f"{fault.json_path}: {fault.message}")
        return Refusal("not-recorded", "the world doesn't hold this call: nobody knows what it would have given")


def _mode(spec: ToolSpec, given: Mapping[str, JSON]) -> Mode | Refusal:
    """The mode that a call asks for, once its arguments are the mode's by name."""
    asked = given.get(spec.selector) if spec.selector else None
    mode = next((one for one in spec.modes if one.name == asked), None)
    if mode is None:
        modes = ", ".join(str(one.name) for one in spec.modes)
        return Refusal("bad-arguments", f"{spec.selector} must be one of {modes}")
    names = {parameter.name for parameter in mode.parameters}
    if names != given.keys() - {spec.selector}:
        return Refusal("bad-arguments", f"it takes {', '.join(sorted(names))} and nothing else")
    return mode


def _wanted(call: Call) -> dict[str, Value | str]:
    return {argument.name: argument.value for argument in call.arguments}


def _distance(call: Call, given: Mapping[str, JSON]) -> tuple[Decimal, str]:
    """How far a call's points are from the given ones, in degrees: of several equivalent calls the nearest is meant."""
    total = Decimal(0)
    for name, value in _wanted(call).items():
        point = point_in(given[name]) if isinstance(value, CoordsValue) else None
        if isinstance(value, CoordsValue) and point is not None:
            total += abs(point[0] - Decimal(value.lat)) + abs(point[1] - Decimal(value.lon))
    return total, call.request
