"""Every rule finds what breaks it, by itself: three ways and more each, on legs that the generator made."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from generators.legs import Candidate, world_pools
from schemas.legs import Leg
from tests.legs.mutations import (
    IN_CHROME,
    LEG_MUTATIONS,
    RELEASE_MUTATIONS,
    Mutation,
    NotHere,
    ReleaseMutation,
    mutated,
)
from validators.legs import LegContext
from validators.registry import rules
from worlds.recorder import record_world
from worlds.world import World

ITEM_RULES = {f"L{number}" for number in (*range(1, 15), 18)}
RELEASE_RULES = {"L15", "L16", "L17"}
WAYS = 3


@pytest.fixture(scope="module")
def context(atlas: World, atlas_legs: list[Candidate], tmp_path_factory: pytest.TempPathFactory) -> LegContext:
    folder = tmp_path_factory.mktemp("mutated")
    calls = {call.request: call for made in atlas_legs for call in made.exchanges}
    titles = sorted({title for made in atlas_legs for title in made.titles})
    record_world(folder, atlas, titles, calls.values(), world_pools(atlas))
    return replace(LegContext.load(folder), page_share=5)


@pytest.fixture(scope="module")
def legs(atlas_legs: list[Candidate]) -> list[Leg]:
    return [made.leg for made in atlas_legs]


def of_rule(name: str, leg: Leg, context: LegContext) -> list[str]:
    """The critical findings of one rule's own checks."""
    own = [made for made in rules("leg", "item") if made.name == name]
    return [one.code for made in own for one in made.check(leg, context) if one.severity == "critical"]


def test_every_rule_is_broken_in_three_ways_and_more() -> None:
    ways = Counter(one.rule for one in (*LEG_MUTATIONS, *RELEASE_MUTATIONS)) + Counter({"L9": len(IN_CHROME)})
    assert set(ways) == ITEM_RULES | RELEASE_RULES
    assert min(ways.values()) >= WAYS


@pytest.mark.parametrize("broken", LEG_MUTATIONS, ids=lambda one: f"{one.rule}: {one.what}")
def test_a_broken_rule_is_found_by_its_own_checks(broken: Mutation, legs: list[Leg], context: LegContext) -> None:
    tried = 0
    for leg in legs:
        try:
            mutant = mutated(leg, broken.edits(leg))
        except NotHere:
            continue
        tried += 1
        assert of_rule(broken.rule, leg, context) == []
        found = of_rule(broken.rule, mutant, context)
        assert any(code.startswith(f"{broken.rule}.") for code in found), (broken.what, found)
        if tried == 2:
            break
    assert tried


@pytest.mark.parametrize("where", IN_CHROME)
def test_a_span_outside_the_article_is_found(where: str, legs: list[Leg], context: LegContext) -> None:
    start, end = IN_CHROME[where](context.pages[legs[0].seed_title].html)
    moved = mutated(legs[0], {"stops.0.evidence.start": start, "stops.0.evidence.end": end})
    assert of_rule("L9", legs[0], context) == []
    assert of_rule("L9", moved, context)


@pytest.mark.parametrize("broken", RELEASE_MUTATIONS, ids=lambda one: f"{one.rule}: {one.what}")
def test_a_broken_release_is_found_by_its_own_checks(
    broken: ReleaseMutation, legs: list[Leg], context: LegContext
) -> None:
    checks = [made for made in rules("leg", "release") if made.name == broken.rule]

    def found(release: list[Leg]) -> set[str]:
        return {
            one.code for made in checks for one in made.check(tuple(release), context) if one.severity == "critical"
        }

    assert found(legs) == set()
    assert any(code.startswith(f"{broken.rule}.") for code in found(broken.edit(legs)))
