"""Breadth-first distances over a complete space, forwards from the start or backwards from the goal.

A layer is worked off a material at a time, and all of the Assistant's poses fit one machine word, so that a sweep
over millions of states takes a fraction of a second on one core.
"""

from __future__ import annotations

import numpy as np

from solvers.tandem import words as at
from solvers.tandem.compiled import compiled
from solvers.tandem.encoding import Ints
from solvers.tandem.graph import FAR, Bytes, Edges, Words

__all__ = ["EVERY", "NONE", "count_moves", "sweep"]

EVERY = np.zeros(0, np.uint8)
"""Every edge is open."""
NONE = np.zeros(0, np.uint8)
"""No state is reached in another way."""


@compiled
def _masks(t: Ints, poses: Ints, backwards: bool) -> Ints:
    """[cook, pose]: the set, one bit a pose, of those that follow by a move or a wait (or that lead here)."""
    masks = np.zeros((2, t[at.POSES]), np.int64)
    for cook in range(2):
        for pose in range(poses[cook]):
            for way in range(5):
                new = t[t[at.TURNS] + (cook * t[at.POSES] + pose) * 5 + way]
                if backwards:
                    masks[cook, new] |= 1 << pose
                else:
                    masks[cook, pose] |= 1 << new
    return masks


@compiled
def _spread(bits: int, masks: Ints) -> int:
    """All poses that the poses of a set are linked to."""
    found, pose = 0, 0
    while bits:
        if bits & 1:
            found |= masks[pose]
        bits >>= 1
        pose += 1
    return found


@compiled
def _looking(t: Ints, columns: int) -> Ints:
    """[station]: the set of the Assistant's poses that face it."""
    looking = np.zeros(t[at.SHIFT] - t[at.KIND], np.int64)
    for pose in range(columns):
        station = t[t[at.FACES] + t[at.POSES] + pose]
        if station >= 0:
            looking[station] |= 1 << pose
    return looking


@compiled
def _mark(distance: Bytes, place: int, bits: int, layer: int) -> None:
    while bits:
        if bits & 1:
            distance[place] = layer
        bits >>= 1
        place += 1


@compiled
def _move_on(row: Ints, links: Ints, spread: Ints) -> None:
    """Where a material's states get to: spread[does Chef move, does the Assistant move, Chef's pose]."""
    rows = row.shape[0]
    for p in range(rows):
        spread[0, 0, p] = row[p]
        spread[0, 1, p] = _spread(row[p], links[1])
    for a in range(2):
        for p in range(rows):
            spread[1, a, p] = 0
        for p in range(rows):
            if spread[0, a, p]:
                for new in range(rows):
                    if (links[0, p] >> new) & 1:
                        spread[1, a, new] |= spread[0, a, p]


@compiled
def _latest(entry: Bytes) -> int:
    """The largest distance at which a state is reached in another way."""
    last = 0
    for value in entry:
        if value != FAR:
            last = max(last, value)
    return last


@compiled
def _enter(
    entry: Bytes,
    layer: int,
    rows: int,
    columns: int,
    reached: Ints,
    later: Ints,
    queued: Bytes,
    next_busy: Words,
    next_size: int,
    distance: Bytes,
) -> int:
    """Add the states that are reached in another way at this layer; returns the new number of busy materials."""
    for state in range(entry.shape[0]):
        if entry[state] == layer:
            row, q = state // columns, state % columns
            m, p = row // rows, row % rows
            if not (reached[m, p] >> q) & 1:
                reached[m, p] |= 1 << q
                later[m, p] |= 1 << q
                distance[state] = layer
                if queued[m] != layer:
                    queued[m] = layer
                    next_busy[next_size] = m
                    next_size += 1
    return next_size


@compiled
def sweep(t: Ints, edges: Edges, poses: Ints, seeds: Ints, backwards: bool, allowed: Bytes, entry: Bytes) -> Bytes:
    """Distance of every state from the seeds along the edges, breadth first; FAR where there is no way.

    `seeds`[material, Chef's pose] is a set of the Assistant's poses, one bit each. `allowed`[edge] 0 closes an
    edge, or it is EVERY. `entry`[state] is a distance at which a state is reached in another way (FAR: none), or it
    is NONE.
    """
    free, enters = allowed.shape[0] == 0, entry.shape[0] > 0
    count, rows = seeds.shape
    columns = poses[1]
    links, looking = _masks(t, poses, backwards), _looking(t, columns)
    distance = np.full(count * rows * columns, FAR, np.uint8)
    reached, now = np.zeros((count, rows), np.int64), np.zeros((count, rows), np.int64)
    later = np.zeros((count, rows), np.int64)
    busy, next_busy = np.empty(count, np.int32), np.empty(count, np.int32)
    queued = np.zeros(count, np.uint8)  # the layer that a material was last put off to
    spread = np.empty((2, 2, rows), np.int64)
    size = 0
    for m in range(count):
        some = 0
        for p in range(rows):
            some |= seeds[m, p]
            reached[m, p] = now[m, p] = seeds[m, p]
            _mark(distance, (m * rows + p) * columns, seeds[m, p], 0)
        if some:
            busy[size] = m
            size += 1
    last = _latest(entry)
    for layer in range(1, FAR):
        next_size = 0
        for number in range(size):
            m = busy[number]
            _move_on(now[m], links, spread)
            for p in range(rows):
                now[m, p] = 0
            for n in range(edges.first[m], edges.first[m + 1]):
                if not (free or allowed[n]):
                    continue
                c, a, target = edges.chef[n], edges.assistant[n], edges.to[n]
                chef_moves = 1 if c < 0 else 0
                for p in range(rows):
                    if c >= 0 and t[t[at.FACES] + p] != c:
                        continue
                    bits = spread[chef_moves, 0, p] & looking[a] if a >= 0 else spread[chef_moves, 1, p]
                    bits &= ~reached[target, p]
                    if bits:
                        reached[target, p] |= bits
                        later[target, p] |= bits
                        if queued[target] != layer:
                            queued[target] = layer
                            next_busy[next_size] = target
                            next_size += 1
                        _mark(distance, (target * rows + p) * columns, bits, layer)
        if enters:
            next_size = _enter(entry, layer, rows, columns, reached, later, queued, next_busy, next_size, distance)
        if next_size == 0 and not (enters and layer < last):
            break
        now, later = later, now
        busy, next_busy = next_busy, busy
        size = next_size
    return distance


@compiled
def count_moves(t: Ints, edges: Edges, poses: Ints, depth: Bytes) -> int:
    """How many different joint moves the reached states have, deliveries included."""
    links = _masks(t, poses, False)
    ways = np.zeros((2, t[at.POSES]), np.int64)
    for cook in range(2):
        for pose in range(poses[cook]):
            for new in range(poses[cook]):
                ways[cook, pose] += (links[cook, pose] >> new) & 1
    moves = 0
    for m in range(edges.first.shape[0] - 2):
        for n in range(edges.first[m], edges.first[m + 1]):
            c, a = edges.chef[n], edges.assistant[n]
            for p in range(poses[0]):
                if c >= 0 and t[t[at.FACES] + p] != c:
                    continue
                for q in range(poses[1]):
                    if a >= 0 and t[t[at.FACES] + t[at.POSES] + q] != a:
                        continue
                    if depth[(m * poses[0] + p) * poses[1] + q] != FAR:
                        moves += (1 if c >= 0 else ways[0, p]) * (1 if a >= 0 else ways[1, q])
    return moves
