"""The complete space of one order: materials, what joint interactions make of them, and exact cost-to-go.

Poses change without regard to the material, and the material only by what stands ahead of a pose. So the space is
kept as a graph of materials whose edges are labelled with the station that each cook uses (or none), times the
pose graphs: a state is material * pose pairs + Chef's pose * Assistant's poses + Assistant's pose.
"""

from __future__ import annotations

from collections.abc import Callable
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
    "Tell",
    "Words",
    "cost_at",
    "expand",
    "find",
    "number_at",
    "reverse",
    "silent",
]

Bytes: TypeAlias = NDArray[np.uint8]
Words: TypeAlias = NDArray[np.int32]
Small: TypeAlias = NDArray[np.int8]
Short: TypeAlias = NDArray[np.int16]
Tell: TypeAlias = Callable[[int], None]
"""Is told, while a table grows, how many materials there are so far."""

FAR = 255
"""Cost-to-go of a state from which the goal can't be reached."""


def silent(_materials: int) -> None:
    """Tell nobody."""


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
def _changes(t: Ints, material: int, cook: int, usable: Small, out: Ints) -> int:
    """What one cook can make of a material: rows of new material, station (-1: none), outcome, mark."""
    out[0, 0], out[0, 1], out[0, 2], out[0, 3] = material, -1, 0, -1
    count = 1
    for station in range(usable.shape[1]):
        if usable[cook, station]:
            for variant in range(t[at.ITEMS] + 1):
                new, made, mark = exchange(t, material, cook, station, variant)
                if made != BLOCKED:
                    out[count, 0], out[count, 1], out[count, 2], out[count, 3] = new, station, made, mark
                    count += 1
    return count


@compiled
def _ways(t: Ints, layer: Ints, usable: Small) -> Ints:
    """How many joint changes each material of a layer has."""
    one, two = _rooms(t, usable)
    counts = np.zeros(layer.shape[0], np.int64)
    for row in range(layer.shape[0]):
        for n in range(_changes(t, layer[row], 0, usable, one)):
            counts[row] += _changes(t, one[n, 0], 1, usable, two)
    return counts


@compiled
def _joint_changes(t: Ints, layer: Ints, usable: Small, count: int) -> Ints:
    """What both cooks and the utensils make of each material, `count` in all: rows of new material (-1: delivered),
    the two stations and the two marks.
    """
    one, two = _rooms(t, usable)
    out = np.empty((count, 5), np.int64)
    row = 0
    for material in layer:
        for n in range(_changes(t, material, 0, usable, one)):
            for m in range(_changes(t, one[n, 0], 1, usable, two)):
                done = one[n, 2] == DELIVERED or two[m, 2] == DELIVERED
                out[row, 0] = -1 if done else work(t, two[m, 0])
                out[row, 1], out[row, 2], out[row, 3], out[row, 4] = one[n, 1], two[m, 1], one[n, 3], two[m, 3]
                row += 1
    return out


@compiled
def _rooms(t: Ints, usable: Small) -> tuple[Ints, Ints]:
    """Space for `_changes` of either cook."""
    widest = 1 + usable.shape[1] * (t[at.ITEMS] + 1)
    return np.empty((widest, 4), np.int64), np.empty((widest, 4), np.int64)


def expand(t: Ints, roots: Ints, most: int, tell: Tell = silent) -> tuple[Ints, Edges] | None:
    """All materials that interactions can make of `roots`, ascending, and the edges between them.

    A cook may use any station that some pose of it faces; whether the poses fit is decided later. None where there
    are more than `most` materials. `tell` is told after each layer how many there are.
    """
    usable = _usable(t)
    layer = materials = np.unique(roots)
    layers: list[_Layer] = []
    while len(layer):
        if len(materials) > most:
            return None
        ways = _ways(t, layer, usable)
        rows = _joint_changes(t, layer, usable, int(ways.sum()))
        stations, marks = rows[:, 1:3].astype(np.int8), rows[:, 3:].astype(np.int16)
        layers.append(_Layer(layer, ways, rows[:, 0].copy(), stations, marks))
        made = np.unique(layers[-1].made)
        layer = np.setdiff1d(made[made >= 0], materials, assume_unique=True)
        materials = np.union1d(materials, layer)
        tell(len(materials))
    return materials, _in_order(materials, layers)


class _Layer(NamedTuple):
    """Materials found together, how many edges each has, and the edges: what is made, stations, marks."""

    materials: Ints
    ways: Ints
    made: Ints
    stations: Small
    marks: Short


def _in_order(materials: Ints, layers: list[_Layer]) -> Edges:
    """The edges of all layers by ascending material."""
    found, ways, made, stations, marks = (np.concatenate(parts) for parts in zip(*layers, strict=True))
    order = np.argsort(found)
    count = len(order)
    begins = np.concatenate(([0], np.cumsum(ways)))
    sizes = ways[order]
    first = np.concatenate(([0], np.cumsum(sizes)))
    take = np.repeat(begins[:-1][order] - first[:-1], sizes) + np.arange(first[-1])
    to = np.searchsorted(materials, made[take]).astype(np.int32)
    to[made[take] < 0] = count
    return Edges(
        first=np.concatenate((first, first[-1:])),
        to=to,
        chef=stations[take, 0],
        assistant=stations[take, 1],
        chef_mark=marks[take, 0],
        assistant_mark=marks[take, 1],
    )


def _usable(t: Ints) -> Small:
    """[cook, station]: 1 where some pose of the cook faces the station."""
    usable = np.zeros((2, t[at.SHIFT] - t[at.KIND]), np.int8)
    faces = t[t[at.FACES] : t[at.FACES] + 2 * t[at.POSES]].reshape(2, -1)
    for cook in (0, 1):
        usable[cook, faces[cook][faces[cook] >= 0]] = 1
    return usable


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


def reverse(edges: Edges) -> tuple[Edges, Ints]:
    """The edges by target, and for each of them which of `edges` it is."""
    order = np.argsort(edges.to, kind="stable")
    count = len(edges.first) - 1
    first = np.concatenate(([0], np.cumsum(np.bincount(edges.to, minlength=count))))
    source = np.repeat(np.arange(count, dtype=np.int32), np.diff(edges.first))
    back = Edges(
        first=first,
        to=source[order],
        chef=edges.chef[order],
        assistant=edges.assistant[order],
        chef_mark=edges.chef_mark[order],
        assistant_mark=edges.assistant_mark[order],
    )
    return back, order
