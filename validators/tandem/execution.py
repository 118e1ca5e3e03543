"""N2: every option, carried out again, comes to what the question says."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.findings import Finding
from schemas.tandem import OptionRecord, TandemQuestion
from solvers.tandem.encoding import Encoding
from solvers.tandem.space import space_of
from validators.registry import rule
from validators.tandem.context import Context, finding
from validators.tandem.goals import test_of
from validators.tandem.replay import Outcome, replay
from worlds.kitchen.states import State, read_state

__all__ = ["check_costs"]


@rule("N2", "tandem")
def check_costs(question: TandemQuestion, context: Context) -> Iterator[Finding]:
    """Each option's cost, stage and rest, by a second executor and the canonical domain's table."""
    state = read_state(context.kitchen, question.state, question.id)
    short = question.goal.horizon == "short"
    test = test_of(context.kitchen, question.order, question.goal) if short else None
    for n, option in enumerate(question.options):
        place = f"options[{n}]"
        try:
            programs = (option.programs.chef, option.programs.assistant)
            outcome = replay(context.kitchen, question.order, state, programs, test)
        except ValueError as error:
            yield finding("N2.unreadable", question, place, f"the programs can't be carried out: {error}")
            continue
        if short:
            yield from _compare(question, place, "cost", option.cost, outcome.goal)
        else:
            yield from _long(question, context, place, option, outcome)


def _long(
    question: TandemQuestion, context: Context, place: str, option: OptionRecord, outcome: Outcome
) -> Iterator[Finding]:
    if outcome.delivered is not None:
        yield from _compare(question, place, "cost", option.cost, outcome.delivered)
        yield from _compare(question, place, "rest", option.rest, 0)
        return
    yield from _compare(question, place, "stage", option.stage, outcome.over)
    rest = None if outcome.over is None else _rest(context, question.order, outcome.last)
    yield from _compare(question, place, "rest", option.rest, rest)
    total = None if rest is None or outcome.over is None else outcome.over + rest
    yield from _compare(question, place, "cost", option.cost, total)


def _rest(context: Context, order: str, state: State) -> int | None:
    """The least remaining cost in the canonical domain."""
    encoding = Encoding(context.kitchen, order)
    space = space_of(encoding)
    code = encoding.encode(state)
    number = None if code is None else space.number(code)
    return None if number is None or space.cost[number] == 255 else int(space.cost[number])


def _compare(question: TandemQuestion, place: str, what: str, said: int | None, found: int | None) -> Iterator[Finding]:
    if said != found:
        message = f"the {what} is said to be {said}, and carrying the plan out gives {found}"
        yield finding(f"N2.wrong-{what}", question, f"{place}.{what}", message)
