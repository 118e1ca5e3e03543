"""Two programs, one answer: the kernel against the reference simulator, its tables against a plain search."""

from __future__ import annotations

import random

import numpy as np
import pytest

from schemas.randomness import stream
from solvers.tandem.certificate import Certifier
from solvers.tandem.encoding import CANONICAL, Domain, Encoding, wide
from solvers.tandem.graph import FAR
from solvers.tandem.interaction import BLOCKED, DELIVERED
from solvers.tandem.kernel import joint
from solvers.tandem.plain import PlainSearch
from solvers.tandem.plans import name_action
from solvers.tandem.space import Space, build, space_of
from solvers.tandem.whole import Bounded, explore_whole
from tests.tandem.test_spaces import KNOWN
from worlds.kitchen.rules import Kitchen
from worlds.kitchen.simulator import Simulator
from worlds.kitchen.states import State, start_state, state_items

STEPS = 210_000


@pytest.mark.parametrize("order", [name for name, (states, _, _) in KNOWN.items() if states < 30_000])
def test_a_plain_search_knows_the_same_states_and_costs(kitchen: Kitchen, order: str) -> None:
    encoding = Encoding(kitchen, order)
    space = space_of(encoding)
    found = PlainSearch(kitchen, order).explore(start_state(kitchen))
    assert found.states == len(found.costs) == space.reachable()
    for state, cost in found.costs.items():
        number = space.number(encoding.encode(state) or 0)
        assert number is not None
        assert space.cost[number] == cost
        assert space.depth[number] != FAR


def sampled(encoding: Encoding, space: Space, count: int, nearest: int = 0, farthest: int = FAR - 1) -> list[int]:
    """State numbers drawn from the reachable states within a range of costs."""
    reach = np.flatnonzero((space.depth != FAR) & (space.cost >= nearest) & (space.cost <= farthest))
    rng = stream(11, encoding.recipe.order, count)
    return [int(reach[rng.randrange(len(reach))]) for _ in range(count)]


LARGE = list(KNOWN)[5:]


@pytest.mark.parametrize("order", ["boiled_egg", "baked_potato_slices"])
def test_the_plain_search_in_numbers_is_the_plain_search(kitchen: Kitchen, order: str) -> None:
    slow, quick = PlainSearch(kitchen, order).explore(start_state(kitchen)), explore_whole(kitchen, order)
    assert dict(quick.each()) == slow.costs
    assert quick.states == slow.states


@pytest.mark.parametrize("order", [name for name, (states, _, _) in KNOWN.items() if 100_000 < states < 1_000_000])
def test_whole_tables_of_levels_4_and_5_are_found_again_in_plain_python(kitchen: Kitchen, order: str) -> None:
    """Level 6, with thirty times the moves, is in `bench/tandem.py --whole`."""
    encoding = Encoding(kitchen, order)
    space = space_of(encoding)
    found = explore_whole(kitchen, order)
    states, moves, _ = KNOWN[order]
    assert (found.states, found.moves) == (states, moves) == (space.reachable(), moves)
    for state, cost in found.each():
        assert space.cost[space.number(encoding.encode(state) or 0) or 0] == cost


@pytest.mark.parametrize("order", LARGE)
def test_a_plain_search_agrees_on_300_states_of_each_large_level(kitchen: Kitchen, order: str) -> None:
    """Ten joint steps deep, whatever way there is."""
    encoding = Encoding(kitchen, order)
    space = space_of(encoding)
    plain = Bounded(kitchen, order)
    for number in sampled(encoding, space, 300, farthest=10):
        assert plain.distance(encoding.decode(space.code(number)), 10) == space.cost[number]


@pytest.mark.parametrize("order", LARGE)
def test_the_reference_simulators_next_states_explain_the_cost_of_300_states(kitchen: Kitchen, order: str) -> None:
    encoding = Encoding(kitchen, order)
    space = space_of(encoding)
    plain = PlainSearch(kitchen, order)
    for number in sampled(encoding, space, 300):
        state = encoding.decode(space.code(number))
        following = {new for _, new in plain.successors(state)}
        costs = [0 if s.delivered else int(space.cost[space.number(encoding.encode(s) or 0) or 0]) for s in following]
        assert space.cost[number] == 1 + min(costs)


def copies(encoding: Encoding, state: State) -> int:
    """The most copies of one chain."""
    made = [name for item in state_items(state) if item in encoding.number for name in encoding.made_of(item)]
    return max((made.count(name) for name in made), default=0)


@pytest.mark.parametrize("order", KNOWN)
def test_kernel_and_reference_simulator_walk_alike(kitchen: Kitchen, order: str) -> None:
    """Random joint actions, refused ones included, with up to seven copies, junk, wrong starts and deliveries."""
    strays = 1 if KNOWN[order][0] > 200_000 else 2
    encoding = Encoding(kitchen, order, Domain(extra=6, strays=strays, waste=True))
    simulator = Simulator(kitchen, order)
    rng = random.Random(order)
    home = start_state(kitchen)
    state, walked, seen = home, 0, set[int]()
    while walked < STEPS // len(KNOWN):
        code = encoding.encode(state)
        assert code is not None
        chef, assistant = (draw(encoding, state, cook, rng) for cook in (0, 1))
        first = name_action(encoding, state, 0, chef)
        between = state
        if chef >= 5 and first in simulator.legal(state, 0):
            between = simulator.interact(state, 0, first)
        if not fits(encoding, between, 1, assistant):
            continue
        outcome = simulator.step(state, first, name_action(encoding, between, 1, assistant))
        after = encoding.encode(outcome.state)
        if after is None or copies(encoding, outcome.state) > 7:  # legal, but outside this encoding
            state = home if rng.random() < 0.2 else state
            continue
        new, made, served = joint(encoding.tables, code, chef, assistant)
        assert new == after
        assert [made == BLOCKED, served == BLOCKED] == [reason is not None for reason in outcome.refused]
        assert (DELIVERED in (made, served)) == outcome.state.delivered
        walked += 1
        seen.add(after)
        state = home if outcome.state.delivered or rng.random() < 0.002 else outcome.state
    assert len(seen) > 300


def draw(encoding: Encoding, state: State, cook: int, rng: random.Random) -> int:
    """A kernel action; interactions are likelier than moves, as most of them are refused."""
    while True:
        action = rng.randrange(6 + len(encoding.items)) if rng.random() < 0.7 else rng.randrange(1, 6)
        if fits(encoding, state, cook, action):
            return action


def fits(encoding: Encoding, state: State, cook: int, action: int) -> bool:
    """Whether the kernel's number means one thing here: an item is named only where there is a choice of items."""
    station = encoding.kitchen.layout.station_at(state.poses[cook].ahead)
    if action < 5:
        return True
    if station is None:
        return False
    item = 5 < action < 5 + len(encoding.items)
    if station.kind == "ingredients":
        return item and action - 5 <= len(encoding.recipe.leaves)
    return not item or (station.kind == "utensil" and state.utensils[station.slot].product is None)


def test_the_certificate_equals_the_whole_table_with_second_copies(kitchen: Kitchen) -> None:
    """Every legal move and a second copy of everything: complete tables of the small classes against LB and A*."""
    for order, count in (("boiled_egg", 150), ("baked_potato_slices", 150), ("baked_carrot_soup", 60)):
        everything = Encoding(kitchen, order, Domain(extra=1, strays=3, waste=True))
        whole = build(everything)
        encoding = Encoding(kitchen, order, wide(kitchen))
        certifier = Certifier(encoding, space_of(encoding))
        base = Encoding(kitchen, order, CANONICAL)
        evidence = set()
        for number in sampled(base, space_of(base), count):
            state = base.decode(space_of(base).code(number))
            known = certifier.certify(state)
            assert known.cost == whole.cost[whole.number(everything.encode(state) or 0) or 0]
            assert known.lower is not None
            assert known.lower <= known.cost
            evidence.add(known.evidence)
            if known.evidence == "search":
                for chef, assistant in known.steps:
                    state = certifier.simulator.step(state, chef, assistant).state
                assert state.delivered
        assert "table" in evidence


def test_junk_in_the_way_is_cleared_and_costs_what_a_plain_search_says(kitchen: Kitchen) -> None:
    """States with second copies and strays next to the goal, against a plain search of everything legal."""
    order = "baked_carrot_soup"
    encoding = Encoding(kitchen, order, wide(kitchen))
    certifier = Certifier(encoding, space_of(encoding))
    plain = PlainSearch(kitchen, order, canonical=False)
    everything = Encoding(kitchen, order, Domain(extra=1, strays=3, waste=True))
    whole = build(everything)
    checked = 0
    for number in sampled(everything, whole, 40, farthest=3):
        state = everything.decode(whole.code(number))
        if copies(everything, state) > 1:
            assert certifier.certify(state).cost == plain.distance(state, lambda s: s.delivered, 3)
            checked += 1
    assert checked > 10


def littered(encoding: Encoding, state: State, rng: random.Random) -> State:
    """A state with one or two things more on empty counters: second copies, or what no step wants there."""
    counters = list(state.counters)
    free = [slot for slot, item in enumerate(counters) if item is None]
    for slot in rng.sample(free, min(len(free), rng.randint(1, 2))):
        counters[slot] = rng.choice(encoding.items[1:])
    return state._replace(counters=tuple(counters))


@pytest.mark.parametrize("order", LARGE)
def test_the_certificate_agrees_with_a_plain_search_on_300_littered_states(kitchen: Kitchen, order: str) -> None:
    """Second copies and junk at the large levels: a plain search of everything legal, as deep as eight joint steps."""
    base, encoding = Encoding(kitchen, order), Encoding(kitchen, order, wide(kitchen))
    certifier = Certifier(encoding, space_of(encoding))
    plain = Bounded(kitchen, order, canonical=False)
    rng = stream(12, order)
    deepest, costs = 8, set[int | None]()
    for number in sampled(base, space_of(base), 300, farthest=deepest):
        state = littered(base, base.decode(space_of(base).code(number)), rng)
        cost = certifier.certify(state).cost
        assert plain.distance(state, deepest) == (cost if cost and cost <= deepest else None)
        costs.add(cost)
    assert costs >= set(range(3, deepest + 1))
