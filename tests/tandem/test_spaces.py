"""Complete spaces: sizes and optima known from an exhaustive search elsewhere, Bellman's equation, plans."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from schemas.errors import InputError
from solvers.tandem.bellman import check_table
from solvers.tandem.encoding import CANONICAL, Domain, Encoding, wide
from solvers.tandem.graph import FAR
from solvers.tandem.plans import Plan, optimal_plan
from solvers.tandem.space import Space, build, space_of, start_code
from solvers.tandem.sweep import count_moves
from worlds.kitchen.layout import Pose
from worlds.kitchen.rules import Kitchen, read_kitchen
from worlds.kitchen.simulator import WAIT, Simulator
from worlds.kitchen.states import State, start_state

# One order of each structural class: states of the canonical domain, joint moves, optimum from the start.
KNOWN = {
    "baked_bell_pepper": (1_950, 36_169, 16),
    "boiled_egg": (1_950, 36_169, 15),
    "baked_potato_slices": (3_000, 55_576, 22),
    "boiled_corn_slices": (3_000, 55_576, 22),
    "baked_carrot_soup": (27_500, 527_071, 31),
    "sliced_eggplant_and_chickpea_stew": (142_150, 2_799_374, 28),
    "mashed_potato_and_pea_patty": (285_450, 5_625_956, 40),
    "taro_bean_and_bell_pepper_patty": (4_363_950, 87_475_886, 48),
}
BY_LEVEL = {1: {15, 16}, 2: {22}, 3: {31}, 4: {28}, 5: {40}, 6: {48}}


def grounds(kitchen: Kitchen, order: str, domain: Domain = CANONICAL) -> tuple[Encoding, Space]:
    encoding = Encoding(kitchen, order, domain)
    return encoding, space_of(encoding)


@pytest.mark.parametrize("order", KNOWN)
def test_sizes_and_optima_are_the_known_ones(kitchen: Kitchen, order: str) -> None:
    encoding, space = grounds(kitchen, order)
    states, moves, optimum = KNOWN[order]
    assert space.reachable() == states
    assert count_moves(space.rules, space.edges, space.poses, space.depth) == moves
    number = space.number(start_code(encoding))
    assert number is not None
    assert space.cost[number] == optimum
    assert not np.any(space.cost[space.depth != FAR] == FAR)


def test_every_order_has_its_levels_optimum_and_a_plan_that_the_simulator_accepts(kitchen: Kitchen) -> None:
    for recipe in kitchen.recipes.values():
        plan = optimal_plan(*grounds(kitchen, recipe.order), start_state(kitchen))
        assert len(plan.actions) in BY_LEVEL[recipe.level]
        assert replayed(kitchen, recipe.order, plan).delivered
        if recipe.level == 1:
            assert len(plan.actions) == (16 if recipe.order.startswith("baked") else 15)


def replayed(kitchen: Kitchen, order: str, plan: Plan) -> State:
    simulator = Simulator(kitchen, order)
    state = simulator.start()
    for chef, assistant in plan.actions:
        outcome = simulator.step(state, chef, assistant)
        assert outcome.refused == (None, None)
        assert not state.delivered
        state = outcome.state
    return state


def test_recipes_of_one_class_share_one_table_and_others_do_not(kitchen: Kitchen) -> None:
    digests = {recipe.order: Encoding(kitchen, recipe.order).digest for recipe in kitchen.recipes.values()}
    assert len(set(digests.values())) == 8
    assert digests["baked_carrot_soup"] == digests["baked_mushroom_soup"]


def test_what_the_wide_domain_allows_never_helps_from_the_start(kitchen: Kitchen) -> None:
    for order, (_, _, optimum) in KNOWN.items():
        encoding, space = grounds(kitchen, order, wide(kitchen))
        assert space.cost[space.number(start_code(encoding)) or 0] == optimum


@pytest.mark.parametrize("order", list(KNOWN)[:6])
def test_bellmans_equation_holds_on_every_state(kitchen: Kitchen, order: str) -> None:
    report = check_table(*grounds(kitchen, order))
    assert report.states == KNOWN[order][0]
    assert report.wrong == ()
    assert report.leaving == 0


@pytest.mark.parametrize("order", list(KNOWN)[6:])
def test_bellmans_equation_holds_on_a_sample_of_the_large_classes(kitchen: Kitchen, order: str) -> None:
    encoding, space = grounds(kitchen, order)
    numbers = np.flatnonzero(space.depth != FAR)[:: KNOWN[order][0] // 20_000]
    report = check_table(encoding, space, numbers)
    assert report.states >= 20_000
    assert (report.wrong, report.leaving) == ((), 0)


def test_the_bellman_pass_sees_a_single_wrong_value(kitchen: Kitchen) -> None:
    encoding, space = grounds(kitchen, "baked_carrot_soup")
    cost = space.cost.copy()
    number = space.number(start_code(encoding)) or 0
    cost[number] -= 1
    assert number in check_table(encoding, space._replace(cost=cost)).wrong


def test_codes_numbers_and_states_are_one_to_one(kitchen: Kitchen) -> None:
    encoding, space = grounds(kitchen, "sliced_eggplant_and_chickpea_stew")
    for number in range(0, len(space.cost), 997):
        code = space.code(number)
        assert space.number(code) == number
        assert encoding.encode(encoding.decode(code)) == code


def test_plans_are_canonical_under_any_hash_seed_and_differ_by_taste(kitchen: Kitchen) -> None:
    order = "mashed_potato_and_pea_patty"
    early = optimal_plan(*grounds(kitchen, order), start_state(kitchen))
    late = optimal_plan(*grounds(kitchen, order), start_state(kitchen), taste="late")
    busy = [sum(action != WAIT for pair in plan.actions for action in pair) for plan in (early, late)]
    assert busy[0] == busy[1]
    program = (
        "from solvers.tandem.plans import *; from solvers.tandem.space import *; from solvers.tandem.encoding import *;"
        "from worlds.kitchen.rules import *; from worlds.kitchen.states import *; k = packaged_kitchen();"
        f"e = Encoding(k, {order!r}); print(optimal_plan(e, space_of(e), start_state(k)).actions)"
    )
    env = {**os.environ, "PYTHONHASHSEED": "77", "PYTHONPATH": str(Path(__file__).parents[2])}
    other = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True)
    assert other.stdout.strip() == str(early.actions)


def test_a_milestones_table_counts_the_steps_to_its_first_moment(kitchen: Kitchen) -> None:
    encoding, space = grounds(kitchen, "boiled_egg")
    pot = kitchen.station("pot").slot
    ready = np.array(
        [
            encoding.decode(int(material) << encoding.pose_bits).utensils[pot].product == "boiled_egg"
            and encoding.decode(int(material) << encoding.pose_bits).utensils[pot].left == 0
            for material in space.materials
        ]
    )
    cost = space.costs_to(ready)
    plan = optimal_plan(encoding, space, start_state(kitchen), cost)
    assert plan.states[-1].utensils[pot].left == 0
    assert plan.states[-1].utensils[pot].product == "boiled_egg"
    assert all(state.utensils[pot].product is None or state.utensils[pot].left for state in plan.states[:-1])
    assert len(plan.actions) == cost[space.number(start_code(encoding)) or 0] == 11


OTHER = """
name = "other"
base = "collab_overcooked"
[utensils]
pot = { time = 5, verb = "simmer" }
[layout]
grid = ["XXXOX", "I.#1X", "B2=.X", "D.#.P", "XCXSX"]
[layout.stations]
P = "pot"
O = "oven"
C = "board"
B = "blender"
S = "serve"
I = "ingredients"
D = "dishes"
[[recipe]]
order = "poached_egg_and_leek"
level = 4
plated = true
steps = [
    { utensil = "board", takes = ["leek"], gives = "leek_slices", time = 1 },
    { utensil = "pot", takes = ["leek_slices", "egg"], gives = "poached_egg_and_leek" },
]
"""


def test_a_kitchen_of_ones_own_is_solved_without_a_line_of_code() -> None:
    mine = read_kitchen(OTHER, "other")
    plan = optimal_plan(*grounds(mine, "poached_egg_and_leek"), start_state(mine))
    assert replayed(mine, "poached_egg_and_leek", plan).delivered
    report = check_table(*grounds(mine, "poached_egg_and_leek"))
    assert (report.wrong, report.leaving) == ((), 0)
    pot = mine.station("pot").slot
    started = next(n for n, state in enumerate(plan.states) if state.utensils[pot].left)
    assert [state.utensils[pot].left for state in plan.states[started : started + 5]] == [4, 3, 2, 1, 0]


def test_a_kitchen_whose_cooks_share_no_counter_has_no_plan() -> None:
    text = OTHER.replace("I.#1X", "I.=1X").replace("D.#.P", "D.=.P")
    mine = read_kitchen(text, "other")
    with pytest.raises(InputError, match="can't be reached"):
        optimal_plan(*grounds(mine, "boiled_egg"), start_state(mine))


def test_tables_are_kept_outside_the_package_and_a_spoilt_one_is_built_again(
    kitchen: Kitchen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from solvers.tandem import space as module

    monkeypatch.setenv("BENCHWRIGHT_CACHE", str(tmp_path))
    monkeypatch.setattr(module, "_MEMORY", {})
    encoding = Encoding(kitchen, "boiled_egg")
    first = space_of(encoding)
    (path,) = tmp_path.glob("kitchen-*.npz")
    monkeypatch.setattr(module, "_MEMORY", {})
    assert np.array_equal(space_of(encoding).cost, first.cost)
    path.write_bytes(path.read_bytes()[:-400])
    monkeypatch.setattr(module, "_MEMORY", {})
    assert np.array_equal(space_of(encoding).cost, first.cost)
    tmp_path.joinpath("file").write_text("")
    monkeypatch.setenv("BENCHWRIGHT_CACHE", str(tmp_path / "file" / "below"))
    monkeypatch.setattr(module, "_MEMORY", {})
    assert np.array_equal(space_of(encoding).cost, build(encoding).cost)


def test_numba_stays_out_until_a_search_is_asked_for(kitchen: Kitchen, tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    program = "import sys, worlds.kitchen.simulator, worlds.kitchen.rules; print('numba' in sys.modules)"
    quiet = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True)
    assert quiet.stdout.strip() == "False"


def test_the_start_is_where_the_benchmark_says(kitchen: Kitchen) -> None:
    encoding, space = grounds(kitchen, "boiled_egg")
    state = encoding.decode(start_code(encoding))
    assert state == start_state(kitchen)
    assert state.poses == (Pose((3, 1), "north"), Pose((1, 2), "north"))
    assert space.depth[space.number(start_code(encoding)) or 0] == 0
