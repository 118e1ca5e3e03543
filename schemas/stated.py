"""What a page states that is no single value: an approximate date, a span, several values, or one of several."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, model_validator

from schemas.base import Record
from schemas.values import CoordsValue, DateValue, NumberValue, TextValue, Value, show_value

__all__ = ["Alternatives", "Circa", "DateRange", "NumberRange", "Stated", "Undated", "ValueList", "show_stated"]


class Undated(Record):
    """The page says that the date is not known."""

    type: Literal["undated"]


class Circa(Record):
    """A date that the page gives as approximate; how far off it may be is not said."""

    type: Literal["circa"]
    date: DateValue


class DateRange(Record):
    """From one date to another, both included, each as precise as the page gives it."""

    type: Literal["date range"]
    first: DateValue
    last: DateValue

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        length = min(len(self.first.value), len(self.last.value))
        if self.first.value[:length] > self.last.value[:length] or self.first == self.last:
            raise ValueError(f"{self.first.value} does not come before {self.last.value}")
        return self


class NumberRange(Record):
    """From one number to a greater one of the same unit."""

    type: Literal["number range"]
    low: NumberValue
    high: NumberValue

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.low.unit != self.high.unit:
            raise ValueError(f"a range from {self.low.unit} to {self.high.unit}")
        if Decimal(self.low.value) >= Decimal(self.high.value):
            raise ValueError(f"{self.low.value} is not below {self.high.value}")
        return self


class ValueList(Record):
    """Several different values, in the page's order."""

    type: Literal["list"]
    values: Annotated[tuple[Value, ...], Field(min_length=2)]

    @model_validator(mode="after")
    def _different(self) -> Self:
        if len(set(self.values)) < len(self.values):
            raise ValueError("a value stands twice in a list of values")
        return self


class Alternatives(Record):
    """Values of which the page says that one holds, or which it gives for the same thing though they differ."""

    type: Literal["alternatives"]
    values: Annotated[tuple[Value, ...], Field(min_length=2)]

    @model_validator(mode="after")
    def _different(self) -> Self:
        if len(set(self.values)) < len(self.values):
            raise ValueError("a value stands twice among alternatives")
        return self


Stated: TypeAlias = Annotated[
    Undated
    | Circa
    | DateRange
    | NumberRange
    | ValueList
    | Alternatives
    | NumberValue
    | TextValue
    | CoordsValue
    | DateValue,
    Field(discriminator="type"),
]
"""What was read where no scalar is offered; a plain value is one of two that contradict each other."""


def show_stated(stated: Stated) -> str:
    """One short line for people."""
    match stated:
        case Undated():
            return "undated"
        case Circa():
            return f"c. {stated.date.value}"
        case DateRange():
            return f"{stated.first.value} to {stated.last.value}"
        case NumberRange():
            return f"{stated.low.value} to {show_value(stated.high)}"
        case ValueList():
            return "; ".join(show_value(value) for value in stated.values)
        case Alternatives():
            return " or ".join(show_value(value) for value in stated.values)
        case _:
            return show_value(stated)
