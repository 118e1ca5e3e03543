"""The compiled kernel: one joint step, and all joint steps, from a packed state.

An action is a small number: 0 waits, 1 to 4 move north, south, east, west, 5 + v interacts with variant v.
Variant 0 is the exchange between hand and station (place, take a product or what lies on a counter, put, fill,
deliver, take a dish), variant i takes item i (from the ingredients, or back out of a utensil), and the last
variant, one past the last item, starts a utensil.
"""

from __future__ import annotations

import numpy as np

from solvers.tandem import words as at
from solvers.tandem.compiled import compiled
from solvers.tandem.encoding import Ints
from solvers.tandem.interaction import BLOCKED, DELIVERED, DONE, exchange

__all__ = ["joint", "room", "successors", "walk", "work"]


@compiled
def work(t: Ints, material: int) -> int:
    """The material after every utensil has worked for one joint step."""
    for u in range(t[at.UTENSILS]):
        code = (material >> t[t[at.FIELD] + u]) & t[t[at.MASK] + u]
        material += (t[t[at.TICK] + u * t[at.CODES] + code] - code) << t[t[at.FIELD] + u]
    return material


@compiled
def joint(t: Ints, code: int, chef: int, assistant: int) -> tuple[int, int, int]:
    """One joint step from a packed state: the new code and, for each cook, what became of its interaction.

    A blocked interaction changes nothing. Moves and waits are DONE.
    """
    material = code >> t[at.BOTH]
    pose = code & ((1 << t[at.POSE]) - 1)
    other = (code >> t[at.POSE]) & ((1 << (t[at.BOTH] - t[at.POSE])) - 1)
    first = second = DONE
    if chef >= 5:
        first = BLOCKED
        if t[t[at.FACES] + pose] >= 0:
            material, first, _ = exchange(t, material, 0, t[t[at.FACES] + pose], chef - 5)
    else:
        pose = t[t[at.TURNS] + pose * 5 + chef]
    if assistant >= 5:
        second = BLOCKED
        if t[t[at.FACES] + t[at.POSES] + other] >= 0:
            material, second, _ = exchange(t, material, 1, t[t[at.FACES] + t[at.POSES] + other], assistant - 5)
    else:
        other = t[t[at.TURNS] + (t[at.POSES] + other) * 5 + assistant]
    material = work(t, material)
    return (material << t[at.BOTH]) | (other << t[at.POSE]) | pose, first, second


@compiled
def room(t: Ints) -> Ints:
    """Space for `successors` to write to."""
    actions = 6 + t[at.ITEMS]
    return np.empty((actions * actions, 6), np.int64)


@compiled
def _options(t: Ints, material: int, cook: int, pose: int, out: Ints) -> int:
    """One cook's actions that change something, after waiting: rows of action, material, pose, outcome, mark."""
    out[0, 0], out[0, 1], out[0, 2], out[0, 3], out[0, 4] = 0, material, pose, DONE, -1
    count = 1
    station = t[t[at.FACES] + cook * t[at.POSES] + pose]
    if station >= 0:
        for variant in range(t[at.ITEMS] + 1):
            new, made, mark = exchange(t, material, cook, station, variant)
            if made != BLOCKED:
                out[count, 0], out[count, 1], out[count, 2] = 5 + variant, new, pose
                out[count, 3], out[count, 4] = made, mark
                count += 1
    for way in range(1, 5):
        new = t[t[at.TURNS] + (cook * t[at.POSES] + pose) * 5 + way]
        if new != pose:
            out[count, 0], out[count, 1], out[count, 2] = way, material, new
            out[count, 3], out[count, 4] = DONE, -1
            count += 1
    return count


@compiled
def successors(t: Ints, code: int, out: Ints) -> int:
    """Every joint step from a state in which no action is blocked or idles in place, waits aside.

    Rows of `out`: new code (-1: delivered), Chef's and Assistant's action, Chef's and Assistant's mark (-1: none),
    and how many of the two don't wait. Returns how many rows there are.
    """
    material = code >> t[at.BOTH]
    pose = code & ((1 << t[at.POSE]) - 1)
    other = (code >> t[at.POSE]) & ((1 << (t[at.BOTH] - t[at.POSE])) - 1)
    chef, assistant = np.empty((6 + t[at.ITEMS], 5), np.int64), np.empty((6 + t[at.ITEMS], 5), np.int64)
    count = 0
    for n in range(_options(t, material, 0, pose, chef)):
        for m in range(_options(t, chef[n, 1], 1, other, assistant)):
            new = -1
            if chef[n, 3] != DELIVERED and assistant[m, 3] != DELIVERED:
                new = (work(t, assistant[m, 1]) << t[at.BOTH]) | (assistant[m, 2] << t[at.POSE]) | chef[n, 2]
            out[count, 0], out[count, 1], out[count, 2] = new, chef[n, 0], assistant[m, 0]
            out[count, 3], out[count, 4] = chef[n, 4], assistant[m, 4]
            out[count, 5] = (chef[n, 0] != 0) + (assistant[m, 0] != 0)
            count += 1
    return count


@compiled
def walk(t: Ints, code: int, seed: int, steps: int) -> tuple[int, int]:
    """A long pseudo-random walk, for measuring: the last code and how many interactions weren't blocked.

    A delivery starts the walk afresh from `code`. The generator is a plain 31-bit LCG, so a walk can be repeated.
    """
    home, made = code, 0
    actions = 6 + t[at.ITEMS]
    chance = seed
    for _ in range(steps):
        chance = (chance * 1103515245 + 12345) & 0x7FFFFFFF
        chef = (chance >> 8) % actions
        assistant = (chance >> 19) % actions
        code, first, second = joint(t, code, chef, assistant)
        made += (chef >= 5 and first > 0) + (assistant >= 5 and second > 0)
        if first == DELIVERED or second == DELIVERED:
            code = home
    return code, made
