"""Calling a tool: arguments checked against its spec, answers and refusals with their digests."""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import date
from typing import Protocol

from schemas.canonical import dump, sha256_of
from schemas.errors import InputError
from schemas.values import CoordsValue, DateValue, NumberValue, TextValue, Value, show_value
from schemas.worlds import (
    Argument,
    Arguments,
    Call,
    Exchange,
    LicenceRecord,
    RefusedCall,
    Setting,
    ToolName,
    ValueArgument,
    Volatility,
)
from worlds.tools.registry import tool_spec
from worlds.tools.spec import Mode, Parameter

__all__ = [
    "ToolBox",
    "ToolRefusal",
    "UnsupportedTool",
    "answered",
    "bind",
    "make_arguments",
    "refused",
    "request_digest",
    "response_digest",
    "show_call",
]


class ToolRefusal(InputError):
    """A call that its tool refuses to answer: no value is made up for it.

    `reason` is a code (`unknown-country`, `no-elevation`, `bad-arguments`, …); `tool` and `arguments` say which call.
    """

    def __init__(self, tool: ToolName, arguments: Arguments, reason: str, message: str) -> None:
        super().__init__(f"{show_call(tool, arguments)}: {message}")
        self.tool = tool
        self.arguments = arguments
        self.reason = reason
        self.detail = message

    def __reduce__(self) -> tuple[type[ToolRefusal], tuple[ToolName, Arguments, str, str]]:
        """How a worker process hands it back whole."""
        return type(self), (self.tool, self.arguments, self.reason, self.detail)


class UnsupportedTool(ToolRefusal):
    """A tool, or a mode of it, that this world has no provider for; `reason` is `unsupported`."""


class ToolBox(Protocol):
    """The tools of one world, behind the one registry."""

    @property
    def abilities(self) -> tuple[str, ...]:
        """What can be called here: tools, or tools with a mode (`maps_distance_matrix:great_circle`), sorted."""
        ...

    def call(self, tool: str, arguments: Arguments) -> Exchange:
        """The tool's answer. Raises ToolRefusal, or UnsupportedTool where the world has no such ability."""
        ...

    def decoys(self, tool: str, rng: random.Random, n: int, exclude: Iterable[Arguments]) -> tuple[Arguments, ...]:
        """Up to `n` different argument lists that the tool answers here, none of them in `exclude`.

        Those in `exclude` also show what to resemble: the same mode, the same units.
        """
        ...


def make_arguments(**named: Value | str) -> Arguments:
    """Arguments from keywords: a typed value is a value from a stop, a string is a setting."""
    made: list[Argument] = []
    for name in sorted(named):
        given = named[name]
        if isinstance(given, str):
            made.append(Setting(role="setting", name=name, value=given))
        else:
            made.append(ValueArgument(role="value", name=name, value=given))
    return tuple(made)


def bind(tool: str, arguments: Arguments) -> tuple[Mode, dict[str, Value | str]]:
    """The mode that a call asks for and its arguments by name, once they fit the spec.

    Raises ToolRefusal with the reason `bad-arguments` that names the first argument at fault.
    """
    spec = tool_spec(tool)
    by_name: dict[str, Argument] = {argument.name: argument for argument in arguments}
    if tuple(by_name) != tuple(sorted(by_name)) or len(by_name) != len(arguments):
        raise ToolRefusal(spec.name, arguments, "bad-arguments", "arguments must be sorted by name, each once")
    asked = by_name.pop(spec.selector, None) if spec.selector else None
    name = asked.value if isinstance(asked, Setting) else None
    mode = next((mode for mode in spec.modes if mode.name == name), None)
    if mode is None:
        modes = ", ".join(str(mode.name) for mode in spec.modes)
        message = f"{spec.selector} must be a setting, one of {modes}"
        if asked is None and any(parameter.name in by_name for parameter in spec.offered):
            message = f"programs run in the sandbox alone: of the tables it takes {spec.selector}, one of {modes}"
        raise ToolRefusal(spec.name, arguments, "bad-arguments", message)
    wanted = {parameter.name: parameter for parameter in mode.parameters}
    if wanted.keys() != by_name.keys():
        message = f"it takes {', '.join(wanted)}, not {', '.join(by_name) or 'nothing'}"
        raise ToolRefusal(spec.name, arguments, "bad-arguments", message)
    for argument in by_name.values():
        fault = _fault(wanted[argument.name], argument)
        if fault:
            raise ToolRefusal(spec.name, arguments, "bad-arguments", f"{argument.name} {fault}")
    return mode, {argument.name: argument.value for argument in by_name.values()}


def request_digest(tool: ToolName, arguments: Arguments) -> str:
    """SHA-256 of the canonical bytes of a call's tool and arguments: what calls are recorded and found by."""
    return sha256_of({"tool": tool, "arguments": [dump(argument) for argument in arguments]})


def response_digest(call: Call) -> str:
    """SHA-256 of the canonical bytes of everything in a call but its tool, arguments and digests."""
    outside = {"tool", "arguments", "request", "response"}
    return sha256_of({key: value for key, value in dump(call).items() if key not in outside})


def answered(
    tool: ToolName,
    arguments: Arguments,
    result: Value,
    provider: str,
    volatility: Volatility,
    licence: LicenceRecord,
) -> Exchange:
    """An answered call with its digests."""
    bare = Exchange(
        outcome="answered",
        tool=tool,
        arguments=arguments,
        result=result,
        provider=provider,
        volatility=volatility,
        licence=licence,
        request=request_digest(tool, arguments),
        response="0" * 64,
    )
    return bare.model_copy(update={"response": response_digest(bare)})


def refused(refusal: ToolRefusal) -> RefusedCall:
    """A refusal as a record, so that its replay refuses too."""
    bare = RefusedCall(
        outcome="refused",
        tool=refusal.tool,
        arguments=refusal.arguments,
        reason=refusal.reason,
        message=refusal.detail,
        request=request_digest(refusal.tool, refusal.arguments),
        response="0" * 64,
    )
    return bare.model_copy(update={"response": response_digest(bare)})


def show_call(tool: str, arguments: Arguments) -> str:
    """A call as one short line for people."""
    shown = (
        f"{argument.name}={argument.value if isinstance(argument, Setting) else show_value(argument.value)}"
        for argument in arguments
    )
    return f"{tool}({', '.join(shown)})"


def _fault(parameter: Parameter, argument: Argument) -> str:
    """What is wrong with an argument, or nothing."""
    if parameter.role != argument.role:
        return "must be a value from a stop" if parameter.role == "value" else "must be a setting"
    if isinstance(argument, Setting):
        if parameter.type == "date" and not _is_day(argument.value):
            return "must be a day as YYYY-MM-DD"
        wrong = parameter.choices and argument.value not in parameter.choices
        return f"must be one of {', '.join(parameter.choices)}" if wrong else ""
    kinds = {"number": NumberValue, "text": TextValue, "coords": CoordsValue, "date": DateValue}
    if not isinstance(argument.value, kinds[parameter.type]):
        return f"must be a {parameter.type}, not a {argument.value.type}"
    if parameter.unit and isinstance(argument.value, NumberValue) and argument.value.unit != parameter.unit:
        return f"must be in {parameter.unit}, not in {argument.value.unit}"
    return ""


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
