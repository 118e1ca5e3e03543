"""A tandem question for a person to read: the state, the goal, each plan with its cost, and the fastest way."""

from __future__ import annotations

from collections.abc import Iterator

from generators.tandem.presenting import LETTERS, show
from releases.markdown import quoted
from schemas.base import Record
from schemas.tandem import TandemQuestion, TandemVerification
from solvers.tandem.goals import goal_prose
from solvers.tandem.witness import read_action
from worlds.kitchen.drawing import draw_state
from worlds.kitchen.prose import state_prose
from worlds.kitchen.rules import Kitchen, kitchen_of
from worlds.kitchen.simulator import Simulator
from worlds.kitchen.states import State, read_state
from worlds.kitchen.timeline import draw_timeline

__all__ = ["example_tandem", "explain_tandem"]


def explain_tandem(item: Record) -> str:
    """The whole explanation, as lines. Raises InputError where the kitchen or the state can't be read."""
    if isinstance(item, TandemVerification):
        truth = "true" if item.better_exists else "false"
        head = [
            f"{item.id}  ({item.split}, {item.variant} half of {item.base.id})",
            f"in place of {LETTERS[item.removed]}: {item.statement}",
            f"the statement is {truth}",
            "",
        ]
        return "\n".join((*head, *_lines(item.base)))
    if not isinstance(item, TandemQuestion):
        raise TypeError(f"not a tandem question: {type(item).__name__}")
    return "\n".join(_lines(item))


def example_tandem(item: Record) -> str:
    """What is asked, the four options, and what is right, as the card shows them."""
    if isinstance(item, TandemVerification):
        shown = show(kitchen_of(item.base), item.base, item.variant, 0)
        truth = "true, and the right choice" if item.better_exists else "false, and any other choice is right"
        return f"{quoted(shown.prompt)}\nThe statement, {LETTERS[item.removed]}, is **{truth}**.\n"
    if not isinstance(item, TandemQuestion):
        raise TypeError(f"not a tandem question: {type(item).__name__}")
    shown = show(kitchen_of(item), item, "base", 0)
    told = f"{LETTERS[shown.right]}**, in {item.optimum.cost} joint steps"
    return f"{quoted(shown.prompt)}\nThe best plan: **{told}.\n"


def _lines(item: TandemQuestion) -> Iterator[str]:
    kitchen = kitchen_of(item)
    state = read_state(kitchen, item.state, item.id)
    yield f"{item.id}  ({item.split}, scenario {item.scenario}, level {item.level})"
    yield f"kitchen {item.kitchen}, order {item.order}, {item.goal.horizon} question"
    yield f"tags: {', '.join(item.tags) or 'none'}{'; conflict' if item.conflict else ''}"
    yield ""
    yield draw_state(kitchen, state).rstrip("\n")
    yield state_prose(kitchen, state)
    yield ""
    yield f"goal: {goal_prose(kitchen, item.order, item.goal.milestone)}"
    yield f"optimum: {item.optimum.cost} joint steps (lower bound {item.optimum.lower_bound}, {item.optimum.evidence})"
    for n, option in enumerate(item.options):
        yield ""
        cost = "never finishes" if option.cost is None else f"{option.cost} joint steps"
        stage = "" if option.stage is None else f", its own stage {option.stage}"
        rest = "" if option.rest is None else f", {option.rest} after it"
        yield f"{'→' if n == item.gold else ' '} {LETTERS[n]}: {cost}{stage}{rest}"
        yield from (f"    {line}" for line in option.text.split("\n"))
    yield ""
    yield f"why: {item.rationale}"
    yield ""
    yield "a fastest way:"
    yield _timeline(kitchen, item, state).rstrip("\n")


def _timeline(kitchen: Kitchen, item: TandemQuestion, state: State) -> str:
    simulator = Simulator(kitchen, item.order)
    actions = [(read_action(chef), read_action(assistant)) for chef, assistant in item.optimum.witness]
    states = [state]
    for chef, assistant in actions:
        states.append(simulator.step(states[-1], chef, assistant).state)
    return draw_timeline(kitchen, actions, states)
