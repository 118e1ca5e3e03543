"""A tandem question as a picture: the state, then what becomes of each option, and a fastest way."""

from __future__ import annotations

from generators.tandem.presenting import LETTERS
from schemas.base import Record
from schemas.tandem import OptionRecord, TandemQuestion, TandemVerification
from solvers.tandem.execution import Executor, Run
from solvers.tandem.goals import goal_prose, goal_test
from solvers.tandem.programs import parse_program
from solvers.tandem.witness import read_action
from worlds.kitchen.drawing import picture_state
from worlds.kitchen.picture import Picture, document, stacked
from worlds.kitchen.rules import Kitchen, kitchen_of
from worlds.kitchen.simulator import Simulator
from worlds.kitchen.states import State, read_state
from worlds.kitchen.timeline import picture_timeline

__all__ = ["draw_tandem"]


def draw_tandem(item: Record) -> str:
    """The picture of an item of either config, an SVG document. Raises InputError for what can't be read."""
    question = item.base if isinstance(item, TandemVerification) else item
    if not isinstance(question, TandemQuestion):
        raise TypeError(f"not a tandem question: {type(item).__name__}")
    kitchen = kitchen_of(question)
    state = read_state(kitchen, question.state, question.id)
    goal = goal_prose(kitchen, question.order, question.goal.milestone)
    parts = [(f"{question.scenario}, {question.goal.horizon} question: {goal}", picture_state(kitchen, state))]
    for n, option in enumerate(question.options):
        run = _run(kitchen, question, state, option, f"{question.id}: options[{n}]")
        parts.append((_heading(question, n, run), picture_timeline(kitchen, run.actions, run.states)))
    parts.append((f"a fastest way: {question.optimum.cost} joint steps", _witness(kitchen, question, state)))
    return document(f"{question.id}: {question.scenario}", stacked(parts))


def _heading(question: TandemQuestion, number: int, run: Run) -> str:
    option = question.options[number]
    told = f"{LETTERS[number]}: "
    if option.cost is None:
        told += "never finishes"
        told += f", the same again from joint step {run.loop[0]} on" if run.loop else ""
    elif option.rest:
        told += f"{option.cost} joint steps, {option.stage} drawn and at least {option.rest} after them"
    else:
        told += f"{option.cost} joint steps"
    return told + (" (best)" if number == question.gold else "")


def _run(kitchen: Kitchen, question: TandemQuestion, state: State, option: OptionRecord, where: str) -> Run:
    """What becomes of an option: up to the goal of a short question, to the end of both lists in a long one."""
    plan = (
        parse_program(kitchen, question.order, 0, "\n".join(option.programs.chef), where),
        parse_program(kitchen, question.order, 1, "\n".join(option.programs.assistant), where),
    )
    goal = goal_test(kitchen, question.order, question.goal.milestone)
    run = Executor(kitchen, question.order).run(state, plan, goal)
    if question.goal.horizon == "long":
        return run.staged()
    if run.reached is None:
        return run
    return run._replace(states=run.states[: run.reached + 1], actions=run.actions[: run.reached])


def _witness(kitchen: Kitchen, question: TandemQuestion, state: State) -> Picture:
    simulator = Simulator(kitchen, question.order)
    actions = [(read_action(chef), read_action(assistant)) for chef, assistant in question.optimum.witness]
    states = [state]
    for chef, assistant in actions:
        states.append(simulator.step(states[-1], chef, assistant).state)
    return picture_timeline(kitchen, actions, states)
