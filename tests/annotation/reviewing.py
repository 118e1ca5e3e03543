"""What the tests of review share: a panel of people, items to hand in, and each step of the rounds in one call."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from annotation.events import (
    CHECKS,
    Adjudicated,
    Answered,
    Checked,
    Confirmed,
    Event,
    Feedback,
    Part,
    Role,
    Submitted,
    Verdict,
)
from annotation.invites import invite
from annotation.review import NEW, Review, said
from schemas.triplets import Triplet
from tests.annotation.written import TRIPLETS

__all__ = ["ADA", "BO", "JUNO", "MO", "PANEL", "RITA", "ROLF", "Panel", "gold", "panel"]

PANEL: tuple[tuple[str, tuple[Role, ...]], ...] = (
    ("Ada Author", ("author",)),
    ("Rita Reviewer", ("reviewer",)),
    ("Rolf Reviewer", ("reviewer",)),
    ("Juno Judge", ("adjudicator",)),
    ("Mo Maintainer", ("maintainer",)),
    ("Bo Both", ("author", "reviewer")),
)
ADA, RITA, ROLF, JUNO, MO, BO = (f"p{number}" for number in range(1, 7))


def gold(item: Triplet, part: Part) -> str:
    answers = {"composition": item.answer_composition, "math": item.answer_math}
    return answers.get(part) or item.answers_commonsense[0]


class Panel:
    """A review with six people. Steps take who does them; keys are counted, and the clock moves by one a step."""

    def __init__(self, path: Path, triplets: tuple[Triplet, ...] | None = None) -> None:
        self.time = 1_000_000
        self.keys = count(1)
        self.path = path
        self.triplets = triplets or TRIPLETS
        self.review = Review.begin(path, "Panel", 2, self.clock)
        for name, roles in PANEL:
            invite(self.review, name, roles, 7, key=f"invite-{name.split()[0]}")

    def clock(self) -> int:
        self.time += 1
        return self.time

    def key(self) -> str:
        return f"step-{next(self.keys)}"

    def submit(self, who: str = ADA, which: int = 0, item: str = f"T{NEW}", version: int = 1, reply: str = "") -> str:
        data = said(
            Submitted,
            kind="submitted",
            item=item,
            version=version,
            person=who,
            text="as written",
            triplet=self.triplets[which],
            reply=reply,
        )
        event = self.review.do(data, self.key())
        assert isinstance(event.data, Submitted)
        return event.data.item

    def version(self, item: str) -> int:
        return self.review.item(item).now.number

    def check(self, who: str, item: str, *noes: str, note: str = "why not") -> Event:
        verdicts = tuple(Verdict(check=check, yes=check not in noes) for check in CHECKS)
        data = said(
            Checked,
            kind="checked",
            item=item,
            version=self.version(item),
            person=who,
            verdicts=verdicts,
            note=note if noes else "",
        )
        return self.review.do(data, self.key())

    def answer(self, who: str, item: str, part: Part, answer: str | None = None) -> Event:
        triplet = self.review.item(item).now.submitted.triplet
        told = gold(triplet, part) if answer is None else answer
        data = said(
            Answered, kind="answered", item=item, version=self.version(item), person=who, part=part, answer=told
        )
        return self.review.do(data, self.key())

    def solve(self, who: str, item: str, **wrong: str) -> None:
        for part in self.review.item(item).now.parts:
            self.answer(who, item, part, wrong.get(part))

    def feedback(self, who: str, item: str, note: str = "") -> Event:
        data = said(
            Feedback,
            kind="feedback",
            item=item,
            version=self.version(item),
            person=who,
            clear=not note,
            note=note,
        )
        return self.review.do(data, self.key())

    def adjudicate(self, item: str, *, same: bool, who: str = JUNO, note: str = "because") -> Event:
        data = said(
            Adjudicated,
            kind="adjudicated",
            item=item,
            version=self.version(item),
            person=who,
            same=same,
            note=note,
        )
        return self.review.do(data, self.key())

    def confirm(self, item: str, *, answers: bool = True, who: str = ADA) -> Event:
        data = said(
            Confirmed,
            kind="confirmed",
            item=item,
            version=self.version(item),
            person=who,
            answers=answers,
            note="" if answers else "not yet",
        )
        return self.review.do(data, self.key())

    def accept(self, item: str) -> None:
        """Take a version from where it stands through all rounds."""
        for step in (self.check, self.solve, self.feedback):
            for who in (RITA, ROLF):
                step(who, item)


def panel(folder: Path) -> Panel:
    return Panel(folder / "review.db")
