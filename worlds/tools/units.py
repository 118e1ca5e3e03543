"""Exact conversion between units of one kind, as rational numbers."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

from schemas.values import NumberValue, Unit, decimal_string

__all__ = ["CONVERTIBLE", "convert", "factor", "unit_named"]

FOOT = Fraction(3048, 10_000)
"""Metres in the international foot (1959)."""

MILE = 5280 * FOOT

SCALES: tuple[dict[Unit, Fraction], ...] = (
    {
        "metres": Fraction(1),
        "kilometres": Fraction(1000),
        "centimetres": Fraction(1, 100),
        "millimetres": Fraction(1, 1000),
        "feet": FOOT,
        "miles": MILE,
    },
    {"square kilometres": Fraction(1), "square miles": (MILE / 1000) ** 2},
    {"kilograms": Fraction(1), "pounds": Fraction(45_359_237, 100_000_000)},
    {"seconds": Fraction(1), "minutes": Fraction(60), "hours": Fraction(3600), "days": Fraction(86_400)},
)
"""Units by kind, each in terms of its kind's first: lengths, areas, masses (pound avoirdupois, 1959), times."""

CONVERTIBLE: tuple[str, ...] = tuple(sorted(unit for scale in SCALES for unit in scale))
"""Every unit that can be converted."""

PLACES = Decimal("0.000001")
ERROR_PLACES = Decimal("0.000000001")
HALF_PLACE = Fraction(1, 2_000_000)


def factor(unit: str, to_unit: str) -> Fraction | None:
    """What to multiply a quantity by; None for units of different kinds or unknown ones."""
    for scale in SCALES:
        sizes: dict[str, Fraction] = dict(scale.items())
        if unit in sizes and to_unit in sizes:
            return sizes[unit] / sizes[to_unit]
    return None


def unit_named(name: str) -> Unit | None:
    """The convertible unit of that name."""
    return next((unit for scale in SCALES for unit in scale if unit == name), None)


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
