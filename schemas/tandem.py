"""The tandem family's contract: kitchen files, joint states and plans as they are written down."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from schemas.base import Record

__all__ = [
    "ActionRecord",
    "CookName",
    "CookRecord",
    "Facing",
    "KitchenFile",
    "LayoutRecord",
    "Name",
    "RecipeRecord",
    "StateRecord",
    "StepRecord",
    "UtensilKindRecord",
    "UtensilRecord",
    "Verb",
]

Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]*(_[a-z0-9]+)*$", max_length=80)]
"""A food, an order or a kind of utensil: lower-case words joined by underscores."""

PlaceName = Annotated[str, StringConstraints(pattern=r"^[A-Z][0-9]{1,2}$")]
"""A counter: one capital letter and a number."""

StationLetter = Annotated[str, StringConstraints(pattern=r"^[A-WYZ]$")]
"""The letter of a station in the drawn grid; `X` is taken by counters."""

Facing = Literal["north", "south", "east", "west"]
CookName = Literal["chef", "assistant"]
Cell = tuple[Annotated[int, Field(ge=0)], Annotated[int, Field(ge=0)]]
"""A cell (x, y), y counted downwards from 0."""


class UtensilKindRecord(Record):
    """A kind of utensil: how many joint steps its work takes, its start step included, and the verb for it."""

    time: Annotated[int, Field(ge=1, le=9)]
    verb: Annotated[str, StringConstraints(pattern=r"^[a-z]+$")]


class StepRecord(Record):
    """One processing step of a recipe. `time` overrides the utensil's own."""

    utensil: Name
    takes: Annotated[tuple[Name, ...], Field(min_length=1, max_length=4)]
    gives: Name
    time: Annotated[int, Field(ge=1, le=9)] | None = None


class RecipeRecord(Record):
    """An order and the tree of steps that makes it; a plated order leaves its last utensil only into a dish."""

    order: Name
    level: Annotated[int, Field(ge=1, le=6)]
    plated: bool = False
    steps: Annotated[tuple[StepRecord, ...], Field(min_length=1, max_length=8)]


class LayoutRecord(Record):
    """A drawn grid: `.` floor, `=` wall, `1` Chef's and `2` Assistant's start, `X` counter, `#` a shared counter
    (checked), any other capital letter a station that `stations` explains. `counters` names counters by cell;
    the others get names by themselves.
    """

    grid: Annotated[tuple[str, ...], Field(min_length=3, max_length=12)]
    stations: dict[StationLetter, Name]
    counters: dict[PlaceName, Cell] = Field(default_factory=dict)
    chef_faces: Facing = "north"
    assistant_faces: Facing = "north"


class KitchenFile(Record):
    """A kitchen as a TOML file says it. `base` names a packaged kitchen whose tables fill those that are missing;
    utensils are merged kind by kind, recipes order by order.
    """

    name: Name
    base: Name | None = None
    contents: Annotated[int, Field(ge=1, le=4)] | None = None
    layout: LayoutRecord | None = None
    utensils: dict[Name, UtensilKindRecord] = Field(default_factory=dict)
    recipe: tuple[RecipeRecord, ...] = ()


class CookRecord(Record):
    """Where a cook stands, where it looks, and what it carries."""

    at: Cell
    faces: Facing
    holds: Name | None = None


class UtensilRecord(Record):
    """What is in a utensil: waiting contents, or a product with the joint steps left until it can be taken."""

    contents: tuple[Name, ...] = ()
    product: Name | None = None
    steps_left: Annotated[int, Field(ge=0, le=9)] = 0


class StateRecord(Record):
    """A joint state of one order's kitchen. Counters and utensils that are not named are empty."""

    order: Name
    chef: CookRecord
    assistant: CookRecord
    counters: dict[PlaceName, Name] = Field(default_factory=dict)
    utensils: dict[str, UtensilRecord] = Field(default_factory=dict)
    delivered: bool = False


Verb = Literal["wait", "move", "take", "place", "put", "start", "fill", "deliver"]


class ActionRecord(Record):
    """One cook's action in one joint step; `what` is a direction for `move`, an item or nothing else."""

    verb: Verb
    what: str = ""
