"""Units of measure as pint's registry knows them: what a page's spelling means, and exact ratios as fractions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from schemas.values import Unit

if TYPE_CHECKING:  # a third of a second, which only those who meet a unit should wait for
    from pint import UnitRegistry

__all__ = ["CONVERTIBLE", "UNIT", "unit_written", "units_in"]

CONVERTIBLE: tuple[Unit, ...] = (
    "centimetres", "days", "feet", "hours", "kilograms", "kilometres", "metres", "miles", "millimetres", "minutes",
    "pounds", "seconds", "square kilometres", "square miles",
)  # fmt: skip
"""Our units that measure a quantity, by names that the registry reads; the others count, or can't be multiplied."""


UNIT = r"(?:(?:square|sq\.?) )?[A-Za-z]{1,11}[²2]?"
"""What may be a unit's spelling, for use in larger expressions; whether it is one, unit_written says."""

_UNIT = re.compile(UNIT)


@cache
def _registry() -> UnitRegistry[Fraction]:
    """The definitions that pint brings, with fractions for numbers, so that no factor is ever rounded."""
    import pint

    return pint.UnitRegistry(non_int_type=Fraction)


@cache
def _held() -> Mapping[object, Unit]:
    return {_registry().parse_units(unit): unit for unit in CONVERTIBLE}


@lru_cache(maxsize=4096)
def unit_written(written: str) -> Unit | None:
    """Which of our units a spelling means (`m`, `sq mi`, `km²`, `metres`); None for any other word.

    The registry tells, capitals included. Only two habits of articles are first put its way: a point behind `sq`,
    and a bare 2 for the square (`km2`).
    """
    from pint.errors import PintError

    if not _UNIT.fullmatch(written):
        return None
    plain = written.replace("sq. ", "sq ")
    if plain.endswith("2"):
        plain = f"{plain[:-1]}²"
    try:
        return _held().get(_registry().parse_units(plain))
    except (PintError, ValueError):
        return None


@cache
def units_in(unit: Unit, to_unit: Unit) -> Fraction | None:
    """How many of the second unit one of the first is, exactly; None where they measure different things or none."""
    if unit not in CONVERTIBLE or to_unit not in CONVERTIBLE:
        return None
    registry = _registry()
    first, second = registry.parse_units(unit), registry.parse_units(to_unit)
    if first.dimensionality != second.dimensionality:
        return None
    return Fraction(registry.Quantity(Fraction(1), first).to(second).magnitude)
