"""The canonical optimal plan: of all fastest plans the one with the fewest actions, ties fixed by their order."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from schemas.errors import InputError
from solvers.tandem.compiled import compiled
from solvers.tandem.encoding import Encoding, Ints
from solvers.tandem.graph import FAR, Bytes, cost_at
from solvers.tandem.kernel import room, successors
from solvers.tandem.space import Space
from worlds.kitchen.layout import DIRECTIONS
from worlds.kitchen.recipes import DISH
from worlds.kitchen.simulator import WAIT, Action, Simulator
from worlds.kitchen.states import State

__all__ = ["Plan", "Taste", "name_action", "optimal_plan"]

Taste: TypeAlias = Literal["early", "late"]
"""How ties between equally short and equally busy plans fall: to acting as soon as possible, or as late."""


class Plan(NamedTuple):
    """A plan as joint actions (Chef's, Assistant's), one pair a joint step, with the states it passes through.

    `states` has one more entry than `actions`: the start, then the state after each step.
    """

    actions: tuple[tuple[Action, Action], ...]
    states: tuple[State, ...]


@compiled
def _least_effort(t: Ints, poses: Ints, materials: Ints, cost: Bytes, code: int, late: bool) -> Ints:
    """Rows of Chef's and Assistant's action along the canonical plan.

    Layer by layer all states on fastest ways to the goal are collected; then, from the goal backwards, each gets
    the fewest actions that still lead there.
    """
    length = cost_at(t, poses, materials, cost, code)
    out = room(t)
    states, first = np.empty(1 << 10, np.int64), np.zeros(length + 2, np.int64)
    states[0], size = code, 1
    first[1] = 1
    for layer in range(length):
        left = length - layer - 1
        low = first[layer]
        found = np.empty(1 << 10, np.int64)
        many = 0
        for n in range(low, first[layer + 1]):
            for row in range(successors(t, states[n], out)):
                new = out[row, 0]
                if (new >= 0 and left > 0 and cost_at(t, poses, materials, cost, new) == left) or (
                    left == 0 and (new < 0 or cost_at(t, poses, materials, cost, new) == 0)
                ):
                    if many == found.shape[0]:
                        found = np.concatenate((np.unique(found), np.empty(many, np.int64)))
                        many = found.shape[0] - many
                    found[many] = new
                    many += 1
        unique = np.unique(found[:many])
        while size + len(unique) > states.shape[0]:
            states = np.concatenate((states, np.empty(states.shape[0], np.int64)))
        states[size : size + len(unique)] = unique
        size += len(unique)
        first[layer + 2] = size
    effort = np.full(size, 1 << 30, np.int64)
    effort[first[length] : size] = 0
    choice = np.zeros((size, 3), np.int64)
    for layer in range(length - 1, -1, -1):
        nxt = states[first[layer + 1] : first[layer + 2]]
        for n in range(first[layer], first[layer + 1]):
            best = 1 << 62
            for row in range(successors(t, states[n], out)):
                where = np.searchsorted(nxt, out[row, 0])
                if where == len(nxt) or nxt[where] != out[row, 0]:
                    continue
                where += first[layer + 1]
                total = effort[where] + out[row, 5]
                busy = out[row, 5] if late else 2 - out[row, 5]
                rank = ((total * 3 + busy) * 64 + out[row, 1]) * 64 + out[row, 2]
                if rank < best:
                    best = rank
                    effort[n] = total
                    choice[n] = (where, out[row, 1], out[row, 2])
    plan = np.empty((length, 2), np.int64)
    n = 0
    for layer in range(length):
        plan[layer] = choice[n, 1:]
        n = choice[n, 0]
    return plan


def name_action(encoding: Encoding, state: State, cook: int, action: int) -> Action:
    """A kernel's action in the reference simulator's words, as the state ahead of the cook makes it."""
    if action == 0:
        return WAIT
    if action < 5:
        return Action("move", list(DIRECTIONS)[action - 1])
    variant = action - 5
    if variant == len(encoding.items):
        return Action("start")
    if variant:
        return Action("take", encoding.items[variant])
    pose, hand = state.poses[cook], state.hands[cook]
    station = encoding.kitchen.layout.station_at(pose.ahead)
    if station is None:
        raise InputError(f"nothing to interact with at {pose.ahead}")
    inside = state.utensils[station.slot].product if station.kind == "utensil" else None
    if hand is None:
        there = state.counters[station.slot] if station.kind == "counter" else inside
        return Action("take", DISH if station.kind == "dishes" else there or "")
    if station.kind == "utensil":
        return Action("fill", inside) if inside else Action("put", hand)
    return Action("place" if station.kind == "counter" else "deliver", hand)


def optimal_plan(
    encoding: Encoding, space: Space, state: State, cost: Bytes | None = None, taste: Taste = "early"
) -> Plan:
    """The canonical optimal plan from a state, replayed in the reference simulator.

    `cost` is another goal's table over the same space (a milestone's); by default the goal is delivery. Raises
    InputError when the table has no way from the state, and ValueError when the replay doesn't go as the table
    says: a plan that left here unchecked would be a wrong answer.
    """
    table = space.cost if cost is None else cost
    code = encoding.encode(state)
    length = FAR if code is None else cost_at(space.rules, space.poses, space.materials, table, code)
    if code is None or length == FAR:
        raise InputError(f"order {encoding.recipe.order}: the goal can't be reached from this state in this domain")
    rows = _least_effort(space.rules, space.poses, space.materials, table, code, taste == "late")
    simulator = Simulator(encoding.kitchen, encoding.recipe.order)
    states, actions = [state], []
    for chef, assistant in rows.tolist():
        now = states[-1]
        first = name_action(encoding, now, 0, chef)
        between = now if chef < 5 else simulator.interact(now, 0, first)
        pair = (first, name_action(encoding, between, 1, assistant))
        outcome = simulator.step(now, *pair)
        if outcome.refused != (None, None):
            raise ValueError(f"step {len(states)}: the reference simulator refuses {pair}: {outcome.refused}")
        states.append(outcome.state)
        actions.append(pair)
    if cost is None and not states[-1].delivered:
        raise ValueError(f"order {encoding.recipe.order}: the plan of {length} steps doesn't deliver")
    return Plan(tuple(actions), tuple(states))
