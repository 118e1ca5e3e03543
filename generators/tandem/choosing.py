"""Choosing four options: exactly one optimal, gaps kept, and nothing on the surface that gives the best one away."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from generators.rejection import Rejected
from generators.tandem.pool import Judged, Pool
from solvers.tandem.judging import Verdict

__all__ = ["Chosen", "choose", "gap_of"]

TRIES = 1500
GAPS = {"short": 1, "long": 2}


class Chosen(NamedTuple):
    """Four options in their final order, which one is optimal, and which one leaves where the optimum stays: the
    feasible one that looks most like the optimum, so that both variants of the pair look alike.
    """

    options: tuple[Judged, Judged, Judged, Judged]
    gold: int
    removed: int


class Wish(NamedTuple):
    """What a question should look like, drawn before its options are: the optimum's rank among the four by each
    surface feature (0: least), whether an option may never finish, whether an earlier stage should cost more.
    """

    ranks: tuple[int, ...]
    unfinishable: bool
    conflict: bool


FEATURES = 8


def surface(judged: Judged) -> tuple[int, ...]:
    """What a reader sees without working anything out: lengths, waits of both kinds, starts, deliveries."""
    chef, assistant = judged.candidate.plan
    acts = [statement.act for statement in (*chef, *assistant)]
    return (
        sum(len(str(statement)) for statement in (*chef, *assistant)),
        len(chef),
        len(assistant),
        abs(len(chef) - len(assistant)),
        acts.count("wait"),
        acts.count("until"),
        acts.count("deliver"),
        acts.count("start"),
    )


def gap_of(horizon: str) -> int:
    """The least gap between the optimum and the next option, in joint steps."""
    return GAPS[horizon]


def verdict(judged: Judged, horizon: str) -> Verdict:
    """A candidate's verdict under one of the two goals."""
    return judged.short if horizon == "short" else judged.long


def choose(pool: Pool, horizons: Sequence[str], rng: random.Random) -> Chosen:
    """Options for one goal, or for both at once with the same optimum.

    Raises Rejected where the pool doesn't hold an optimal plan and two others that are far enough from it.
    """
    costs = {"short": pool.short_optimum.cost, "long": pool.long_optimum.cost}
    best = [one for one in pool.judged if all(verdict(one, h).cost == costs[h] for h in horizons)]
    others = [one for one in pool.judged if all(_apart(one, h, costs[h]) for h in horizons)]
    stuck = [one for one in others if any(verdict(one, h).cost is None for h in horizons)]
    feasible = [one for one in others if all(verdict(one, h).cost is not None for h in horizons)]
    if not best or len(feasible) < 2 or len(feasible) + len(stuck) < 3:
        raise Rejected("candidates.too-few", f"{len(best)} optimal and {len(feasible)} other feasible candidates")
    wish = Wish(tuple(rng.randrange(4) for _ in range(FEATURES)), rng.random() < 0.6, rng.random() < 0.15)
    seen = {one.candidate.plan: surface(one) for one in pool.judged}
    found: tuple[float, tuple[Judged, ...]] | None = None
    for _ in range(TRIES):
        wanted = 1 if stuck and (wish.unfinishable or len(feasible) < 3) else 0
        if len(feasible) < 3 - wanted:
            wanted = 1
        drawn = (rng.choice(best), *rng.sample(feasible, 3 - wanted), *rng.sample(stuck, wanted))
        if len({one.candidate.plan for one in drawn}) == 4:
            blame = _blame(drawn, [seen[one.candidate.plan] for one in drawn], horizons, costs, wish)
            if found is None or blame < found[0]:
                found = blame, drawn
    if found is None:
        raise Rejected("candidates.too-few", "no four different plans")
    order = list(range(4))
    rng.shuffle(order)
    options = [found[1][n] for n in order]
    gold = order.index(0)
    finishing = [n for n in range(4) if n != gold and verdict(options[n], horizons[0]).cost is not None]
    rng.shuffle(finishing)
    twin = min(finishing, key=lambda n: _distance(surface(options[n]), surface(options[gold])))
    return Chosen((options[0], options[1], options[2], options[3]), gold, twin)


def _distance(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    """How unlike two options look; the length of the text counts by tens of characters."""
    return abs(one[0] - other[0]) / 10 + sum(abs(a - b) for a, b in zip(one[1:], other[1:], strict=True))


def _apart(judged: Judged, horizon: str, best: int | None) -> bool:
    """Whether a candidate is no optimum and keeps the gap; one that never finishes does."""
    cost = verdict(judged, horizon).cost
    return best is not None and (cost is None or cost >= best + GAPS[horizon])


def _blame(
    drawn: tuple[Judged, ...],
    seen: list[tuple[int, ...]],
    horizons: Sequence[str],
    costs: dict[str, int | None],
    wish: Wish,
) -> float:
    """How far four options are from what was wished; small gaps and different origins are good."""
    blame = sum(2.0 * _off([row[n] for row in seen], wish.ranks[n]) for n in range(FEATURES))
    finishing = [
        row for row, one in zip(seen[1:], drawn[1:], strict=True) if verdict(one, horizons[0]).cost is not None
    ]
    blame += min((_distance(row, seen[0]) for row in finishing), default=0.0)
    for horizon in horizons:
        for one in drawn[1:]:
            cost, best = verdict(one, horizon).cost, costs[horizon]
            blame += 0.0 if cost is None or best is None else 0.1 * min(cost - best, 8)
    blame += 0.5 * (4 - len({one.candidate.origin for one in drawn}))
    if wish.conflict and "long" in horizons:
        blame += 0.0 if is_conflict(drawn, 0) else 6.0
    return blame


def _off(values: list[int], rank: int) -> int:
    """How far the first value is from a rank among all; equal values span ranks."""
    low, high = sum(v < values[0] for v in values), sum(v <= values[0] for v in values) - 1
    return max(low - rank, rank - high, 0)


def is_conflict(options: Sequence[Judged], gold: int) -> bool:
    """Whether some feasible option ends its stage before the optimum does and costs more in the end."""
    best = options[gold].long
    return best.stage is not None and best.cost is not None and any(
        one.long.stage is not None and one.long.cost is not None
        and one.long.stage < best.stage and one.long.cost > best.cost
        for n, one in enumerate(options) if n != gold
    )  # fmt: skip
