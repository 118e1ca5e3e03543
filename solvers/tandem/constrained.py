"""Constrained optimal cost J(s, c) for every state at once: one coordination choice is fixed, all else is optimised.

A choice is a rule on marks (what a cook moves where): free, forbidden while the choice is pending, or settling it.
While it is pending the costs are found by a sweep backwards over the complete space without the forbidden edges;
an edge that settles it enters with the unconstrained cost of where it leads.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from solvers.tandem import words as at
from solvers.tandem.compiled import compiled
from solvers.tandem.encoding import Encoding, Ints
from solvers.tandem.graph import FAR, Bytes, Edges
from solvers.tandem.interaction import FILL, FORBIDDEN, FREE, GIVE, SETTLES, START, TAKE
from solvers.tandem.space import Space
from solvers.tandem.sweep import sweep

__all__ = ["FORBIDDEN", "FREE", "SETTLES", "Choice", "constrained_costs", "marks_of"]

_WAYS = {"take": TAKE, "give": GIVE, "start": START, "fill": FILL}


class Choice(NamedTuple):
    """A coordination choice as sets of (cook, mark): what settles it, and what it forbids until then."""

    settles: frozenset[tuple[int, int]]
    forbids: frozenset[tuple[int, int]]

    def rule(self, encoding: Encoding) -> Bytes:
        """[cook, mark]: FREE, SETTLES or FORBIDDEN."""
        stations = len(encoding.kitchen.layout.stations)
        rule = np.zeros((2, stations * 4 * len(encoding.items)), np.uint8)
        for cook, mark in self.forbids:
            rule[cook, mark] = FORBIDDEN
        for cook, mark in self.settles:
            rule[cook, mark] = SETTLES
        return rule


def marks_of(
    encoding: Encoding, cook: int, way: str, items: Iterable[str], places: Iterable[str]
) -> set[tuple[int, int]]:
    """The marks of a cook that takes, gives (places, puts, delivers), fills or starts at some places.

    A start moves no item; pass "" for it.
    """
    names = [station.name for station in encoding.kitchen.layout.stations]
    return {
        (cook, (names.index(place) * 4 + _WAYS[way]) * len(encoding.items) + encoding.number[item])
        for place in places
        for item in items
    }


@compiled
def _entries(t: Ints, edges: Edges, poses: Ints, cost: Bytes, rule: Bytes, allowed: Bytes) -> Bytes:
    """Mark in `allowed` the edges that keep the choice pending, and give each state its best settling edge's cost."""
    entry = np.full(cost.shape[0], FAR, np.uint8)
    for m in range(edges.first.shape[0] - 2):
        for n in range(edges.first[m], edges.first[m + 1]):
            settled = False
            blocked = False
            for cook in range(2):
                mark = edges.chef_mark[n] if cook == 0 else edges.assistant_mark[n]
                if mark >= 0 and not settled:
                    blocked = blocked or rule[cook, mark] == FORBIDDEN
                    settled = rule[cook, mark] == SETTLES and not blocked
            allowed[n] = not blocked and not settled
            if settled:
                _settle(t, edges, poses, cost, entry, m, n)
    return entry


@compiled
def _settle(t: Ints, edges: Edges, poses: Ints, cost: Bytes, entry: Bytes, m: int, n: int) -> None:
    """Enter every state that an edge starts from with one more than the best cost that it leads to."""
    c, a, target = edges.chef[n], edges.assistant[n], edges.to[n]
    delivered = target == edges.first.shape[0] - 2
    for p in range(poses[0]):
        if c >= 0 and t[t[at.FACES] + p] != c:
            continue
        for q in range(poses[1]):
            if a >= 0 and t[t[at.FACES] + t[at.POSES] + q] != a:
                continue
            best = 0 if delivered else FAR
            for way in range(1 if c >= 0 else 5):
                new_p = p if c >= 0 else t[t[at.TURNS] + p * 5 + way]
                for other in range(1 if a >= 0 else 5):
                    new_q = q if a >= 0 else t[t[at.TURNS] + (t[at.POSES] + q) * 5 + other]
                    if not delivered:
                        best = min(best, cost[(target * poses[0] + new_p) * poses[1] + new_q])
            if best < FAR:
                state = (m * poses[0] + p) * poses[1] + q
                entry[state] = min(entry[state], best + 1)


def constrained_costs(space: Space, rule: Bytes, cost: Bytes | None = None) -> Bytes:
    """J of every state for a pending choice (FAR: it can't be kept to); `cost` is the unconstrained table."""
    allowed = np.zeros(len(space.edges.to), np.uint8)
    plain = space.cost if cost is None else cost
    entry = _entries(space.rules, space.edges, space.poses, plain, rule, allowed)
    seeds = np.zeros((len(space.materials) + 1, int(space.poses[0])), np.int64)
    seeds[-1] = (1 << int(space.poses[1])) - 1
    return sweep(space.rules, space.back, space.poses, seeds, True, allowed[space.back_of], entry)[: len(plain)]
