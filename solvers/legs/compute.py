"""What is computed from values alone: references, roundings, detours, merges and finishes. It needs no world."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, Decimal
from functools import lru_cache

from schemas.legs import Detour, FinishLine, Merge, Ref
from schemas.values import DateValue, NumberValue, TextValue, Value, decimal_string
from solvers.legs.aggregate import aggregate
from solvers.legs.transforms import OutOfDomain, transform_number, transform_word

__all__ = ["STEPS", "compute", "count", "resolve", "round_value", "rounded", "rounding_margin", "whole"]


@lru_cache(maxsize=1 << 16)
def count(number: int) -> NumberValue:
    """A bare whole number as a value."""
    return NumberValue(type="number", value=str(number), unit="count")


def resolve(ref: Ref, values: Sequence[Value]) -> Value:
    """What a reference points at. Raises OutOfDomain for no earlier stop, and for the year of what is no date."""
    if not ref.stop < len(values):
        raise OutOfDomain(f"stop {ref.stop} comes no earlier")
    value = values[ref.stop]
    if ref.path == "value":
        return value
    if not isinstance(value, DateValue):
        raise OutOfDomain(f"stop {ref.stop} has no year")
    return NumberValue(type="number", value=str(int(value.value[:4])), unit="year")


def whole(value: Value) -> int:
    """A value as a whole number. Raises OutOfDomain for anything else."""
    if not isinstance(value, NumberValue) or "." in value.value:
        raise OutOfDomain("a whole number is needed")
    return int(value.value)


STEPS: Mapping[str, Decimal] = {"nearest": Decimal(1), "down": Decimal(1), "tenths": Decimal("0.1")}
"""What a named rounding rounds to, and counts."""


def rounding_margin(value: NumberValue, rule: str) -> Decimal:
    """How far a value is from the nearest point where its rounding changes, in its own unit."""
    step = STEPS[rule]
    fraction = abs(Decimal(value.value)) % step
    return min(fraction, step - fraction) if rule == "down" else abs(fraction - step / 2)


def round_value(value: Value, rule: str) -> NumberValue:
    """A number rounded to a whole one by a named rule. Raises OutOfDomain for anything else."""
    if not isinstance(value, NumberValue):
        raise OutOfDomain("only a number can be rounded")
    return NumberValue(type="number", value=decimal_string(rounded(Decimal(value.value), rule)), unit=value.unit)


def rounded(number: Decimal, rule: str) -> Decimal:
    """A number rounded to a whole one by a named rule; of tenths, how many there are. At most 28 digits come of it."""
    mode = ROUND_DOWN if rule == "down" else ROUND_HALF_EVEN
    return (number / STEPS[rule]).quantize(Decimal(1), rounding=mode)


def compute(stop: Detour | Merge | FinishLine, values: Sequence[Value]) -> NumberValue:
    """The value of a stop that needs no page and no tool. Raises OutOfDomain."""
    if isinstance(stop, Detour):
        source = resolve(stop.source, values)
        if isinstance(source, TextValue):
            return count(transform_word(stop.transform, source.value))
        return count(transform_number(stop.transform, whole(source)))
    return count(aggregate(stop.operation, [whole(resolve(ref, values)) for ref in stop.sources]))
