"""A question's figures once more, from its record alone: the optimum by the certifier, each option by its judge."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.errors import InputError
from schemas.tandem import GoalRecord, OptionRecord, TandemQuestion
from solvers.tandem.certificate import SearchLimit
from solvers.tandem.goals import goal_test
from solvers.tandem.judging import Judge
from solvers.tandem.programs import Plan, parse_program
from solvers.tandem.witness import read_action
from worlds.kitchen.rules import Kitchen, kitchen_of
from worlds.kitchen.simulator import Simulator
from worlds.kitchen.states import State, read_state

__all__ = ["Difference", "differences"]

Difference = tuple[str, str]
"""A place of the record, and how what it says differs from what comes out."""


def differences(question: TandemQuestion) -> Iterator[Difference]:
    """Every figure of a question that comes out otherwise: optimum, bound, table, costs of options, gold.

    Raises InputError where kitchen, state or programs can't be read, or the search is given up.
    """
    kitchen = kitchen_of(question)
    if question.rules != kitchen.digest(question.order):
        yield "rules", f"the kitchen's rules have the digest {kitchen.digest(question.order)}"
        return
    try:
        yield from _figures(kitchen, question)
    except SearchLimit as error:
        raise InputError(f"{question.id}: {error}") from error


def _figures(kitchen: Kitchen, question: TandemQuestion) -> Iterator[Difference]:
    judge = _judge(kitchen, question.order, question.goal)
    state = read_state(kitchen, question.state, question.id)
    known = judge.optimum(state)
    yield from _compare("optimum.cost", question.optimum.cost, known.cost)
    yield from _compare("optimum.lower_bound", question.optimum.lower_bound, known.lower)
    if question.optimum.table != judge.table:
        yield "optimum.table", f"the table behind it has the digest {judge.table}"
    costs: list[int | None] = []
    for n, option in enumerate(question.options):
        verdict = judge.judge(state, _plan(kitchen, question, option, n))
        costs.append(verdict.cost)
        for key, told, found in (
            ("cost", option.cost, verdict.cost),
            ("stage", option.stage, verdict.stage),
            ("rest", option.rest, verdict.rest),
        ):
            yield from _compare(f"options[{n}].{key}", told, found)
    best = [n for n, cost in enumerate(costs) if cost is not None and cost == known.cost]
    if best != [question.gold]:
        yield "gold", f"the record says {question.gold}, the options at the optimum are {best}"
    yield from _witness(kitchen, question, state)


def _witness(kitchen: Kitchen, question: TandemQuestion, state: State) -> Iterator[Difference]:
    """The witness in the reference simulator, which has to reach the goal in its last step."""
    simulator = Simulator(kitchen, question.order)
    holds = goal_test(kitchen, question.order, question.goal.milestone)
    reached = 0 if holds(state) else None
    for n, (chef, assistant) in enumerate(question.optimum.witness, start=1):
        try:
            state = simulator.step(state, read_action(chef), read_action(assistant)).state
        except (KeyError, ValueError):
            yield f"optimum.witness[{n - 1}]", f"no joint action: {chef}, {assistant}"
            return
        if reached is None and holds(state):
            reached = n
    if reached != question.optimum.cost or len(question.optimum.witness) != question.optimum.cost:
        yield "optimum.witness", f"replayed, it reaches the goal after {reached} joint steps"


def _plan(kitchen: Kitchen, question: TandemQuestion, option: OptionRecord, number: int) -> Plan:
    where = f"{question.id}: options[{number}]"
    return (
        parse_program(kitchen, question.order, 0, "\n".join(option.programs.chef), where),
        parse_program(kitchen, question.order, 1, "\n".join(option.programs.assistant), where),
    )


def _compare(place: str, told: int | None, found: int | None) -> Iterator[Difference]:
    if told != found:
        yield place, f"the record says {told}, replay gives {found}"


_JUDGES: dict[tuple[str, str, str], Judge] = {}
_MOST_JUDGES = 16


def _judge(kitchen: Kitchen, order: str, goal: GoalRecord) -> Judge:
    """The judge of a goal, kept for the questions that follow."""
    key = (kitchen.digest(order), goal.horizon, goal.milestone)
    if key not in _JUDGES:
        if len(_JUDGES) >= _MOST_JUDGES:
            _JUDGES.pop(next(iter(_JUDGES)))
        _JUDGES[key] = Judge(kitchen, order, goal)
    return _JUDGES[key]
