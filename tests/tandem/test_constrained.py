"""Constrained costs: a plain search with the choice built into its states, and plans that keep to it."""

from __future__ import annotations

from collections import deque

import pytest

from solvers.tandem.constrained import Choice, constrained_costs, marks_of
from solvers.tandem.encoding import Encoding
from solvers.tandem.graph import FAR
from solvers.tandem.plain import PlainSearch
from solvers.tandem.plans import constrained_plan
from solvers.tandem.space import space_of
from worlds.kitchen.rules import Kitchen
from worlds.kitchen.simulator import Action
from worlds.kitchen.states import State, start_state

ORDER = "baked_carrot_soup"


def dish_first(encoding: Encoding) -> Choice:
    """The Assistant takes a dish before it takes the carrot."""
    return Choice(
        frozenset(marks_of(encoding, 1, "take", ["dish"], ["dishes"])),
        frozenset(marks_of(encoding, 1, "take", ["carrot"], ["ingredients"])),
    )


def over_s3(encoding: Encoding) -> Choice:
    """The slices are handed over on S3 and nowhere else."""
    return Choice(frozenset(), frozenset(marks_of(encoding, 0, "take", ["carrot_slices"], ["S1", "S2"])))


def plain_cost(kitchen: Kitchen, choice: str) -> int:
    """Breadth first over (state, has a dish been taken): written against actions, not against marks."""
    search = PlainSearch(kitchen, ORDER)
    start = (start_state(kitchen), False)
    queue, depth = deque([start]), {start: 0}
    while queue:
        state, dish = queue.popleft()
        for (chef, assistant), new in search.successors(state):
            taken = dish or assistant == Action("take", "dish")
            if choice == "dish" and not dish and assistant == Action("take", "carrot"):
                continue
            elsewhere = state.poses[0].ahead in ((2, 1), (2, 2))
            if choice == "S3" and chef == Action("take", "carrot_slices") and elsewhere:
                continue
            if new.delivered:
                return depth[state, dish] + 1
            if (new, taken) not in depth:
                depth[new, taken] = depth[state, dish] + 1
                queue.append((new, taken))
    raise AssertionError("no delivery")


@pytest.mark.parametrize("name", ["dish", "S3"])
def test_a_plain_search_finds_the_same_constrained_cost_and_the_plan_keeps_to_it(kitchen: Kitchen, name: str) -> None:
    encoding = Encoding(kitchen, ORDER)
    space = space_of(encoding)
    choice = dish_first(encoding) if name == "dish" else over_s3(encoding)
    held = constrained_costs(space, choice.rule(encoding))
    start: State = start_state(kitchen)
    number = space.number(encoding.encode(start) or 0) or 0
    assert held[number] == plain_cost(kitchen, name)
    plan = constrained_plan(encoding, space, start, held, choice.rule(encoding))
    assert len(plan.actions) == held[number]
    taken = [pair[1].what for pair in plan.actions if pair[1].verb == "take"]
    if name == "dish":
        assert taken.index("dish") < taken.index("carrot")
    else:
        places = [
            plan.states[n].poses[0].ahead for n, pair in enumerate(plan.actions)
            if pair[0] == Action("take", "carrot_slices")
        ]  # fmt: skip
        assert places == [(2, 3)]


def test_a_choice_never_makes_things_cheaper_and_a_forbidden_must_is_out_of_reach(kitchen: Kitchen) -> None:
    encoding = Encoding(kitchen, ORDER)
    space = space_of(encoding)
    for choice in (dish_first(encoding), over_s3(encoding)):
        assert (constrained_costs(space, choice.rule(encoding)) >= space.cost).all()
    never = Choice(frozenset(), frozenset(marks_of(encoding, 1, "take", ["carrot"], ["ingredients"])))
    held = constrained_costs(space, never.rule(encoding))
    assert held[space.number(encoding.encode(start_state(kitchen)) or 0) or 0] == FAR
