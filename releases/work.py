"""Units of work: which item to try, and what came of trying it. All travel as JSON, to any executor and to disk."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, JsonValue

from schemas.base import Record
from schemas.findings import Finding
from schemas.legs import Split
from schemas.recipes import Recipe

__all__ = ["Errand", "Job", "Made", "Outcome", "Refused", "Results", "Task", "Unit"]

Number = Annotated[int, Field(ge=0)]


class Job(Record):
    """What every task of a build shares: the recipe, and the world by its full specification."""

    recipe: Recipe
    world: str | None


class Unit(Record):
    """One item to be made: the `index`-th of its group (`easy-sequential`) and split."""

    family: str
    group: str
    split: Split
    index: Number

    def __str__(self) -> str:
        return f"{self.family} {self.group} {self.split} {self.index}"


class Refused(Record):
    """An attempt that made nothing that may be kept; `findings` are the validators', when they said so."""

    attempt: Number
    code: str
    message: str
    findings: tuple[Finding, ...] = ()
    draft: JsonValue = None


class Made(Record):
    """An item, as its canonical JSON text, with what its world needs.

    `visited` are the titles of the pages that the item's stops are on, `pages` all titles that replay and checks
    need. Of its tool calls, as canonical JSON texts, `calls` are the gold ones and `trials` those that proofs need.
    """

    attempt: Number
    item: str
    visited: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    trials: tuple[str, ...] = ()


class Task(Record):
    """Consecutive attempts at one unit, up to the first that makes an item."""

    unit: Unit
    first: Number
    attempts: Annotated[int, Field(ge=1)]


class Outcome(Record):
    """What a task came to: the attempts refused, then the item, or none when every attempt was refused."""

    task: Task
    refused: tuple[Refused, ...]
    made: Made | None


class Errand(Record):
    """Tasks for one process to do one after the other, because they share most of their work."""

    tasks: Annotated[tuple[Task, ...], Field(min_length=1)]


class Results(Record):
    """What an errand came to, task by task."""

    outcomes: tuple[Outcome, ...]
