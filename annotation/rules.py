"""The rules of the rounds: who may do what to an item, and when (specification of triplets, section 4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from annotation.comparing import is_same_answer
from annotation.events import (
    CHECKS,
    Adjudicated,
    Answered,
    Checked,
    Compared,
    Confirmed,
    Data,
    Feedback,
    GoldShown,
    Invited,
    Match,
    Opened,
    Part,
    Released,
    Role,
    ShutOut,
    SignedIn,
    SignedOut,
    Submitted,
    Withdrawn,
)  # fmt: skip
from annotation.state import Item, Person, Phase, State, Version
from schemas.errors import InputError

__all__ = ["Refused", "comparison_of", "consequences", "may_open", "may_review", "next_part", "require"]


class Refused(InputError):
    """The rules don't allow it; the message says why."""


def require(state: State, data: Data, at: int) -> None:
    """Raises Refused, saying why, unless the rules allow this event in this state at this time (Unix seconds)."""
    if isinstance(data, Opened):
        if state.seq:
            _refuse("a ledger is opened once")
    elif not state.seq:
        _refuse("a ledger begins by being opened")
    elif isinstance(data, Invited | SignedIn | SignedOut | ShutOut):
        _require_door(state, data, at)
    elif isinstance(data, Submitted):
        _require_submission(state, data)
    else:
        _require_review(state, data)


def may_review(person: Person, item: Item) -> bool:
    """Whether somebody may review an item at all: a reviewer who never wrote it nor saw its answers."""
    return "reviewer" in person.roles and person.id not in item.authors and person.id not in item.shown


def may_open(person: Person, item: Item) -> bool:
    """Whether somebody may be shown an item with its answers and everybody's words.

    Its author may; so may adjudicators and maintainers, unless they are reviewers of the open version.
    """
    if person.id in item.authors:
        return True
    over = item.now.phase in {"accepted", "returned", "withdrawn"}
    return bool({"adjudicator", "maintainer"} & set(person.roles)) and (over or person.id not in item.now.reviewers)


def next_part(state: State, version: Version, person: str) -> Part | None:
    """The question that somebody is to answer next in round 2; None when done, or when all places are taken."""
    if version.phase != "solves":
        return None
    done = version.parts_of(person)
    if not done and len(version.begun) >= state.reviewers:
        return None
    return version.parts[len(done)] if len(done) < len(version.parts) else None


def consequences(state: State, item: Item) -> Iterator[Data]:
    """What follows of itself: answers are compared as soon as all are in."""
    version = item.now
    if version.phase == "solves" and len(version.solvers) >= state.reviewers:
        yield comparison_of(item)


def comparison_of(item: Item) -> Compared:
    """Round 3 as a machine does it: each answer held against the author's."""
    version = item.now
    triplet = version.submitted.triplet
    matches = tuple(
        Match(person=one.person, part=one.part, same=is_same_answer(triplet, one.part, one.answer))
        for one in version.answers
    )
    return Compared(kind="compared", item=item.id, version=version.number, matches=matches)


def _refuse(why: str) -> NoReturn:
    raise Refused(why)


def _require_door(state: State, data: Invited | SignedIn | SignedOut | ShutOut, at: int) -> None:
    if isinstance(data, ShutOut):
        if data.person not in state.people:
            _refuse(f"{data.person}: nobody here goes by that")
        if data.by != data.person:
            _require_role(state, data.by, "maintainer")
        return
    if isinstance(data, SignedOut):
        if data.session not in state.sessions:
            _refuse("there is no such session")
        return
    if isinstance(data, Invited):
        if data.token in state.tokens:
            _refuse("the link exists already")
        if data.person not in state.people and data.person != f"p{len(state.people) + 1}":
            _refuse(f"the next person is p{len(state.people) + 1}")
        if len(set(data.roles)) < len(data.roles):
            _refuse("a role is named twice")
        if any(one.name == data.name and one.id != data.person for one in state.people.values()):
            _refuse(f"{data.name}: somebody goes by that name already; use another")
        return
    token = state.tokens.get(data.token)
    if token is None or token.person != data.person:
        _refuse("the link is not one of this review's; ask for a new one")
    elif token.used:
        _refuse("the link was used already, or taken back; ask for a new one")
    elif token.expires <= at:
        _refuse("the link has expired; ask for a new one")
    if data.session in state.sessions:
        _refuse("the session exists already")


def _require_submission(state: State, data: Submitted) -> None:
    _require_role(state, data.person, "author")
    held = state.items.get(data.item)
    if held is None:
        if (data.item, data.version) != (f"T{len(state.items) + 1}", 1):
            _refuse(f"{data.item}: there is no such item")
        return
    if held.authors != (data.person,):
        _refuse(f"{data.item}: only its author rewrites it")
    if held.now.phase != "returned":
        _refuse(f"{data.item}: it is not with its author ({held.now.phase})")
    if data.version != held.now.number + 1:
        _refuse(f"{data.item}: the next version is {held.now.number + 1}")


def _require_review(
    state: State,
    data: Checked | Answered | Compared | Adjudicated | Feedback | Confirmed | GoldShown | Released | Withdrawn,
) -> None:
    item = state.items.get(data.item)
    if item is None:
        _refuse(f"{data.item}: there is no such item")
    if not isinstance(data, GoldShown | Withdrawn) and data.version != item.now.number:
        _refuse(f"{item.id}: version {data.version} is not under review; version {item.now.number} is")
    match data:
        case Checked() | Answered() | Feedback():
            _require_reviewer(state, item, data)
        case Compared():
            if list(consequences(state, item)) != [data]:
                _refuse(f"{item.id}: its answers don't compare like that now")
        case Adjudicated():
            _require_role(state, data.person, "adjudicator")
            _require_phase(item, "comparison")
            if data.person in item.authors or data.person in item.now.reviewers:
                _refuse(f"{item.id}: whoever wrote or reviewed it does not adjudicate it")
        case _:
            _require_closing(state, item, data)


def _require_closing(state: State, item: Item, data: Confirmed | GoldShown | Released | Withdrawn) -> None:
    match data:
        case Confirmed():
            _require_phase(item, "final-check")
            if data.person not in item.authors:
                _refuse(f"{item.id}: the final check is its author's")
            if not data.answers and not data.note.strip():
                _refuse(f"{item.id}: say what the rewrite still doesn't answer")
        case GoldShown():
            if data.person not in state.people or not may_open(state.people[data.person], item):
                _refuse(f"{item.id}: its answers are not for you")
        case Released():
            _require_role(state, data.person, "maintainer")
            _require_phase(item, "solves")
            if data.solver not in item.now.begun or data.solver in item.now.solvers:
                _refuse(f"{item.id}: {data.solver} has no unfinished answers")
        case Withdrawn():
            if data.person not in item.authors:
                _require_role(state, data.person, "maintainer")
            if item.now.phase == "withdrawn":
                _refuse(f"{item.id}: is withdrawn already")


def _require_reviewer(state: State, item: Item, data: Checked | Answered | Feedback) -> None:
    _require_role(state, data.person, "reviewer")
    if data.person in item.authors:
        _refuse(f"{item.id}: nobody validates an item they wrote")
    if data.person in item.shown:
        _refuse(f"{item.id}: you have seen its answers, so you can't review it")
    version = item.now
    match data:
        case Checked():
            _require_phase(item, "checks")
            if data.person in {check.person for check in version.checks}:
                _refuse(f"{item.id}: you have checked this version")
            if tuple(verdict.check for verdict in data.verdicts) != CHECKS:
                _refuse(f"{item.id}: answer each of the checks once: {', '.join(CHECKS)}")
            if not all(verdict.yes for verdict in data.verdicts) and not data.note.strip():
                _refuse(f"{item.id}: a no needs a note that the author can act on")
        case Answered():
            _require_phase(item, "solves")
            expected = next_part(state, version, data.person)
            if expected is None:
                _refuse(f"{item.id}: you have answered all, or all places are taken")
            if data.part != expected or not data.answer.strip():
                _refuse(f"{item.id}: answer the {expected} question next")
        case Feedback():
            _require_phase(item, "feedback")
            if data.person not in version.solvers:
                _refuse(f"{item.id}: only those who solved it say whether it was ambiguous")
            if data.person in {said.person for said in version.feedback}:
                _refuse(f"{item.id}: you have given feedback on this version")
            if not data.clear and not data.note.strip():
                _refuse(f"{item.id}: say how else it can be read")


def _require_role(state: State, person: str, role: Role) -> None:
    held = state.people.get(person)
    if held is None:
        _refuse(f"{person}: nobody here goes by that")
    if role not in held.roles:
        _refuse(f"{held.name} is no {role} here")


def _require_phase(item: Item, phase: Phase) -> None:
    if item.now.phase != phase:
        _refuse(f"{item.id}: this is not what it waits for now ({item.now.phase})")
