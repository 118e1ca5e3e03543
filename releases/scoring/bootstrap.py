"""Percentile bootstrap intervals of ratios of counts, the same on every machine."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.canonical import JSON
from schemas.errors import InputError
from schemas.randomness import stream

__all__ = ["Counted", "Ratio", "ratios"]

TAIL: Final = (25, 1000)
"""What is cut off at each end, as numerator and denominator: 2.5 %."""


class Counted(NamedTuple):
    """What one item adds to a ratio's numerator and denominator."""

    top: int
    bottom: int


class Ratio(NamedTuple):
    """A ratio of counts with its 95 % interval; None where nothing was counted, or too little for an interval."""

    top: int
    bottom: int
    low: float | None
    high: float | None

    @property
    def share(self) -> float | None:
        """The ratio itself."""
        return self.top / self.bottom if self.bottom else None

    def as_json(self) -> dict[str, JSON]:
        """Counts exact, ratio and interval to four decimals."""
        share = self.share
        interval: JSON = None
        if self.low is not None and self.high is not None:
            interval = [round(self.low, 4), round(self.high, 4)]
        return {
            "count": self.top, "of": self.bottom, "share": None if share is None else round(share, 4),
            "interval": interval,
        }  # fmt: skip


def ratios(rows: Sequence[Sequence[Counted]], groups: Sequence[Hashable], seed: int, samples: int) -> list[Ratio]:
    """Each column's ratio over all rows, with a percentile interval.

    Whole groups of rows are drawn again with replacement (instances of one template belong together: they are not
    independent). The draws are raw words of PCG64, whose sequence is fixed. Raises InputError for no samples.
    """
    if samples < 1:
        raise InputError(f"{samples} bootstrap samples: ask for one at least")
    if not rows:
        return []
    order = {name: place for place, name in enumerate(dict.fromkeys(groups))}
    places = np.array([order[name] for name in groups])
    counts = np.zeros((len(order), len(rows[0]), 2), dtype=np.int64)
    np.add.at(counts, places, np.array(rows, dtype=np.int64))
    drawn = _draws(len(order), seed, samples)
    made: list[Ratio] = []
    for column in range(counts.shape[1]):
        top, bottom = counts[:, column, 0], counts[:, column, 1]
        low, high = _interval(top[drawn].sum(axis=1), bottom[drawn].sum(axis=1))
        made.append(Ratio(int(top.sum()), int(bottom.sum()), low, high))
    return made


def _draws(groups: int, seed: int, samples: int) -> NDArray[np.int64]:
    """For each sample, which groups were drawn."""
    source = np.random.PCG64(stream(seed, "bootstrap", groups).getrandbits(128))
    words = np.asarray(source.random_raw(groups * samples), dtype=np.uint64)
    chosen = ((words >> np.uint64(32)) * np.uint64(groups)) >> np.uint64(32)
    return chosen.astype(np.int64).reshape(samples, groups)


def _interval(top: NDArray[np.int64], bottom: NDArray[np.int64]) -> tuple[float | None, float | None]:
    """The order statistics at both tails; none where more than half of the samples count nothing."""
    usable = bottom > 0
    count = int(usable.sum())
    if 2 * count <= len(bottom):
        return None, None
    shares = np.sort(top[usable] / bottom[usable])
    cut = (count - 1) * TAIL[0] // TAIL[1]
    return float(shares[cut]), float(shares[count - 1 - cut])
