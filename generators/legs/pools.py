"""The world's values by kind, from which a stop's output is replaced when its effect is measured (rule L1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generators.legs.index import CONVERSIONS, WorldIndex
from generators.legs.plan import ABILITIES
from schemas.legs import RoadblockName
from schemas.randomness import stream
from schemas.values import DateValue, NumberValue, Value
from schemas.worlds import Arguments
from solvers.clues.vocabulary import NAMES
from solvers.legs.execute import round_value
from solvers.legs.keys import fact_key
from worlds.tools.calls import ToolRefusal, make_arguments

__all__ = ["world_pools"]

LAST_TOOLS: Mapping[RoadblockName, str] = {
    "country_population": "countries_population",
    "country_area": "countries_area",
    "geocode_elevation": "maps_elevation",
    "geocode_distance": "maps_distance_matrix",
}
"""The tool whose answers a template ends with, where it looks something up."""

MOST = 400
"""How many values a pool holds at most."""


def world_pools(index: WorldIndex) -> Mapping[str, tuple[Value, ...]]:
    """Pools by key (see solvers.legs.sensitivity), sorted by key; equal values stand as often as they occur."""
    facts = _fact_pools(index)
    everything = {**facts, **_tool_pools(index, facts)}
    return {key: everything[key] for key in sorted(everything) if everything[key]}


def _fact_pools(index: WorldIndex) -> dict[str, tuple[Value, ...]]:
    """Facts of the sampled pages that a clue could ask for, in the order of titles."""
    found: dict[str, list[Value]] = {}
    for title in index.sample:
        for fact in index.sheet(title).facts:
            if fact.field in NAMES:
                found.setdefault(fact_key(fact.field, fact.value), []).append(fact.value)
    return {key: _thin(key, values) for key, values in found.items()}


def _thin(key: str, values: list[Value]) -> tuple[Value, ...]:
    if len(values) <= MOST:
        return tuple(values)
    chosen = sorted(stream(0, "pool", key).sample(range(len(values)), MOST))
    return tuple(values[i] for i in chosen)


def _tool_pools(index: WorldIndex, facts: Mapping[str, tuple[Value, ...]]) -> dict[str, tuple[Value, ...]]:
    """What the tools of the templates answer: over places and countries of the world, and over its facts."""
    pools: dict[str, tuple[Value, ...]] = {}
    for template, tool in LAST_TOOLS.items():
        if set(ABILITIES[template]) <= set(index.world.tools.abilities):
            asked = index.world.tools.decoys(tool, stream(0, "pool", template), MOST, ())
            pools[f"tool:{template}"] = tuple(_answers(index, tool, asked))
    days = [v for key, values in facts.items() for v in values if isinstance(v, DateValue) and v.precision == "day"]
    if len(days) > 1:
        rng = stream(0, "pool", "days_between")
        pairs = [
            make_arguments(operation="days_between", start=rng.choice(days), end=rng.choice(days)) for _ in range(MOST)
        ]
        pools["tool:days_between"] = tuple(_answers(index, "python_execute_code", pairs))
    return pools | _conversion_pools(index, {**facts, **pools})


def _conversion_pools(index: WorldIndex, sources: Mapping[str, tuple[Value, ...]]) -> dict[str, tuple[Value, ...]]:
    """Every quantity of the world in the units that it converts to."""
    pools: dict[str, tuple[Value, ...]] = {}
    for unit, targets in CONVERSIONS.items():
        quantities = [v for values in sources.values() for v in values if isinstance(v, NumberValue) and v.unit == unit]
        for target in targets:
            key = f"tool:unit_conversion:{unit}>{target}"
            asked = [make_arguments(operation="convert", quantity=v, to_unit=target) for v in quantities]
            pools[key] = _thin(key, list(_answers(index, "python_execute_code", asked)))
    return pools


def _answers(index: WorldIndex, tool: str, asked: tuple[Arguments, ...] | list[Arguments]) -> Iterator[Value]:
    """Answers as whole numbers; calls that are refused have none."""
    for arguments in asked:
        try:
            result = index.world.tools.call(tool, arguments).result
        except ToolRefusal:
            continue
        yield round_value(result, "nearest")
