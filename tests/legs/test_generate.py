"""Legs as the generator makes them: knobs, determinism, fresh seeds, and nothing that doesn't matter."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generators.legs import Candidate, candidate, config_for, target_digit
from generators.legs.leaks import refuse_leaks
from generators.legs.plan import DetourNode, DiamondNode, Fork, Leaf, Node, RoadblockNode, draw_plan
from generators.legs.templates import NEEDS
from generators.rejection import Rejected
from schemas.canonical import content_id
from schemas.errors import InputError
from schemas.legs import Detour, FinishLine, Leg, Merge, Roadblock, RouteInfo, Variant
from schemas.randomness import stream
from schemas.values import NumberValue
from worlds.world import World

ROOT = Path(__file__).resolve().parents[2]
ABILITIES = (
    "countries_area", "countries_population", "maps_distance_matrix:great_circle", "maps_elevation", "maps_geocode",
    "python_execute_code:convert", "python_execute_code:days_between",
)  # fmt: skip
LEVELS = ("easy", "medium", "hard", "extreme")


def below(node: Node) -> tuple[Node, ...]:
    match node:
        case Leaf() | Fork():
            return ()
        case RoadblockNode(inputs=inputs):
            return inputs
        case DetourNode(input=inner):
            return (inner,)
        case DiamondNode(source=source):
            return (source,)


def count(node: Node, kind: type) -> int:
    """Nodes of a kind outside of what a diamond adds: its source counts, its branches and what is on them don't."""
    return isinstance(node, kind) + sum(count(child, kind) for child in below(node))


@given(st.integers(0, 10**9), st.sampled_from(LEVELS), st.sampled_from(["sequential", "compositional"]))
def test_every_plan_meets_every_knob(seed: int, level: str, variant: Variant) -> None:
    config = config_for(level, variant)
    plan = draw_plan(config, ABILITIES, frozenset(NEEDS), stream(seed, "plan"))
    facts, roadblocks, detours, diamonds = (
        sum(count(node, kind) for node in plan.operands) for kind in (Leaf, RoadblockNode, DetourNode, DiamondNode)
    )
    assert config.stops.low <= facts + roadblocks + 1 <= config.stops.high
    assert config.roadblocks.low <= roadblocks <= config.roadblocks.high
    assert config.detours.low <= detours <= config.detours.high
    assert config.diamonds.low <= diamonds <= config.diamonds.high
    assert bool(diamonds) == (variant == "compositional")


def test_a_world_without_the_facts_for_a_level_is_told_so() -> None:
    with pytest.raises(Rejected, match=r"plan\.infeasible"):
        draw_plan(config_for("easy", "sequential"), ABILITIES, frozenset({"coin"}), stream(1))


@pytest.mark.parametrize("variant", ["sequential", "compositional"])
def test_each_ten_legs_have_each_digit_as_their_turn(variant: Variant) -> None:
    config = config_for("easy", variant)
    turns = [target_digit(config, 3, "test", index) for index in range(200)]
    assert all(Counter(turns[i : i + 10]) == Counter(range(10)) for i in range(0, 200, 10))
    assert turns != [target_digit(config, 4, "test", index) for index in range(200)]


def test_legs_have_the_digit_that_is_their_turn(atlas_legs: list[Candidate]) -> None:
    for number, made in enumerate(atlas_legs):
        config = config_for("easy", made.leg.variant)
        assert made.leg.answer == target_digit(config, 11, "test", number % 4)


def test_every_stop_reaches_the_finish(atlas_legs: list[Candidate], zim_legs: list[Candidate]) -> None:
    for leg in (made.leg for made in atlas_legs + zim_legs):
        graph = nx.DiGraph([(source, stop.index) for stop in leg.stops for source in stop.depends_on])
        finish = leg.stops[-1].index
        assert {finish, *nx.ancestors(graph, finish)} == {stop.index for stop in leg.stops}
        assert leg.live_depth == nx.dag_longest_path_length(graph) + 1
        for stop in leg.stops:
            effect = stop.sensitivity
            assert effect.draws >= 50
            assert effect.changed / effect.differing >= 0.8
            assert effect.changed / effect.draws >= 0.5


def test_records_are_what_their_ids_say(atlas_legs: list[Candidate]) -> None:
    for leg in (made.leg for made in atlas_legs):
        assert leg.id == content_id("leg", leg)
        assert Leg.model_validate_json(leg.model_dump_json()) == leg
        edited = leg.model_copy(update={"answer": (leg.answer + 1) % 10})
        assert content_id("leg", edited) != leg.id
        assert content_id("leg", leg.model_copy(update={"canary": "1" * 8 + leg.canary[8:]})) == leg.id


def test_diamonds_fork_and_merge(atlas_legs: list[Candidate]) -> None:
    forked = [made.leg for made in atlas_legs if made.leg.variant == "compositional"]
    assert len(forked) == 4
    for leg in forked:
        (diamond,) = leg.diamonds
        merge = leg.stops[diamond.merge]
        assert isinstance(merge, Merge)
        assert merge.depends_on == diamond.branches
        graph = nx.DiGraph([(source, stop.index) for stop in leg.stops for source in stop.depends_on])
        one, two = ({branch, *nx.ancestors(graph, branch)} for branch in diamond.branches)
        assert one & two == {diamond.source, *nx.ancestors(graph, diamond.source)}


def test_no_leg_finds_the_same_thing_twice(atlas_legs: list[Candidate], zim_legs: list[Candidate]) -> None:
    for leg in (made.leg for made in atlas_legs + zim_legs):
        found = [stop.value for stop in leg.stops if isinstance(stop, RouteInfo | Roadblock)]
        assert len(set(found)) == len(found)
        for stop in leg.stops:
            if isinstance(stop, Detour):
                assert stop.value != leg.stops[stop.source.stop].value
        assert isinstance(leg.stops[-1], FinishLine)
        assert leg.stops[-1].value == NumberValue(type="number", value=str(leg.answer), unit="count")


def test_another_seed_shares_no_leg(atlas: World, atlas_legs: list[Candidate]) -> None:
    ids = {made.leg.id for made in atlas_legs}
    for attempt in range(400):
        try:
            other = candidate(config_for("easy", "sequential"), atlas, 12, "test", 0, attempt, atlas_legs[0].leg.canary)
        except Rejected:
            continue
        assert other.leg.id not in ids
        return
    pytest.fail("no leg was made with another seed")


def test_legs_start_on_the_pages_that_are_named(atlas: World, atlas_legs: list[Candidate]) -> None:
    config, canary = config_for("easy", "sequential"), atlas_legs[0].leg.canary
    started: set[str] = set()
    for attempt in range(60):
        try:
            made = candidate(config, atlas, 3, "test", 0, attempt, canary, ("Africa/Nairobi", "Nairobi_Wilson_Airport"))
        except Rejected:
            continue
        started.add(made.leg.seed_title)
    assert started == {"Africa/Nairobi", "Nairobi Wilson Airport"}
    with pytest.raises(InputError, match="no page is called “Nowhere at all”"):
        candidate(config, atlas, 3, "test", 0, 0, canary, ("Nowhere at all",))


SCRIPT = """
import json
from tests.legs.conftest import make
from worlds.world import open_world
world = open_world("atlas")
print(json.dumps([made.leg.id for made in make(world, "sequential", 1, 11) + make(world, "compositional", 1, 11)]))
"""


def test_another_process_with_another_hash_seed_makes_the_same_legs(atlas_legs: list[Candidate]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=ROOT,
        env={"PYTHONHASHSEED": "77", "PATH": "/usr/bin:/bin", "HOME": "/nonexistent"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == [atlas_legs[0].leg.id, atlas_legs[4].leg.id]


def test_a_clue_that_says_too_much_is_refused(atlas: World, atlas_legs: list[Candidate]) -> None:
    leg = atlas_legs[0].leg
    refuse_leaks(leg.clues, leg.stops, leg.seed_title, atlas.pages)
    later = next(s for s in leg.stops if isinstance(s, RouteInfo) and s.evidence.title != leg.seed_title)
    number = next(s.value.value for s in leg.stops if isinstance(s.value, NumberValue) and s.index < len(leg.stops) - 1)
    for words, code in ((later.evidence.title.upper(), "L12.title"), (f"It is {number}.", "L12.gold-number")):
        with pytest.raises(Rejected, match=code.replace(".", r"\.")):
            refuse_leaks((*leg.clues[:-1], f"{leg.clues[-1]} {words}"), leg.stops, leg.seed_title, atlas.pages)
