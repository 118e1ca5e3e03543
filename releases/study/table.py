"""The paper's table from a panel's answers: both steps, composed, gap, where "both" joins different people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from pathlib import Path
from typing import Final, NamedTuple

from releases.exports.cells import read_table
from releases.scoring.bootstrap import Counted, Ratio, ratios
from releases.scoring.figures import QUESTIONS, Mark, Question
from releases.scoring.triplets import mark_answer
from releases.study.forms import ANSWER_COLUMNS
from releases.study.key import Seat
from schemas.canonical import JSON
from schemas.errors import InputError
from schemas.files import read_bytes
from schemas.triplets import Triplet

__all__ = ["DIFFERENT_PEOPLE", "StudyTable", "read_answers", "study_table"]

DIFFERENT_PEOPLE: Final = (
    "“Both steps” joins one person's commonsense answer with another person's maths answer to the same item: nobody "
    "saw two forms of one item. It is not the share of people who can do both."
)


class StudyTable(NamedTuple):
    """What a panel achieved.

    `right` is of the answers to each form; `both`, `composed` and `gap` are averages over the items whose three
    forms were all answered. `marks` counts unread answers apart from wrong ones; `unanswered` are names of questions.
    """

    people: int
    items: int
    marks: dict[Question, Counter[Mark]]
    right: dict[Question, Ratio]
    both: Ratio
    composed: Ratio
    gap: Ratio
    unanswered: tuple[str, ...]

    def as_json(self) -> dict[str, JSON]:
        """Everything, for machines."""
        forms: dict[str, JSON] = {
            form: {
                **self.right[form].as_json(), "wrong": self.marks[form]["wrong"], "unread": self.marks[form]["unread"]
            }
            for form in QUESTIONS
        }  # fmt: skip
        averages: dict[str, JSON] = {
            name: {"share": _rounded(ratio.share), "interval": ratio.as_json()["interval"], "items": self.items}
            for name, ratio in (("both", self.both), ("composed", self.composed), ("gap", self.gap))
        }
        return {
            "people": self.people, **forms, **averages, "note": DIFFERENT_PEOPLE, "unanswered": [*self.unanswered]
        }  # fmt: skip

    def as_text(self) -> str:
        """The table, for people."""
        lines = [f"{self.people} people; {self.items} items with all three forms answered"]
        names = {"commonsense": "commonsense", "math": "maths", "composition": "composed"}
        for form in QUESTIONS:
            apart = f"{self.marks[form]['wrong']} wrong, {self.marks[form]['unread']} unread"
            lines.append(f"  {names[form]:<14} {_percent(self.right[form])}  {apart}")
        lines.append(f"  {'both steps':<14} {_percent(self.both)}  over different people")
        lines.append(f"  {'composed':<14} {_percent(self.composed)}  of the same items")
        lines.append(f"  {'gap':<14} {_percent(self.gap)}  both steps − composed")
        lines += ["", DIFFERENT_PEOPLE]
        if self.unanswered:
            more = f" and {len(self.unanswered) - 5} more" if len(self.unanswered) > 5 else ""
            lines.append(f"not answered: {', '.join(self.unanswered[:5])}{more} ({len(self.unanswered)} in all)")
        return "\n".join(lines)


def read_answers(path: Path, seats: Sequence[Seat]) -> dict[str, str]:
    """Answers by question; empty ones are left out.

    Raises InputError naming the row of an answer to no question of the key, by another participant than the key's,
    or given twice.
    """
    owners = {seat.question: seat.participant for seat in seats}
    answers: dict[str, str] = {}
    for number, cells in read_table(read_bytes(path), str(path), ANSWER_COLUMNS):
        question, participant = cells["question"].strip(), cells["participant"].strip()
        if question not in owners:
            raise InputError(f"{path}: row {number}: {question!r} is no question of this study's key")
        if owners[question] != participant:
            raise InputError(
                f"{path}: row {number}: {question} is {owners[question]}'s question, not {participant!r}'s"
            )
        if question in answers:
            raise InputError(f"{path}: row {number}: {question} is answered twice")
        if cells["answer"].strip():
            answers[question] = cells["answer"].strip()
    return answers


def study_table(
    items: Sequence[Triplet], seats: Sequence[Seat], answers: Mapping[str, str], seed: int = 0, samples: int = 10_000
) -> StudyTable:
    """The table of a study.

    Raises InputError when the key names an item that is not among `items`, or nobody has answered.
    """
    by_id = {item.id: item for item in items}
    unknown = [seat for seat in seats if seat.item not in by_id]
    if unknown:
        raise InputError(f"{unknown[0].question}: {unknown[0].item} is not among the items: are they the study's?")
    if not answers:
        raise InputError("nobody has answered yet")
    marks: dict[tuple[str, Question], list[Mark]] = {}
    for seat in seats:
        if seat.question in answers:
            mark = mark_answer(answers[seat.question], seat.form, by_id[seat.item])
            marks.setdefault((seat.item, seat.form), []).append(mark)
    asked = [by_id[name] for name in dict.fromkeys(seat.item for seat in seats)]
    whole = [item for item in asked if all((item.id, form) in marks for form in QUESTIONS)]
    right = {form: _of_form(asked, form, marks, seed, samples) for form in QUESTIONS}
    both, composed, gap = _averages(whole, marks, seed, samples)
    return StudyTable(
        people=len({seat.participant for seat in seats if seat.question in answers}),
        items=len(whole),
        marks={
            form: Counter(mark for (_, own), some in marks.items() if own == form for mark in some)
            for form in QUESTIONS
        },
        right=right,
        both=both,
        composed=composed,
        gap=gap,
        unanswered=tuple(seat.question for seat in seats if seat.question not in answers),
    )


def _of_form(
    items: Sequence[Triplet],
    form: Question,
    marks: Mapping[tuple[str, Question], Sequence[Mark]],
    seed: int,
    samples: int,
) -> Ratio:
    rows = []
    for item in items:
        own = marks.get((item.id, form), ())
        rows.append([Counted(sum(mark == "right" for mark in own), len(own))])
    return ratios(rows, [item.template for item in items], seed, samples)[0]


def _averages(
    items: Sequence[Triplet], marks: Mapping[tuple[str, Question], Sequence[Mark]], seed: int, samples: int
) -> list[Ratio]:
    """Averages over items of P(both) (every pair of a commonsense and a maths answer), P(composed), and the gap."""
    if not items:
        return [Ratio(0, 0, None, None)] * 3
    shares = []
    for item in items:
        commonsense, maths, composed = (_share(marks[item.id, form]) for form in QUESTIONS)
        both = commonsense * maths
        shares.append((both, composed, both - composed))
    scale = lcm(*(share.denominator for row in shares for share in row))
    rows = [[Counted(int(share * scale), scale) for share in row] for row in shares]
    return ratios(rows, [item.template for item in items], seed, samples)


def _share(marks: Sequence[Mark]) -> Fraction:
    return Fraction(sum(mark == "right" for mark in marks), len(marks))


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, 4)


def _percent(ratio: Ratio) -> str:
    if ratio.share is None:
        return "     –"
    within = "" if ratio.low is None or ratio.high is None else f"  [{100 * ratio.low:.1f}, {100 * ratio.high:.1f}]"
    return f"{100 * ratio.share:>6.1f} %{within}"
