"""What waits for somebody: one queue for everything their roles let them do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

from annotation.rules import may_review, next_part
from annotation.state import Item, Person, State, Version

__all__ = ["TASKS", "Task", "TaskKind", "tasks"]

TaskKind: TypeAlias = Literal["rewrite", "final", "adjudicate", "feedback", "solve", "check"]

TASKS: Final[dict[TaskKind, str]] = {
    "rewrite": "Rewrite it: a round sent it back",
    "final": "Final check: does the rewrite answer the feedback?",
    "adjudicate": "Adjudicate: answers differ",
    "feedback": "Feedback: was anything ambiguous?",
    "solve": "Solve its three questions",
    "check": "Check it: four yes-or-no questions",
}
"""What each task asks, in the order in which a queue lists them: what others wait for first."""


class Task(NamedTuple):
    """One thing to do."""

    kind: TaskKind
    item: str
    version: int
    scenario: str
    begun: bool

    @property
    def asks(self) -> str:
        """What the task asks."""
        return "Go on solving its questions" if self.begun else TASKS[self.kind]


def tasks(state: State, person: Person) -> tuple[Task, ...]:
    """Everything that waits for somebody, the most pressing first, then by the item's number."""
    order = list(TASKS)
    found = [task for item in state.items.values() for task in _of(state, person, item)]
    return tuple(sorted(found, key=lambda task: (not task.begun, order.index(task.kind), int(task.item[1:]))))


def _of(state: State, person: Person, item: Item) -> Iterator[Task]:
    kind = _kind(state, person, item, item.now)
    if kind is not None:
        begun = kind == "solve" and bool(item.now.parts_of(person.id))
        yield Task(kind, item.id, item.now.number, item.now.submitted.triplet.scenario, begun)


def _kind(state: State, person: Person, item: Item, version: Version) -> TaskKind | None:
    if person.id in item.authors:
        mine: dict[str, TaskKind] = {"returned": "rewrite", "final-check": "final"}
        return mine.get(version.phase)
    if version.phase == "comparison":
        free = "adjudicator" in person.roles and person.id not in version.reviewers
        return "adjudicate" if free else None
    if not may_review(person, item):
        return None
    if version.phase == "checks" and person.id not in {check.person for check in version.checks}:
        return "check"
    if version.phase == "solves" and next_part(state, version, person.id) is not None:
        return "solve"
    given = {said.person for said in version.feedback}
    if version.phase == "feedback" and person.id in version.solvers and person.id not in given:
        return "feedback"
    return None
