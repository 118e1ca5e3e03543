"""Plans use everything that a world can do and nothing else; what brings values together has a second opinion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generators.legs import config_for
from generators.legs.plan import DetourNode, DiamondNode, Node, RoadblockNode, draw_plan, leaves
from generators.legs.templates import DIAMONDS, NEEDS, TEMPLATES, Need, able_diamonds, able_templates
from schemas.legs import DiamondName, FinishName, MergeName, RoadblockName
from schemas.randomness import stream
from solvers.legs.aggregate import aggregate
from solvers.legs.transforms import OutOfDomain
from validators.legs import transforms as second
from worlds.tools.box import atlas_tools
from worlds.tools.registry import REGISTRY

EVERYTHING = tuple(ability for spec in REGISTRY.values() for ability in spec.abilities)
OPERATIONS: tuple[MergeName | FinishName, ...] = (*get_args(MergeName), *get_args(FinishName))


def used(node: Node) -> Iterator[str]:
    """The templates and diamonds of a node and what it rests on."""
    match node:
        case RoadblockNode():
            yield node.template
            for child in node.inputs:
                yield from used(child)
        case DetourNode():
            yield from used(node.input)
        case DiamondNode():
            yield node.name
            for branch in node.branches:
                yield from used(branch)
        case _:
            return


def counted(abilities: tuple[str, ...], plans: int) -> Counter[str]:
    config = config_for("hard", "compositional")
    drawn = (draw_plan(config, abilities, frozenset(NEEDS), stream(seed, "plans")) for seed in range(plans))
    return Counter(name for plan in drawn for node in plan.operands for name in used(node))


def test_a_world_that_can_do_everything_gets_every_template_and_diamond() -> None:
    counts = counted(EVERYTHING, 60)
    assert set(get_args(RoadblockName)) | set(get_args(DiamondName)) <= set(counts)
    assert min(counts[name] for name in get_args(DiamondName)) >= 5


def test_a_world_is_asked_for_nothing_that_it_cannot_do() -> None:
    abilities = atlas_tools().abilities
    counts = counted(abilities, 20)
    for template, told in TEMPLATES.items():
        assert counts[template] == 0 or set(told.abilities) <= set(abilities), template
    assert {name for name in DIAMONDS if counts[name]} == {"population_area", "page"}
    assert "geocode_temperature" not in able_templates(abilities, frozenset(NEEDS))
    assert able_diamonds(abilities, frozenset(NEEDS)) == ["population_area", "page"]


@given(st.sampled_from(OPERATIONS), st.lists(st.integers(0, 10**9), min_size=1, max_size=6))
def test_merges_and_finishes_agree_with_the_second_executor(
    operation: MergeName | FinishName, numbers: list[int]
) -> None:
    try:
        own = aggregate(operation, numbers)
    except OutOfDomain:
        with pytest.raises(second.TransformError):
            second.aggregate(operation, tuple(numbers))
        return
    assert own == second.aggregate(operation, tuple(numbers))


@pytest.mark.parametrize("operation", get_args(FinishName))
def test_every_finish_reaches_every_digit(operation: FinishName) -> None:
    assert {aggregate(operation, [first, 7]) for first in range(200)} == set(range(10))


def test_a_plan_asks_once_at_most_for_what_only_a_seed_page_gives() -> None:
    config = config_for("extreme", "sequential")

    def most(seed_only: frozenset[Need]) -> int:
        drawn = (draw_plan(config, EVERYTHING, frozenset(NEEDS), stream(n, "plans"), seed_only) for n in range(40))
        return max(sum(leaf.need in {"coin", "share"} for leaf in leaves(plan.operands)) for plan in drawn)

    assert most(frozenset()) > 1
    assert most(frozenset({"coin", "share"})) == 1
