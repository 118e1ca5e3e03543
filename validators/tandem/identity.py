"""N1: a question is what its id says, about this kitchen, in a state that it can have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schemas.canonical import content_id
from schemas.errors import InputError
from schemas.findings import Finding
from schemas.tandem import TandemQuestion
from solvers.tandem.encoding import Encoding
from solvers.tandem.space import space_of, start_code
from validators.registry import rule
from validators.tandem.context import Context, finding
from validators.tandem.goals import test_of
from worlds.kitchen.states import read_state

__all__ = ["check_identity", "check_task", "readable"]

SHARE: Final = 3
"""A task has at most one scenario for so many joint steps of its optimum."""


def readable(question: TandemQuestion, context: Context) -> Iterator[Finding]:
    """Findings that keep the other checks from making sense: another kitchen, an unknown order, state or goal."""
    if question.order not in context.kitchen.recipes:
        yield finding("N1.unknown-order", question, "order", f"the kitchen has no order {question.order}")
        return
    if question.rules != context.kitchen.digest(question.order):
        yield finding(
            "N1.other-rules", question, "rules", "the question was made under other rules than this kitchen's"
        )
        return
    try:
        read_state(context.kitchen, question.state, question.id)
    except InputError as error:
        yield finding("N1.bad-state", question, "state", str(error))
        return
    if question.state.order != question.order or question.state.delivered:
        yield finding("N1.bad-state", question, "state", "the state is another order's, or one that is over")
    try:
        test_of(context.kitchen, question.order, question.goal)
    except ValueError as error:
        yield finding("N1.bad-goal", question, "goal.milestone", str(error))


@rule("N1", "tandem")
def check_identity(question: TandemQuestion, context: Context) -> Iterator[Finding]:
    """The id is the digest of the content, and level and scenario are the order's."""
    if question.id != content_id("tandem", question):
        yield finding("N1.id", question, "id", f"the content's id is {content_id('tandem', question)}")
    if question.level != context.kitchen.recipe(question.order).level:
        yield finding("N1.level", question, "level", "the level isn't the recipe's")
    if question.scenario.partition("#")[0] != question.order:
        yield finding("N1.scenario", question, "scenario", "the scenario is named after another order")


@rule("N1", "tandem")
def check_task(question: TandemQuestion, context: Context) -> Iterator[Finding]:
    """The task's optimum is the table's from the order's start, its capacity the paper's (equation 7)."""
    encoding = Encoding(context.kitchen, question.order)
    space = space_of(encoding)
    number = space.number(start_code(encoding))
    task = question.task
    if number is None or task.optimum != space.cost[number]:
        yield finding("N1.task", question, "task.optimum", "the order's optimum from its start is another")
    if task.capacity != min(task.representatives, task.optimum // SHARE):
        yield finding("N1.task", question, "task.capacity", f"it isn't the less of |S| and a third of {task.optimum}")
