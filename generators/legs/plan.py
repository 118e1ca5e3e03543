"""Plans a leg backwards: from the finish to the facts that its operands need, before any page is chosen.

Every stop of a plan feeds the one above it, so nothing that is planned can be without effect by shape alone;
how strong the effect is gets measured once values are known.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from generators.legs.levels import LegConfig, Range
from generators.legs.templates import DIAMONDS, TEMPLATES, Need, able_diamonds, able_templates
from generators.rejection import Rejected
from schemas.legs import DiamondName, RoadblockName

__all__ = ["DetourNode", "DiamondNode", "Fork", "Leaf", "Node", "Plan", "RoadblockNode", "draw_plan", "leaves"]

T = TypeVar("T")


@dataclass(frozen=True)
class Leaf:
    """A route info whose fact must meet a need, and be one that `templates` have an answer about.

    `named` where its page is the one that a diamond's source names.
    """

    need: Need
    named: bool = False
    templates: tuple[RoadblockName, ...] = ()


@dataclass(frozen=True)
class Fork:
    """The source of the diamond that this stands in: its value once more."""


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
    """A fork on one source, and its merge; which merge is chosen once the values are known."""

    name: DiamondName
    source: Leaf
    branches: tuple[Node, Node]


Node: TypeAlias = Leaf | Fork | RoadblockNode | DetourNode | DiamondNode


@dataclass(frozen=True)
class Plan:
    """The operands of the finish, in reading order."""

    operands: tuple[Node, ...]


MOST_OPERANDS = 12
"""How many values a finish takes at most."""

MOST_DETOURS_IN_A_ROW = 2
TRIES = 400

RARER = 3.0
"""How many times less likely a template or diamond gets each time it is used in a plan."""


def draw_plan(
    config: LegConfig,
    abilities: tuple[str, ...],
    needs: frozenset[Need],
    rng: random.Random,
    seed_only: frozenset[Need] = frozenset(),
) -> Plan:
    """A plan that meets every knob in a world that has these abilities and facts for these needs.

    Of the needs in `seed_only`, which only a seed page can meet, a plan has one at most. Raises Rejected
    (`plan.infeasible`) when none is found.
    """
    templates, diamonds = able_templates(abilities, needs), able_diamonds(abilities, needs)
    for _ in range(TRIES):
        plan = _attempt(config, templates, diamonds, rng)
        if plan is not None and sum(leaf.need in seed_only for leaf in leaves(plan.operands)) <= 1:
            return plan
    raise Rejected("plan.infeasible", f"no plan of level {config.level}, {config.variant}, fits what this world can do")


def _pick(knob: Range, rng: random.Random) -> int:
    return rng.randint(knob.low, knob.high)


def _attempt(
    config: LegConfig, templates: list[RoadblockName], diamonds: list[DiamondName], rng: random.Random
) -> Plan | None:
    """One try: diamonds and roadblocks first, then bare facts for what is left, then detours."""
    stops, roadblocks = _pick(config.stops, rng), _pick(config.roadblocks, rng)
    detours, forks = _pick(config.detours, rng), _pick(config.diamonds, rng)
    facts = stops - roadblocks - 1
    if facts < 1 or (forks and not diamonds) or (roadblocks and not templates):
        return None
    names: list[DiamondName] = []
    for _ in range(forks):
        names.append(_rarest(diamonds, names, rng))
    bases: list[Node] = [_diamond(name, templates, rng) for name in names]
    used: list[RoadblockName] = []
    for _ in range(roadblocks):
        used.append(_add_roadblock(bases, _free(templates, bases), used, rng))
    left = facts - sum(1 for leaf in leaves(bases) if not leaf.named)
    if left < 0 or facts + names.count("page") < config.fewest_pages or not 1 <= len(bases) + left <= MOST_OPERANDS:
        return None
    operands = _add_detours(bases, left, detours, rng)
    if operands is None:
        return None
    rng.shuffle(operands)
    return Plan(tuple(operands))


def _diamond(name: DiamondName, templates: Sequence[RoadblockName], rng: random.Random) -> DiamondNode:
    """A fork of that name. A page diamond's branches are two facts of the page named, each changed on its way."""
    shape = DIAMONDS[name]
    if name != "page":
        first, second = (RoadblockNode(template, (Fork(),)) for template in shape.branches)
        return DiamondNode(name, Leaf(shape.source, templates=shape.branches), (first, second))
    one, two = DetourNode(Leaf("scalar", named=True)), DetourNode(Leaf("scalar", named=True))
    if "unit_conversion" in templates and not rng.randrange(4):
        return DiamondNode(name, Leaf("page"), (one, RoadblockNode("unit_conversion", (Leaf("quantity", named=True),))))
    return DiamondNode(name, Leaf("page"), (one, two))


def _free(templates: Sequence[RoadblockName], bases: Sequence[Node]) -> list[RoadblockName]:
    """The roadblocks that repeat no branch of a diamond: a leg asks for population and area of countries once."""
    taken = {
        branch.template
        for node in bases
        if isinstance(node, DiamondNode)
        for branch in node.branches
        if isinstance(branch, RoadblockNode) and branch.template != "unit_conversion"
    }
    return [name for name in templates if name not in taken] or list(templates)


def _rarest(names: Sequence[T], used: Iterable[T], rng: random.Random) -> T:
    """One of the names; those used less often so far are likelier."""
    counts = Counter(used)
    return rng.choices(names, [RARER ** -counts[name] for name in names])[0]


def _add_roadblock(
    bases: list[Node], templates: list[RoadblockName], used: Sequence[RoadblockName], rng: random.Random
) -> RoadblockName:
    """One more roadblock: on new facts, or a conversion on top of an earlier roadblock."""
    template = _rarest(templates, _alike(used, templates), rng)
    hosts = [i for i, node in enumerate(bases) if isinstance(node, RoadblockNode) and TEMPLATES[node.template][2]]
    if template == "unit_conversion" and hosts and rng.randrange(2):
        host = rng.choice(hosts)
        bases[host] = RoadblockNode(template, (bases[host],))
    else:
        needs = TEMPLATES[template].inputs
        bases.append(RoadblockNode(template, tuple(Leaf(need, templates=(template,)) for need in needs)))
    return template


def _alike(used: Iterable[RoadblockName], templates: Sequence[RoadblockName]) -> list[RoadblockName]:
    """The templates used so far, and with each those that take the same facts: so many facts of a sort are rare."""
    return [name for one in used for name in templates if TEMPLATES[name].inputs == TEMPLATES[one].inputs]


def _add_detours(bases: list[Node], bare: int, detours: int, rng: random.Random) -> list[Node] | None:
    """The operands: bases and bare facts, under detours. Facts get them rather than bases. None where they don't fit.

    A fact under a detour may be anything that a detour takes; one that stands alone must be a number.
    """
    rows = [0] * (bare + len(bases))
    for _ in range(detours):
        facts = [i for i in range(bare) if not rows[i]]
        free = [i for i, row in enumerate(rows) if row < MOST_DETOURS_IN_A_ROW]
        if not free:
            return None
        rows[rng.choice(facts if facts and rng.randrange(4) else free)] += 1
    operands: list[Node] = [Leaf("scalar" if row else "number") for row in rows[:bare]] + bases
    for i, row in enumerate(rows):
        for _ in range(row):
            operands[i] = DetourNode(operands[i])
    return operands


def leaves(nodes: Iterable[Node]) -> Iterator[Leaf]:
    """The facts that nodes rest on, in reading order."""
    for node in nodes:
        match node:
            case Leaf():
                yield node
            case Fork():
                continue
            case RoadblockNode():
                yield from leaves(node.inputs)
            case DetourNode():
                yield from leaves((node.input,))
            case DiamondNode():
                yield node.source
                yield from leaves(node.branches)
