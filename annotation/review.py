"""One review: its ledger, the state folded from it, and the one way to change either."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from annotation.events import Data, Event, Invited, Opened, Role, Submitted
from annotation.ledger import START, Ledger, Pen
from annotation.rules import Refused, consequences, require
from annotation.state import EMPTY, Item, Person, State, apply, fold, state_bytes
from schemas.errors import InputError, ReleaseError

__all__ = ["NEW", "Clock", "Review", "invitation", "replayed", "said", "same_state"]

Clock = Callable[[], int]
"""Unix seconds."""

NEW = 999_999
"""Stands in an item's or a person's id while the ledger has not given it its number: `T999999`, `p999999`."""

R = TypeVar("R", bound=BaseModel)


def said(model: type[R], **values: object) -> R:
    """An event's data from what somebody entered. Raises Refused, in one sentence, when a value can't stand."""
    try:
        return model.model_validate(values)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the whole"
        raise Refused(f"{place}: {first['msg']}") from error


class Review:
    """A review that was opened. `state` is current as of the last call; `refresh` reads what others wrote since."""

    def __init__(self, path: Path, clock: Clock | None = None) -> None:
        self._ledger = Ledger(path)
        self._clock: Clock = clock or (lambda: int(time.time()))
        self.path = path
        self.state: State = EMPTY
        self.refresh()
        if not self.state.seq:
            raise InputError(f"{path}: holds no review yet; `benchwright triplets review init` begins one")

    @classmethod
    def begin(cls, path: Path, name: str, reviewers: int = 2, clock: Clock | None = None) -> Review:
        """A new ledger with its first event. Raises InputError when the file exists and holds events."""
        data = said(Opened, kind="opened", name=name, reviewers=reviewers)
        ledger = Ledger(path, create=True)
        now = (clock or (lambda: int(time.time())))()
        with ledger.writing() as pen:
            pen.write("opened", now, data)
        ledger.close()
        return cls(path, clock)

    def close(self) -> None:
        """Close the ledger."""
        self._ledger.close()

    def now(self) -> int:
        """The time by the review's clock, in Unix seconds."""
        return self._clock()

    def refresh(self) -> State:
        """Fold what was written since. Raises ReleaseError when the ledger was tampered with."""
        self.state = fold(self._ledger.read(self.state.seq, self.state.head), self.state)
        return self.state

    def do(self, data: Data, key: str) -> Event:
        """Let one thing happen, once: the same key with the same content gives the event that was written before.

        When this returns, the event and what follows of itself are in the file. Raises Refused when the rules
        don't allow it, InputError when the key was used for something else or is none.
        """
        if not (0 < len(key) <= 100 and key.isascii() and key.isprintable() and " " not in key):
            raise InputError("an idempotency key is 1 to 100 printable ASCII characters")
        with self._ledger.writing() as pen:
            state = self.refresh()
            held = pen.find(key)
            if held is not None:
                if _numbered(data, held.data) != held.data:
                    raise Refused("this was sent before with other content; open the page anew")
                return held
            data = _given_number(state, data)
            now = self.now()
            require(state, data, now)
            event, state = self._write(pen, state, key, now, data)
            item = state.items.get(getattr(data, "item", ""))
            for place, follow in enumerate(() if item is None else consequences(state, item), start=1):
                require(state, follow, now)
                _, state = self._write(pen, state, f"{key}#{place}", now, follow)
        self.state = state
        return event

    def _write(self, pen: Pen, state: State, key: str, at: int, data: Data) -> tuple[Event, State]:
        event = pen.write(key, at, data)
        return event, apply(state, event)

    def find(self, key: str) -> Event | None:
        """The event that was written under an idempotency key."""
        with self._ledger.writing() as pen:
            return pen.find(key)

    def item(self, name: str) -> Item:
        """The item of that id. Raises InputError when there is none."""
        held = self.state.items.get(name)
        if held is None:
            raise InputError(f"{name}: there is no such item in {self.path.name}")
        return held

    def person(self, name: str) -> Person:
        """Somebody by id or by name. Raises InputError when there is nobody."""
        for person in self.state.people.values():
            if name in {person.id, person.name}:
                return person
        raise InputError(f"{name}: nobody in {self.path.name} goes by that; `review invite` asks somebody in")

    def events(self) -> tuple[Event, ...]:
        """Every event of the ledger, the chain checked. Raises ReleaseError when it was tampered with."""
        return tuple(self._ledger.read(0, START))


def invitation(name: str, roles: tuple[Role, ...], token: str, expires: int, person: str = f"p{NEW}") -> Invited:
    """What asks a new person in, or with `person` gives a known one another link."""
    return said(Invited, kind="invited", person=person, name=name, roles=roles, token=token, expires=expires)


def _numbered(data: Data, held: Data) -> Data:
    """The data with the number that the ledger gave to what it held then."""
    if isinstance(data, Submitted) and data.item == f"T{NEW}" and isinstance(held, Submitted):
        return data.model_copy(update={"item": held.item})
    if isinstance(data, Invited) and data.person == f"p{NEW}" and isinstance(held, Invited):
        return data.model_copy(update={"person": held.person})
    return data


def replayed(path: Path, head: str | None = None) -> State:
    """The state from the ledger's first event on, each event checked against the chain and against the rules.

    With `head`, the state up to the event with that digest. Raises ReleaseError that names the first event that was
    tampered with, or that the rules did not allow, and InputError when no event has the digest.
    """
    state = EMPTY
    with closing(Ledger(path)) as ledger:
        for event in ledger.read():
            if state.head == head:
                break
            try:
                require(state, event.data, event.at)
            except Refused as error:
                raise ReleaseError(f"{path}: event {event.seq} was not allowed: {error}") from error
            state = apply(state, event)
    if head not in {None, state.head}:
        raise InputError(f"{path}: it has no event with the digest {head}")
    return state


def same_state(one: State, two: State) -> bool:
    """Whether two states are equal to the byte."""
    return state_bytes(one) == state_bytes(two)


def _given_number(state: State, data: Data) -> Data:
    if isinstance(data, Submitted) and data.item == f"T{NEW}":
        return data.model_copy(update={"item": f"T{len(state.items) + 1}"})
    if isinstance(data, Invited) and data.person == f"p{NEW}":
        return data.model_copy(update={"person": f"p{len(state.people) + 1}"})
    return data
