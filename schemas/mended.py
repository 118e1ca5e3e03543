"""A published leg as it stands after mending: typed references, live stops only, and what was changed.

It has the parts of a leg of ours but for the proofs that a published record can't give and mending may not invent:
evidence, recorded calls and draws. Those are marked as missing in `unproven`.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StringConstraints

from schemas.base import IdString, Record
from schemas.findings import Finding
from schemas.legs import DetourName, Ref
from schemas.values import NumberValue, Value

__all__ = [
    "UNPROVEN", "Change", "MendedDetour", "MendedFinish", "MendedLeg", "MendedOperation", "MendedPage",
    "MendedStop", "Transition",
    "found_in",
]  # fmt: skip

UNPROVEN = (
    "L1 sensitivity (no draws)",
    "L6 (pages aren't pinned)",
    "L7 (no revision, span or digest)",
    "L8 and L9 (the facts weren't read again)",
    "L13 inversion of the clues that go to a page",
    "L14 (no links recorded)",
    "L16 (agents weren't played)",
)
"""What mending can't show."""

Index: TypeAlias = Annotated[int, Field(ge=0, le=199)]
MendedOperation: TypeAlias = Literal["sum_mod_10", "absolute_difference_mod_10"]
"""The finishes that published legs have, a digital root being mended to the first."""

Transition: TypeAlias = Literal["seed", "stay", "link_follow", "search_query"]


class Change(Record):
    """One thing that was mended: the finding's code, the stop as it was numbered before, and what was done."""

    code: Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Za-z]*[0-9]*\.[a-z0-9-]+$")]
    stop: Index | None
    done: Annotated[str, StringConstraints(min_length=1, max_length=1000)]


class MendedBase(Record):
    """What every stop has. `was` is its index in the published record; `depends_on` holds the data edges."""

    index: Index
    was: Index
    depends_on: tuple[Index, ...]


class MendedPage(MendedBase):
    """Go to a page and read a fact; `asks` is how the record names the fact."""

    stop_type: Literal["route_info"]
    transition: Transition
    page_url: str
    asks: str
    value: Value


class MendedDetour(MendedBase):
    """An analytical transform of one earlier value."""

    stop_type: Literal["detour"]
    transform: DetourName
    source: Ref
    value: NumberValue


class MendedFinish(MendedBase):
    """Aggregate earlier values to the answer, one digit."""

    stop_type: Literal["finish_line"]
    operation: MendedOperation
    sources: Annotated[tuple[Ref, ...], Field(min_length=1, max_length=6)]
    value: NumberValue


MendedStop: TypeAlias = Annotated[MendedPage | MendedDetour | MendedFinish, Field(discriminator="stop_type")]


class MendedLeg(Record):
    """A published leg after mending. Clue k is stop k; `changes` lists everything that isn't as it was.

    `level` is the published record's: what is left of a leg has fewer stops than the level asks for.
    """

    family: Literal["mended_leg"]
    id: IdString
    source: str
    trail_id: str
    level: str
    variant: Literal["sequential"]
    seed_title: str
    seed_url: str
    clues: Annotated[tuple[str, ...], Field(min_length=2)]
    stops: Annotated[tuple[MendedStop, ...], Field(min_length=2)]
    answer: Annotated[int, Field(ge=0, le=9)]
    step_budget: Annotated[int, Field(ge=10)]
    live_depth: Annotated[int, Field(ge=1)]
    changes: tuple[Change, ...]
    unproven: tuple[str, ...]


def found_in(leg: MendedLeg, code: str, place: str, message: str) -> Finding:
    """A critical finding about a mended leg."""
    return Finding(code=code, severity="critical", item=leg.id, place=place, message=message[:1000])
