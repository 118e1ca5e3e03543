"""Running team plans: the two programs against the reference simulator, step by step, with a proof where they stall.

Each joint step a member first passes every `wait until` whose condition holds at the step's boundary. Then it does
one thing for its statement: a step or turn on the shortest way (ties: north, south, east, west), the interaction
once it faces the place, or nothing. An interaction that is refused is tried again in the next step; it is decided
inside the step, so the Assistant can take what Chef puts down in the same one. A member whose program has ended
stands idle; utensils go on. Everything is deterministic, so a joint state and program position that comes back
proves that the plan never ends.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from solvers.tandem.programs import Plan, Program, Statement, holds
from worlds.kitchen.layout import DIRECTIONS, Cell, Layout, Pose
from worlds.kitchen.rules import Kitchen
from worlds.kitchen.simulator import WAIT, Action, Simulator, move
from worlds.kitchen.states import State

__all__ = ["Done", "Executor", "Run"]


class Done(NamedTuple):
    """A statement that was carried out: by whom, which of the program (from 0), in which joint step (from 1)."""

    cook: int
    number: int
    statement: Statement
    step: int


class Run(NamedTuple):
    """What became of a plan.

    `states` has one more entry than `actions`. `ended` is the joint step after which both programs are over (0 if
    they are empty), `delivered` the step of the delivery, `reached` the first step after which the goal asked for
    holds (0: from the start); each None where it didn't come. `loop` names the two steps between which nothing will
    ever change but repeats itself: the proof that what hasn't come never comes.
    """

    states: tuple[State, ...]
    actions: tuple[tuple[Action, Action], ...]
    done: tuple[Done, ...]
    ended: int | None
    delivered: int | None
    reached: int | None
    loop: tuple[int, int] | None

    def staged(self) -> Run:
        """The run up to where both programs are over; all of it where they never are."""
        if self.ended is None or self.ended == len(self.actions):
            return self
        end = self.ended
        done = tuple(one for one in self.done if one.step <= end)
        reached = None if self.reached is None or self.reached > end else self.reached
        return Run(self.states[: end + 1], self.actions[:end], done, end, None, reached, None)


class Executor:
    """Runs plans for one order in one kitchen."""

    def __init__(self, kitchen: Kitchen, order: str) -> None:
        self.kitchen = kitchen
        self.simulator = Simulator(kitchen, order)
        self._ways: dict[tuple[int, Cell], dict[Pose, int]] = {}

    def run(self, start: State, plan: Plan, goal: Callable[[State], bool] | None = None) -> Run:
        """Run a plan from a state until delivery, or until both programs are over and the goal, if one is asked
        for, holds or provably never will.
        """
        states, actions, done = [start], list[tuple[Action, Action]](), list[Done]()
        at, waited = [0, 0], [0, 0]
        ended = delivered = reached = None
        loop = None
        seen: dict[tuple[State, tuple[int, ...]], int] = {}
        while True:
            state, step = states[-1], len(actions)
            self._pass_waits(state, plan, at)
            if ended is None and all(at[cook] == len(plan[cook]) for cook in (0, 1)):
                ended = step
            if reached is None and goal is not None and goal(state):
                reached = step
            if state.delivered:
                delivered = step
            if delivered is not None or (ended is not None and (goal is None or reached is not None)):
                break
            key = (state, (*at, *waited))
            if key in seen:
                loop = (seen[key], step)
                break
            seen[key] = step
            pair = tuple(self._action(state, cook, plan[cook], at[cook]) for cook in (0, 1))
            outcome = self.simulator.step(state, pair[0], pair[1])
            for cook in (0, 1):
                if self._advance(plan[cook], at, waited, cook, pair[cook], outcome.refused[cook]):
                    done.append(Done(cook, at[cook] - 1, plan[cook][at[cook] - 1], step + 1))
            states.append(outcome.state)
            actions.append((pair[0], pair[1]))
        return Run(tuple(states), tuple(actions), tuple(done), ended, delivered, reached, loop)

    def _pass_waits(self, state: State, plan: Plan, at: list[int]) -> None:
        for cook in (0, 1):
            while at[cook] < len(plan[cook]):
                until = plan[cook][at[cook]].until
                if until is None or not holds(self.kitchen, state, until):
                    break
                at[cook] += 1

    def _action(self, state: State, cook: int, program: Program, number: int) -> Action:
        if number == len(program) or program[number].act in ("wait", "until"):
            return WAIT
        statement = program[number]
        cell = self.kitchen.station(statement.place).cell
        pose = state.poses[cook]
        if pose.ahead == cell:
            return self._interaction(state, statement)
        way = self._way(cook, cell)
        here = way[pose]
        for towards in DIRECTIONS:
            if way[self.kitchen.layout.turn(pose, towards)] < here:
                return move(towards)
        raise ValueError(f"no way from {pose} to {statement.place}")

    def _way(self, cook: int, cell: Cell) -> dict[Pose, int]:
        if (cook, cell) not in self._ways:
            self._ways[cook, cell] = _distances(self.kitchen.layout, cook, cell)
        return self._ways[cook, cell]

    def _interaction(self, state: State, statement: Statement) -> Action:
        match statement.act:
            case "fill":
                product = state.utensils[self.kitchen.station(statement.place).slot].product
                return Action("fill", product or self.simulator.recipe.order)
            case "start":
                return Action("start")
            case "take" | "place" | "put" | "deliver":
                return Action(statement.act, statement.item)
        raise ValueError(f"{statement} is no interaction")

    @staticmethod
    def _advance(
        program: Program, at: list[int], waited: list[int], cook: int, action: Action, refused: str | None
    ) -> bool:
        """Move a member on where its statement is carried out, and say whether it was."""
        if at[cook] == len(program):
            return False
        statement = program[at[cook]]
        if statement.act == "wait":
            waited[cook] += 1
            if waited[cook] < statement.steps:
                return False
            waited[cook] = 0
        elif action.verb in ("wait", "move") or refused is not None:
            return False
        at[cook] += 1
        return True


def _distances(layout: Layout, cook: int, cell: Cell) -> dict[Pose, int]:
    """Moves from each pose of a cook to the nearest pose that faces a cell."""
    before: dict[Pose, list[Pose]] = {pose: [] for pose in layout.poses[cook]}
    for pose in layout.poses[cook]:
        for towards in DIRECTIONS:
            before[layout.turn(pose, towards)].append(pose)
    distance = {pose: 0 for pose in layout.poses[cook] if pose.ahead == cell}
    queue = deque(distance)
    while queue:
        pose = queue.popleft()
        for old in before[pose]:
            if old not in distance:
                distance[old] = distance[pose] + 1
                queue.append(old)
    return distance
