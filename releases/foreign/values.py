"""Typed values out of the record of a published leg."""

from __future__ import annotations

import re
from decimal import Decimal

from schemas.foreign import ForeignStop
from schemas.values import DateValue, NumberValue, TextValue, Value, decimal_string
from validators.foreign.values import number

__all__ = ["count", "typed", "whole_of"]


def count(value: int) -> NumberValue:
    """A whole number as a value."""
    return NumberValue(type="number", value=str(value), unit="count")


def typed(stop: ForeignStop) -> Value | None:
    """A page's value as a typed one, or None where it is no single value."""
    value = stop.extracted_value
    exact = number(value)
    if stop.extracted_value_type == "date" and isinstance(value, str | int) and re.fullmatch(r"\d{4}", str(value)):
        return DateValue(type="date", value=str(value), precision="year")
    if exact is not None:
        told = decimal_string(Decimal(exact.numerator) / Decimal(exact.denominator))
        return NumberValue(type="number", value=told, unit="count")
    if isinstance(value, str) and 0 < len(value) <= 300:
        return TextValue(type="text", value=value)
    return None


def whole_of(value: Value) -> int | None:
    """A value as the whole number that a computation takes: a year of a date, a number without a fraction."""
    match value:
        case DateValue(value=text):
            return int(text[:4])
        case NumberValue(value=text) if "." not in text:
            return int(text)
        case _:
            return None
