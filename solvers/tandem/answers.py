"""One call from an order or a state file to its optimum, a plan and the plan's timeline."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from schemas.base import parse_record
from schemas.canonical import JSON, dump
from schemas.errors import InputError
from schemas.files import read_bytes
from schemas.tandem import StateRecord
from solvers.tandem.certificate import Certified, Certifier, Evidence, SearchLimit, certifier_for
from solvers.tandem.encoding import Encoding
from solvers.tandem.graph import Tell, silent
from solvers.tandem.plans import Plan, optimal_plan
from solvers.tandem.space import space_of
from worlds.kitchen.rules import Kitchen
from worlds.kitchen.simulator import Action
from worlds.kitchen.states import State, read_state, start_state, write_state
from worlds.kitchen.timeline import draw_timeline

__all__ = ["Answer", "answer_json", "answer_text", "read_question", "solve"]


class Answer(NamedTuple):
    """The least joint steps from a state to delivery (None: there is no way) with a plan that takes them.

    `lower` is the lower bound that the optimum was held against, `evidence` how the two met, and `table` the digest
    of the table behind it.
    """

    kitchen: Kitchen
    order: str
    start: State
    optimum: int | None
    lower: int | None
    evidence: Evidence
    plan: Plan
    table: str


def solve(kitchen: Kitchen, order: str, state: State | None = None, tell: Tell = silent) -> Answer:
    """Solve an order from its start or from any state. `tell` is told how a table grows.

    Raises InputError when the search is given up.
    """
    start = start_state(kitchen) if state is None else state
    certifier = certifier_for(kitchen, order, tell)
    try:
        known = certifier.certify(start)
        plan = _witness(kitchen, order, start, known, certifier)
    except SearchLimit as error:
        raise InputError(f"{error}; a state with less lying about can be solved") from error
    return Answer(kitchen, order, start, known.cost, known.lower, known.evidence, plan, certifier.table)


def _witness(kitchen: Kitchen, order: str, start: State, known: Certified, certifier: Certifier) -> Plan:
    """A plan of the certified length: the canonical one where its domain has one, else the search's."""
    if not known.cost:
        return Plan((), (start,))
    encoding = Encoding(kitchen, order)
    space = space_of(encoding)
    code = encoding.encode(start)
    number = None if code is None else space.number(code)
    if number is not None and space.cost[number] == known.cost:
        return optimal_plan(encoding, space, start)
    steps = known.steps or certifier.witness(start)
    states = [start]
    for chef, assistant in steps:
        states.append(certifier.simulator.step(states[-1], chef, assistant).state)
    if len(steps) != known.cost or not states[-1].delivered:
        raise ValueError(f"order {order}: a witness of {len(steps)} steps for a cost of {known.cost}")
    return Plan(tuple(steps), tuple(states))


def read_question(kitchen: Kitchen, name_or_path: str) -> tuple[str, State | None]:
    """What is to be solved: an order's name, or a JSON file with a state of it (a path with a slash or .json).

    Raises InputError, one line, for neither.
    """
    if "/" not in name_or_path and not name_or_path.endswith(".json"):
        return kitchen.recipe(name_or_path).order, None
    record = parse_record(StateRecord, read_bytes(Path(name_or_path)), name_or_path)
    return record.order, read_state(kitchen, record, name_or_path)


def answer_json(answer: Answer) -> dict[str, JSON]:
    """An answer for machines: `optimum` is null where there is no way."""
    return {
        "kitchen": answer.kitchen.name,
        "order": answer.order,
        "optimum": answer.optimum,
        "lower_bound": answer.lower,
        "evidence": answer.evidence,
        "table": answer.table,
        "rules": answer.kitchen.digest(answer.order),
        "start": dump(write_state(answer.kitchen, answer.order, answer.start)),
        "plan": [
            {"step": step, "chef": _act(pair[0]), "assistant": _act(pair[1])}
            for step, pair in enumerate(answer.plan.actions, start=1)
        ],
        "timeline": draw_timeline(answer.kitchen, answer.plan.actions, answer.plan.states),
    }


def answer_text(answer: Answer) -> str:
    """An answer for people."""
    if answer.optimum is None:
        return f"{answer.order}: there is no way to deliver from this state\n"
    head = f"{answer.order}: {answer.optimum} joint steps ({answer.evidence}, lower bound {answer.lower})\n"
    return head + draw_timeline(answer.kitchen, answer.plan.actions, answer.plan.states)


def _act(action: Action) -> dict[str, JSON]:
    return {"verb": action.verb, "what": action.what}
