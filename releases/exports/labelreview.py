"""A review in Label Studio: blind tasks from its ledger, and annotations back as the events that the rules allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from annotation import acts
from annotation.events import Check, Part
from annotation.review import Review
from annotation.rules import Refused
from annotation.state import Item
from releases.exports.labelstudio import Labelled, tasks
from schemas.errors import InputError

__all__ = ["Brought", "bring_in", "open_tasks"]

Round: TypeAlias = Literal["checks", "solves", "feedback"]

FIELDS: Final[dict[str, Check]] = {
    "real_request": "real-scenario",
    "needs_commonsense": "needs-commonsense",
    "one_step": "one-step",
    "unambiguous": "unambiguous",
}
"""The checks of the labelling form by the names that they have in a review."""

ANSWERS: Final[dict[Part, str]] = {
    "composition": "answer_composition",
    "commonsense": "answer_commonsense",
    "math": "answer_math",
}
NO_NOTE: Final = "No note was given in Label Studio."


class Brought(NamedTuple):
    """What one annotation came to: the steps that became events, and why others did not."""

    item: str
    person: str
    steps: tuple[str, ...]
    refused: tuple[str, ...]


def open_tasks(review: Review) -> bytes:
    """Blind tasks for every item that waits for checks or answers. They hold neither gold nor author."""
    waiting = [item for item in review.state.items.values() if item.now.phase in {"checks", "solves"}]
    if not waiting:
        raise InputError(f"{review.path}: no item waits for reviewers")
    return tasks([item.now.submitted.triplet for item in waiting])


def bring_in(review: Review, labels: Sequence[Labelled], people: Mapping[str, str]) -> tuple[Brought, ...]:
    """Write annotations to the ledger: all checks, then all answers, then all feedback, as the rounds follow.

    `people` says who an annotator is here, by name or id; who is not in it goes by the name that the export gives.
    The rules decide on each step as they do for everybody; what they refuse is told and not written. The same export
    brought in again changes nothing. Raises InputError for an annotator whom nobody knows, and for an item that is no
    current version of this review's.
    """
    known = {item.now.submitted.triplet.id: item for item in review.state.items.values()}
    rows = [
        (label, _item(known, label), review.person(people.get(label.annotator, label.annotator)).id) for label in labels
    ]
    done: list[list[str]] = [[] for _ in rows]
    refused: list[list[str]] = [[] for _ in rows]
    rounds: tuple[Round, ...] = ("checks", "solves", "feedback")
    for step in rounds:
        for place, (label, item, person) in enumerate(rows):
            try:
                done[place].extend(one for one, new in _step(review, step, label, item, person) if new)
            except Refused as error:
                refused[place].append(str(error))
    return tuple(
        Brought(item.id, person, tuple(steps), tuple(told))
        for (_, item, person), steps, told in zip(rows, done, refused, strict=True)
    )


def _item(known: Mapping[str, Item], label: Labelled) -> Item:
    if label.item not in known:
        raise InputError(f"{label.item}: no item of this review is that now; it was written again, or is another's")
    return known[label.item]


def _step(review: Review, step: Round, label: Labelled, item: Item, person: str) -> Iterator[tuple[str, bool]]:
    """What an annotation says for one round, done; each act's name as it is in the ledger, and whether it is new."""
    key = f"label:{label.item}:{person}:"
    version = item.now.number
    said = label.fields
    if step == "checks" and said.keys() >= FIELDS.keys():
        noes = [check for field, check in FIELDS.items() if said[field] == "no"]
        note = said.get("ambiguity") or NO_NOTE if noes else ""
        new = review.find(f"{key}check") is None
        acts.check(review, person, item.id, version, noes, note, f"{key}check")
        yield "check", new
    elif step == "solves" and review.item(item.id).now.phase == "solves":
        for part in item.now.parts:
            words = said.get(ANSWERS[part])
            if words is not None:
                new = review.find(f"{key}{part}") is None
                acts.answer(review, person, item.id, version, part, words, f"{key}{part}")
                yield part, new
    elif step == "feedback" and review.item(item.id).now.phase == "feedback":
        note = said.get("ambiguity", "")
        new = review.find(f"{key}feedback") is None
        acts.feedback(review, person, item.id, version, note, f"{key}feedback", clear=not note)
        yield "feedback", new
