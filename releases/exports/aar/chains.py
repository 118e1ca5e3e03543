"""A roadblock's chain as upstream writes it: literals, and placeholders for what an earlier call of the chain gave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from releases.exports.aar.programs import computed
from schemas.canonical import JSON
from schemas.legs import CallRef, Ref, Roadblock, Setting, ToolStep
from schemas.values import CoordsValue, NumberValue, Value
from solvers.legs.compute import resolve

__all__ = ["number_of", "shown", "tool_chain"]

OUTPUTS: Mapping[str, str] = {
    "maps_geocode": "coords",
    "maps_elevation": "elevation",
    "maps_search_places": "poi_count",
    "maps_place_details": "place_rating",
    "maps_distance_matrix": "distance_km",
    "countries_population": "population",
    "countries_area": "area_km2",
    "stock_historical_price": "stock_price",
    "stock_volume": "stock_volume",
    "crypto_historical_price": "crypto_price",
    "crypto_volume": "crypto_volume",
    "days_between": "days",
    "convert": "converted",
    "driving_duration": "duration",
    "temperature_max": "temperature_max",
    "precipitation": "precipitation",
    "snowfall": "snowfall",
    "sunshine": "sunshine",
}
"""Upstream's `output_key` of a tool, or of a mode where the mode has its own."""

DAILY: Mapping[str, str] = {
    "temperature_max": "temperature_2m_max",
    "precipitation": "precipitation_sum",
    "snowfall": "snowfall_sum",
    "sunshine": "sunshine_duration",
}
"""The archive's name of each metric."""


def shown(value: Value) -> JSON:
    """A value as upstream's records hold it: numbers as JSON numbers, a point as `lat, lon`."""
    match value:
        case NumberValue():
            return number_of(value)
        case CoordsValue():
            return f"{value.lat}, {value.lon}"
        case _:
            return value.value


def number_of(value: NumberValue) -> int | float:
    """A number, whole where it is."""
    return float(value.value) if "." in value.value else int(value.value)


def tool_chain(stop: Roadblock, values: Sequence[Value]) -> list[JSON]:
    """Every call of the chain, in order."""
    keys = [_key(step) for step in stop.chain]
    if keys == ["coords", "coords", "distance_km"] or keys == ["coords", "coords", "duration"]:
        keys[:2] = ["coords_a", "coords_b"]
    rule = stop.rounding.rule if stop.rounding else None
    made: list[JSON] = []
    for step, key in zip(stop.chain, keys, strict=True):
        given = {argument.name: _value(argument.source, values, stop.chain) for argument in step.arguments}
        earlier = {one.name: keys[one.source.call] for one in step.arguments if isinstance(one.source, CallRef)}
        arguments = _arguments(step.tool, given, earlier, rule)
        made.append(
            {
                "tool_name": step.tool,
                "arguments": arguments,
                "expected_output": shown(step.result),
                "output_key": key,
            }
        )
    return made


def _key(step: ToolStep) -> str:
    settings = [one.source.value for one in step.arguments if isinstance(one.source, Setting)]
    return next((OUTPUTS[name] for name in settings if name in OUTPUTS), OUTPUTS.get(step.tool, step.tool))


def _value(source: Ref | CallRef | Setting, values: Sequence[Value], chain: Sequence[ToolStep]) -> Value | str:
    match source:
        case Ref():
            return resolve(source, values)
        case CallRef(call=call):
            return chain[call].result
        case Setting(value=value):
            return value


def _arguments(
    tool: str, given: Mapping[str, Value | str], earlier: Mapping[str, str], rule: str | None
) -> dict[str, JSON]:
    plain: dict[str, JSON] = {name: one if isinstance(one, str) else shown(one) for name, one in given.items()}
    match tool:
        case "python_execute_code":
            return {"code": computed(given, rule)}
        case "maps_elevation":
            key = earlier.get("location")
            return {"__from_previous_as_locations": key} if key else {"locations": [_point(given["location"])]}
        case "maps_distance_matrix":
            ends = [earlier.get("origin"), earlier.get("destination")]
            if all(ends):
                return {"__from_previous_as_origins_destinations": [*ends], "mode": plain["mode"]}
            return {"origins": [plain["origin"]], "destinations": [plain["destination"]], "mode": plain["mode"]}
        case "weather_historical":
            day = plain["date"]
            key = earlier.get("location")
            where: dict[str, JSON] = {"__from_previous": key} if key else _point(given["location"])
            select: list[JSON] = [f"daily.{DAILY[str(plain['metric'])]}[0]"]
            return {**where, "start_date": day, "end_date": day, "select": select}
        case "maps_search_places":
            return {"query": plain["kind"], "location": plain["location"], "radius": plain["radius"]}
        case "maps_place_details":
            return {"place_id": plain["place"]}
        case _:
            return plain


def _point(value: Value | str) -> dict[str, JSON]:
    if not isinstance(value, CoordsValue):
        raise TypeError(f"{value!r} is no point")
    return {"latitude": float(value.lat), "longitude": float(value.lon)}
