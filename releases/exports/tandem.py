"""Tandem questions as JSON lines that stand by themselves: written from a release, and audited whoever made them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final

from pydantic import Field

from generators.tandem.presenting import show
from releases.check import Report
from releases.findings import critical
from releases.foreign.source import first_line
from releases.reading import open_subject
from schemas.base import Record, parse_record
from schemas.canonical import canonical_bytes
from schemas.errors import InputError
from schemas.files import read_jsonl, write_atomically
from schemas.findings import Finding
from schemas.tandem import GoalRecord, KitchenFile, Name, ProgramsRecord, StateRecord, TandemQuestion
from solvers.tandem.certificate import SearchLimit
from solvers.tandem.judging import Judge
from solvers.tandem.programs import Plan, parse_program
from validators.tandem.text import read_back
from worlds.kitchen.rules import Kitchen, own_kitchen, packaged_kitchen
from worlds.kitchen.states import read_state

__all__ = ["PublishedQuestion", "audit_published", "holds_published", "write_published"]

LEAST_FEASIBLE: Final = 3


class PublishedQuestion(Record):
    """One question as it is published: its prompt (rules, state, goal) and four options in English.

    All the rest is for the audit, and may be missing: the state, the goal and the order as data, the programs of the
    options, and the index of the best.
    """

    id: str
    prompt: str
    options: Annotated[tuple[str, ...], Field(min_length=4, max_length=4)]
    kitchen: Name = "collab_overcooked"
    own_kitchen: KitchenFile | None = None
    order: Name | None = None
    state: StateRecord | None = None
    goal: GoalRecord | None = None
    programs: Annotated[tuple[ProgramsRecord, ...], Field(min_length=4, max_length=4)] | None = None
    gold: Annotated[int, Field(ge=0, le=3)] | None = None


class _Unread(Exception):
    """Why a question's costs can't be found."""


def write_published(release: Path, out: Path) -> int:
    """Write the decision questions of a release, and tell how many. Raises InputError where there are none."""
    subject = open_subject(release)
    if subject.unread or subject.damage:
        raise InputError(f"{release}: it is damaged; `benchwright check {release}` says where")
    made = [_published(item.record) for item in subject.items if isinstance(item.record, TandemQuestion)]
    if not made:
        raise InputError(f"{release}: it holds no tandem decision questions")
    if out.exists():
        raise InputError(f"{out}: it is there already; name a new file")
    write_atomically(out, b"".join(canonical_bytes(one) + b"\n" for one in made))
    return len(made)


def _published(question: TandemQuestion) -> PublishedQuestion:
    kitchen = _kitchen(question.kitchen, question.own_kitchen)
    shown = show(kitchen, question, "base", 0)
    return PublishedQuestion(
        id=question.id,
        prompt=shown.question,
        options=shown.options,
        kitchen=question.kitchen,
        own_kitchen=question.own_kitchen,
        order=question.order,
        state=question.state,
        goal=question.goal,
        programs=tuple(option.programs for option in question.options),
        gold=question.gold,
    )


def holds_published(path: Path) -> bool:
    """Whether a file is JSON lines whose first item has an id, a prompt and options, and nothing that isn't known."""
    if not path.is_file() or path.suffix.lower() != ".jsonl":
        return False
    return {"id", "prompt", "options"} <= first_line(path).keys() <= PublishedQuestion.model_fields.keys()


def audit_published(path: Path) -> Report:
    """Find the costs of every option again, as far as a question is recorded. Raises InputError naming the line."""
    found: list[Finding] = []
    open_: list[str] = []
    count = 0
    for number, line in read_jsonl(path):
        question = parse_record(PublishedQuestion, line, f"{path}: line {number}")
        count += 1
        try:
            found += _one(question)
        except (_Unread, InputError, SearchLimit) as why:
            open_.append(f"{question.id}: {why}")
    return Report(count, tuple(found), tuple(open_), ("N2", "N4", "N5"), {})


def _one(question: PublishedQuestion) -> Iterator[Finding]:
    if question.order is None or question.state is None or question.goal is None:
        raise _Unread("order, state and goal are not recorded as data")
    kitchen = _kitchen(question.kitchen, question.own_kitchen)
    plans = [_plan(kitchen, question, n) for n in range(len(question.options))]
    state = read_state(kitchen, question.state, question.id)
    judge = Judge(kitchen, question.order, question.goal)
    costs = [judge.judge(state, plan).cost for plan in plans]
    best = judge.optimum(state).cost
    for n, text in enumerate(question.options):
        if question.programs is not None and read_back(kitchen, text) != (
            question.programs[n].chef,
            question.programs[n].assistant,
        ):
            yield critical("N5.text-differs", question.id, f"options[{n}]", "read back, the text is another plan")
    told = ", ".join("never" if cost is None else str(cost) for cost in costs)
    if sum(cost is not None for cost in costs) < LEAST_FEASIBLE:
        yield critical("N4.feasible", question.id, "options", f"fewer than three can finish; they cost {told}")
    optimal = [n for n, cost in enumerate(costs) if cost is not None and cost == best]
    if len(optimal) != 1:
        yield critical("N4.optimum", question.id, "options", f"{len(optimal)} take the least, {best}; they cost {told}")
    elif question.gold is not None and question.gold != optimal[0]:
        yield critical("N4.gold", question.id, "gold", f"option {optimal[0]} is the optimum; the options cost {told}")


def _plan(kitchen: Kitchen, question: PublishedQuestion, number: int) -> Plan:
    where = f"options[{number}]"
    try:
        chef, assistant = ("\n".join(program) for program in read_back(kitchen, question.options[number]))
    except ValueError as error:
        raise _Unread(f"{where}: {error}") from error
    order = question.order or ""
    return parse_program(kitchen, order, 0, chef, where), parse_program(kitchen, order, 1, assistant, where)


def _kitchen(name: str, own: KitchenFile | None) -> Kitchen:
    return packaged_kitchen(name) if own is None else own_kitchen(own)
