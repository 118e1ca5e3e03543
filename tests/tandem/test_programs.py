"""Programs: the language and its errors, waiting and retrying, and the proof that a plan never ends."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.errors import InputError
from solvers.tandem.execution import Executor, Run
from solvers.tandem.programs import Plan, Statement, parse_program, write_program
from worlds.kitchen.layout import Pose
from worlds.kitchen.rules import Kitchen, packaged_kitchen
from worlds.kitchen.states import State, Utensil, start_state

EGG = "boiled_egg"
SOUP = "baked_potato_soup"

CHEF = "take egg from S1; put egg in pot; start pot; take boiled_egg from pot; deliver boiled_egg"
ASSISTANT = "take egg from ingredients; place egg on S1"


def plan(kitchen: Kitchen, chef: str, assistant: str, order: str = EGG) -> Plan:
    return (
        parse_program(kitchen, order, 0, chef, "plan"),
        parse_program(kitchen, order, 1, assistant, "plan"),
    )


def run(kitchen: Kitchen, chef: str, assistant: str, state: State | None = None, order: str = EGG) -> Run:
    return Executor(kitchen, order).run(state or start_state(kitchen), plan(kitchen, chef, assistant, order))


def test_the_best_plan_written_as_programs_delivers_in_the_known_optimum(kitchen: Kitchen) -> None:
    found = run(kitchen, CHEF, ASSISTANT)
    assert found.delivered == 15
    assert found.loop is None
    assert found.done[-1].statement.act == "deliver"


def test_a_take_resolves_in_the_step_of_the_placement_and_an_explicit_wait_one_step_later(kitchen: Kitchen) -> None:
    """Chef places on S1 while the Assistant stands ready to take; by retry it is the same step."""
    poses = (Pose((3, 1), "west"), Pose((1, 1), "east"))
    state = start_state(kitchen)._replace(poses=poses, hands=("egg", None))
    retried = run(kitchen, "place egg on S1", "take egg from S1", state)
    assert {done.step for done in retried.done} == {1}
    waited = run(kitchen, "place egg on S1", "wait until S1 holds egg; take egg from S1", state)
    assert {done.cook: done.step for done in waited.done} == {0: 1, 1: 2}


def test_chef_gets_what_the_assistant_places_only_in_the_next_step(kitchen: Kitchen) -> None:
    poses = (Pose((3, 1), "west"), Pose((1, 1), "east"))
    state = start_state(kitchen)._replace(poses=poses, hands=(None, "egg"))
    found = run(kitchen, "take egg from S1", "place egg on S1", state)
    assert {done.cook: done.step for done in found.done} == {1: 1, 0: 2}


@pytest.mark.parametrize(("left", "step"), [(0, 1), (1, 2), (2, 3)])
def test_waiting_for_a_utensil_ends_at_the_boundary_at_which_it_is_ready(
    kitchen: Kitchen, left: int, step: int
) -> None:
    poses = (Pose((3, 1), "north"), Pose((1, 1), "east"))
    state = start_state(kitchen)._replace(poses=poses)
    utensils = list(state.utensils)
    utensils[kitchen.station("pot").slot] = Utensil((), EGG, left)
    state = state._replace(utensils=tuple(utensils))
    waited = run(kitchen, f"wait until pot is ready; take {EGG} from pot", "", state)
    retried = run(kitchen, f"take {EGG} from pot", "", state)
    assert waited.done[-1].step == retried.done[-1].step == step


def test_a_wait_takes_its_steps_and_a_program_that_is_over_idles(kitchen: Kitchen) -> None:
    found = run(kitchen, "wait 3", "wait 5; wait 2")
    assert found.ended == 7
    assert found.delivered is None
    assert found.states[-1] == start_state(kitchen)


def test_utensils_go_on_after_both_programs_are_over(kitchen: Kitchen) -> None:
    executor = Executor(kitchen, EGG)
    pot = kitchen.station("pot").slot
    chef = "take egg from S1; put egg in pot; start pot"
    found = executor.run(
        start_state(kitchen), plan(kitchen, chef, ASSISTANT), lambda state: state.utensils[pot] == Utensil((), EGG, 0)
    )
    assert found.ended is not None
    assert found.reached == found.ended + 2


def test_a_plan_that_cannot_end_is_proved_so_by_a_state_that_comes_back(kitchen: Kitchen) -> None:
    found = run(kitchen, "take egg from S2", ASSISTANT)
    assert found.ended is None
    assert found.loop is not None
    first, again = found.loop
    assert found.states[first] == found.states[again]
    deadlock = run(kitchen, "wait until S1 holds egg", "wait until S2 holds egg; " + ASSISTANT)
    assert deadlock.loop == (0, 1)


def test_the_goal_is_judged_from_the_start(kitchen: Kitchen) -> None:
    found = Executor(kitchen, EGG).run(start_state(kitchen), ((), ()), lambda state: state.hands == (None, None))
    assert (found.ended, found.reached, found.actions) == (0, 0, ())


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("jump", "statement 1: 'jump' is no statement"),
        ("wait 1\nwait 0", "statement 2: a wait is of 1 to 99"),
        ("take egg from S9", "no place is named 'S9'"),
        ("take egg from C1", "can't reach C1"),
        ("take leek from S1", "leek has no part"),
        ("take boiled_egg from ingredients", "not an ingredient"),
        ("take egg from dishes", "only dishes"),
        ("place egg on board", "nobody can place at board"),
        ("put egg in S1", "nobody can put at S1"),
        ("start pot", "can't reach pot"),
        ("deliver boiled_egg", "can't reach serve"),
        ("wait until S1 is ready", "can't be waited for"),
        ("wait until pot holds egg", "can't be waited for"),
        ("wait until S1 holds leek", "leek has no part"),
        ("\n".join(["wait 1"] * 70), "more than 60"),
    ],
)
def test_a_faulty_program_gets_one_line_with_the_statements_number(kitchen: Kitchen, text: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_program(kitchen, EGG, 1, text, "plan.txt")
    assert says in str(caught.value)
    assert str(caught.value).startswith("plan.txt: ")
    assert "\n" not in str(caught.value)


WORDS = "take egg from ingredients place on S1 S2 A0 put in board start wait until is ready empty holds 3 ; #".split()


def test_five_hundred_random_programs_parse_or_give_one_line(kitchen: Kitchen) -> None:
    rng = random.Random(3)
    refused, read = [], 0
    for _ in range(500):
        text = "; ".join(
            " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, 5))) for _ in range(rng.randint(0, 2))
        )
        try:
            program = parse_program(kitchen, EGG, 1, text, "plan.txt")
        except InputError as error:
            refused.append(str(error))
        else:
            read += 1
            assert parse_program(kitchen, EGG, 1, write_program(program), "again") == program
    assert all(line.startswith("plan.txt: ") and len(line.splitlines()) == 1 for line in refused)
    assert read
    assert refused


KITCHEN = packaged_kitchen()
STATEMENTS = [
    "take potato from ingredients", "take dish from dishes", "take potato from S1", "take dish from S2",
    "place potato on S1", "place dish on S1", "put potato in board", "start board", "take potato_slices from board",
    "place potato_slices on S3", "wait 2", "wait until S1 is empty", "wait until board is ready",
    "fill dish from blender",
]  # fmt: skip
CHEFS = [
    "take potato_slices from S3", "take dish from S1", "put potato_slices in oven", "start oven", "place dish on C1",
    "take baked_potato_slices from oven", "put baked_potato_slices in pot", "start pot", "fill dish from pot", "wait 1",
    f"deliver {SOUP}", "wait until S1 holds dish", "wait until pot is empty", "place dish on S2",
]  # fmt: skip


@given(st.lists(st.sampled_from(CHEFS), max_size=9), st.lists(st.sampled_from(STATEMENTS), max_size=9))
def test_every_plan_ends_or_is_proved_endless_and_its_actions_replay(chef: list[str], assistant: list[str]) -> None:
    executor = Executor(KITCHEN, SOUP)
    programs = plan(KITCHEN, "\n".join(chef), "\n".join(assistant), SOUP)
    found = executor.run(start_state(KITCHEN), programs)
    assert (found.ended is None) == (found.loop is not None)
    state = start_state(KITCHEN)
    for number, (one, two) in enumerate(found.actions):
        state = executor.simulator.step(state, one, two).state
        assert state == found.states[number + 1]
    for cook in (0, 1):
        numbers = [done.number for done in found.done if done.cook == cook]
        assert numbers == sorted(numbers)
    if found.loop:
        assert found.states[found.loop[0]] == found.states[found.loop[1]]


def test_a_statement_reads_as_it_is_written() -> None:
    assert str(Statement("fill", "dish", "pot")) == "fill dish from pot"
