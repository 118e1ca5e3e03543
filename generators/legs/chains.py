"""The tool chains of roadblocks: which calls a template makes, and how its result becomes a whole number."""

from __future__ import annotations

import random
from collections.abc import Sequence
from decimal import Decimal

from generators.legs.index import CONVERSIONS
from generators.rejection import Rejected
from schemas.legs import Argument, CallRef, Ref, RoadblockName, Rounding, Setting
from schemas.values import CoordsValue, NumberValue, Value, decimal_string
from solvers.legs.execute import Chain, round_value, rounding_margin

__all__ = ["chain_steps", "rounded"]


def chain_steps(
    template: RoadblockName, refs: Sequence[Ref], values: Sequence[Value], rng: random.Random
) -> list[tuple[str, tuple[Argument, ...]]]:
    """The calls of a template on these stops; a place that is already a point needs no geocoding (rule L10).

    Raises Rejected (`roadblock.unit`) when a quantity converts to nothing.
    """
    match template:
        case "days_between":
            return [("python_execute_code", _arguments(operation=template, start=refs[0], end=refs[1]))]
        case "unit_conversion":
            source = values[refs[0].stop]
            unit = source.unit if isinstance(source, NumberValue) else ""
            targets = CONVERSIONS.get(unit)
            if not targets:
                raise Rejected("roadblock.unit", f"{unit or source.type} converts to nothing")
            to_unit = rng.choice(targets)
            return [("python_execute_code", _arguments(operation="convert", quantity=refs[0], to_unit=to_unit))]
        case "country_population" | "country_area":
            tool = "countries_population" if template == "country_population" else "countries_area"
            return [(tool, _arguments(country=refs[0]))]
        case "geocode_elevation" | "geocode_distance":
            steps: list[tuple[str, tuple[Argument, ...]]] = []
            points: list[Ref | CallRef] = []
            for ref in refs:
                if isinstance(values[ref.stop], CoordsValue):
                    points.append(ref)
                else:
                    points.append(CallRef(kind="call", call=len(steps)))
                    steps.append(("maps_geocode", _arguments(address=ref)))
            if template == "geocode_elevation":
                return [*steps, ("maps_elevation", _arguments(location=points[0]))]
            ends = _arguments(origin=points[0], destination=points[1], mode="great_circle")
            return [*steps, ("maps_distance_matrix", ends)]


def _arguments(**named: Ref | CallRef | str) -> tuple[Argument, ...]:
    """Arguments sorted by name; a string is a setting."""
    return tuple(
        Argument(name=name, source=Setting(kind="setting", value=given) if isinstance(given, str) else given)
        for name, given in sorted(named.items())
    )


def rounded(chain: Chain) -> tuple[Value, Rounding | None]:
    """A chain's result as a whole number, with the rounding that it took; rejected too close to a boundary (L5)."""
    result = chain.result
    if not isinstance(result, NumberValue):
        return result, None
    error = Decimal(result.error)
    if "." not in result.value and error == 0:
        return result, None
    margin = rounding_margin(result, "nearest")
    if margin <= error:
        raise Rejected("L5.margin", f"{result.value} is too close to a rounding boundary for an error of {error}")
    rounding = Rounding(rule="nearest", margin=decimal_string(margin), error=decimal_string(error))
    return round_value(result, "nearest"), rounding
