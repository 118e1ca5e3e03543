"""The values that a template's number ranges may draw."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from schemas.errors import InputError
from schemas.triplets import NumberRange, PoolOption

__all__ = ["narrowed", "place_of", "style_fault", "values_of"]

MOST = 100_000


@lru_cache(maxsize=4096)
def values_of(numbers: NumberRange) -> tuple[Fraction, ...]:
    """`low`, `low + step`, … up to `high`. Raises InputError for a range that holds nothing or far too much."""
    low, high, step = Fraction(numbers.low), Fraction(numbers.high), Fraction(numbers.step)
    if step <= 0 or low <= 0 or high < low:
        raise InputError("a range runs upwards from a positive low, by a positive step")
    count = int((high - low) / step) + 1
    if count > MOST:
        raise InputError(f"holds {count} values; {MOST} are plenty")
    return tuple(low + place * step for place in range(count))


@lru_cache(maxsize=4096)
def place_of(numbers: NumberRange) -> dict[Fraction, int]:
    """Where each value of a range stands among them, from 0."""
    return {value: place for place, value in enumerate(values_of(numbers))}


@lru_cache(maxsize=4096)
def narrowed(numbers: NumberRange, option: PoolOption) -> NumberRange:
    """The range of one option: the template's, within the option's own bounds."""
    if option.low is None and option.high is None:
        return numbers
    low = numbers.low if option.low is None else option.low
    high = numbers.high if option.high is None else option.high
    return numbers.model_copy(update={"low": low, "high": high})


def style_fault(numbers: NumberRange, values: Sequence[Fraction]) -> str | None:
    """Why the values can't be written in the range's style, or None."""
    whole = all(value.denominator == 1 for value in values)
    if numbers.style == "words" and not (whole and values[-1] <= 20):
        return "words reach to twenty, in whole numbers"
    if numbers.style == "dozens" and any(value < 24 or value % 12 for value in values):
        return "dozens are whole, two at least: low = 24, step = 12"
    if numbers.style == "fraction" and any(value.denominator not in {1, 2, 4} for value in values):
        return "fractions are halves and quarters"
    if numbers.style == "digits" and any((value * 100).denominator != 1 for value in values):
        return "digits hold at most two decimals"
    return None
