"""Witnesses: a state optimum written out as joint actions that anyone can replay."""

from __future__ import annotations

from typing import TypeAlias

from schemas.tandem import GoalRecord
from solvers.tandem.certificate import Certifier
from solvers.tandem.encoding import Encoding
from solvers.tandem.goals import milestone_costs
from solvers.tandem.graph import FAR
from solvers.tandem.plans import optimal_plan
from solvers.tandem.space import Space
from worlds.kitchen.simulator import Action
from worlds.kitchen.states import State

__all__ = ["Witness", "Witnesses", "read_action", "write_action"]

Witness: TypeAlias = tuple[tuple[str, str], ...]
"""Chef's and the Assistant's action in each joint step, as text (`move north`, `take egg`, `start`, `wait`)."""


def write_action(action: Action) -> str:
    """An action as text."""
    return f"{action.verb} {action.what}".strip()


def read_action(text: str) -> Action:
    """An action from its text. Raises ValueError for what is none."""
    verb, _, what = text.partition(" ")
    match verb:
        case "wait" | "move" | "take" | "place" | "put" | "start" | "fill" | "deliver":
            return Action(verb, what)
    raise ValueError(f"{text!r} is no action")


class Witnesses:
    """Makes witnesses for one order: canonical plans where the canonical domain reaches the optimum, else A*'s."""

    def __init__(self, encoding: Encoding, space: Space) -> None:
        self._encoding, self._space = encoding, space

    def of(self, state: State, goal: GoalRecord, cost: int, certifier: Certifier) -> Witness:
        """A witness of `cost` joint steps. Raises ValueError where there is none, SearchLimit as the certifier does."""
        if cost == 0:
            return ()
        space = self._space
        delivery = goal.milestone == "delivered"
        table = space.cost if delivery else milestone_costs(self._encoding, space, goal.milestone)
        code = self._encoding.encode(state)
        number = None if code is None else space.number(code)
        if number is not None and table[number] == cost != FAR:
            plan = optimal_plan(self._encoding, space, state, table)
            pairs = plan.actions
        else:
            pairs = certifier.witness(state)
        if len(pairs) != cost:
            raise ValueError(f"a witness of {len(pairs)} joint steps for an optimum of {cost}")
        return tuple((write_action(chef), write_action(assistant)) for chef, assistant in pairs)
