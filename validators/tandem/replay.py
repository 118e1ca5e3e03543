"""A second executor of team plans, written from the protocol: programs as text, one simulated step after the other.

It shares nothing with the solver's executor or parser but the reference simulator.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from worlds.kitchen.layout import DIRECTIONS, Pose
from worlds.kitchen.rules import Kitchen
from worlds.kitchen.simulator import Action, Simulator
from worlds.kitchen.states import State

__all__ = ["Outcome", "replay"]


class Outcome(NamedTuple):
    """What became of a plan: the step after which both are done, the delivery, the goal's first step, each None where
    it never comes; and the state in which it was left.
    """

    over: int | None
    delivered: int | None
    goal: int | None
    last: State


def replay(
    kitchen: Kitchen,
    order: str,
    state: State,
    programs: tuple[tuple[str, ...], tuple[str, ...]],
    goal: Callable[[State], bool] | None,
) -> Outcome:
    """Carry out two programs given as text. Raises ValueError for a statement that can't be read."""
    simulator = Simulator(kitchen, order)
    queues = [deque(line.split() for line in program) for program in programs]
    pauses = [0, 0]
    met = set()
    over = delivered = reached = None
    step = 0
    while True:
        for queue in queues:
            while queue and queue[0][:2] == ["wait", "until"] and _true(kitchen, state, queue[0][2:]):
                queue.popleft()
        if over is None and not queues[0] and not queues[1]:
            over = step
        if goal is not None and reached is None and goal(state):
            reached = step
        if state.delivered:
            delivered = step
        position = (state, len(queues[0]), len(queues[1]), *pauses)
        finished = over is not None and (goal is None or reached is not None)
        if delivered is not None or finished or position in met:
            return Outcome(over, delivered, reached, state)
        met.add(position)
        wants = [_want(kitchen, simulator, state, cook, queues[cook]) for cook in (0, 1)]
        outcome = simulator.step(state, wants[0], wants[1])
        for cook, queue in enumerate(queues):
            if queue and queue[0][0] == "wait" and queue[0][1] != "until":
                pauses[cook] = (pauses[cook] + 1) % int(queue[0][1])
                if pauses[cook] == 0:
                    queue.popleft()
            elif wants[cook].verb not in ("wait", "move") and outcome.refused[cook] is None:
                queue.popleft()
        state = outcome.state
        step += 1


def _true(kitchen: Kitchen, state: State, words: list[str]) -> bool:
    text = " ".join(words)
    for counter in kitchen.layout.counters:
        there = state.counters[counter.slot]
        if text == f"{counter.name} is empty":
            return there is None
        if text.startswith(f"{counter.name} holds "):
            return there == words[-1]
    for utensil in kitchen.layout.utensils:
        inside = state.utensils[utensil.slot]
        if text == f"{utensil.name} is ready":
            return inside.product is not None and inside.left == 0
        if text == f"{utensil.name} is empty":
            return inside.product is None and not inside.contents
    raise ValueError(f"no condition: {text}")


def _want(kitchen: Kitchen, simulator: Simulator, state: State, cook: int, queue: deque[list[str]]) -> Action:
    """What a member tries now: nothing, a move, or the interaction that its statement asks for."""
    if not queue or queue[0][0] == "wait":
        return Action("wait")
    words = queue[0]
    verb = words[0]
    name = "serve" if verb == "deliver" else " ".join(words[1 if verb == "start" else 3 :])
    cell = next((s.cell for s in kitchen.layout.stations if s.name == name), None)
    if cell is None:
        raise ValueError(f"no such place: {' '.join(words)}")
    towards = _first_move(kitchen, state.poses[cook], cell)
    if towards is not None:
        return Action("move", towards)
    match verb:
        case "fill":
            return Action("fill", simulator.recipe.order)
        case "start":
            return Action("start")
        case "take" | "place" | "put" | "deliver":
            return Action(verb, words[1])
    raise ValueError(f"no statement: {' '.join(words)}")


def _first_move(kitchen: Kitchen, pose: Pose, cell: tuple[int, int]) -> str | None:
    """The first move of a shortest way to face a cell (ties: north, south, east, west), None if it is faced."""
    if pose.ahead == cell:
        return None
    layer: list[tuple[Pose, str]] = [(kitchen.layout.turn(pose, way), way) for way in DIRECTIONS]
    seen = {pose}
    while layer:
        hits = [way for reached, way in layer if reached.ahead == cell]
        if hits:
            return next(way for way in DIRECTIONS if way in hits)
        following = []
        for reached, way in layer:
            if reached not in seen:
                seen.add(reached)
                following += [(kitchen.layout.turn(reached, turn), way) for turn in DIRECTIONS]
        layer = following
    raise ValueError(f"no way from {pose} to {cell}")
