"""N6: surface features don't give the answer away: simple classifiers, cross-validated, stay near chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schemas.canonical import JSON, sha256_of
from schemas.findings import Finding
from schemas.tandem import OptionRecord, TandemQuestion
from validators.registry import rule
from validators.tandem.context import Context, finding

__all__ = ["Score", "check_surface", "decision_score", "verification_score"]

Table: TypeAlias = NDArray[np.float64]

FOLDS = 5
ROUNDS = 300
SMALLEST = 100
"""Below so many questions the bounds say nothing, and the check is silent."""
LIMITS = {"decision": 0.32, "verification": 0.56}


class Score(NamedTuple):
    """How often a classifier is right on questions that it hasn't learnt from, and the upper 95 % bound (Wilson)."""

    questions: int
    right: int
    upper: float


@rule("N6", "tandem", "release")
def check_surface(questions: Sequence[TandemQuestion], _context: Context) -> Iterator[Finding]:
    """Lengths, waits, positions and first statements tell neither the optimum nor whether it is there."""
    if len(questions) < SMALLEST:
        return
    for what, score in (("decision", decision_score(questions)), ("verification", verification_score(questions))):
        if score.upper > LIMITS[what]:
            message = (
                f"surface features get {score.right} of {score.questions} right; the upper bound "
                f"{score.upper:.3f} is above {LIMITS[what]:.2f}"
            )
            yield finding(f"N6.{what}", "release", "options", message, "warning")


def decision_score(questions: Sequence[TandemQuestion]) -> Score:
    """A conditional logit over the four options of base questions."""
    options = np.array([_centred([_features(o, n) for n, o in enumerate(q.options)]) for q in questions])
    gold = np.array([q.gold for q in questions])
    right = 0
    for train, test in _folds(questions):
        scaled = _scaled(options, train)
        weights = np.zeros(options.shape[2])
        for _ in range(ROUNDS):
            chance = _softmax(scaled[train] @ weights)
            wanted = np.eye(4)[gold[train]]
            slope = np.einsum("qo,qof->f", wanted - chance, scaled[train]) / max(1, len(train))
            weights += 0.3 * (slope - 0.01 * weights)
        right += int((np.argmax(scaled[test] @ weights, axis=1) == gold[test]).sum())
    return _score(len(questions), right)


def verification_score(questions: Sequence[TandemQuestion]) -> Score:
    """A logistic regression on what the three remaining options look like together."""
    rows, truth, owners = [], [], []
    for n, question in enumerate(questions):
        for gone, better in ((question.pair.removed_when_retained, 0.0), (question.gold, 1.0)):
            left = [_features(o, 0) for i, o in enumerate(question.options) if i != gone]
            rows.append(np.concatenate((np.mean(left, axis=0), np.min(left, axis=0), np.max(left, axis=0))))
            truth.append(better)
            owners.append(n)
    data, wanted, owner = np.array(rows), np.array(truth), np.array(owners)
    right = 0
    for train_questions, test_questions in _folds(questions):
        train = np.flatnonzero(np.isin(owner, train_questions))
        test = np.flatnonzero(np.isin(owner, test_questions))
        scaled = _scaled(data, train)
        weights = np.zeros(data.shape[1])
        for _ in range(ROUNDS):
            chance = 1 / (1 + np.exp(-scaled[train] @ weights))
            weights += 0.3 * (scaled[train].T @ (wanted[train] - chance) / max(1, len(train)) - 0.01 * weights)
        right += int((((scaled[test] @ weights) > 0) == (wanted[test] > 0.5)).sum())
    return _score(len(rows), right)


def _features(option: OptionRecord, position: int) -> list[float]:
    """Length, statements a member, waits of both kinds, a delivery, what comes first, and the position."""
    chef, assistant = option.programs.chef, option.programs.assistant
    statements = [line.split() for line in (*chef, *assistant)]
    return [
        float(len(option.text)),
        float(len(chef)),
        float(len(assistant)),
        float(abs(len(chef) - len(assistant))),
        float(sum(words[0] == "wait" and words[1] != "until" for words in statements)),
        float(sum(words[:2] == ["wait", "until"] for words in statements)),
        float(sum(words[0] == "deliver" for words in statements)),
        float(sum(words[0] == "start" for words in statements)),
        float(chef[:1] == () or chef[0].startswith("take")),
        float(assistant[:1] == () or assistant[0].startswith("take")),
        *(float(position == n) for n in range(4)),
    ]


def _centred(rows: list[list[float]]) -> Table:
    """Features against the mean of the question's options; the position stays as it is."""
    table = np.array(rows)
    table[:, :-4] -= table[:, :-4].mean(axis=0)
    return table


def _scaled(data: Table, train: NDArray[np.int64]) -> Table:
    flat = data[train].reshape(-1, data.shape[-1])
    spread = flat.std(axis=0)
    scaled: Table = (data - flat.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    return scaled


def _softmax(values: Table) -> Table:
    raised = np.exp(values - values.max(axis=1, keepdims=True))
    chance: Table = raised / raised.sum(axis=1, keepdims=True)
    return chance


def _folds(questions: Sequence[TandemQuestion]) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Train and test numbers. Both questions of a scenario, and those of its twins in other recipes, are always on
    one side: where the cooks are at which time and level is the same for all of them.
    """
    fold = np.array([int(sha256_of(_place(question))[:8], 16) % FOLDS for question in questions])
    for n in range(FOLDS):
        yield np.flatnonzero(fold != n), np.flatnonzero(fold == n)


def _place(question: TandemQuestion) -> list[JSON]:
    chef, assistant = question.state.chef, question.state.assistant
    return [question.level, question.position, *chef.at, chef.faces, *assistant.at, assistant.faces]


def _score(count: int, right: int) -> Score:
    """Wilson's upper bound at 95 %, two-sided."""
    z = 1.959964
    share = right / count if count else 0.0
    middle = share + z * z / (2 * count)
    spread = z * ((share * (1 - share) + z * z / (4 * count)) / count) ** 0.5
    return Score(count, right, (middle + spread) / (1 + z * z / count))
