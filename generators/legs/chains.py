"""The tool chains of roadblocks: which calls a template makes, and how its result becomes a whole number."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import TypeAlias

from generators.rejection import Rejected
from schemas.legs import Argument, CallRef, Ref, RoadblockName, Rounding, Setting
from schemas.values import CoordsValue, NumberValue, Value, decimal_string
from solvers.clues.vocabulary import POIS
from solvers.legs.execute import Chain, round_value, rounding_margin

__all__ = ["CONVERSIONS", "ROUNDINGS", "Steps", "chain_steps", "conversions", "drawn_day", "rounded"]

Steps: TypeAlias = "list[tuple[str, tuple[Argument, ...]]]"

CONVERSIONS: Mapping[str, tuple[str, ...]] = {
    "seconds": ("minutes",),
    "minutes": ("hours", "seconds"),
    "days": ("hours",),
    "metres": ("feet",),
    "feet": ("metres",),
    "kilometres": ("miles",),
    "square kilometres": ("square miles",),
}
"""Units that a clue may ask a quantity to be turned into."""

METRICS: Mapping[RoadblockName, str] = {
    "geocode_temperature": "temperature_max",
    "geocode_precipitation": "precipitation",
    "geocode_snowfall": "snowfall",
    "geocode_sunshine": "sunshine",
}
MODES: Mapping[RoadblockName, str] = {
    "geocode_distance": "great_circle",
    "driving_distance": "driving",
    "driving_duration": "driving_duration",
}
LOOKUPS: Mapping[RoadblockName, tuple[str, str]] = {
    "country_population": ("countries_population", "country"),
    "country_area": ("countries_area", "country"),
    "place_rating": ("maps_place_details", "place"),
    "stock_price": ("stock_historical_price", "ticker"),
    "stock_volume": ("stock_volume", "ticker"),
    "crypto_price": ("crypto_historical_price", "symbol"),
    "crypto_volume": ("crypto_volume", "symbol"),
}
"""Templates of one call about one name: the tool, and the argument that takes the name."""

DATED = frozenset({"stock_price", "stock_volume", "crypto_price", "crypto_volume"})

ROUNDINGS: Mapping[RoadblockName, str] = {"place_rating": "tenths"}
"""How results are rounded that are no whole numbers; to the nearest one where a template isn't here."""

RADII = ("500", "1000", "1500", "2000", "3000", "5000")
"""Metres around a point within which places are counted."""

FIRST_DAY, LAST_DAY = date(2010, 1, 4), date(2024, 12, 31)
"""Between these lie the days that weather and prices are asked for."""

FRIDAY = 4


def drawn_day(rng: random.Random) -> str:
    """A weekday, so that exchanges may be open on it."""
    day = FIRST_DAY + timedelta(rng.randrange((LAST_DAY - FIRST_DAY).days))
    return (day - timedelta(max(0, day.weekday() - FRIDAY))).isoformat()


def chain_steps(template: RoadblockName, refs: Sequence[Ref], values: Sequence[Value], rng: random.Random) -> Steps:
    """The calls of a template on these stops; a place that is already a point needs no geocoding (rule L10).

    Raises Rejected (`roadblock.unit`) when a quantity converts to nothing.
    """
    match template:
        case "days_between":
            return [("python_execute_code", _arguments(operation=template, start=refs[0], end=refs[1]))]
        case "unit_conversion":
            return rng.choice(conversions(refs[0], values))
        case _ if template in LOOKUPS:
            tool, name = LOOKUPS[template]
            dated = {"date": drawn_day(rng)} if template in DATED else {}
            return [(tool, _arguments(**{name: refs[0]}, **dated))]
        case _:
            return _on_the_map(template, refs, values, rng)


def conversions(ref: Ref, values: Sequence[Value]) -> list[Steps]:
    """The calls that turn a quantity into each unit that it may be asked in. Raises Rejected (`roadblock.unit`)."""
    source = values[ref.stop]
    unit = source.unit if isinstance(source, NumberValue) else ""
    targets = CONVERSIONS.get(unit)
    if not targets:
        raise Rejected("roadblock.unit", f"{unit or source.type} converts to nothing")
    asked = (_arguments(operation="convert", quantity=ref, to_unit=target) for target in targets)
    return [[("python_execute_code", arguments)] for arguments in asked]


def _on_the_map(template: RoadblockName, refs: Sequence[Ref], values: Sequence[Value], rng: random.Random) -> Steps:
    """Places by name are geocoded first; then one call about the points."""
    steps: Steps = []
    points: list[Ref | CallRef] = []
    for ref in refs:
        if isinstance(values[ref.stop], CoordsValue):
            points.append(ref)
        else:
            points.append(CallRef(kind="call", call=len(steps)))
            steps.append(("maps_geocode", _arguments(address=ref)))
    if template in MODES:
        ends = _arguments(origin=points[0], destination=points[1], mode=MODES[template])
        return [*steps, ("maps_distance_matrix", ends)]
    if template in METRICS:
        weather = _arguments(date=drawn_day(rng), location=points[0], metric=METRICS[template])
        return [*steps, ("weather_historical", weather)]
    if template == "poi_count":
        counted = _arguments(kind=rng.choice(sorted(POIS)), location=points[0], radius=rng.choice(RADII))
        return [*steps, ("maps_search_places", counted)]
    return [*steps, ("maps_elevation", _arguments(location=points[0]))]


def _arguments(**named: Ref | CallRef | str) -> tuple[Argument, ...]:
    """Arguments sorted by name; a string is a setting."""
    return tuple(
        Argument(name=name, source=Setting(kind="setting", value=given) if isinstance(given, str) else given)
        for name, given in sorted(named.items())
    )


def rounded(template: RoadblockName, chain: Chain) -> tuple[Value, Rounding | None]:
    """A chain's result as a whole number, with the rounding that it took; rejected too close to a boundary (L5)."""
    result, rule = chain.result, ROUNDINGS.get(template, "nearest")
    if not isinstance(result, NumberValue):
        return result, None
    margin, error = rounding_margin(result, rule), result.error
    if "." not in result.value and error == "0" and rule != "tenths":
        return result, None
    if margin <= Decimal(error):
        raise Rejected("L5.margin", f"{result.value} is too close to a rounding boundary for an error of {error}")
    rounding = Rounding.model_validate({"rule": rule, "margin": decimal_string(margin), "error": error})
    return round_value(result, rule), rounding
