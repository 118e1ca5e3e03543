"""What those who may know the answers are shown: the answers side by side, and an item opened."""

from __future__ import annotations

from typing import NamedTuple

from annotation.acts import open_item
from annotation.events import PARTS, Part
from annotation.history import View, view_of
from annotation.review import Review
from annotation.rules import may_open
from annotation.state import Item, Person, State

__all__ = ["ComparedAnswer", "compared", "gold_of", "opened_view"]


class ComparedAnswer(NamedTuple):
    """One answer beside the author's."""

    part: Part
    person: str
    name: str
    answer: str
    gold: str
    same: bool


def gold_of(item: Item, part: Part) -> str:
    """The author's answer to one of the three questions, with other names that are accepted."""
    triplet = item.now.submitted.triplet
    if triplet.asks_choice(part):
        chosen = [option for name in triplet.choice for option in triplet.options if option.name == name]
        return ", ".join(" or ".join((option.name, *option.aliases)) for option in chosen)
    return triplet.answer_composition if part == "composition" else triplet.answer_math


def compared(state: State, item: Item) -> tuple[ComparedAnswer, ...]:
    """Every answer of the current version beside the author's, question by question; none before all are in."""
    held = item.now.compared
    if held is None:
        return ()
    same = {(match.person, match.part): match.same for match in held.matches}
    return tuple(
        ComparedAnswer(
            part,
            one.person,
            state.people[one.person].name,
            one.answer,
            gold_of(item, part),
            same[one.person, part],
        )
        for part in PARTS
        for one in item.now.answers
        if one.part == part
    )


def opened_view(review: Review, person: Person, item: str) -> View:
    """How much of an item somebody is told. Who may open it with its answers does so by this, and it is written down,
    unless they are a reviewer who could still review it: they stay blind.
    """
    held = review.item(item)
    keeps_blind = "reviewer" in person.roles and held.now.phase not in {"accepted", "withdrawn"}
    if person.id not in held.authors and person.id not in held.shown and may_open(person, held) and not keeps_blind:
        open_item(review, person.id, item)
    return view_of(person, review.item(item))
