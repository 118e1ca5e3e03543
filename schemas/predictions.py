"""What an agent under test hands in: one line an item."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, JsonValue

from schemas.base import IdString, Record

__all__ = ["LegPrediction", "ToolCall", "TripletPrediction"]


class ToolCall(Record):
    """One call that the agent made, in the order it made them."""

    tool: str
    arguments: dict[str, JsonValue]


class LegPrediction(Record):
    """An agent's run of one leg: `answer` is null when it gave none; `pages` are the titles it visited."""

    id: IdString
    answer: Annotated[int, Field(ge=0, le=9)] | None
    pages: tuple[str, ...] = ()
    calls: tuple[ToolCall, ...] = ()


class TripletPrediction(Record):
    """A model's full text for each of a triplet's three questions; null where a question was not asked."""

    id: IdString
    commonsense: str | None
    math: str | None
    composition: str | None
