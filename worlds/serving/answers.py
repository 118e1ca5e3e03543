"""What a served tool answers: a JSON result, or a refusal with its code; and how typed values look to agents."""

from __future__ import annotations

from dataclasses import dataclass

from schemas.canonical import JSON
from schemas.values import CoordsValue, NumberValue, Value

__all__ = ["Answer", "Refusal", "plain"]

LONGEST = 500
"""Characters of a refusal's message: what a caller sent may be quoted in it, and may be long."""


@dataclass(frozen=True)
class Answer:
    """What came back. `logged` stands in the log in place of a result that is long, such as a page's text."""

    result: JSON
    logged: JSON

    @property
    def body(self) -> dict[str, JSON]:
        """As agents get it."""
        return {"result": self.result}


@dataclass(frozen=True)
class Refusal:
    """Why nothing came back: a code of the tool's own, or one of the server's, and a sentence for people.

    `output` is what a program printed before it failed.
    """

    code: str
    message: str
    output: JSON = None

    @property
    def body(self) -> dict[str, JSON]:
        """As agents get it."""
        told: dict[str, JSON] = {"code": self.code, "message": self.message[:LONGEST]}
        return {"error": told if self.output is None else told | {"output": self.output}}


def plain(value: Value) -> JSON:
    """A value in the form in which tools take it as an argument."""
    match value:
        case NumberValue():
            return {"value": value.value, "unit": value.unit}
        case CoordsValue():
            return {"lat": value.lat, "lon": value.lon}
        case _:
            return value.value
