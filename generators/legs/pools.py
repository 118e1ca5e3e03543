"""The world's values by kind, from which a stop's output is replaced when its effect is measured (rule L1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generators.legs.chains import CONVERSIONS, ROUNDINGS
from generators.legs.index import WorldIndex
from generators.legs.templates import TEMPLATES
from schemas.legs import RoadblockName
from schemas.randomness import stream
from schemas.values import CoordsValue, DateValue, NumberValue, TextValue, Value
from schemas.worlds import Arguments
from solvers.legs.execute import round_value
from solvers.legs.keys import page_key, tool_key
from worlds.tools.calls import ToolRefusal, make_arguments

__all__ = ["world_pools"]

ORIGIN = CoordsValue(type="coords", lat="52.52", lon="13.41")
ELSEWHERE = CoordsValue(type="coords", lat="48.21", lon="16.37")
"""Points inside cities, to show a tool what to draw from."""

LIKE: Mapping[RoadblockName, tuple[str, dict[str, Value | str]]] = {
    "geocode_elevation": ("maps_elevation", {}),
    "geocode_temperature": ("weather_historical", {"metric": "temperature_max"}),
    "geocode_precipitation": ("weather_historical", {"metric": "precipitation"}),
    "geocode_snowfall": ("weather_historical", {"metric": "snowfall"}),
    "geocode_sunshine": ("weather_historical", {"metric": "sunshine"}),
    "driving_distance": ("maps_distance_matrix", {"mode": "driving"}),
    "driving_duration": ("maps_distance_matrix", {"mode": "driving_duration"}),
    "geocode_distance": ("maps_distance_matrix", {"mode": "great_circle"}),
    "poi_count": ("maps_search_places", {}),
    "place_rating": ("maps_place_details", {}),
    "country_population": ("countries_population", {}),
    "country_area": ("countries_area", {}),
    "stock_price": ("stock_historical_price", {}),
    "stock_volume": ("stock_volume", {}),
    "crypto_price": ("crypto_historical_price", {}),
    "crypto_volume": ("crypto_volume", {}),
}
"""The tool whose answers a template ends with, where it looks something up, and how it is asked."""

MOST = 400
"""How many values a pool holds at most."""

MOST_ASKED = 200
"""How many answers of a tool a pool holds at most."""


def world_pools(index: WorldIndex) -> Mapping[str, tuple[Value, ...]]:
    """Pools by key (see solvers.legs.sensitivity), sorted by key; equal values stand as often as they occur."""
    facts = _fact_pools(index)
    everything = {**facts, **_name_pools(index), **_tool_pools(index, facts)}
    return {key: everything[key] for key in sorted(everything) if everything[key]}


def _fact_pools(index: WorldIndex) -> dict[str, tuple[Value, ...]]:
    """Facts of the sampled pages that a clue could ask for."""
    return {key: _thin(key, values) for key, values in index.facts.items()}


def _name_pools(index: WorldIndex) -> dict[str, tuple[Value, ...]]:
    """The names of the sampled pages, by what they are about and the two facts that they can be asked for."""
    return {
        page_key(kind, pair): _thin(page_key(kind, pair), [TextValue(type="text", value=title) for title in titles])
        for (kind, pair), titles in index.pairs.items()
    }


def _thin(key: str, values: Sequence[Value]) -> tuple[Value, ...]:
    if len(values) <= MOST:
        return tuple(values)
    chosen = sorted(stream(0, "pool", key).sample(range(len(values)), MOST))
    return tuple(values[i] for i in chosen)


def _tool_pools(index: WorldIndex, facts: Mapping[str, tuple[Value, ...]]) -> dict[str, tuple[Value, ...]]:
    """What the tools of the templates answer: over places and countries of the world, and over its facts."""
    pools: dict[str, tuple[Value, ...]] = {}
    for template, (tool, settings) in LIKE.items():
        if set(TEMPLATES[template].abilities) <= set(index.world.tools.abilities):
            asked = index.world.tools.decoys(tool, stream(0, "pool", template), MOST_ASKED, _like(tool, settings))
            pools[tool_key(template)] = tuple(_answers(index, tool, asked, ROUNDINGS.get(template, "nearest")))
    days = [v for key, values in facts.items() for v in values if isinstance(v, DateValue) and v.precision == "day"]
    if len(days) > 1:
        rng = stream(0, "pool", "days_between")
        pairs = [
            make_arguments(operation="days_between", start=rng.choice(days), end=rng.choice(days)) for _ in range(MOST)
        ]
        pools[tool_key("days_between")] = tuple(_answers(index, "python_execute_code", pairs))
    return pools | _conversion_pools(index, {**facts, **pools})


def _conversion_pools(index: WorldIndex, sources: Mapping[str, tuple[Value, ...]]) -> dict[str, tuple[Value, ...]]:
    """Every quantity of the world in the units that it converts to."""
    pools: dict[str, tuple[Value, ...]] = {}
    for unit, targets in CONVERSIONS.items():
        quantities = [v for values in sources.values() for v in values if isinstance(v, NumberValue) and v.unit == unit]
        for target in targets:
            key = tool_key("unit_conversion", f"{unit}>{target}")
            asked = [make_arguments(operation="convert", quantity=v, to_unit=target) for v in quantities]
            pools[key] = _thin(key, list(_answers(index, "python_execute_code", asked)))
    return pools


def _like(tool: str, settings: Mapping[str, Value | str]) -> tuple[Arguments, ...]:
    """A call in the mode that is wanted, for tools that have several."""
    if not settings:
        return ()
    if tool == "weather_historical":
        return (make_arguments(**settings, date="2019-06-03", location=ORIGIN),)
    return (make_arguments(**settings, origin=ORIGIN, destination=ELSEWHERE),)


def _answers(index: WorldIndex, tool: str, asked: Sequence[Arguments], rule: str = "nearest") -> Iterator[Value]:
    """Answers as whole numbers; calls that are refused have none."""
    for arguments in asked:
        try:
            result = index.world.tools.call(tool, arguments).result
        except ToolRefusal:
            continue
        yield round_value(result, rule)
