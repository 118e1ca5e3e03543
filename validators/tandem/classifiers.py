"""The classifiers that try to tell answers by their surface: a linear one, and one of boosted stumps that isn't."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["CLASSIFIERS", "Classifier", "Learn", "Table", "Whole"]

Table: TypeAlias = NDArray[np.float64]
Whole: TypeAlias = NDArray[np.int64]
Learn: TypeAlias = Callable[[Table, Whole, Table], tuple[Whole, Table]]
"""From features and answers, and the features of others, to the others' answers and how sure they are (0 to 1)."""

ROUNDS: Final = 300
STUMPS: Final = 60
RATE: Final = 0.3
DECAY: Final = 0.01
CUTS: Final = 8
"""At so many places, evenly spread over what was learnt from, a feature may be cut in two."""


class Classifier(NamedTuple):
    """One way to learn: which of four options is right (questions, options, features), and whether a statement is
    true (questions, features).
    """

    name: str
    options: Learn
    halves: Learn


def _linear_options(features: Table, gold: Whole, others: Table) -> tuple[Whole, Table]:
    """A conditional logit (McFadden), by gradient ascent."""
    middle, spread = _scale(features)
    rows = (features - middle) / spread
    wanted, weights = np.eye(features.shape[1])[gold], np.zeros(features.shape[2])
    for _ in range(ROUNDS):
        slope = np.einsum("qo,qof->f", wanted - _softmax(rows @ weights), rows) / len(rows)
        weights += RATE * (slope - DECAY * weights)
    return _best(((others - middle) / spread) @ weights)


def _linear_halves(features: Table, truth: Whole, others: Table) -> tuple[Whole, Table]:
    """A logistic regression, by gradient ascent."""
    middle, spread = _scale(features)
    rows, weights = (features - middle) / spread, np.zeros(features.shape[1])
    for _ in range(ROUNDS):
        slope = rows.T @ (truth - _chance(rows @ weights)) / len(rows)
        weights += RATE * (slope - DECAY * weights)
    return _either(((others - middle) / spread) @ weights)


def _boosted_options(features: Table, gold: Whole, others: Table) -> tuple[Whole, Table]:
    """Gradient boosting of stumps on the softmax over the options."""
    ways, cuts = _cuts(features.reshape(-1, features.shape[2]))
    over = _over(features, ways, cuts)
    wanted, score = np.eye(features.shape[1])[gold], np.zeros(features.shape[:2])
    result = np.zeros(others.shape[:2])
    for _ in range(STUMPS):
        left = wanted - _softmax(score)
        stump, step = _steepest(over.reshape(-1, over.shape[2]), left.reshape(-1))
        score += step * over[:, :, stump]
        result += step * (others[:, :, ways[stump]] > cuts[stump])
    return _best(result)


def _boosted_halves(features: Table, truth: Whole, others: Table) -> tuple[Whole, Table]:
    """Gradient boosting of stumps on the logistic loss."""
    ways, cuts = _cuts(features)
    over, score, result = _over(features, ways, cuts), np.zeros(len(features)), np.zeros(len(others))
    for _ in range(STUMPS):
        stump, step = _steepest(over, truth - _chance(score))
        score += step * (over[:, stump] - 0.5)
        result += step * ((others[:, ways[stump]] > cuts[stump]) - 0.5)
    return _either(result)


def _scale(features: Table) -> tuple[Table, Table]:
    flat = features.reshape(-1, features.shape[-1])
    spread = flat.std(axis=0)
    return flat.mean(axis=0), np.where(spread > 0, spread, 1.0)


def _cuts(rows: Table) -> tuple[Whole, Table]:
    """Stumps: the feature and the value that each cuts at."""
    levels = np.unique(np.quantile(rows, np.linspace(0, 1, CUTS + 2)[:-1], axis=0, method="lower"), axis=0)
    pairs = sorted({(way, float(value)) for value_row in levels for way, value in enumerate(value_row)})
    return np.array([way for way, _ in pairs]), np.array([value for _, value in pairs])


def _over(features: Table, ways: Whole, cuts: Table) -> Table:
    over: Table = (features[..., ways] > cuts).astype(float)
    return over


def _steepest(over: Table, left: Table) -> tuple[int, float]:
    """The stump that goes best with what is left to explain, and a step along it."""
    centred = over - over.mean(axis=0)
    spread = np.sqrt((centred**2).sum(axis=0))
    along = (centred.T @ left) / np.where(spread > 0, spread, np.inf)
    stump = int(np.argmax(np.abs(along)))
    return stump, float(2 * along[stump] / max(spread[stump], 1.0))


def _softmax(values: Table) -> Table:
    raised = np.exp(values - values.max(axis=1, keepdims=True))
    chance: Table = raised / raised.sum(axis=1, keepdims=True)
    return chance


def _chance(values: Table) -> Table:
    chance: Table = 1 / (1 + np.exp(-np.clip(values, -30, 30)))
    return chance


def _best(values: Table) -> tuple[Whole, Table]:
    return np.argmax(values, axis=1), _softmax(values).max(axis=1)


def _either(values: Table) -> tuple[Whole, Table]:
    return (values > 0).astype(np.int64), np.abs(2 * _chance(values) - 1)


CLASSIFIERS: Final = (
    Classifier("a linear classifier", _linear_options, _linear_halves),
    Classifier("boosted stumps", _boosted_options, _boosted_halves),
)
