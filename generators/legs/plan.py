"""Plans a leg backwards: from the finish to the facts that its operands need, before any page is chosen.

Every stop of a plan feeds the one above it, so nothing that is planned can be without effect by shape alone;
how strong the effect is gets measured once values are known.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from generators.legs.levels import LegConfig, Range
from generators.rejection import Rejected
from schemas.legs import DiamondName, RoadblockName

__all__ = ["DetourNode", "DiamondNode", "Leaf", "Need", "Node", "Plan", "RoadblockNode", "draw_plan", "leaves"]

Need: TypeAlias = Literal["day", "year", "number", "quantity", "word", "country", "place"]
"""What a fact must be good for: a date with its day, a date's year, a whole number, a number with a unit that
converts, a word, a country's name, a place on the map."""


@dataclass(frozen=True)
class Leaf:
    """A route info whose fact must meet a need."""

    need: Need


@dataclass(frozen=True)
class RoadblockNode:
    """A chain of tools over its inputs."""

    template: RoadblockName
    inputs: tuple[Node, ...]


@dataclass(frozen=True)
class DetourNode:
    """A transform of its input; which one is chosen once the value is known."""

    input: Node


@dataclass(frozen=True)
class DiamondNode:
    """A fork on one source and its merge."""

    name: DiamondName
    source: Leaf


Node: TypeAlias = Leaf | RoadblockNode | DetourNode | DiamondNode


@dataclass(frozen=True)
class Plan:
    """The operands of the finish, in reading order."""

    operands: tuple[Node, ...]


INPUTS: dict[RoadblockName, tuple[Need, ...]] = {
    "days_between": ("day", "day"),
    "unit_conversion": ("quantity",),
    "country_population": ("country",),
    "country_area": ("country",),
    "geocode_elevation": ("place",),
    "geocode_distance": ("place", "place"),
}
ABILITIES: dict[RoadblockName, tuple[str, ...]] = {
    "days_between": ("python_execute_code:days_between",),
    "unit_conversion": ("python_execute_code:convert",),
    "country_population": ("countries_population",),
    "country_area": ("countries_area",),
    "geocode_elevation": ("maps_elevation",),
    "geocode_distance": ("maps_distance_matrix:great_circle",),
}
"""What a world must be able to do for a template."""

CONVERTIBLE: frozenset[RoadblockName] = frozenset(
    {"days_between", "country_area", "geocode_elevation", "geocode_distance"}
)
"""Templates whose results have a unit that converts, so that a conversion can stand on them."""

MOST_OPERANDS = 4
MOST_DETOURS_IN_A_ROW = 2
TRIES = 200


def draw_plan(config: LegConfig, abilities: tuple[str, ...], needs: frozenset[Need], rng: random.Random) -> Plan:
    """A plan that meets every knob in a world that has these abilities and facts for these needs.

    Raises Rejected (`plan.infeasible`) when none is found.
    """
    templates = [
        name for name, needed in ABILITIES.items() if set(needed) <= set(abilities) and set(INPUTS[name]) <= needs
    ]
    for _ in range(TRIES):
        plan = _attempt(config, templates, needs, rng)
        if plan is not None:
            return plan
    raise Rejected("plan.infeasible", f"no plan of level {config.level}, {config.variant}, fits what this world can do")


def _pick(knob: Range, rng: random.Random) -> int:
    return rng.randint(knob.low, knob.high)


def _attempt(
    config: LegConfig, templates: list[RoadblockName], needs: frozenset[Need], rng: random.Random
) -> Plan | None:
    """One try: roadblocks and diamonds first, then bare facts for what is left, then detours."""
    stops, roadblocks = _pick(config.stops, rng), _pick(config.roadblocks, rng)
    detours, diamonds = _pick(config.detours, rng), _pick(config.diamonds, rng)
    facts = stops - roadblocks - 1
    if facts < config.fewest_pages or (diamonds and "country" not in needs):
        return None
    bases: list[Node] = [DiamondNode("population_area", Leaf("country")) for _ in range(diamonds)]
    free = [name for name in templates if not (diamonds and INPUTS[name] == ("country",))]
    for _ in range(roadblocks):
        if not _add_roadblock(bases, free, rng):
            return None
    left = facts - sum(1 for _ in leaves(bases))
    plain = sorted(needs & {"year", "number", "word"})
    if left < 0 or not plain or not 1 <= len(bases) + left <= MOST_OPERANDS:
        return None
    bases += [Leaf(rng.choice(plain)) for _ in range(left)]
    operands = _add_detours(bases, detours, rng)
    if operands is None:
        return None
    rng.shuffle(operands)
    return Plan(tuple(operands))


def _add_roadblock(bases: list[Node], templates: list[RoadblockName], rng: random.Random) -> bool:
    """One more roadblock: on new facts, or a conversion on top of an earlier roadblock."""
    if not templates:
        return False
    template = rng.choice(templates)
    hosts = [i for i, node in enumerate(bases) if isinstance(node, RoadblockNode) and node.template in CONVERTIBLE]
    if template == "unit_conversion" and hosts and rng.randrange(2):
        host = rng.choice(hosts)
        bases[host] = RoadblockNode(template, (bases[host],))
    else:
        bases.append(RoadblockNode(template, tuple(Leaf(need) for need in INPUTS[template])))
    return True


def _add_detours(bases: list[Node], detours: int, rng: random.Random) -> list[Node] | None:
    """Detours on the operands: first where a date or a word needs one, then anywhere. None where they don't fit."""
    rows = [0] * len(bases)
    for i, node in enumerate(bases):
        if isinstance(node, Leaf) and node.need in {"year", "word"}:
            rows[i] = 1
    left = detours - sum(rows)
    if left < 0:
        return None
    for _ in range(left):
        free = [i for i, row in enumerate(rows) if row < MOST_DETOURS_IN_A_ROW]
        if not free:
            return None
        rows[rng.choice(free)] += 1
    operands = list(bases)
    for i, row in enumerate(rows):
        for _ in range(row):
            operands[i] = DetourNode(operands[i])
    return operands


def leaves(nodes: list[Node] | tuple[Node, ...]) -> Iterator[Leaf]:
    """The facts that nodes rest on, in reading order."""
    for node in nodes:
        match node:
            case Leaf():
                yield node
            case RoadblockNode():
                yield from leaves(node.inputs)
            case DetourNode():
                yield from leaves((node.input,))
            case DiamondNode():
                yield node.source
