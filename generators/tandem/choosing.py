"""Choosing four options: exactly one optimal, gaps kept, and nothing on the surface that gives the best one away."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generators.rejection import Rejected
from generators.tandem.balance import LEVEL, Ints, Leaning, distance, imbalance, leanings, surface
from generators.tandem.pool import Judged, Pool
from solvers.tandem.judging import Verdict

__all__ = ["Chosen", "choose", "gap_of", "is_conflict", "verdict"]

TRIES = 1_500
ALIKE = 6
"""From so many of those most alike the second option of a pair is drawn."""
GAPS = {"short": 1, "long": 2}


class Chosen(NamedTuple):
    """Four options in their final order, which one is optimal, and which one leaves where the optimum stays: the
    feasible one that looks most like the optimum, so that both variants of the pair look alike. `leaning` is how the
    question tells its optimum by its surface.
    """

    options: tuple[Judged, Judged, Judged, Judged]
    gold: int
    removed: int
    leaning: Leaning


class Wish(NamedTuple):
    """What a question should have, drawn before its options are: an option that may never finish, and one whose
    earlier stage costs more.
    """

    unfinishable: bool
    conflict: bool


BALANCE, TWINS, NEAR, ORIGINS, CONFLICT = 10, 30, 3, 20, 200
"""How much it matters that the release stays balanced, that options come in look-alike pairs that are equally alike,
that gaps are small (a joint step), that origins differ (each), and that a wished conflict is there.
"""


def gap_of(horizon: str) -> int:
    """The least gap between the optimum and the next option, in joint steps."""
    return GAPS[horizon]


def verdict(judged: Judged, horizon: str) -> Verdict:
    """A candidate's verdict under one of the two goals."""
    return judged.short if horizon == "short" else judged.long


def choose(
    pool: Pool, horizons: Sequence[str], place: int, rng: random.Random, so_far: Leaning = LEVEL
) -> Chosen:  # fmt: skip
    """Options for one goal, or for both at once with the same optimum, which comes to stand at `place` (0 to 3).

    Of many drawn at random the best four are taken. They come in two pairs that look alike, the optimum with a
    feasible one, and those are best that make up for how the questions `so_far` lean. Raises Rejected where the
    pool doesn't hold an optimal plan and two others that are far enough from it.
    """
    costs = {"short": pool.short_optimum.cost, "long": pool.long_optimum.cost}
    judged = pool.judged
    best = [n for n, one in enumerate(judged) if all(verdict(one, h).cost == costs[h] for h in horizons)]
    others = [n for n, one in enumerate(judged) if all(_apart(one, h, costs[h]) for h in horizons)]
    stuck = [n for n in others if any(verdict(judged[n], h).cost is None for h in horizons)]
    feasible = [n for n in others if n not in set(stuck)]
    if not best or len(feasible) < 2 or len(others) < 3:
        raise Rejected("candidates.too-few", f"{len(best)} optimal and {len(feasible)} other feasible candidates")
    wish = Wish(rng.random() < 0.6, rng.random() < 0.15)
    last = stuck if stuck and (wish.unfinishable or len(feasible) < 3) else feasible
    seen = np.array([surface(one.candidate.plan) for one in judged])
    drawn = _drawn(seen, best, feasible, last, rng)
    leaning = leanings(seen[drawn])
    blame = BALANCE * imbalance(so_far, leaning) + _blame(judged, seen[drawn], drawn, horizons, wish)
    row = int(np.argmin(blame))
    found = drawn[row].tolist()
    order = [1, 2, 3]
    rng.shuffle(order)
    order.insert(place, 0)
    options = [judged[found[n]] for n in order]
    four = (options[0], options[1], options[2], options[3])
    return Chosen(four, order.index(0), order.index(1), tuple(leaning[row].tolist()))


def _drawn(seen: Ints, best: Sequence[int], feasible: Sequence[int], last: Sequence[int], rng: random.Random) -> Ints:
    """Rows of four different candidates: an optimum with a feasible one that looks like it, then another such pair, a
    feasible one and one of `last`.

    Raises Rejected where no row has four different ones.
    """
    words = np.frombuffer(rng.randbytes(TRIES * 16), dtype="<u4").astype(np.int64).reshape(TRIES, 4)
    one, three = (np.array(group)[words[:, n] * len(group) >> 32] for n, group in ((0, best), (2, feasible)))
    two, four = (
        (alike := _alike(seen, among))[first, words[:, n] * alike.shape[1] >> 32]
        for n, first, among in ((1, one, feasible), (3, three, last))
    )
    rows: Ints = np.stack((one, two, three, four), axis=1)
    ordered = np.sort(rows, axis=1)
    rows = rows[(ordered[:, 1:] != ordered[:, :-1]).all(axis=1)]
    if not len(rows):
        raise Rejected("candidates.too-few", "no four different plans")
    return rows


def _alike(seen: Ints, among: Sequence[int]) -> Ints:
    """For each candidate a few others among some that look most like it."""
    apart = distance(seen[:, None], seen[None, :])
    np.fill_diagonal(apart, np.iinfo(np.int64).max)
    nearest = np.argsort(apart[:, among], axis=1, kind="stable")[:, :ALIKE]
    alike: Ints = np.array(among)[nearest]
    return alike


def _apart(judged: Judged, horizon: str, best: int | None) -> bool:
    """Whether a candidate is no optimum and keeps the gap; one that never finishes does."""
    cost = verdict(judged, horizon).cost
    return best is not None and (cost is None or cost >= best + GAPS[horizon])


def _blame(judged: Sequence[Judged], seen: Ints, drawn: Ints, horizons: Sequence[str], wish: Wish) -> Ints:
    """How far each row of four options is from what was wished; small gaps and different origins are good."""
    twins, others = distance(seen[:, 0], seen[:, 1]), distance(seen[:, 2], seen[:, 3])
    blame: Ints = TWINS * (2 * twins + others + np.abs(twins - others))
    for horizon in horizons:
        costs = np.array([-1 if (cost := verdict(one, horizon).cost) is None else cost for one in judged])[drawn]
        gaps = np.where(costs < 0, 0, np.minimum(costs - costs[:, :1], 8))
        blame += NEAR * gaps.sum(axis=1)
    names = {origin: n for n, origin in enumerate(dict.fromkeys(one.candidate.origin for one in judged))}
    origins = np.sort(np.array([names[one.candidate.origin] for one in judged])[drawn], axis=1)
    blame += ORIGINS * (origins[:, 1:] == origins[:, :-1]).sum(axis=1)
    if wish.conflict and "long" in horizons:
        blame += CONFLICT * ~_conflicts(judged, drawn)
    return blame


def _conflicts(judged: Sequence[Judged], drawn: Ints) -> NDArray[np.bool_]:
    """For each row whether some feasible option ends its stage before the optimum, the first, and costs more."""
    ends = [(one.long.stage, one.long.cost) for one in judged]
    known = np.array([stage is not None and cost is not None for stage, cost in ends])[drawn]
    stages = np.array([stage or 0 for stage, _ in ends])[drawn]
    costs = np.array([cost or 0 for _, cost in ends])[drawn]
    faster = known & known[:, :1] & (stages < stages[:, :1]) & (costs > costs[:, :1])
    some: NDArray[np.bool_] = faster.any(axis=1)
    return some


def is_conflict(options: Sequence[Judged], gold: int) -> bool:
    """Whether some feasible option ends its stage before the optimum does and costs more in the end."""
    order = [gold, *(n for n in range(len(options)) if n != gold)]
    return bool(_conflicts(options, np.array([order]))[0])
