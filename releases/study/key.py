"""The key of a human study: which item and form stands behind each question of each participant."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final, NamedTuple

from pydantic import StringConstraints

from releases.scoring.figures import Question
from schemas.base import IdString, Record, parse_record
from schemas.errors import InputError
from schemas.files import read_jsonl
from schemas.triplets import Triplet
from solvers.panel.assign import Panel, PanelItem, assign

__all__ = ["KEY_FILE", "Seat", "Study", "plan", "read_key"]

KEY_FILE: Final = "key.jsonl"
"""What the key is called. It stays with those who run the study."""

FORMS: Final[dict[str, Question]] = {"commonsense": "commonsense", "math": "math", "composition": "composition"}


class Seat(Record):
    """One question of one participant. Its name tells neither item nor form."""

    participant: Annotated[str, StringConstraints(pattern=r"^p[0-9]+$")]
    question: Annotated[str, StringConstraints(pattern=r"^p[0-9]+-q[0-9]+$")]
    item: IdString
    form: Question


class Study(NamedTuple):
    """All seats in order, and how uneven a person's questions may be (None: not kept even)."""

    seats: tuple[Seat, ...]
    slack: int | None


def plan(items: Sequence[Triplet], panel: Panel, seed: int) -> Study:
    """Seats for a panel. Raises InputError, in words, where there is no assignment."""
    made = assign([PanelItem(item.id, (item.scenario, item.operation)) for item in items], panel, seed)
    people, turns = len(str(panel.people)), len(str(panel.load))
    seats = []
    for one in made.questions:
        participant = f"p{one.person + 1:0{people}}"
        question = f"{participant}-q{one.turn + 1:0{turns}}"
        seats.append(Seat(participant=participant, question=question, item=one.item, form=FORMS[one.form]))
    return Study(tuple(seats), made.slack)


def read_key(path: Path) -> tuple[Seat, ...]:
    """The seats of a key. Raises InputError naming a line that is none, or a question that stands twice."""
    seats: dict[str, Seat] = {}
    for number, line in read_jsonl(path):
        seat = parse_record(Seat, line, f"{path}: line {number}")
        if seat.question in seats:
            raise InputError(f"{path}: line {number}: {seat.question} stands twice")
        seats[seat.question] = seat
    if not seats:
        raise InputError(f"{path}: it holds no seats")
    return tuple(seats.values())
