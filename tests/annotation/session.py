"""A scripted review session for the tests of sudden death: every step has a fixed key, and says when it is done."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from annotation.acts import adjudicate, answer, check, confirm, feedback
from annotation.authoring import submit
from annotation.events import PARTS, Part, Role
from annotation.invites import invite
from annotation.review import Review
from schemas.triplets import Triplet
from tests.annotation.reviewing import ADA, JUNO, PANEL, RITA, ROLF, gold
from tests.annotation.written import FRIDGE, FRIDGE_TEXT, SWIM, SWIM_TEXT, triplet

__all__ = ["STEPS", "play", "play_to"]

BETTER_TEXT = SWIM_TEXT.replace("in the desert", "in the dry desert")
BETTER = triplet(BETTER_TEXT)

Step = Callable[[Review, str], object]


def _ask_in(review: Review, key: str, name: str, roles: tuple[Role, ...]) -> None:
    """Ask somebody in who is not yet: a link is new each time, so that this is no step to send again."""
    if all(person.name != name for person in review.state.people.values()):
        invite(review, name, roles, 7, key)


def _checked(who: str, item: str, version: int) -> Step:
    return lambda review, key: check(review, who, item, version, [], "", key)


def _answered(who: str, item: str, version: int, part: Part, told: str) -> Step:
    return lambda review, key: answer(review, who, item, version, part, told, key)


def _fed_back(who: str, item: str, version: int) -> Step:
    return lambda review, key: feedback(review, who, item, version, "", key, clear=True)


def _rounds(item: str, version: int, made: Triplet, *, wrong: bool) -> list[Step]:
    steps = [_checked(who, item, version) for who in (RITA, ROLF)]
    for who in (RITA, ROLF):
        for part in PARTS:
            told = "something else" if wrong and who == ROLF and part == "commonsense" else gold(made, part)
            steps.append(_answered(who, item, version, part, told))
    return steps


def _feedback(item: str, version: int) -> list[Step]:
    return [_fed_back(who, item, version) for who in (RITA, ROLF)]


STEPS: list[Step] = [
    *(lambda review, key, name=name, roles=roles: _ask_in(review, key, name, roles) for name, roles in PANEL),
    lambda review, key: submit(review, ADA, SWIM_TEXT, key),
    lambda review, key: submit(review, ADA, FRIDGE_TEXT, key),
    *_rounds("T1", 1, SWIM, wrong=True),
    lambda review, key: adjudicate(review, JUNO, "T1", 1, "they differ", key, same=False),
    lambda review, key: submit(review, ADA, BETTER_TEXT, key, "T1", "dry now"),
    *_rounds("T2", 1, FRIDGE, wrong=False),
    *_feedback("T2", 1),
    *_rounds("T1", 2, BETTER, wrong=False),
    *_feedback("T1", 2),
    lambda review, key: confirm(review, ADA, "T1", 2, "", key, answers=True),
]
"""The whole session: two items, one of which is sent back once; all are accepted in the end."""


def play(path: Path, done: Callable[[int], object], first: int = 0) -> None:
    """Play the session from a step on. `done` is told the number of each step once it is acknowledged."""
    review = Review(path, lambda: 1_000_000)
    for number in range(first, len(STEPS)):
        STEPS[number](review, f"step-{number}")
        done(number)
    review.close()


def play_to(path: str, pipe: int, first: int) -> NoReturn:
    """Play in a process of its own, acknowledging each step as a byte in a pipe, then wait to be killed."""
    import os
    import time

    play(Path(path), lambda number: os.write(pipe, bytes([number])), first)
    while True:
        time.sleep(60)
