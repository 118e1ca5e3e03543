"""Plain forward search with the kernel: breadth first from one state, no table, no heuristic, no material graph.

A second way to a lower bound: when every state within n - 1 joint steps has been looked at and none is the goal,
the optimum is at least n.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from schemas.errors import InputError
from solvers.tandem import words as at
from solvers.tandem.compiled import compiled
from solvers.tandem.encoding import PACKED_BITS, Encoding, Ints
from solvers.tandem.kernel import room, successors
from worlds.kitchen.states import State, Utensil

__all__ = ["forward_distance"]

UNFINISHED = -1
NOWHERE = -2


@compiled
def _place(keys: Ints, key: int) -> int:
    mask = keys.shape[0] - 1
    spot = (key ^ (key >> 23) ^ (key >> 41)) * 0x5851F42D4C957F2 & mask
    while keys[spot] != -1 and keys[spot] != key:
        spot = (spot + 1) & mask
    return int(spot)


@compiled
def _wider(keys: Ints) -> Ints:
    bigger = np.full(keys.shape[0] * 2, -1, np.int64)
    for key in keys:
        if key != -1:
            bigger[_place(bigger, key)] = key
    return bigger


@compiled
def _longer(codes: Ints) -> Ints:
    longer = np.empty(codes.shape[0] * 2, np.int64)
    for n in range(codes.shape[0]):
        longer[n] = codes[n]
    return longer


@compiled
def _is_goal(t: Ints, code: int, goal: NDArray[np.uint8], item: int) -> bool:
    """Whether a utensil's code is marked in `goal`[utensil, code], or the item lies in a hand or on a counter."""
    material = code >> t[at.BOTH]
    for u in range(t[at.UTENSILS]):
        if goal[u, (material >> t[t[at.FIELD] + u]) & t[t[at.MASK] + u]]:
            return True
    mask = (1 << t[at.ITEM]) - 1
    for n in range(t[at.SLOTS]):  # noqa: SIM110 (compiled code has no generators)
        if item and (material >> t[t[at.SLOT] + n]) & mask == item:
            return True
    return False


@compiled
def _breadth_first(t: Ints, start: int, goal: NDArray[np.uint8], item: int, deepest: int, most: int) -> int:
    if _is_goal(t, start, goal, item):
        return 0
    out = room(t)
    keys = np.full(1 << 12, -1, np.int64)
    layer: Ints = np.full(1, start, np.int64)
    keys[_place(keys, start)] = start
    seen = 1
    for depth in range(1, deepest + 1):
        coming, size = np.empty(1 << 10, np.int64), 0
        for code in layer:
            for row in range(successors(t, code, out)):
                new = out[row, 0]
                if new < 0:
                    return depth
                spot = _place(keys, new)
                if keys[spot] == new:
                    continue
                if _is_goal(t, new, goal, item):
                    return depth
                keys[spot] = new
                seen += 1
                if seen > most:
                    return UNFINISHED
                if 2 * seen > keys.shape[0]:
                    keys = _wider(keys)
                if size == coming.shape[0]:
                    coming = _longer(coming)
                coming[size] = new
                size += 1
        layer = coming[:size]
    return NOWHERE


def forward_distance(encoding: Encoding, state: State, milestone: str, deepest: int, most: int) -> int | None:
    """Joint steps to a milestone or, with it or without, to the delivery, if they are at most `deepest`.

    None when they are more. Raises InputError when the state has no code in this domain, or more than `most`
    states would have to be looked at.
    """
    code = encoding.encode(state)
    if code is None or encoding.material_bits + encoding.pose_bits > PACKED_BITS:
        raise InputError(f"order {encoding.recipe.order}: this domain has no code for the state")
    kind, _, item = milestone.partition(" ")
    codes = encoding.utensil_codes()
    goal = np.zeros((max(1, len(codes)), max(map(len, codes), default=1)), np.uint8)
    for u, (place, insides) in enumerate(zip(encoding.kitchen.layout.utensils, codes, strict=True)):
        for n, inside in enumerate(insides):
            goal[u, n] = _marked(encoding, place.utensil, inside, kind, item)
    plated = encoding.number[item] if kind == "plated" else 0
    found = _breadth_first(encoding.tables, code, goal, plated, deepest, most)
    if found == UNFINISHED:
        raise InputError(f"order {encoding.recipe.order}: more than {most} states within {deepest} joint steps")
    return None if found == NOWHERE else found


def _marked(encoding: Encoding, utensil: str, inside: Utensil, kind: str, item: str) -> bool:
    if kind == "ready":
        return inside.product == item and inside.left == 0
    uses = any(step.utensil == utensil and item in step.takes for step in encoding.recipe.steps)
    return kind == "in" and uses and item in inside.contents
