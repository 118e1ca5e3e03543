"""Tandem questions as JSON lines that stand by themselves: written from a release, and audited whoever made them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final

from pydantic import Field

from generators.tandem.english import question_prose
from generators.tandem.presenting import LETTERS, show
from releases.check import Report
from releases.findings import critical
from releases.foreign.source import first_line
from releases.reading import open_subject
from schemas.base import Record, parse_record
from schemas.canonical import JSON, canonical_bytes
from schemas.errors import InputError
from schemas.files import parse_json, read_jsonl, write_atomically
from schemas.findings import Finding
from schemas.tandem import GoalRecord, KitchenFile, Name, ProgramsRecord, StateRecord, TandemQuestion
from solvers.tandem.certificate import SearchLimit
from solvers.tandem.judging import Judge
from solvers.tandem.programs import Plan, parse_program
from validators.tandem.options import LEAST_GAP
from validators.tandem.text import read_back
from worlds.kitchen.rules import Kitchen, own_kitchen, packaged_kitchen
from worlds.kitchen.states import read_state

__all__ = ["PublishedQuestion", "audit_published", "holds_published", "write_published"]

OPTIONS: Final = 4
LEAST_FEASIBLE: Final = 3
ALIASES: Final = {"question": "prompt", "choices": "options", "answer": "gold"}
"""Other names under which files have what we read; an answer may be a letter."""


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
    """Whether a file is JSON lines whose first item asks a question with four options that are text, about two cooks,
    and isn't an item of a release. Other question sets are read elsewhere.
    """
    if not path.is_file() or path.suffix.lower() != ".jsonl":
        return False
    first = _renamed(first_line(path))
    options = first.get("options")
    if not isinstance(options, list) or len(options) != OPTIONS or not all(isinstance(one, str) for one in options):
        return False
    cooks = all("Chef" in str(one) and "Assistant" in str(one) for one in options)
    ours = cooks or bool(first.keys() & {"kitchen", "own_kitchen", "programs"})
    return ours and isinstance(first.get("prompt"), str) and "family" not in first


def _renamed(row: dict[str, JSON]) -> dict[str, JSON]:
    """A row under our names of its keys; an answer's letter is its index."""
    named = {ALIASES.get(key, key) if ALIASES.get(key) not in row else key: value for key, value in row.items()}
    gold = named.get("gold")
    if isinstance(gold, str) and len(gold) == 1 and gold in LETTERS:
        named["gold"] = LETTERS.index(gold)
    return named


def audit_published(path: Path) -> Report:
    """Find the costs of every option again, as far as a question is recorded. Raises InputError naming the line."""
    found: list[Finding] = []
    open_: list[str] = []
    seen: dict[str, str] = {}
    count = 0
    for number, line in read_jsonl(path):
        where = f"{path}: line {number}"
        question, unknown = _read(line, where, f"line {number}")
        count += 1
        if unknown:
            open_.append(f"{question.id}: nothing here reads {', '.join(unknown)}")
        found += _doubles(question, seen)
        try:
            found += _one(question)
        except (_Unread, InputError, SearchLimit) as why:
            open_.append(f"{question.id}: {why}")
    return Report(count, tuple(found), tuple(open_), ("N2", "N4", "N5", "N7"), {})


def _read(line: bytes, where: str, name: str) -> tuple[PublishedQuestion, list[str]]:
    """A question, called by its line where it has no id, and the keys that mean nothing here."""
    row = parse_json(line, where)
    if not isinstance(row, dict):
        raise InputError(f"{where}: not a question but {type(row).__name__}")
    named = {"id": name, **_renamed(row)}
    known = {key: value for key, value in named.items() if key in PublishedQuestion.model_fields}
    return parse_record(PublishedQuestion, canonical_bytes(known), where), sorted(named.keys() - known.keys())


def _doubles(question: PublishedQuestion, seen: dict[str, str]) -> Iterator[Finding]:
    """An id that was there before, or the same question under another one."""
    content = canonical_bytes([question.prompt, *sorted(question.options)]).decode()
    for what, key in (("id", f"id {question.id}"), ("prompt", content)):
        if key in seen:
            yield critical("N7.twice", question.id, what, f"the same {what} as in {seen[key]}, with its options"
                           if what == "prompt" else f"{question.id} is there already")  # fmt: skip
        seen.setdefault(key, question.id)


def _one(question: PublishedQuestion) -> Iterator[Finding]:
    """Every finding about a question; _Unread where its costs can't be found."""
    if question.order is None or question.state is None or question.goal is None:
        raise _Unread("order, state and goal are not recorded as data")
    kitchen = _kitchen(question.kitchen, question.own_kitchen)
    state = read_state(kitchen, question.state, question.id)
    if question.state.order != question.order or question.state.delivered:
        raise _Unread("the state is another order's, or one that is over")
    try:
        prose = question_prose(kitchen, question.order, state, question.goal)
    except ValueError as error:
        raise _Unread(f"goal: {error}") from error
    if question.prompt.split() != prose.split():
        message = "it isn't the rules, state and goal that the data say, in the words that `export tandem` has for them"
        yield critical("N5.prompt-differs", question.id, "prompt", message)
    plans = [_plan(kitchen, question, n) for n in range(OPTIONS)]
    for n, text in enumerate(question.options):
        told = question.programs
        if told is not None and read_back(kitchen, text) != (told[n].chef, told[n].assistant):
            yield critical("N5.text-differs", question.id, f"options[{n}]", "read back, the text is another plan")
    judge = Judge(kitchen, question.order, question.goal)
    yield from _costs(question, [judge.judge(state, plan).cost for plan in plans], judge.optimum(state).cost)


def _costs(question: PublishedQuestion, costs: list[int | None], best: int | None) -> Iterator[Finding]:
    """Feasible options, the one optimum, and the least gap to the others."""
    told = ", ".join("never" if cost is None else str(cost) for cost in costs)
    if len(set(question.options)) < OPTIONS:
        yield critical("N4.same-programs", question.id, "options", "two options are the same")
    if sum(cost is not None for cost in costs) < LEAST_FEASIBLE:
        yield critical("N4.feasible", question.id, "options", f"fewer than three can finish; they cost {told}")
    optimal = [n for n, cost in enumerate(costs) if cost is not None and cost == best]
    if len(optimal) != 1:
        yield critical("N4.optimum", question.id, "options", f"{len(optimal)} take the least, {best}; they cost {told}")
        return
    if question.gold is not None and question.gold != optimal[0]:
        yield critical("N4.gold", question.id, "gold", f"option {optimal[0]} is the optimum; the options cost {told}")
    gap = LEAST_GAP["short" if question.goal is not None and question.goal.horizon == "short" else "long"]
    if best is not None and any(cost is not None and best < cost < best + gap for cost in costs):
        yield critical("N4.gap", question.id, "options", f"an option is nearer to the optimum than {gap}: {told}")


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
