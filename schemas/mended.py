"""A published leg as it stands after mending: typed references, live stops only, and what was changed.

It is not yet a leg of ours: nothing pins its pages, and no draws show how much each stop matters (`unproven`).
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StringConstraints

from schemas.base import Record
from schemas.legs import DetourName, FinishName, Ref, Variant
from schemas.values import NumberValue, Value

__all__ = ["Change", "MendedDetour", "MendedFinish", "MendedLeg", "MendedPage", "MendedStop", "Transition"]

Index: TypeAlias = Annotated[int, Field(ge=0, le=199)]
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
    operation: FinishName
    sources: Annotated[tuple[Ref, ...], Field(min_length=1, max_length=6)]
    value: NumberValue


MendedStop: TypeAlias = Annotated[MendedPage | MendedDetour | MendedFinish, Field(discriminator="stop_type")]


class MendedLeg(Record):
    """A published leg after mending. Clue k is stop k; `changes` lists everything that isn't as it was."""

    family: Literal["mended_leg"]
    source: str
    trail_id: str
    level: str
    variant: Variant
    seed_title: str
    seed_url: str
    clues: Annotated[tuple[str, ...], Field(min_length=2)]
    stops: Annotated[tuple[MendedStop, ...], Field(min_length=2)]
    answer: Annotated[int, Field(ge=0, le=9)]
    step_budget: Annotated[int, Field(ge=10)]
    live_depth: Annotated[int, Field(ge=1)]
    changes: tuple[Change, ...]
    unproven: tuple[str, ...]
