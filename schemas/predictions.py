"""What an agent under test hands in: one line an item."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from schemas.base import DecimalString, IdString, Record

__all__ = ["LegPrediction", "LoggedCall", "TandemPrediction", "ToolCall", "TripletPrediction"]


class ToolCall(Record):
    """One call that the agent made, in the order it made them.

    `result` is what came back, as the tool gave it; `error` is the refusal's code or text where there was none.
    """

    tool: str
    arguments: dict[str, JsonValue]
    result: JsonValue = None
    error: str | None = None


class LoggedCall(ToolCall):
    """One line of a tool log: a call, and the leg that was being run."""

    id: IdString


class LegPrediction(Record):
    """An agent's run of one leg.

    `answer` is a digit, or the whole text that gives one, null when there is none; anything else can't be read.
    `pages` are titles or addresses of the pages that were read, beside those that `calls` or the tool log fetched.
    """

    id: IdString
    answer: JsonValue
    pages: tuple[str, ...] = ()
    calls: tuple[ToolCall, ...] = ()


class TandemPrediction(Record):
    """A model's answer to one showing of a tandem question.

    In rotation r the option with index i stands at position (i - r) mod 4, positions lettered A to D. `choice` is
    null where there is none, and `failure` then says why. `probabilities` are those of A to D, as decimal strings,
    where the model tells them.
    """

    id: IdString
    choice: Literal["A", "B", "C", "D"] | None
    rotation: Annotated[int, Field(ge=0, le=3)] = 0
    sample: Annotated[int, Field(ge=0)] = 0
    failure: Literal["truncated", "missing", "multiple", "infrastructure"] | None = None
    probabilities: Annotated[tuple[DecimalString, ...], Field(min_length=4, max_length=4)] | None = None


class TripletPrediction(Record):
    """A model's full text for each of a triplet's three questions; null where a question was not asked."""

    id: IdString
    commonsense: str | None
    math: str | None
    composition: str | None
