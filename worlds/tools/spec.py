"""What a tool is: its modes, the typed parameters of each, its result and unit; also as JSON Schema for agents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from schemas.canonical import JSON
from schemas.values import Unit
from schemas.worlds import ToolName
from worlds.tools.refusals import EVERYWHERE, REFUSALS

__all__ = ["Mode", "Parameter", "ToolSpec", "ValueType"]

ValueType: TypeAlias = Literal["number", "text", "coords", "date"]

DECIMAL = r"^-?(0|[1-9][0-9]*)(\.[0-9]+)?$"


class Parameter(NamedTuple):
    """One parameter of a call.

    A `value` must come from a stop, a `setting` is stated by the clue. `unit` binds a number's unit where the
    tool takes only that one; `choices` lists the words that a setting may be.
    """

    name: str
    role: Literal["value", "setting"]
    type: ValueType
    description: str
    unit: Unit | None = None
    choices: tuple[str, ...] = ()


class Mode(NamedTuple):
    """One way to use a tool: the parameters it takes then, and the type and unit of what it gives.

    `name` is the value of the tool's selector, None for a tool with one way only. `unit` is None where the result
    has none or where a setting names it.
    """

    name: str | None
    parameters: tuple[Parameter, ...]
    result: ValueType
    unit: Unit | None


@dataclass(frozen=True)
class ToolSpec:
    """One tool of the benchmark.

    `selector` is the setting that picks the mode. `gold` says whether a leg's answer may rest on it. `offered`
    are the parameters that agents see where they differ from those of gold calls (code to run). `refusals` are the
    codes that it refuses with beside those of every tool.
    """

    name: ToolName
    description: str
    modes: tuple[Mode, ...]
    gold: bool = True
    selector: str | None = None
    offered: tuple[Parameter, ...] = ()
    refusals: tuple[str, ...] = ()

    @property
    def errors(self) -> dict[str, str]:
        """Every code that it may refuse with, and what it means."""
        return {code: REFUSALS[code] for code in sorted({*self.refusals, *EVERYWHERE})}

    @property
    def abilities(self) -> tuple[str, ...]:
        """The tool's name, or its name and mode for each mode it has: what worlds list as able."""
        return tuple(self.ability(mode) for mode in self.modes)

    def ability(self, mode: Mode) -> str:
        """The name under which a world lists one mode of this tool."""
        return self.name if mode.name is None else f"{self.name}:{mode.name}"

    def json_schema(self) -> dict[str, JSON]:
        """The tool as agents are told of it: name, description, and a JSON Schema of its arguments."""
        return {
            "name": self.name,
            "description": self.description,
            "parameters": self.arguments_schema(),
        }

    def arguments_schema(self) -> dict[str, JSON]:
        """A JSON Schema of the arguments."""
        parameters = {parameter.name: parameter for parameter in self._shown()}
        required = [
            name
            for name in parameters
            if self.offered or name == self.selector or all(_takes(mode, name) for mode in self.modes)
        ]
        return {
            "type": "object",
            "properties": {name: _schema(parameter) for name, parameter in parameters.items()},
            "required": list[JSON](required),
            "additionalProperties": False,
        }

    def contract(self) -> dict[str, JSON]:
        """The tool whole: what agents are told, what each mode gives in which unit, and every refusal."""
        results: list[JSON] = [{"mode": mode.name, "type": mode.result, "unit": mode.unit} for mode in self.modes]
        return self.json_schema() | {"results": results, "errors": dict[str, JSON](self.errors)}

    def _shown(self) -> tuple[Parameter, ...]:
        if self.offered:
            return self.offered
        names = tuple(mode.name for mode in self.modes if mode.name is not None)
        parameters = tuple(parameter for mode in self.modes for parameter in mode.parameters)
        if self.selector is None:
            return parameters
        return (Parameter(self.selector, "setting", "text", "What is asked for.", None, names), *parameters)


def _takes(mode: Mode, name: str) -> bool:
    return any(parameter.name == name for parameter in mode.parameters)


def _schema(parameter: Parameter) -> dict[str, JSON]:
    described: dict[str, JSON] = {"description": parameter.description}
    if parameter.choices:
        return described | {"type": "string", "enum": list[JSON](parameter.choices)}
    match parameter.type:
        case "coords":
            degrees: dict[str, JSON] = {"type": "string", "pattern": DECIMAL}
            return described | {
                "type": "object",
                "properties": {"lat": degrees, "lon": degrees},
                "required": ["lat", "lon"],
                "additionalProperties": False,
            }
        case "number":
            number: dict[str, JSON] = {"type": "string", "pattern": DECIMAL}
            unit: dict[str, JSON] = {"const": parameter.unit} if parameter.unit else {"type": "string"}
            return described | {
                "type": "object",
                "properties": {"value": number, "unit": unit},
                "required": ["value", "unit"],
                "additionalProperties": False,
            }
        case "date":
            return described | {"type": "string", "format": "date"}
        case _:
            return described | {"type": "string", "minLength": 1}
