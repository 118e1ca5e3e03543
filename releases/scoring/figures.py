"""The paper's figures from the outcomes of items: each question, both steps, the compositionality gap."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from releases.scoring.bootstrap import Counted, Ratio, ratios
from schemas.amounts import OPERATIONS
from schemas.canonical import JSON
from schemas.triplets import SCENARIOS, Question, Triplet

__all__ = ["QUESTIONS", "Figures", "Mark", "Outcome", "Question", "figures", "grouped"]

QUESTIONS: Final[tuple[Question, ...]] = get_args(Question)
Mark: TypeAlias = Literal["right", "wrong", "unread", "unasked"]
"""What became of one answer. `unread`: no single answer can be read in it, which is counted apart from wrong."""


class Outcome(NamedTuple):
    """What became of an item's three questions."""

    item: Triplet
    commonsense: Mark
    math: Mark
    composition: Mark

    def mark(self, question: Question) -> Mark:
        """One question's mark."""
        return {"commonsense": self.commonsense, "math": self.math, "composition": self.composition}[question]

    @property
    def both(self) -> bool:
        """Whether both sub-questions were answered right."""
        return self.commonsense == self.math == "right"

    @property
    def whole(self) -> bool:
        """Whether all three questions were asked."""
        return "unasked" not in (self.commonsense, self.math, self.composition)


class Figures(NamedTuple):
    """The figures of some items.

    Shares are of the items where the question was asked; an unread answer is not right, and `marks` counts it apart.
    `both`, `composed` and `gap` (both − composed) are of the items where all three were asked; `read_gap` of those
    of them where all three could be read. `explained` is the share of the wrong composed answers with both steps
    right.
    """

    items: int
    marks: dict[Question, Counter[Mark]]
    right: dict[Question, Ratio]
    both: Ratio
    composed: Ratio
    gap: Ratio
    read_gap: Ratio
    explained: Ratio

    def as_json(self) -> dict[str, JSON]:
        """Everything, for machines."""
        questions: dict[str, JSON] = {
            question: {
                **self.right[question].as_json(),
                "wrong": self.marks[question]["wrong"],
                "unread": self.marks[question]["unread"],
            }
            for question in QUESTIONS
        }
        return {
            "items": self.items,
            **questions,
            "both": self.both.as_json(),
            "composed_where_all_asked": self.composed.as_json(),
            "gap": self.gap.as_json(),
            "gap_where_all_read": self.read_gap.as_json(),
            "composed_failures_with_both_right": self.explained.as_json(),
        }


def figures(outcomes: Sequence[Outcome], seed: int, samples: int) -> Figures:
    """All figures of some outcomes, with bootstrap intervals over templates."""
    rows = [list(_counted(outcome)) for outcome in outcomes]
    made = ratios(rows, [outcome.item.template for outcome in outcomes], seed, samples)
    if not made:
        made = [Ratio(0, 0, None, None)] * (len(QUESTIONS) + 5)
    both, composed, gap, read_gap, explained = made[len(QUESTIONS) :]
    marks = {question: Counter(outcome.mark(question) for outcome in outcomes) for question in QUESTIONS}
    right = dict(zip(QUESTIONS, made, strict=False))
    return Figures(len(outcomes), marks, right, both, composed, gap, read_gap, explained)


def grouped(outcomes: Sequence[Outcome]) -> dict[str, dict[str, list[Outcome]]]:
    """The outcomes by scenario, operation and selection structure, in fixed order; by order where there are two."""
    scenarios = _by(outcomes, lambda outcome: outcome.item.scenario, SCENARIOS)
    operations = _by(outcomes, lambda outcome: outcome.item.operation, OPERATIONS)
    structures = _by(outcomes, lambda outcome: outcome.item.structure)
    orders = _by(outcomes, lambda outcome: outcome.item.order)
    made = {"scenario": scenarios, "operation": operations, "structure": structures}
    return {**made, "order": orders} if len(orders) > 1 else made


def _counted(outcome: Outcome) -> Iterable[Counted]:
    """What one item adds to each ratio, in the order of `Figures`."""
    for question in QUESTIONS:
        mark = outcome.mark(question)
        yield Counted(int(mark == "right"), int(mark != "unasked"))
    asked = int(outcome.whole)
    right = int(outcome.composition == "right")
    readable = int(outcome.whole and "unread" not in (outcome.commonsense, outcome.math, outcome.composition))
    failed = int(outcome.whole and outcome.composition == "wrong")
    yield Counted(asked * outcome.both, asked)
    yield Counted(asked * right, asked)
    yield Counted(asked * (outcome.both - right), asked)
    yield Counted(readable * (outcome.both - right), readable)
    yield Counted(failed * outcome.both, failed)


def _by(
    outcomes: Sequence[Outcome], key: Callable[[Outcome], str], order: Sequence[str] | None = None
) -> dict[str, list[Outcome]]:
    found: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        found.setdefault(key(outcome), []).append(outcome)
    return {name: found[name] for name in (order or sorted(found)) if name in found}
