"""The complete space of one order: materials, what joint interactions make of them, and exact cost-to-go.

Poses change without regard to the material, and the material only by what stands ahead of a pose. So the space is
kept as a graph of materials whose edges are labelled with the station that each cook uses (or none), times the
pose graphs: a state is material * pose pairs + Chef's pose * Assistant's poses + Assistant's pose.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from solvers.tandem import words as at
from solvers.tandem.compiled import compiled
from solvers.tandem.encoding import Ints
from solvers.tandem.interaction import BLOCKED, DELIVERED, exchange
from solvers.tandem.kernel import work

__all__ = [
    "FAR",
    "Bytes",
    "Edges",
    "Words",
    "cost_at",
    "expand",
    "find",
    "number_at",
    "reverse",
    "sort_materials",
]

Bytes: TypeAlias = NDArray[np.uint8]
Words: TypeAlias = NDArray[np.int32]
Small: TypeAlias = NDArray[np.int8]
Short: TypeAlias = NDArray[np.int16]

FAR = 255
"""Cost-to-go of a state from which the goal can't be reached."""


class Edges(NamedTuple):
    """Edges in compressed rows: row m is `first`[m] to `first`[m+1] of `to` and of `chef` and `assistant`, the
    station that each uses, or -1 for a move or a wait, with the marks of what they moved there (-1: nothing). The
    last row, without edges, is the delivered order.
    """

    first: Ints
    to: Words
    chef: Small
    assistant: Small
    chef_mark: Short
    assistant_mark: Short


@compiled
def _slot(keys: Ints, key: int) -> int:
    """Where a key is, or belongs, in an open-addressing table whose free slots hold -1."""
    mask = keys.shape[0] - 1
    at_ = (key ^ (key >> 21) ^ (key >> 42)) * 0x9E3779B97F4A7C1 & mask
    while keys[at_] != -1 and keys[at_] != key:
        at_ = (at_ + 1) & mask
    return int(at_)


@compiled
def _grown(keys: Ints, values: Words) -> tuple[Ints, Words]:
    bigger = np.full(keys.shape[0] * 2, -1, np.int64)
    moved = np.empty(keys.shape[0] * 2, np.int32)
    for n in range(keys.shape[0]):
        if keys[n] != -1:
            new = _slot(bigger, keys[n])
            bigger[new] = keys[n]
            moved[new] = values[n]
    return bigger, moved


@compiled
def _usable(t: Ints) -> Small:
    """[cook, station]: 1 where some pose of the cook faces the station."""
    usable = np.zeros((2, t[at.SHIFT] - t[at.KIND]), np.int8)
    for cook in range(2):
        for pose in range(t[at.POSES]):
            station = t[t[at.FACES] + cook * t[at.POSES] + pose]
            if station >= 0:
                usable[cook, station] = 1
    return usable


@compiled
def _changes(t: Ints, material: int, cook: int, usable: Small, out: Ints) -> int:
    """What one cook can make of a material: rows of new material, station (-1: none), outcome, mark."""
    out[0] = (material, -1, 0, -1)
    count = 1
    for station in range(usable.shape[1]):
        if usable[cook, station]:
            for variant in range(t[at.ITEMS] + 1):
                new, made, mark = exchange(t, material, cook, station, variant)
                if made != BLOCKED:
                    out[count] = (new, station, made, mark)
                    count += 1
    return count


@compiled
def _joint_changes(t: Ints, material: int, usable: Small, rooms: tuple[Ints, Ints], out: Ints) -> int:
    """What both cooks and the utensils make of it: rows of new material (-1: delivered), the two
    stations and the two marks.
    """
    count = 0
    for n in range(_changes(t, material, 0, usable, rooms[0])):
        first, chef, made, one = rooms[0][n]
        for m in range(_changes(t, first, 1, usable, rooms[1])):
            second, assistant, served, two = rooms[1][m]
            done = made == DELIVERED or served == DELIVERED
            out[count] = (-1 if done else work(t, second), chef, assistant, one, two)
            count += 1
    return count


@compiled
def expand(t: Ints, roots: Ints, most: int) -> tuple[Ints, tuple[Ints, Words, Small, Small, Short, Short]]:
    """All materials that interactions can make of `roots`, and the edges between them (fields of Edges).

    A cook may use any station that some pose of it faces; whether the poses fit is decided later. With more
    than `most` materials everything comes back empty.
    """
    usable = _usable(t)
    widest = 1 + usable.shape[1] * (t[at.ITEMS] + 1)
    rooms = (np.empty((widest, 4), np.int64), np.empty((widest, 4), np.int64))
    out = np.empty((widest * widest, 5), np.int64)
    keys, values = np.full(1 << 12, -1, np.int64), np.empty(1 << 12, np.int32)
    materials, first = np.empty(1 << 10, np.int64), np.zeros(1 << 10, np.int64)
    to, chef, assistant = np.empty(1 << 12, np.int32), np.empty(1 << 12, np.int8), np.empty(1 << 12, np.int8)
    marks = np.empty((1 << 12, 2), np.int16)
    count = done = edges = 0
    for root in roots:
        keys[_slot(keys, root)], values[_slot(keys, root)], materials[count] = root, count, root
        count += 1
    while done < count:
        first[done] = edges
        rows = _joint_changes(t, materials[done], usable, rooms, out)
        while edges + rows > to.shape[0]:
            to = np.concatenate((to, np.empty(to.shape[0], np.int32)))
            chef = np.concatenate((chef, np.empty(chef.shape[0], np.int8)))
            assistant = np.concatenate((assistant, np.empty(assistant.shape[0], np.int8)))
            marks = np.concatenate((marks, np.empty((marks.shape[0], 2), np.int16)))
        for n in range(rows):
            target = -1
            if out[n, 0] >= 0:
                place = _slot(keys, out[n, 0])
                if keys[place] == -1:
                    if count == most:
                        return materials[:0], (
                            first[:0],
                            to[:0],
                            chef[:0],
                            assistant[:0],
                            marks[:0, 0].copy(),
                            marks[:0, 1].copy(),
                        )
                    if count == materials.shape[0]:
                        materials = np.concatenate((materials, np.empty(count, np.int64)))
                        first = np.concatenate((first, np.zeros(count, np.int64)))
                    keys[place], values[place], materials[count] = out[n, 0], count, out[n, 0]
                    count += 1
                target = values[place]
                if 2 * count > keys.shape[0]:
                    keys, values = _grown(keys, values)
            to[edges], chef[edges], assistant[edges] = target, out[n, 1], out[n, 2]
            marks[edges] = out[n, 3:]
            edges += 1
        done += 1
    starts = np.empty(count + 2, np.int64)
    starts[:count] = first[:count]
    starts[count:] = edges
    for n in range(edges):
        if to[n] < 0:
            to[n] = count
    labels = (chef[:edges].copy(), assistant[:edges].copy(), marks[:edges, 0].copy(), marks[:edges, 1].copy())
    return materials[:count].copy(), (starts, to[:edges].copy(), *labels)


def sort_materials(materials: Ints, edges: Edges) -> tuple[Ints, Edges]:
    """The same graph with materials in ascending order, so that `find` can look them up."""
    order = np.argsort(materials)
    count = len(order)
    rank = np.empty(count + 1, np.int32)
    rank[order] = np.arange(count, dtype=np.int32)
    rank[count] = count
    sizes = np.diff(edges.first)[:count][order]
    first = np.concatenate(([0], np.cumsum(sizes)))
    take = np.repeat(edges.first[:count][order] - first[:-1], sizes) + np.arange(first[-1])
    rows = np.concatenate((first, first[-1:]))
    moved = Edges(
        first=rows,
        to=rank[edges.to[take]],
        chef=edges.chef[take],
        assistant=edges.assistant[take],
        chef_mark=edges.chef_mark[take],
        assistant_mark=edges.assistant_mark[take],
    )
    return materials[order], moved


@compiled
def find(materials: Ints, material: int) -> int:
    """The number of a material in the ascending list, or -1."""
    low, high = 0, materials.shape[0]
    while low < high:
        middle = (low + high) >> 1
        if materials[middle] < material:
            low = middle + 1
        else:
            high = middle
    return low if low < materials.shape[0] and materials[low] == material else -1


@compiled
def number_at(t: Ints, poses: Ints, materials: Ints, code: int) -> int:
    """The number of a packed state in its space, or -1 where the space doesn't know the material."""
    material = find(materials, code >> t[at.BOTH])
    if material < 0:
        return -1
    chef = code & ((1 << t[at.POSE]) - 1)
    assistant = (code >> t[at.POSE]) & ((1 << (t[at.BOTH] - t[at.POSE])) - 1)
    return int((material * poses[0] + chef) * poses[1] + assistant)


@compiled
def cost_at(t: Ints, poses: Ints, materials: Ints, cost: Bytes, code: int) -> int:
    """A packed state's entry in a table; FAR where the space doesn't know the material."""
    number = number_at(t, poses, materials, code)
    return int(cost[number]) if number >= 0 else FAR


@compiled
def reverse(edges: Edges) -> tuple[Ints, Words, Small, Small, Short, Short]:
    """The edges by target (fields of Edges)."""
    count, size = edges.first.shape[0] - 1, edges.to.shape[0]
    first = np.zeros(count + 1, np.int64)
    for n in range(size):
        first[edges.to[n] + 1] += 1
    for n in range(count):
        first[n + 1] += first[n]
    free = first[:count].copy()
    source, chef, assistant = np.empty(size, np.int32), np.empty(size, np.int8), np.empty(size, np.int8)
    chef_mark, assistant_mark = np.empty(size, np.int16), np.empty(size, np.int16)
    for m in range(count):
        for n in range(edges.first[m], edges.first[m + 1]):
            place = free[edges.to[n]]
            free[edges.to[n]] += 1
            source[place], chef[place], assistant[place] = m, edges.chef[n], edges.assistant[n]
            chef_mark[place], assistant_mark[place] = edges.chef_mark[n], edges.assistant_mark[n]
    return first, source, chef, assistant, chef_mark, assistant_mark
