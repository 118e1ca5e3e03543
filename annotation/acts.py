"""What people do in the rounds, one function an act; the rules decide whether it may happen."""

from __future__ import annotations

from collections.abc import Iterable

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


def check(review: Review, person: str, item: str, version: int, noes: Iterable[str], note: str, key: str) -> None:
    """Round 1: answer the four binary checks, "yes" but for those named in `noes`."""
    said_no = set(noes)
    if unknown := sorted(said_no - set(CHECKS)):
        raise Refused(f"{unknown[0]}: no such check; there are {', '.join(CHECKS)}")
    verdicts = tuple(Verdict(check=one, yes=one not in said_no) for one in CHECKS)
    data = said(
        Checked,
        kind="checked",
        item=item,
        version=version,
        person=person,
        verdicts=verdicts,
        note=note.strip(),
    )
    review.do(data, key)


def answer(review: Review, person: str, item: str, version: int, part: Part, words: str, key: str) -> None:
    """Round 2: answer one question."""
    data = said(
        Answered,
        kind="answered",
        item=item,
        version=version,
        person=person,
        part=part,
        answer=words.strip(),
    )
    review.do(data, key)


def adjudicate(review: Review, person: str, item: str, version: int, note: str, key: str, *, same: bool) -> None:
    """Round 3: say whether answers that differ mean the same."""
    data = said(
        Adjudicated,
        kind="adjudicated",
        item=item,
        version=version,
        person=person,
        same=same,
        note=note.strip(),
    )
    review.do(data, key)


def feedback(review: Review, person: str, item: str, version: int, note: str, key: str, *, clear: bool) -> None:
    """Round 4: say whether anything was ambiguous, and how."""
    data = said(
        Feedback,
        kind="feedback",
        item=item,
        version=version,
        person=person,
        clear=clear,
        note=note.strip(),
    )
    review.do(data, key)


def confirm(review: Review, person: str, item: str, version: int, note: str, key: str, *, answers: bool) -> None:
    """The author's final check of a rewrite."""
    data = said(
        Confirmed,
        kind="confirmed",
        item=item,
        version=version,
        person=person,
        answers=answers,
        note=note.strip(),
    )
    review.do(data, key)


def open_item(review: Review, person: str, item: str) -> None:
    """Show somebody an item with its answers, and write that down: they can't review it from now on.

    Raises Refused when it is not for them.
    """
    held = review.item(item)
    if person not in held.authors and person not in held.shown:
        review.do(said(GoldShown, kind="gold-shown", item=item, person=person), f"shown:{item}:{person}")


def free_place(review: Review, person: str, item: str, version: int, solver: str, key: str) -> None:
    """Free the place of a solver who began and doesn't go on."""
    data = said(Released, kind="released", item=item, version=version, solver=solver, person=person)
    review.do(data, key)


def withdraw(review: Review, person: str, item: str, note: str, key: str) -> None:
    """Take an item out of review."""
    review.do(said(Withdrawn, kind="withdrawn", item=item, person=person, note=note.strip()), key)
