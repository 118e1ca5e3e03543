"""What a reviewer is sent: the words to judge, and nothing that tells the answers, the author or other reviewers."""

from __future__ import annotations

from typing import NamedTuple, assert_never

from annotation.events import Part
from annotation.rules import Refused, may_review, next_part
from annotation.state import Item, Person, Phase, State

__all__ = ["CheckSheet", "FeedbackSheet", "OwnAnswer", "SolveSheet", "check_sheet", "feedback_sheet", "solve_sheet"]


class CheckSheet(NamedTuple):
    """Round 1: the composed question alone, since the maths question states the choice."""

    item: str
    version: int
    scenario: str
    question: str


class SolveSheet(NamedTuple):
    """Round 2: one of the three questions; the next is sent once this one is answered. `choice`: it asks for names."""

    item: str
    version: int
    scenario: str
    part: Part
    step: int
    question: str
    choice: bool


class OwnAnswer(NamedTuple):
    """One of the three questions with what the reviewer answered."""

    part: Part
    question: str
    answer: str


class FeedbackSheet(NamedTuple):
    """Round 4: the three questions with the reviewer's own answers."""

    item: str
    version: int
    scenario: str
    answers: tuple[OwnAnswer, ...]


def check_sheet(item: Item, person: Person) -> CheckSheet:
    """What somebody gets to check. Raises Refused when this item is not theirs to check now."""
    _require(item, person, "checks")
    if any(check.person == person.id for check in item.now.checks):
        raise Refused(f"{item.id}: you have checked this version")
    return CheckSheet(item.id, item.now.number, item.now.submitted.triplet.scenario, _question(item, "composition"))


def solve_sheet(state: State, item: Item, person: Person) -> SolveSheet:
    """The question that somebody answers next. Raises Refused when they have none to answer now."""
    _require(item, person, "solves")
    part = next_part(state, item.now, person.id)
    if part is None:
        raise Refused(f"{item.id}: you have answered all, or all places are taken")
    scenario = item.now.submitted.triplet.scenario
    step, choice = item.now.parts.index(part) + 1, item.now.submitted.triplet.asks_choice(part)
    return SolveSheet(item.id, item.now.number, scenario, part, step, _question(item, part), choice)


def feedback_sheet(item: Item, person: Person) -> FeedbackSheet:
    """What somebody gets to give feedback on. Raises Refused unless they solved this version and haven't yet."""
    _require(item, person, "feedback")
    if person.id not in item.now.solvers:
        raise Refused(f"{item.id}: only those who solved it say whether it was ambiguous")
    if any(said.person == person.id for said in item.now.feedback):
        raise Refused(f"{item.id}: you have given feedback on this version")
    own = tuple(
        OwnAnswer(one.part, _question(item, one.part), one.answer)
        for one in item.now.answers
        if one.person == person.id
    )
    return FeedbackSheet(item.id, item.now.number, item.now.submitted.triplet.scenario, own)


def _require(item: Item, person: Person, phase: Phase) -> None:
    if not may_review(person, item) or item.now.phase != phase:
        raise Refused(f"{item.id}: there is nothing for you to do here now")


def _question(item: Item, part: Part) -> str:
    triplet = item.now.submitted.triplet
    match part:
        case "composition":
            return triplet.question_composition
        case "commonsense":
            return triplet.question_commonsense
        case "math":
            return triplet.question_math
    assert_never(part)
