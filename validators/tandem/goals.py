"""The goals of questions as tests of states, written from their meaning, for the checks alone."""

from __future__ import annotations

from collections.abc import Callable

from schemas.tandem import GoalRecord
from worlds.kitchen.rules import Kitchen
from worlds.kitchen.states import State

__all__ = ["test_of"]


def test_of(kitchen: Kitchen, order: str, goal: GoalRecord) -> Callable[[State], bool]:
    """The test of a goal. Raises ValueError for a milestone that is none of the order's."""
    kind, _, item = goal.milestone.partition(" ")
    recipe = kitchen.recipe(order)
    if kind == "delivered":
        return lambda state: state.delivered
    if kind == "plated" and recipe.plated and item == order:
        return lambda state: any(item == thing for thing in (*state.hands, *state.counters))
    for step in recipe.steps:
        slots = [place.slot for place in kitchen.layout.utensils if place.utensil == step.utensil]
        if kind == "ready" and step.gives == item:
            return lambda state: any((state.utensils[n].product, state.utensils[n].left) == (item, 0) for n in slots)
        if kind == "in" and item in step.takes:
            return lambda state: any(item in state.utensils[n].contents for n in slots)
    raise ValueError(f"{goal.milestone!r} is no milestone of {order}")
