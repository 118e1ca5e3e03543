"""The canonical optimal plan: of all fastest plans the one with the fewest actions, ties fixed by their order."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from schemas.errors import InputError
from solvers.tandem.compiled import compiled
from solvers.tandem.encoding import PACKED_BITS, Encoding, Ints
from solvers.tandem.graph import FAR, Bytes, cost_at, find
from solvers.tandem.interaction import FORBIDDEN, SETTLES
from solvers.tandem.kernel import room, successors
from solvers.tandem.space import Space
from solvers.tandem.sweep import EVERY
from worlds.kitchen.layout import DIRECTIONS
from worlds.kitchen.recipes import DISH
from worlds.kitchen.simulator import WAIT, Action, Simulator
from worlds.kitchen.states import State

__all__ = ["Plan", "Taste", "constrained_plan", "name_action", "optimal_plan"]

Taste: TypeAlias = Literal["early", "late"]
"""How ties between equally short and equally busy plans fall: to acting as soon as possible, or as late."""


class Plan(NamedTuple):
    """A plan as joint actions (Chef's, Assistant's), one pair a joint step, with the states it passes through.

    `states` has one more entry than `actions`: the start, then the state after each step.
    """

    actions: tuple[tuple[Action, Action], ...]
    states: tuple[State, ...]


@compiled
def _flag_after(rule: Bytes, flag: int, chef_mark: int, assistant_mark: int) -> int:
    """A choice's flag after a joint step: 1 settled, 0 pending, -1 where the step is forbidden."""
    for cook in range(2):
        mark = chef_mark if cook == 0 else assistant_mark
        if flag == 0 and mark >= 0:
            row = cook * (rule.shape[0] // 2) + mark
            if rule[row] == FORBIDDEN:
                return -1
            if rule[row] == SETTLES:
                flag = 1
    return flag


@compiled
def _left(t: Ints, poses: Ints, materials: Ints, cost: Bytes, held: Bytes, code: int, flag: int) -> int:
    """What is left to do in a state: 0 where the order is delivered."""
    if code < 0:
        return 0
    return cost_at(t, poses, materials, cost if flag else held, code)


@compiled
def _following(
    t: Ints, poses: Ints, materials: Ints, cost: Bytes, held: Bytes, rule: Bytes, layer: Ints, left: int
) -> Ints:
    """What follows a layer's states (code * 2 + flag) with `left` joint steps to go, some of it several times."""
    out = room(t)
    found = np.empty(layer.shape[0] * out.shape[0], np.int64)
    many = 0
    for state in layer:
        for row in range(successors(t, state >> 1, out)):
            flag = _flag_after(rule, state & 1, out[row, 3], out[row, 4])
            if flag >= 0 and _left(t, poses, materials, cost, held, out[row, 0], flag) == left:
                found[many] = out[row, 0] * 2 + flag
                many += 1
    return found[:many]


@compiled
def _efforts(t: Ints, rule: Bytes, layer: Ints, coming: Ints, effort: Ints, late: bool) -> Ints:
    """For each state of a layer: its fewest actions to the goal, which of the next layer it goes to, and both actions.

    `effort` has the fewest actions of the states in `coming`, the next layer.
    """
    out = room(t)
    chosen = np.zeros((layer.shape[0], 4), np.int64)
    for n in range(layer.shape[0]):
        best = 1 << 62
        for row in range(successors(t, layer[n] >> 1, out)):
            flag = _flag_after(rule, layer[n] & 1, out[row, 3], out[row, 4])
            where = -1 if flag < 0 else find(coming, out[row, 0] * 2 + flag)
            if where < 0:
                continue
            total = effort[where] + out[row, 5]
            busy = out[row, 5] if late else 2 - out[row, 5]
            rank = ((total * 3 + busy) * 64 + out[row, 1]) * 64 + out[row, 2]
            if rank < best:
                best = rank
                chosen[n, 0], chosen[n, 1], chosen[n, 2], chosen[n, 3] = total, where, out[row, 1], out[row, 2]
    return chosen


def _least_effort(
    space: Space, cost: Bytes, held: Bytes, rule: Bytes, code: int, length: int, late: bool
) -> list[tuple[int, int]]:
    """Chef's and the Assistant's action in each step of the canonical plan.

    Forwards all states on fastest ways are found, layer by layer; from the goal backwards each of them gets the fewest
    actions that still lead there.
    """
    t = space.rules
    layers = [np.array([code * 2 + (len(rule) == 0)], np.int64)]
    for left in range(length - 1, -1, -1):
        found = _following(t, space.poses, space.materials, cost, held, rule, layers[-1], left)
        layers.append(np.unique(found))
    effort = np.zeros(len(layers[-1]), np.int64)
    choices: list[Ints] = []
    for n in range(length - 1, -1, -1):
        choices.append(_efforts(t, rule, layers[n], layers[n + 1], effort, late))
        effort = choices[-1][:, 0].copy()
    where, plan = 0, []
    for choice in reversed(choices):
        _, following, chef, assistant = choice[where].tolist()
        plan.append((chef, assistant))
        where = following
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
    plan = _plan(encoding, space, state, table, table, EVERY, taste)
    if cost is None and not plan.states[-1].delivered:
        raise ValueError(f"order {encoding.recipe.order}: the plan of {len(plan.actions)} steps doesn't deliver")
    return plan


def constrained_plan(
    encoding: Encoding, space: Space, state: State, held: Bytes, rule: Bytes, taste: Taste = "early"
) -> Plan:
    """The canonical plan among the fastest deliveries that keep to a choice; `held` is its table of J.

    Raises as `optimal_plan` does.
    """
    plan = _plan(encoding, space, state, space.cost, held, rule.ravel(), taste)
    if not plan.states[-1].delivered:
        raise ValueError(f"order {encoding.recipe.order}: the plan of {len(plan.actions)} steps doesn't deliver")
    return plan


def _plan(encoding: Encoding, space: Space, state: State, cost: Bytes, held: Bytes, rule: Bytes, taste: Taste) -> Plan:
    code = encoding.encode(state)
    if encoding.material_bits + encoding.pose_bits > PACKED_BITS - 1:
        raise InputError(f"order {encoding.recipe.order}: states of this domain are too wide for the kernel")
    first = cost if len(rule) == 0 else held
    length = FAR if code is None else cost_at(space.rules, space.poses, space.materials, first, code)
    if code is None or length == FAR:
        raise InputError(f"order {encoding.recipe.order}: the goal can't be reached from this state in this domain")
    rows = _least_effort(space, cost, held, rule, code, length, taste == "late")
    simulator = Simulator(encoding.kitchen, encoding.recipe.order)
    states, actions = [state], []
    for chef, assistant in rows:
        now = states[-1]
        one = name_action(encoding, now, 0, chef)
        between = now if chef < 5 else simulator.interact(now, 0, one)
        pair = (one, name_action(encoding, between, 1, assistant))
        outcome = simulator.step(now, *pair)
        if outcome.refused != (None, None):
            raise ValueError(f"step {len(states)}: the reference simulator refuses {pair}: {outcome.refused}")
        states.append(outcome.state)
        actions.append(pair)
    return Plan(tuple(actions), tuple(states))
