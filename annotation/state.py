"""The state of a review: a pure fold over its events, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Final, Literal, TypeAlias, TypeVar, cast

from annotation.events import (
    PARTS,
    REVERSED_PARTS,
    Adjudicated,
    Answered,
    Checked,
    Compared,
    Confirmed,
    Data,
    Event,
    Feedback,
    GoldShown,
    Invited,
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
from annotation.ledger import START
from schemas.base import Record
from schemas.canonical import JSON, canonical_bytes, dump

__all__ = [
    "CLOSED",
    "EMPTY",
    "OVER",
    "Item",
    "Logged",
    "Person",
    "Phase",
    "Session",
    "State",
    "Token",
    "Version",
    "apply",
    "fold",
    "state_bytes",
]

Phase: TypeAlias = Literal[
    "checks", "solves", "comparison", "feedback", "final-check", "returned", "accepted", "withdrawn"
]  # fmt: skip
"""Where a version stands: rounds 1 to 4, the author's final check, back with the author, or at an end."""

CLOSED: Final[frozenset[Phase]] = frozenset({"returned", "accepted", "final-check", "withdrawn"})
"""Phases of a version that no reviewer has anything to say to any more."""

OVER: Final[frozenset[Phase]] = frozenset({"accepted", "withdrawn"})
"""Phases of an item that gets no further version, so that nobody is to judge it unseen."""


@dataclass(frozen=True)
class Person:
    """Somebody who takes part."""

    id: str
    name: str
    roles: tuple[Role, ...]


@dataclass(frozen=True)
class Token:
    """An invite link: whose, until when, and whether it was used up or taken back."""

    person: str
    expires: int
    used: bool


@dataclass(frozen=True)
class Session:
    """A signed-in browser: whose, until when, and whether it was signed out, there or by a maintainer."""

    person: str
    expires: int
    ended: bool


@dataclass(frozen=True)
class Version:
    """One version of an item and all that was said about it."""

    number: int
    author: str
    submitted: Submitted
    phase: Phase = "checks"
    checks: tuple[Checked, ...] = ()
    answers: tuple[Answered, ...] = ()
    compared: Compared | None = None
    adjudicated: Adjudicated | None = None
    feedback: tuple[Feedback, ...] = ()
    confirmed: Confirmed | None = None

    @property
    def parts(self) -> tuple[Part, ...]:
        """The three questions in the order in which they are sent."""
        return REVERSED_PARTS if self.submitted.triplet.order == "maths-first" else PARTS

    def parts_of(self, person: str) -> tuple[Part, ...]:
        """The questions that somebody has answered, in the order asked."""
        return tuple(answer.part for answer in self.answers if answer.person == person)

    @property
    def begun(self) -> tuple[str, ...]:
        """Who has answered at least one question, in the order they began."""
        return tuple(dict.fromkeys(answer.person for answer in self.answers))

    @property
    def solvers(self) -> tuple[str, ...]:
        """Who has answered all three questions."""
        return tuple(person for person in self.begun if self.parts_of(person) == self.parts)

    @property
    def reviewers(self) -> tuple[str, ...]:
        """Everybody who checked or began to solve this version."""
        return tuple(dict.fromkeys((*(check.person for check in self.checks), *self.begun)))


@dataclass(frozen=True)
class Logged:
    """What happened to an item: the event's place in the ledger, when (Unix seconds), and what it says."""

    seq: int
    at: int
    data: Data


@dataclass(frozen=True)
class Item:
    """An item through all its versions; `shown` are those who have seen its answers without having written it."""

    id: str
    versions: tuple[Version, ...]
    shown: tuple[str, ...] = ()
    log: tuple[Logged, ...] = ()

    @property
    def now(self) -> Version:
        """The version that counts."""
        return self.versions[-1]

    @property
    def authors(self) -> tuple[str, ...]:
        """Everybody who wrote a version."""
        return tuple(dict.fromkeys(version.author for version in self.versions))


@dataclass(frozen=True)
class State:
    """Everything that the events up to `seq` come to; `head` is the digest of the last of them."""

    seq: int = 0
    head: str = START
    name: str = ""
    reviewers: int = 0
    people: Mapping[str, Person] = field(default_factory=dict)
    tokens: Mapping[str, Token] = field(default_factory=dict)
    sessions: Mapping[str, Session] = field(default_factory=dict)
    items: Mapping[str, Item] = field(default_factory=dict)


EMPTY: Final = State()
T = TypeVar("T")


def fold(events: Iterable[Event], state: State = EMPTY) -> State:
    """The state after some more events."""
    for event in events:
        state = apply(state, event)
    return state


def apply(state: State, event: Event) -> State:
    """The state after one more event. It is taken as it is: whether it was allowed is the rules' affair."""
    after = _applied(state, event.data)
    item = after.items.get(getattr(event.data, "item", ""))
    if item is not None:
        after = _with_item(after, replace(item, log=(*item.log, Logged(event.seq, event.at, event.data))))
    return replace(after, seq=event.seq, head=event.digest)


def state_bytes(state: State) -> bytes:
    """The state in canonical bytes: equal states have equal bytes."""
    return canonical_bytes(_plain(asdict(state)))


def _applied(state: State, data: Data) -> State:
    match data:
        case Opened():
            return replace(state, name=data.name, reviewers=data.reviewers)
        case Invited():
            person = Person(data.person, data.name, data.roles)
            token = Token(data.person, data.expires, used=False)
            return replace(
                state,
                people=_with(state.people, data.person, person),
                tokens=_with(state.tokens, data.token, token),
            )
        case SignedIn():
            token = replace(state.tokens[data.token], used=True)
            session = Session(data.person, data.expires, ended=False)
            return replace(
                state,
                tokens=_with(state.tokens, data.token, token),
                sessions=_with(state.sessions, data.session, session),
            )
        case SignedOut():
            ended = replace(state.sessions[data.session], ended=True)
            return replace(state, sessions=_with(state.sessions, data.session, ended))
        case ShutOut():
            who = data.person
            tokens = {key: replace(one, used=one.used or one.person == who) for key, one in state.tokens.items()}
            sessions = {key: replace(one, ended=one.ended or one.person == who) for key, one in state.sessions.items()}
            return replace(state, tokens=tokens, sessions=sessions)
        case Submitted():
            version = Version(data.version, data.person, data)
            held = state.items.get(data.item)
            item = Item(data.item, (version,)) if held is None else replace(held, versions=(*held.versions, version))
            return _with_item(state, item)
        case GoldShown():
            item = state.items[data.item]
            shown = item.shown if data.person in item.shown else (*item.shown, data.person)
            return _with_item(state, replace(item, shown=shown))
        case _:
            item = state.items[data.item]
            version = _reviewed(item.now, data)
            version = replace(
                version, phase="withdrawn" if isinstance(data, Withdrawn) else _phase(version, state.reviewers)
            )
            return _with_item(state, replace(item, versions=(*item.versions[:-1], version)))


def _reviewed(
    version: Version, data: Checked | Answered | Compared | Adjudicated | Feedback | Confirmed | Released | Withdrawn
) -> Version:
    match data:
        case Checked():
            return replace(version, checks=(*version.checks, data))
        case Answered():
            return replace(version, answers=(*version.answers, data))
        case Compared():
            return replace(version, compared=data)
        case Adjudicated():
            return replace(version, adjudicated=data)
        case Feedback():
            return replace(version, feedback=(*version.feedback, data))
        case Confirmed():
            return replace(version, confirmed=data)
        case Released():
            return replace(version, answers=tuple(one for one in version.answers if one.person != data.solver))
        case Withdrawn():
            return version


def _phase(version: Version, reviewers: int) -> Phase:
    """Where a version stands. A round is judged once everybody whom it takes has spoken."""
    if len(version.checks) < reviewers:
        return "checks"
    if not all(verdict.yes for check in version.checks for verdict in check.verdicts):
        return "returned"
    if version.compared is None:
        return "solves"
    if not all(match.same for match in version.compared.matches):
        if version.adjudicated is None:
            return "comparison"
        if not version.adjudicated.same:
            return "returned"
    if len(version.feedback) < reviewers:
        return "feedback"
    if not all(said.clear for said in version.feedback):
        return "returned"
    if version.number == 1:
        return "accepted"
    if version.confirmed is None:
        return "final-check"
    return "accepted" if version.confirmed.answers else "returned"


def _with(held: Mapping[str, T], key: str, value: T) -> dict[str, T]:
    return {**held, key: value}


def _with_item(state: State, item: Item) -> State:
    return replace(state, items=_with(state.items, item.id, item))


def _plain(value: object) -> JSON:
    if isinstance(value, Record):
        return dump(value)
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    return cast("JSON", value)
