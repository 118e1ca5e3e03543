"""Words and pictures: prose follows the data, states read differently when they are different, drawings are sound."""

from __future__ import annotations

import pytest
from lxml import etree

from solvers.tandem.encoding import Encoding
from solvers.tandem.plans import Plan, optimal_plan
from solvers.tandem.space import space_of
from tests.tandem.test_spaces import OTHER
from worlds.kitchen.drawing import draw_state, svg_state
from worlds.kitchen.prose import place_words, rules_prose, state_prose, words
from worlds.kitchen.rules import Kitchen, read_kitchen
from worlds.kitchen.states import start_state
from worlds.kitchen.timeline import draw_timeline, stretches, svg_timeline, utensil_runs

STEW = "sliced_bell_pepper_and_corn_stew"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def plan(kitchen: Kitchen) -> Plan:
    encoding = Encoding(kitchen, STEW)
    return optimal_plan(encoding, space_of(encoding), start_state(kitchen))


def test_the_rules_name_every_place_and_every_product_of_every_order(kitchen: Kitchen) -> None:
    for recipe in kitchen.recipes.values():
        text = rules_prose(kitchen, recipe.order)
        assert all(f"{place_words(station)} at {station.cell}" in text for station in kitchen.layout.stations)
        assert all(words(item) in text for item in recipe.items if item != "dish")
        assert "_" not in text


def test_the_rules_follow_the_data() -> None:
    mine = read_kitchen(OTHER, "other")
    text = rules_prose(mine, "poached_egg_and_leek")
    assert "leek slices of leek; it can be taken out in the joint step after its start" in text
    assert "fifth" not in text
    assert "of leek slices and egg; it can be taken out from the 5th joint step after its start" in text
    assert "the pot at (4, 3)" in text


def test_different_states_read_differently(kitchen: Kitchen) -> None:
    encoding = Encoding(kitchen, STEW)
    space = space_of(encoding)
    codes = [space.code(number) for number in range(0, len(space.cost), 61) if space.depth[number] != 255]
    texts = {state_prose(kitchen, encoding.decode(code)) for code in codes}
    assert len(texts) == len(codes)
    drawn = {draw_state(kitchen, encoding.decode(code)) for code in codes}
    assert len(drawn) == len(codes)


def test_the_state_drawing_holds_what_the_state_holds(kitchen: Kitchen, plan: Plan) -> None:
    state = plan.states[18]
    root = etree.fromstring(svg_state(kitchen, state).encode())
    texts = " ".join(node.text or "" for node in root.iter(f"{SVG}text"))
    for station in kitchen.layout.stations:
        assert station.name in texts
    assert "corn" in texts
    assert "(waiting)" in texts
    assert len(list(root.iter(f"{SVG}rect"))) == 25


def test_the_timeline_covers_every_joint_step_once(kitchen: Kitchen, plan: Plan) -> None:
    for cook in (0, 1):
        lane = stretches(kitchen, plan.actions, plan.states, cook)
        covered = [step for stretch in lane for step in range(stretch.first, stretch.last + 1)]
        assert covered == list(range(1, len(plan.actions) + 1))
    root = etree.fromstring(svg_timeline(kitchen, plan.actions, plan.states).encode())
    assert len(list(root.iter(f"{SVG}rect"))) == sum(
        len(stretches(kitchen, plan.actions, plan.states, cook)) for cook in (0, 1)
    ) + len(utensil_runs(kitchen, plan.states))


def test_a_utensil_is_at_work_for_its_three_steps(kitchen: Kitchen, plan: Plan) -> None:
    runs = utensil_runs(kitchen, plan.states)
    assert [name for name, _ in runs] == ["board", "pot"]
    assert [run.last - run.first + 1 for _, run in runs] == [3, 3]
    started = next(step for step, pair in enumerate(plan.actions, start=1) if pair[0].verb == "start")
    assert runs[1][1].first == started


def test_the_drawn_timeline_has_a_line_a_step_and_names_the_delivery(kitchen: Kitchen, plan: Plan) -> None:
    lines = draw_timeline(kitchen, plan.actions, plan.states).splitlines()
    assert len(lines) == 1 + len(plan.actions)
    assert lines[-1].split()[:2] == ["28", "deliver"]
