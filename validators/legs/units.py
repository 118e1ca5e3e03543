"""The units that values come in: how pages spell them, and their exact sizes in SI."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from schemas.values import Unit

__all__ = ["FACTORS", "FOOT", "SPELLINGS", "unit_of"]

FOOT = Fraction(381, 1250)
MILE = 5280 * FOOT

FACTORS: Mapping[Unit, tuple[str, Fraction]] = {
    "millimetres": ("length", Fraction(1, 1000)), "centimetres": ("length", Fraction(1, 100)),
    "metres": ("length", Fraction(1)), "kilometres": ("length", Fraction(1000)),
    "feet": ("length", FOOT), "miles": ("length", MILE),
    "square kilometres": ("area", Fraction(10**6)), "square miles": ("area", MILE**2),
    "kilograms": ("mass", Fraction(1)), "pounds": ("mass", Fraction(45_359_237, 10**8)),
    "seconds": ("time", Fraction(1)), "minutes": ("time", Fraction(60)),
    "hours": ("time", Fraction(3600)), "days": ("time", Fraction(86_400)),
}  # fmt: skip
"""Kind and size of each unit that converts, after the international yard and pound agreement of 1959."""

SPELLINGS: Mapping[str, Unit] = {
    "m": "metres", "metre": "metres", "metres": "metres", "meter": "metres", "meters": "metres",
    "km": "kilometres", "kilometre": "kilometres", "kilometres": "kilometres", "kilometers": "kilometres",
    "ft": "feet", "feet": "feet", "foot": "feet", "mi": "miles", "mile": "miles", "miles": "miles",
    "km2": "square kilometres", "km²": "square kilometres", "sq km": "square kilometres",
    "square kilometres": "square kilometres", "square kilometers": "square kilometres",
    "sq mi": "square miles", "mi2": "square miles", "mi²": "square miles", "square miles": "square miles",
    "kg": "kilograms", "kilograms": "kilograms", "lb": "pounds", "lbs": "pounds", "pounds": "pounds",
    "s": "seconds", "sec": "seconds", "seconds": "seconds", "second": "seconds",
    "min": "minutes", "mins": "minutes", "minutes": "minutes", "minute": "minutes",
    "h": "hours", "hr": "hours", "hrs": "hours", "hour": "hours", "hours": "hours", "days": "days",
    "people": "people", "inhabitants": "people", "residents": "people",
    "episodes": "episodes", "seasons": "seasons",
}  # fmt: skip
"""How pages write units, in lower case."""


def unit_of(name: str) -> Unit | None:
    """The convertible unit of that name."""
    return next((unit for unit in FACTORS if unit == name), None)
