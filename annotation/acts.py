"""What people do in the rounds, one function an act; the rules decide whether it may happen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar, get_args

from annotation.events import (
    CHECKS,
    Adjudicated,
    Answered,
    Checked,
    Confirmed,
    Feedback,
    GoldShown,
    Part,
    Released,
    Verdict,
    Withdrawn,
)
from annotation.review import Review, said
from annotation.rules import Refused

__all__ = ["adjudicate", "answer", "check", "confirm", "feedback", "free_place", "open_item", "withdraw"]

Act = TypeVar("Act", Checked, Answered, Adjudicated, Feedback, Confirmed, GoldShown, Released, Withdrawn)


def check(review: Review, person: str, item: str, version: int, noes: Iterable[str], note: str, key: str) -> None:
    """Round 1: answer the four binary checks, "yes" but for those named in `noes`."""
    said_no = set(noes)
    if unknown := sorted(said_no - set(CHECKS)):
        raise Refused(f"{unknown[0]}: no such check; there are {', '.join(CHECKS)}")
    verdicts = tuple(Verdict(check=one, yes=one not in said_no) for one in CHECKS)
    _do(review, key, Checked, person, item, version=version, verdicts=verdicts, note=note.strip())


def answer(review: Review, person: str, item: str, version: int, part: Part, words: str, key: str) -> None:
    """Round 2: answer one question."""
    _do(review, key, Answered, person, item, version=version, part=part, answer=words.strip())


def adjudicate(review: Review, person: str, item: str, version: int, note: str, key: str, *, same: bool) -> None:
    """Round 3: say whether answers that differ mean the same."""
    _do(review, key, Adjudicated, person, item, version=version, same=same, note=note.strip())


def feedback(review: Review, person: str, item: str, version: int, note: str, key: str, *, clear: bool) -> None:
    """Round 4: say whether anything was ambiguous, and how."""
    _do(review, key, Feedback, person, item, version=version, clear=clear, note=note.strip())


def confirm(review: Review, person: str, item: str, version: int, note: str, key: str, *, answers: bool) -> None:
    """The author's final check of a rewrite."""
    _do(review, key, Confirmed, person, item, version=version, answers=answers, note=note.strip())


def open_item(review: Review, person: str, item: str) -> None:
    """Show somebody an item with its answers, and write that down: they can't review it from now on.

    Raises Refused when it is not for them.
    """
    held = review.item(item)
    if person not in held.authors and person not in held.shown:
        _do(review, f"shown:{item}:{person}", GoldShown, person, item)


def free_place(review: Review, person: str, item: str, version: int, solver: str, key: str) -> None:
    """Free the place of a solver who began and doesn't go on."""
    _do(review, key, Released, person, item, version=version, solver=solver)


def withdraw(review: Review, person: str, item: str, note: str, key: str) -> None:
    """Take an item out of review."""
    _do(review, key, Withdrawn, person, item, note=note.strip())


def _do(review: Review, key: str, model: type[Act], person: str, item: str, **values: object) -> None:
    """Let what somebody said of an item happen, as the event of that model, once for a key."""
    (kind,) = get_args(model.model_fields["kind"].annotation)
    review.do(said(model, kind=kind, person=person, item=item, **values), key)
