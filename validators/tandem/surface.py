"""N6: surface features don't give the answer away: simple classifiers, cross-validated, stay near chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from schemas.findings import Finding
from schemas.tandem import TandemQuestion, TandemVerification
from validators.registry import rule
from validators.tandem.classifiers import CLASSIFIERS, Classifier, Table, Whole
from validators.tandem.context import Context
from validators.tandem.groups import folds_of
from validators.tandem.seen import four, three

__all__ = [
    "LIMITS",
    "SMALLEST",
    "Score",
    "check_decisions",
    "check_halves",
    "decision_scores",
    "upper_bound",
    "verification_scores",
]

SMALLEST: Final = 180
"""With fewer decision questions chance alone, 25 in a hundred, has an upper bound above 32 %."""
LIMITS: Final = {"decision": 0.32, "verification": 0.56}
Z: Final = 1.959964
"""Two-sided 95 % of the normal distribution."""


class Score(NamedTuple):
    """How often a classifier is right on questions that it hasn't learnt from, and the upper 95 % bound (Wilson).

    `told` are the numbers of the questions that it got right, the surest first.
    """

    classifier: str
    asked: int
    right: int
    upper: float
    told: tuple[int, ...]


@rule("N6", "tandem", "release")
def check_decisions(questions: Sequence[TandemQuestion], _context: Context) -> Iterator[Finding]:
    """Lengths, waits, positions and first statements don't tell the optimum (from 180 questions on)."""
    if len(questions) >= SMALLEST:
        yield from _above("decision", [q.id for q in questions], decision_scores(questions))


@rule("N6", "tandem_verification", "release")
def check_halves(halves: Sequence[TandemVerification], _context: Context) -> Iterator[Finding]:
    """Nor do they tell whether the optimum is among the plans (from 180 pairs on)."""
    bases = {half.base.id: half.base for half in halves}
    if len(bases) < SMALLEST:
        return
    names = {half.base.id: half.id for half in halves if half.better_exists}
    bases = {name: base for name, base in bases.items() if name in names}
    yield from _above("verification", [names[name] for name in bases], verification_scores(list(bases.values())))


def _above(what: str, names: Sequence[str], scores: Sequence[Score]) -> Iterator[Finding]:
    """Findings about as many questions as have to be other ones for the worst score to come down to its bound."""
    worst = max(scores, key=lambda score: score.upper, default=None)
    if worst is None or worst.upper <= LIMITS[what]:
        return
    most = max((n for n in range(worst.right) if upper_bound(n, worst.asked) <= LIMITS[what]), default=0)
    message = (
        f"its surface tells the answer: over all questions {worst.classifier} gets {worst.right} of {worst.asked} "
        f"right, and the upper bound {worst.upper:.3f} is above {LIMITS[what]:.2f}"
    )
    for number in worst.told[: 2 * (worst.right - most)]:
        yield Finding(code=f"N6.{what}", severity="critical", item=names[number], place="options", message=message)


def decision_scores(questions: Sequence[TandemQuestion], salt: int = 0) -> tuple[Score, ...]:
    """Each classifier on the four options of base questions; `salt` divides the folds otherwise."""
    features = np.array([four([(o.programs, o.text) for o in q.options]) for q in questions])
    gold = np.array([q.gold for q in questions])
    return tuple(_score(one, features, gold, folds_of(questions, salt), one.options) for one in CLASSIFIERS)


def verification_scores(questions: Sequence[TandemQuestion], salt: int = 0) -> tuple[Score, ...]:
    """Each classifier on what the three remaining plans look like together; both halves of a pair are in one fold."""
    rows, truth = [], []
    for question in questions:
        seen = [(option.programs, option.text) for option in question.options]
        for gone in (question.pair.removed_when_retained, question.gold):
            rows.append(three([one for n, one in enumerate(seen) if n != gone]))
            truth.append(int(gone == question.gold))
    folds = np.repeat(folds_of(questions, salt), 2)
    found = (_score(one, np.array(rows), np.array(truth), folds, one.halves) for one in CLASSIFIERS)
    return tuple(score._replace(told=tuple(dict.fromkeys(n // 2 for n in score.told))) for score in found)


def _score(by: Classifier, features: Table, wanted: Whole, folds: Whole, learn: object) -> Score:
    """Cross-validate; `learn` is the classifier's way with this kind of question."""
    if not callable(learn):
        raise TypeError(f"{by.name} can't learn this")
    sure = np.zeros(len(wanted))
    for fold in range(int(folds.max(initial=0)) + 1):
        train, test = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
        if len(train) and len(test):
            choice, how_sure = learn(features[train], wanted[train], features[test])
            sure[test] = np.where(choice == wanted[test], 1 + how_sure, 0)
    told = tuple(int(n) for n in np.argsort(-sure, kind="stable") if sure[n] > 0)
    return Score(by.name, len(wanted), len(told), upper_bound(len(told), len(wanted)), told)


def upper_bound(right: int, asked: int) -> float:
    """Wilson's upper bound at 95 %, two-sided."""
    share = right / asked if asked else 0.0
    middle = share + Z * Z / (2 * asked)
    spread = Z * ((share * (1 - share) + Z * Z / (4 * asked)) / asked) ** 0.5
    return float((middle + spread) / (1 + Z * Z / asked))
