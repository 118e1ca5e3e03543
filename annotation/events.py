"""What can happen in a review: each kind of event as a record, and the event as the ledger holds it."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import Field, StringConstraints, TypeAdapter

from schemas.base import Record, Sha256
from schemas.triplets import Triplet

__all__ = [
    "CHECKS", "DATA", "PARTS", "REVERSED_PARTS", "ROLES", "Adjudicated", "Answered", "Check", "Checked", "Compared",
    "Confirmed", "Data", "Event", "Feedback", "GoldShown", "Invited", "ItemId", "Match", "Opened", "Part", "PersonId",
    "Released", "Role", "ShutOut", "SignedIn", "SignedOut", "Submitted", "Verdict", "Withdrawn",
]  # fmt: skip

Role: TypeAlias = Literal["author", "reviewer", "adjudicator", "maintainer"]
Part: TypeAlias = Literal["composition", "commonsense", "math"]
Check: TypeAlias = Literal["real-scenario", "needs-commonsense", "one-step", "unambiguous"]
"""The binary checks of round 1 (papers: AgentCoMa, validation by experts)."""

ROLES: tuple[Role, ...] = get_args(Role)
PARTS: tuple[Part, ...] = get_args(Part)
"""The three questions in the order in which they are sent: the last one states what the one before it asks for."""
REVERSED_PARTS: tuple[Part, ...] = ("composition", "math", "commonsense")
"""The same for a maths-first item."""
CHECKS: tuple[Check, ...] = get_args(Check)

PersonId = Annotated[str, StringConstraints(pattern=r"^p[1-9][0-9]{0,5}$")]
ItemId = Annotated[str, StringConstraints(pattern=r"^T[1-9][0-9]{0,5}$")]
Number = Annotated[int, Field(ge=1, le=100_000)]
Seconds = Annotated[int, Field(ge=0, lt=2**53)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]+$")]
Note = Annotated[str, StringConstraints(max_length=2000)]
Answer = Annotated[str, StringConstraints(min_length=1, max_length=400)]


class Opened(Record):
    """The ledger begins. `reviewers` is how many people each round takes."""

    kind: Literal["opened"]
    name: Name
    reviewers: Annotated[int, Field(ge=2, le=9)]


class Invited(Record):
    """Somebody is asked in, or gets another link. The link's token is held as its SHA-256 only."""

    kind: Literal["invited"]
    person: PersonId
    name: Name
    roles: Annotated[tuple[Role, ...], Field(min_length=1)]
    token: Sha256
    expires: Seconds


class SignedIn(Record):
    """An invite link was used up for a session, whose token is held as its SHA-256 only."""

    kind: Literal["signed-in"]
    person: PersonId
    token: Sha256
    session: Sha256
    expires: Seconds


class SignedOut(Record):
    """A session ended."""

    kind: Literal["signed-out"]
    session: Sha256


class ShutOut(Record):
    """All sessions of somebody end, and their unused links work no more. `by` is who asked for it."""

    kind: Literal["shut-out"]
    person: PersonId
    by: PersonId


class Submitted(Record):
    """An author hands in an item (version 1) or a rewrite of it, as the text written and the record made of it."""

    kind: Literal["submitted"]
    item: ItemId
    version: Number
    person: PersonId
    text: Annotated[str, StringConstraints(min_length=1, max_length=20_000)]
    triplet: Triplet
    reply: Note


class Verdict(Record):
    """One answer to a binary check."""

    check: Check
    yes: bool


class Checked(Record):
    """Round 1: a reviewer's answers to the four binary checks. A "no" comes with a note."""

    kind: Literal["checked"]
    item: ItemId
    version: Number
    person: PersonId
    verdicts: Annotated[tuple[Verdict, ...], Field(min_length=4, max_length=4)]
    note: Note


class Answered(Record):
    """Round 2: a reviewer's answer to one of the three questions, given before the next is shown."""

    kind: Literal["answered"]
    item: ItemId
    version: Number
    person: PersonId
    part: Part
    answer: Answer


class Match(Record):
    """Whether one answer is the author's, as far as a machine can tell."""

    person: PersonId
    part: Part
    same: bool


class Compared(Record):
    """Round 3: every answer of the version held against the author's."""

    kind: Literal["compared"]
    item: ItemId
    version: Number
    matches: tuple[Match, ...]


class Adjudicated(Record):
    """Round 3, where answers differ: whether all mean the same after all."""

    kind: Literal["adjudicated"]
    item: ItemId
    version: Number
    person: PersonId
    same: bool
    note: Annotated[Note, StringConstraints(min_length=1)]


class Feedback(Record):
    """Round 4: a solver says whether a question can be read in another way."""

    kind: Literal["feedback"]
    item: ItemId
    version: Number
    person: PersonId
    clear: bool
    note: Note


class Confirmed(Record):
    """The author's final check that a rewrite answers the feedback it was written for."""

    kind: Literal["confirmed"]
    item: ItemId
    version: Number
    person: PersonId
    answers: bool
    note: Note


class GoldShown(Record):
    """Somebody other than the author was shown the item with its answers, and can't review it from now on."""

    kind: Literal["gold-shown"]
    item: ItemId
    person: PersonId


class Released(Record):
    """A maintainer frees the place of a solver who began and doesn't go on."""

    kind: Literal["released"]
    item: ItemId
    version: Number
    solver: PersonId
    person: PersonId


class Withdrawn(Record):
    """The author or a maintainer takes an item out of review."""

    kind: Literal["withdrawn"]
    item: ItemId
    person: PersonId
    note: Annotated[Note, StringConstraints(min_length=1)]


Data: TypeAlias = (
    Opened | Invited | SignedIn | SignedOut | ShutOut | Submitted | Checked | Answered | Compared | Adjudicated
    | Feedback | Confirmed | GoldShown | Released | Withdrawn
)  # fmt: skip
"""What an event says."""

DATA: TypeAdapter[Data] = TypeAdapter(Annotated[Data, Field(discriminator="kind")])
"""Reads an event's data from JSON."""


class Event(Record):
    """One event: its place in the ledger, its idempotency key, when (Unix seconds), and the chain it hangs in."""

    seq: Annotated[int, Field(ge=1)]
    key: Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=r"^[!-~]+$")]
    at: Seconds
    data: Annotated[Data, Field(discriminator="kind")]
    previous: Sha256
    digest: Sha256
