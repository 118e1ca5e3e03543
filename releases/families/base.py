"""The door that every family of items comes through, so that building, checking and replaying know no family."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from releases.likeness import Likeness
from releases.plots import Plot
from releases.work import Job, Made, Refused, Unit
from schemas.base import Record
from schemas.canonical import JSON
from schemas.findings import Finding
from schemas.recipes import Recipe
from schemas.values import Value
from validators.registry import Rule
from worlds.world import World

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["CardTable", "Context", "Door", "Family", "Moved", "Summary", "Tick"]

Context = object
"""What a family's checks are run against, made by `Family.context`; only the family looks inside."""


Tick = Callable[[], None]
"""Called once for each item that has been dealt with."""


class Door(ABC):
    """The rules of a whole release, applied to one item after the other in the order of the units."""

    @abstractmethod
    def refuse(self, unit: Unit, made: Made) -> Refused | None:
        """Why this item can't join those admitted so far, or None."""

    @abstractmethod
    def admit(self, made: Made) -> None:
        """Count an item as one of the release."""


class CardTable(NamedTuple):
    """A table of the dataset card: a heading, column names, rows of cells."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Summary(NamedTuple):
    """What the card says of one family: plain paragraphs, tables and plots, all counted from the items."""

    about: tuple[str, ...]
    tables: tuple[CardTable, ...]
    limits: tuple[str, ...]
    plots: tuple[Plot, ...] = ()


class Moved(NamedTuple):
    """Where an item no longer comes out as recorded in a world as it is now; `dead` where it can't be followed."""

    place: str
    why: str
    dead: bool


class Family(ABC):
    """One family.

    What comes as a `Collection` may be far more than fits in memory: it can be gone through several times.
    `config` names its dataset config, `item` its items' family and their published schema, `prediction` the schema
    of what an agent hands in, and `instructions` says how its items are put to an agent. `needs_world` says whether
    items are about a world of pages and tools, which a release must then record. `shown` are the columns that a
    private test makes public: what an agent is given, and nothing that tells of the answer.
    """

    config: str
    item: str
    prediction: str
    instructions: str
    needs_world: bool
    shown: tuple[str, ...]

    @abstractmethod
    def units(self, recipe: Recipe) -> Iterator[Unit]:
        """The items that a recipe asks for, in the order in which they are admitted."""

    def together(self, unit: Unit) -> tuple[Unit, ...]:
        """The units, this one among them, that are best made by one process, because they share most of the work."""
        return (unit,)

    @abstractmethod
    def attempt(self, job: Job, unit: Unit, attempt: int) -> Made:
        """One pure attempt at one unit. Raises generators.rejection.Rejected."""

    @abstractmethod
    def door(self, recipe: Recipe) -> Door:
        """A fresh door for one release."""

    @abstractmethod
    def pools(self, world: World) -> Mapping[str, tuple[Value, ...]]:
        """The values of a world, by kind, which a release records; none where items need no world."""

    @abstractmethod
    def parse(self, text: str | bytes, where: str) -> Record:
        """An item from its JSON text. Raises InputError naming `where`."""

    @abstractmethod
    def table(self) -> pa.Schema:
        """The Arrow schema of the config, the same for every release."""

    @abstractmethod
    def row(self, item: Record) -> dict[str, object]:
        """An item's row in that table, but for its `record`: that is the item as it is written down."""

    @abstractmethod
    def context(self, world: Path | None, recipe: Recipe | None, damaged: bool = False) -> Context:
        """What checks need, from a recorded world's folder and the recipe, where there are any.

        Of a world known to be `damaged`, what is sound. Raises InputError when the world can't be read.
        """

    @abstractmethod
    def check(self, items: Collection[Record], context: Context, tick: Tick) -> Iterator[Finding]:
        """Every finding about these items, one by one and together; `tick` is called once an item."""

    @abstractmethod
    def not_checkable(self, context: Context) -> tuple[str, ...]:
        """Names of the rules that this context can't decide."""

    def too_few(self, items: Collection[Record]) -> tuple[str, ...]:
        """Names of the rules that so few items can't be held against, with the reason; none for most families."""
        del items
        return ()

    @abstractmethod
    def rules(self) -> tuple[Rule, ...]:
        """The rules that `check` applies. Several may share one name."""

    @abstractmethod
    def stats(self, items: Collection[Record], context: Context) -> dict[str, JSON]:
        """Figures for `check --json`; empty where a family has none."""

    @abstractmethod
    def replay(self, items: Iterable[Record], world: Path | None, tick: Tick) -> Iterator[Finding]:
        """Re-derive every answer and value, and report each that differs; `tick` is called once an item."""

    @abstractmethod
    def uses(self, item: Record) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The page titles and request digests of the recorded world that an item's values rest on."""

    @abstractmethod
    def likeness(self, item: Record) -> Likeness:
        """What releases are compared by."""

    def drift(self, item: Record, world: World) -> Moved | None:
        """How an item fares in a world as it is now; None where all is as recorded, or where it rests on no source."""
        del item, world
        return None

    def left(self, item: Record) -> tuple[str, ...]:
        """The pages whose links all had to be considered for the item to hold; none for most families."""
        del item
        return ()

    @abstractmethod
    def summary(self, items: Collection[Record], stats: Mapping[str, JSON]) -> Summary:
        """What the card says of these items."""

    @abstractmethod
    def explain(self, item: Record) -> str:
        """One item for a person to read: how its answer follows."""

    @abstractmethod
    def example(self, item: Record) -> str:
        """One item as the card shows it, in Markdown: what an agent is asked, and what is right."""

    def drawing(self, item: Record) -> str | None:
        """A picture of one item as an SVG document; None where a family has none."""
        del item
        return None

    def scoring_files(self, canary: str) -> Mapping[str, bytes]:
        """Files of the `scoring` folder beside the predictions' schema, by name; each holds the canary."""
        return {}

    @abstractmethod
    def graph(self, item: Record) -> list[JSON]:
        """What an item's values feed, as `{"from", "to", "kind"}`; empty where an item is no graph."""
