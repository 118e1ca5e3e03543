"""The tandem family's contract: kitchen files, joint states and plans as they are written down."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from schemas.base import CanaryString, IdString, Record, Sha256
from schemas.canonical import JSON

__all__ = [
    "ActionRecord",
    "ContrastRecord",
    "CookName",
    "CookRecord",
    "Facing",
    "GoalRecord",
    "HalfName",
    "KitchenFile",
    "LayoutRecord",
    "Name",
    "OptimumRecord",
    "OptionRecord",
    "PairRecord",
    "ProgramsRecord",
    "RecipeRecord",
    "StateRecord",
    "StepRecord",
    "Tag",
    "TandemQuestion",
    "TandemVerification",
    "TaskRecord",
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


class ProgramsRecord(Record):
    """A team plan: each member's statements in the program language."""

    chef: tuple[str, ...]
    assistant: tuple[str, ...]


class GoalRecord(Record):
    """What a question's cost is counted to.

    `horizon` short: the first time that `milestone` holds (`ready PRODUCT` in its utensil, `plated ORDER`, `in ITEM`
    waiting in its utensil). long: delivery, with the optimal rest after the programs.
    """

    horizon: Literal["short", "long"]
    milestone: Annotated[str, StringConstraints(pattern=r"^(ready|plated|in) [a-z][a-z0-9_]*$|^delivered$")]


class OptionRecord(Record):
    """One option with what became of it. `cost` is null where the plan can never finish; `stage` is the joint step
    after which both programs are over, `rest` the least remaining cost from there, both null where there is none.
    """

    programs: ProgramsRecord
    text: str
    cost: Annotated[int, Field(ge=0)] | None
    stage: Annotated[int, Field(ge=0)] | None
    rest: Annotated[int, Field(ge=0)] | None


class ContrastRecord(Record):
    """The coordination choice that the scenario was screened for: alternatives and their penalties in joint steps."""

    family: str
    theme: str
    alternatives: tuple[str, ...]
    penalties: tuple[Annotated[int, Field(ge=0)] | None, ...]
    shared_prefix: Annotated[int, Field(ge=0)]


class OptimumRecord(Record):
    """The state optimum with its evidence: a lower bound, the digest of the table that gives it, and a witness."""

    cost: Annotated[int, Field(ge=0)]
    lower_bound: Annotated[int, Field(ge=0)]
    evidence: Literal["table", "search", "reached"]
    table: Sha256
    witness: tuple[tuple[str, str], ...]


Tag = Literal["work order", "handoff", "parallel work", "resource constraint"]


class TaskRecord(Record):
    """What the scenario's task has room for (paper B.2): its optimum T in joint steps from the order's start, its
    representatives |S|, and its capacity, the smaller of |S| and a third of T.
    """

    optimum: Annotated[int, Field(ge=0)]
    representatives: Annotated[int, Field(ge=1)]
    capacity: Annotated[int, Field(ge=1)]


class PairRecord(Record):
    """A verification pair: the index of the non-optimal option that is taken out where the optimum stays."""

    removed_when_retained: Annotated[int, Field(ge=0, le=3)]


class TandemQuestion(Record):
    """A base question with its verification pair: one scenario, one goal, four team plans.

    `own_kitchen` has the rules of the kitchen and the order where they don't come with the package.
    """

    id: IdString
    family: Literal["tandem"]
    scenario: Annotated[str, StringConstraints(pattern=r"^[a-z0-9_]+#[0-9]{2}$")]
    split: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]*$")]
    canary: CanaryString
    kitchen: Name
    own_kitchen: KitchenFile | None = None
    rules: Sha256
    order: Name
    level: Annotated[int, Field(ge=1, le=6)]
    task: TaskRecord
    position: Annotated[int, Field(ge=0)]
    state: StateRecord
    goal: GoalRecord
    contrast: ContrastRecord
    options: Annotated[tuple[OptionRecord, ...], Field(min_length=4, max_length=4)]
    gold: Annotated[int, Field(ge=0, le=3)]
    optimum: OptimumRecord
    pair: PairRecord
    rationale: str
    tags: tuple[Tag, ...]
    structure: Sha256
    conflict: bool


HalfName = Literal["retained", "removed"]
"""The halves of a verification pair: the state optimum stays among the plans, or is taken out."""


class TandemVerification(Record):
    """A verification question: three plans of its base question, and the statement that a better one exists.

    The statement stands where option `removed` of the base question stood; `better_exists` says whether it is true.
    """

    id: IdString
    family: Literal["tandem_verification"]
    split: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]*$")]
    canary: CanaryString
    variant: HalfName
    removed: Annotated[int, Field(ge=0, le=3)]
    statement: str
    better_exists: bool
    base: TandemQuestion

    def content(self) -> dict[str, JSON]:
        """What the id is made of; the base question goes in by its own id."""
        return {
            "family": self.family,
            "split": self.split,
            "variant": self.variant,
            "removed": self.removed,
            "statement": self.statement,
            "better_exists": self.better_exists,
            "base": self.base.id,
        }
