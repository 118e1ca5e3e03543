"""One call solves an order or a state file, and malformed states get one clear line."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from schemas.base import parse_record
from schemas.canonical import dump
from schemas.errors import InputError
from schemas.tandem import StateRecord
from solvers.tandem.answers import answer_json, answer_text, read_question, solve
from tests.tandem.test_spaces import BY_LEVEL
from worlds.kitchen.layout import Pose
from worlds.kitchen.rules import Kitchen
from worlds.kitchen.simulator import Action, Simulator
from worlds.kitchen.states import State, Utensil, read_state, start_state, write_state


def test_every_order_is_solved_with_a_plan_that_replays(kitchen: Kitchen) -> None:
    for recipe in kitchen.recipes.values():
        found = answer_json(solve(kitchen, *read_question(kitchen, recipe.order)))
        assert found["optimum"] in BY_LEVEL[recipe.level]
        assert found["lower_bound"] == found["optimum"]
        simulator = Simulator(kitchen, recipe.order)
        state = simulator.start()
        for row in json.loads(json.dumps(found["plan"])):
            pair = [Action(row[cook]["verb"], row[cook]["what"]) for cook in ("chef", "assistant")]
            outcome = simulator.step(state, pair[0], pair[1])
            assert outcome.refused == (None, None)
            state = outcome.state
        assert state.delivered


def test_a_state_file_with_a_second_dish_and_junk_is_solved(kitchen: Kitchen, tmp_path: Path) -> None:
    order = "baked_potato_soup"
    state = start_state(kitchen)
    utensils = list(state.utensils)
    utensils[kitchen.station("pot").slot] = Utensil((), order, 0)
    utensils[kitchen.station("oven").slot] = Utensil(("potato", "potato_slices"))
    counters = list(state.counters)
    counters[kitchen.station("A0").slot] = "dish"
    counters[kitchen.station("S2").slot] = "dish"
    state = state._replace(
        utensils=tuple(utensils), counters=tuple(counters), poses=(Pose((3, 2), "south"), state.poses[1])
    )
    path = tmp_path / "state.json"
    path.write_text(json.dumps(dump(write_state(kitchen, order, state))))
    found = solve(kitchen, *read_question(kitchen, str(path)))
    assert found.start == state
    # turn to S2, take the dish, one step to the pot, fill, two steps down to the hatch, deliver
    assert found.optimum == 7
    assert found.plan.states[-1].delivered
    assert "7 joint steps" in answer_text(found)


def test_a_delivered_state_needs_nothing_and_a_lost_one_says_so(kitchen: Kitchen) -> None:
    done = solve(kitchen, "boiled_egg", start_state(kitchen)._replace(delivered=True))
    assert (done.optimum, done.plan.actions) == (0, ())


def test_five_hundred_mangled_states_each_load_or_give_one_line(kitchen: Kitchen) -> None:
    order = "mashed_potato_and_pea_patty"
    state: State = start_state(kitchen)
    utensils = list(state.utensils)
    utensils[kitchen.station("oven").slot] = Utensil(("mashed_potato", "pea"))
    utensils[kitchen.station("pot").slot] = Utensil((), "boiled_potato_slices", 2)
    text = json.dumps(dump(write_state(kitchen, order, state._replace(utensils=tuple(utensils), hands=("dish", None)))))
    rng = random.Random(5)
    words = ["3", "-1", "null", '"pot"', '"dish"', '"potato"', "[1, 1]", "north", "9", "true", "{", "pea"]
    refused = []
    for _ in range(500):
        mangled = text
        for _ in range(rng.randint(1, 2)):
            pieces = mangled.split(" ")
            pieces[rng.randrange(len(pieces))] = rng.choice(words)
            mangled = " ".join(pieces)
        try:
            read_state(kitchen, parse_record(StateRecord, mangled, "state.json"), "state.json")
        except InputError as error:
            refused.append(str(error))
    assert len(refused) > 400
    assert all(line.startswith(("state.json: ", "kitchen ")) and len(line.splitlines()) == 1 for line in refused)


def test_an_unknown_order_names_what_there_is(kitchen: Kitchen) -> None:
    with pytest.raises(InputError, match="boiled_egg"):
        read_question(kitchen, "egg")
