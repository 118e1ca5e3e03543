"""What a cost is counted to: delivery, or a milestone on the way, as a test of states and as a set of materials."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from schemas.errors import InputError
from solvers.tandem.encoding import Encoding
from solvers.tandem.graph import Bytes
from solvers.tandem.space import Space
from worlds.kitchen.prose import place_words, words
from worlds.kitchen.recipes import Recipe
from worlds.kitchen.rules import Kitchen
from worlds.kitchen.states import State

__all__ = ["goal_costs_mask", "goal_prose", "goal_test", "milestone_costs", "milestones_of"]


def milestones_of(recipe: Recipe) -> tuple[str, ...]:
    """Every milestone of an order: items put where others join them, products that are ready, the filled dish."""
    found: list[str] = []
    for step in recipe.steps:
        if len(step.takes) > 1:
            found += [f"in {item}" for item in step.takes]
        found.append(f"ready {step.gives}")
    return (*found, *([f"plated {recipe.order}"] if recipe.plated else []))


def goal_test(kitchen: Kitchen, order: str, milestone: str) -> Callable[[State], bool]:
    """The test of states for a milestone (`delivered` included). Raises InputError for one that the order hasn't."""
    kind, _, item = milestone.partition(" ")
    if kind == "delivered":
        return lambda state: state.delivered
    recipe = kitchen.recipe(order)
    if milestone not in milestones_of(recipe):
        raise InputError(f"order {order} has no milestone {milestone!r}; there are {', '.join(milestones_of(recipe))}")
    if kind == "plated":
        return lambda state: item in state.hands or item in state.counters
    slots = _slots(kitchen, recipe, kind, item)
    if kind == "ready":
        return lambda state: any(
            state.utensils[slot].product == item and not state.utensils[slot].running for slot in slots
        )
    return lambda state: any(item in state.utensils[slot].contents for slot in slots)


def goal_costs_mask(encoding: Encoding, space: Space, milestone: str) -> NDArray[np.bool_]:
    """Which of a space's materials are the milestone; feed it to `Space.costs_to`."""
    kind, _, item = milestone.partition(" ")
    if kind == "plated":
        return encoding.where_item(space.materials, item)
    found = np.zeros(len(space.materials), np.bool_)
    for slot in _slots(encoding.kitchen, encoding.recipe, kind, item):
        if kind == "ready":
            found |= encoding.where_utensil(space.materials, slot, lambda u: u.product == item and not u.running)
        else:
            found |= encoding.where_utensil(space.materials, slot, lambda u: item in u.contents)
    return found


_COSTS: dict[tuple[str, str], Bytes] = {}
_MOST_KEPT = 40


def milestone_costs(encoding: Encoding, space: Space, milestone: str) -> Bytes:
    """Cost-to-go of every state of a space to a milestone, made once for all orders of a class."""
    kind, _, item = milestone.partition(" ")
    key = (encoding.digest, f"{kind} {encoding.number[item]}")
    if key not in _COSTS:
        if len(_COSTS) >= _MOST_KEPT:
            _COSTS.pop(next(iter(_COSTS)))
        _COSTS[key] = space.costs_to(goal_costs_mask(encoding, space, milestone))
    return _COSTS[key]


def goal_prose(kitchen: Kitchen, order: str, milestone: str) -> str:
    """A goal in plain English."""
    kind, _, item = milestone.partition(" ")
    recipe = kitchen.recipe(order)
    if kind == "delivered":
        return f"the {words(order)} has been handed in at the serving hatch"
    if kind == "plated":
        return f"a dish has been filled with the {words(item)}"
    places = [place_words(s) for s in kitchen.layout.utensils if s.slot in _slots(kitchen, recipe, kind, item)]
    where = " or ".join(places)
    if kind == "ready":
        return f"{where} holds finished {words(item)}"
    return f"the {words(item)} {'are' if item.endswith('slices') else 'is'} in {where}"


def _slots(kitchen: Kitchen, recipe: Recipe, kind: str, item: str) -> set[int]:
    """The utensils where a milestone can come about."""
    for step in recipe.steps:
        if (kind == "ready" and step.gives == item) or (kind == "in" and item in step.takes):
            return {place.slot for place in kitchen.layout.utensils if place.utensil == step.utensil}
    raise InputError(f"order {recipe.order} has no milestone '{kind} {item}'")
