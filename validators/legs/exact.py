"""L5: arithmetic is exact, a rounding is named and far from its boundary, and units combine as the clue says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from schemas.findings import Finding
from schemas.legs import FinishLine, Leg, Merge, Roadblock, RouteInfo
from schemas.values import NumberValue, Value
from validators.legs.cells import read_cell
from validators.legs.context import LegContext
from validators.legs.findings import found
from validators.legs.graph import is_sound
from validators.legs.recompute import NotTaken, resolve
from validators.registry import rule

__all__ = ["check_errors", "check_operands", "check_rounding", "ignores_units", "margin_of"]

_BARE = re.compile(
    r"\b(?:bare|plain) numbers?\b|\bunits? (?:left |set )?(?:aside|ignored)\b|\bunits are ignored\b|"
    r"\b(?:ignor(?:e|ing)|without|leave|leaving|never mind) (?:the |their )?units\b",
    re.IGNORECASE,
)
"""How a clue says that numbers are combined without their units."""


def margin_of(number: Fraction, rule_name: str) -> Fraction:
    """How far a number is from the nearest one at which its rounding changes."""
    if rule_name == "tenths":
        return margin_of(number * 10, "nearest") / 10
    above = abs(number) - abs(number).__floor__()
    return abs(above - Fraction(1, 2)) if rule_name == "nearest" else min(above, 1 - above)


@rule("L5", "leg")
def check_rounding(leg: Leg, _context: LegContext) -> Iterator[Finding]:
    """A result that isn't an exact integer is rounded by a named rule, farther from the boundary than its error."""
    for place, stop in enumerate(leg.stops):
        if not isinstance(stop, Roadblock):
            continue
        where, last = f"stops[{place}].rounding", stop.chain[-1].result
        if not isinstance(last, NumberValue):
            continue
        number, error = Fraction(last.value), Fraction(last.error)
        if stop.rounding is None:
            if number.denominator != 1 or error:
                yield found(
                    leg,
                    "L5.unstated-rounding",
                    where,
                    f"{last.value} with an error of {last.error} is no exact integer",
                )
            continue
        margin = margin_of(number, stop.rounding.rule)
        if margin != Fraction(stop.rounding.margin):
            yield found(leg, "L5.wrong-margin", where, f"the margin is {float(margin)}, not {stop.rounding.margin}")
        if error != Fraction(stop.rounding.error):
            yield found(
                leg, "L5.wrong-error", where, f"the last result's error is {last.error}, not {stop.rounding.error}"
            )
        if margin <= error:
            yield found(
                leg, "L5.thin-margin", where, f"a margin of {float(margin)} isn't above the error of {last.error}"
            )


def ignores_units(clue: str) -> bool:
    """Whether a clue says that the units of what it brings together are ignored."""
    return _BARE.search(clue) is not None


@rule("L5", "leg")
def check_operands(leg: Leg, _context: LegContext) -> Iterator[Finding]:
    """Merges and finishes take whole numbers, and clues say how numbers of different units combine."""
    if not is_sound(leg):
        return
    values: list[Value] = [stop.value for stop in leg.stops]
    for place, stop in enumerate(leg.stops):
        if not isinstance(stop, Merge | FinishLine):
            continue
        units: set[str] = set()
        for number, ref in enumerate(stop.sources):
            where = f"stops[{place}].sources[{number}]"
            try:
                value = resolve(ref, values[:place])
            except NotTaken as error:
                yield found(leg, "L5.no-number", where, str(error))
                continue
            if not isinstance(value, NumberValue):
                yield found(
                    leg, "L5.no-number", where, f"stop {ref.stop} gives a {value.type}, and only numbers add up"
                )
                continue
            units.add(value.unit)
            if Fraction(value.value).denominator != 1:
                yield found(
                    leg, "L5.truncated-operand", where, f"{value.value} is no whole number and no rounding is stated"
                )
        clue = leg.clues[place] if place < len(leg.clues) else ""
        if len(units) > 1 and not ignores_units(clue):
            yield found(leg, "L5.units", f"clues[{place}]", f"it doesn't say how {', '.join(sorted(units))} combine")


@rule("L5", "leg")
def check_errors(leg: Leg, _context: LegContext) -> Iterator[Finding]:
    """A fact's error is half the last place that its page gives, where the page rounds."""
    for place, stop in enumerate(leg.stops):
        if isinstance(stop, RouteInfo) and isinstance(stop.value, NumberValue):
            own = read_cell(stop.field, stop.evidence.quote)
            if isinstance(own, NumberValue) and own.error != stop.value.error and own.value == stop.value.value:
                yield found(
                    leg,
                    "L5.wrong-error",
                    f"stops[{place}].value.error",
                    f"“{stop.evidence.quote}” is off by at most {own.error}, not {stop.value.error}",
                )
