"""Whether what a program printed is equivalent to the result that a leg asks of code."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from schemas.canonical import JSON
from schemas.legs import Roadblock, ToolStep
from schemas.values import NumberValue
from solvers.legs.compute import rounded

__all__ = ["CODE", "comes_to", "printed_number"]

CODE: Final = "python_execute_code"

HALF_PLACE: Final = Decimal("0.0000005")
"""Half of the sixth decimal, at which gold conversions are rounded; days are whole."""
LONGEST: Final = 4_000
"""Characters of an output that are looked at, from its end."""
DEEPEST: Final = 4
"""Objects within each other in which an output is looked for."""
OUTPUTS: Final = ("stdout", "output", "result", "value")
"""The keys under which tools give what a program printed."""

NUMBER: Final = re.compile(
    r"(?<![\w.^])[-+−]?(?:\d{1,3}(?:,\d{3})+|\d{1,30})(?:\.\d{1,300})?(?:e[-+]?\d{1,3})?(?!\.?\d|e[-+]?\d)",
    re.IGNORECASE,
)
"""A whole number or fraction that is no part of a word, so that the digit of `km2` is none."""


def comes_to(stop: Roadblock, step: ToolStep, given: JSON) -> bool:
    """Whether a result of code is equivalent to that of a step of a stop's chain.

    It is where its number, at the six decimals that gold conversions have, is the gold one. Of the chain's last call
    it is so as well where the stop rounds, and the number is the stop's value, or is rounded to it by the stop's rule.
    """
    number = printed_number(given)
    gold = step.result
    if number is None or not isinstance(gold, NumberValue):
        return False
    if abs(number - Decimal(gold.value)) <= HALF_PLACE:
        return True
    if stop.rounding is None or step is not stop.chain[-1] or not isinstance(stop.value, NumberValue):
        return False
    wanted = Decimal(stop.value.value)
    near = abs(number - Decimal(gold.value)) <= 1  # no rounding moves a number further
    return number == wanted or (near and rounded(number, stop.rounding.rule) == wanted)


def printed_number(given: JSON) -> Decimal | None:
    """The last number of what a program printed, or the number that a result is; None where there is none."""
    for _ in range(DEEPEST):
        if not isinstance(given, Mapping):
            break
        given = next((given[key] for key in OUTPUTS if given.get(key) is not None), None)
    if isinstance(given, bool) or not isinstance(given, int | float | str):
        return None
    if isinstance(given, int):
        return Decimal(given) if abs(given) < 10**30 else None
    text = given if isinstance(given, str) else repr(given)
    found = [match.group() for match in NUMBER.finditer(text[-LONGEST:])]
    return Decimal(found[-1].replace(",", "").replace("−", "-")) if found else None
