"""N3: the state optimum is reached by its witness, and nothing is faster."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schemas.errors import InputError
from schemas.findings import Finding
from schemas.tandem import TandemQuestion
from solvers.tandem.encoding import Encoding
from solvers.tandem.forward import forward_distance
from solvers.tandem.goals import milestone_costs
from solvers.tandem.space import space_of
from solvers.tandem.witness import read_action
from validators.registry import rule
from validators.tandem.context import Context, finding
from validators.tandem.goals import test_of
from worlds.kitchen.simulator import Simulator
from worlds.kitchen.states import State, read_state

__all__ = ["check_bound", "check_witness"]

MORE: Final = 10
"""A milestone is near enough for a search that looks at so many times more states than one for a delivery."""


@rule("N3", "tandem")
def check_witness(question: TandemQuestion, context: Context) -> Iterator[Finding]:
    """The witness, replayed in the reference simulator, reaches the goal in the optimum's last step and no earlier."""
    simulator = Simulator(context.kitchen, question.order)
    test = test_of(context.kitchen, question.order, question.goal)
    state = read_state(context.kitchen, question.state, question.id)
    if len(question.optimum.witness) != question.optimum.cost:
        message = f"the witness has {len(question.optimum.witness)} joint steps, the optimum {question.optimum.cost}"
        yield finding("N3.witness-length", question, "optimum.witness", message)
    for n, (chef, assistant) in enumerate(question.optimum.witness):
        place = f"optimum.witness[{n}]"
        if test(state):
            yield finding("N3.witness-early", question, place, f"the goal holds already after {n} joint steps")
            return
        try:
            outcome = simulator.step(state, read_action(chef), read_action(assistant))
        except (ValueError, KeyError):
            yield finding("N3.witness-unreadable", question, place, f"no joint action: {chef}, {assistant}")
            return
        if outcome.refused != (None, None):
            reason = next(reason for reason in outcome.refused if reason)
            yield finding("N3.witness-refused", question, place, f"the simulator refuses it: {reason}")
            return
        state = outcome.state
    if not test(state):
        yield finding("N3.witness-misses", question, "optimum.witness", "the goal doesn't hold after the last step")


@rule("N3", "tandem")
def check_bound(question: TandemQuestion, context: Context) -> Iterator[Finding]:
    """No state within one step less is the goal: by forward search, or by the table where that looks at too many."""
    cost = question.optimum.cost
    if question.optimum.lower_bound > cost:
        yield finding("N3.bound-above", question, "optimum.lower_bound", "the lower bound lies above the optimum")
    if cost == 0:
        return
    state = read_state(context.kitchen, question.state, question.id)
    encoding = Encoding(context.kitchen, question.order)
    short = question.goal.horizon == "short"
    most = context.most_states * (MORE if short else 1)
    try:
        nearer = forward_distance(encoding, state, question.goal.milestone, cost - 1, most)
    except InputError:
        nearer = _by_table(encoding, state, question.goal.milestone)
    if nearer is not None and nearer < cost:
        message = f"the goal can be reached in {nearer} joint steps, fewer than the optimum's {cost}"
        yield finding("N3.not-optimal", question, "optimum.cost", message)


def _by_table(encoding: Encoding, state: State, milestone: str) -> int | None:
    """The canonical table's cost; the tables are proved apart from this, by Bellman's equation on all their states."""
    code = encoding.encode(state)
    space = space_of(encoding)
    number = None if code is None else space.number(code)
    table = space.cost if milestone == "delivered" else milestone_costs(encoding, space, milestone)
    return None if number is None else int(table[number])
