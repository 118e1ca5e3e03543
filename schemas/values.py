"""Typed values: what a pit stop, a fact or a tool yields."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, StringConstraints, model_validator

from schemas.base import DecimalString, Record

__all__ = [
    "CoordsValue",
    "DateValue",
    "NumberValue",
    "TextValue",
    "Unit",
    "Value",
    "decimal_string",
    "show_value",
]

Unit = Literal[
    "metres", "kilometres", "feet", "miles", "square kilometres", "square miles", "kilograms", "pounds",
    "seconds", "minutes", "hours", "days", "people", "degrees Celsius", "millimetres", "centimetres",
    "US dollars", "episodes", "seasons", "year", "count",
]  # fmt: skip
"""Units by their English plural. `year` marks a calendar year, `count` a bare number."""


class NumberValue(Record):
    """An exact number with its unit. `error` is half the last place of the source, where the source rounds."""

    type: Literal["number"]
    value: DecimalString
    unit: Unit
    error: DecimalString = "0"


class TextValue(Record):
    """A name or a word, as the source writes it."""

    type: Literal["text"]
    value: Annotated[str, StringConstraints(min_length=1, max_length=300)]


class CoordsValue(Record):
    """A point: degrees north and east, WGS 84."""

    type: Literal["coords"]
    lat: DecimalString
    lon: DecimalString


class DateValue(Record):
    """A date with the precision that the source gives: `1961`, `1961-08` or `1961-08-21` (ISO 8601)."""

    type: Literal["date"]
    value: Annotated[str, StringConstraints(pattern=r"^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$")]
    precision: Literal["day", "month", "year"]

    @model_validator(mode="after")
    def _as_precise_as_it_says(self) -> Self:
        if len(self.value) != {"year": 4, "month": 7, "day": 10}[self.precision]:
            raise ValueError(f"{self.value} is not a date to the {self.precision}")
        return self


Value: TypeAlias = Annotated[NumberValue | TextValue | CoordsValue | DateValue, Field(discriminator="type")]


def decimal_string(number: Decimal | int) -> str:
    """A number in the one form that records hold: no exponent, no trailing zeros, no minus zero."""
    text = f"{Decimal(number):f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in {"-0", ""} else text


def show_value(value: NumberValue | TextValue | CoordsValue | DateValue) -> str:
    """A value as one short line for people."""
    match value:
        case NumberValue(unit="count" | "year"):
            return value.value
        case NumberValue():
            return f"{value.value} {value.unit}"
        case CoordsValue():
            return f"{value.lat}, {value.lon}"
        case _:
            return value.value
