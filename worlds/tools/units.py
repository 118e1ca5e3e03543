"""Exact conversion of quantities between units of one kind, rounded once and with what that costs."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

from schemas.values import NumberValue, Unit, decimal_string
from worlds.units import CONVERTIBLE, units_in

__all__ = ["CONVERTIBLE", "convert", "factor", "unit_named"]

PLACES = Decimal("0.000001")
ERROR_PLACES = Decimal("0.000000001")
HALF_PLACE = Fraction(1, 2_000_000)


def factor(unit: str, to_unit: str) -> Fraction | None:
    """What to multiply a quantity by; None for units of different kinds or unknown ones."""
    one, other = unit_named(unit), unit_named(to_unit)
    return units_in(one, other) if one and other else None


def unit_named(name: str) -> Unit | None:
    """The convertible unit of that name."""
    return next((unit for unit in CONVERTIBLE if unit == name), None)


def convert(quantity: NumberValue, to_unit: Unit) -> NumberValue | None:
    """A quantity in another unit, rounded half to even at six decimals; None where the kinds differ.

    The result's error is the quantity's own, scaled and rounded up at nine decimals, plus half of the sixth
    decimal unless the rounding changed nothing.
    """
    ratio = factor(quantity.unit, to_unit)
    if ratio is None:
        return None
    exact = Fraction(quantity.value) * ratio
    rounded = PLACES * _half_even(exact / Fraction(PLACES))
    spread = Fraction(quantity.error) * ratio + (0 if Fraction(rounded) == exact else HALF_PLACE)
    error = ERROR_PLACES * math.ceil(spread / Fraction(ERROR_PLACES))
    return NumberValue(type="number", value=decimal_string(rounded), unit=to_unit, error=decimal_string(error))


def _half_even(exact: Fraction) -> int:
    floor, rest = divmod(exact.numerator, exact.denominator)
    up = 2 * rest > exact.denominator or (2 * rest == exact.denominator and floor % 2 == 1)
    return floor + up
