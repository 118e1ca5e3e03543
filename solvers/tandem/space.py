"""Complete cost-to-go tables: built once for a structural class, kept on disk, asked by look-up."""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.errors import InputError
from schemas.files import write_atomically
from solvers.tandem import words as at
from solvers.tandem.compiled import cache_folder, source_digest
from solvers.tandem.encoding import Encoding, Ints
from solvers.tandem.graph import FAR, Bytes, Edges, Tell, expand, find, reverse, silent
from solvers.tandem.sweep import EVERY, NONE, sweep
from worlds.kitchen.states import start_state

__all__ = ["Space", "build", "clear_memory", "space_of", "start_code"]

MOST_STATES = 400_000_000
"""The largest table, in states with unreachable pose pairs counted, that is tried: one byte each, twice."""

_MEMORY: dict[str, Space] = {}


class Space(NamedTuple):
    """The complete space of one structural class.

    `materials` ascend. State number = (material's number * Chef's poses + Chef's pose) * Assistant's poses +
    Assistant's pose; `depth` (joint steps from the start) and `cost` (to delivery) are indexed by it. FAR where
    there is no way. `back` has the edges by target, `back_of` for each of them which of `edges` it is.
    """

    rules: Ints
    poses: Ints
    materials: Ints
    edges: Edges
    back: Edges
    back_of: Ints
    depth: Bytes
    cost: Bytes

    def number(self, code: int) -> int | None:
        """The number of a state, or None when the table has no such material."""
        material = find(self.materials, code >> int(self.rules[at.BOTH]))
        if material < 0:
            return None
        width = int(self.rules[at.POSE])
        low = code & ((1 << int(self.rules[at.BOTH])) - 1)
        return (material * int(self.poses[0]) + (low & ((1 << width) - 1))) * int(self.poses[1]) + (low >> width)

    def code(self, number: int) -> int:
        """The packed state of a number."""
        rest, assistant = divmod(number, int(self.poses[1]))
        material, chef = divmod(rest, int(self.poses[0]))
        low = assistant << int(self.rules[at.POSE]) | chef
        return int(self.materials[material]) << int(self.rules[at.BOTH]) | low

    def reachable(self) -> int:
        """How many states can be reached from the start."""
        return int(np.count_nonzero(self.depth != FAR))

    def costs_to(self, goal: NDArray[np.bool_]) -> Bytes:
        """Cost-to-go of every state to the first moment at which its material is one of `goal` (by number)."""
        seeds = np.zeros((len(self.materials) + 1, int(self.poses[0])), np.int64)
        seeds[:-1][goal] = (1 << int(self.poses[1])) - 1
        return sweep(self.rules, self.back, self.poses, seeds, True, EVERY, NONE)[: len(self.cost)]


def space_of(encoding: Encoding, tell: Tell = silent) -> Space:
    """The space of an order's class: from memory, from the cache on disk, or built and put in both.

    `tell` is told how it grows while it is built.
    """
    key = encoding.digest
    if key not in _MEMORY:
        folder = cache_folder()
        path = folder / f"kitchen-{key[:32]}-{source_digest()}.npz" if folder else None
        space = _read(path, encoding) if path else None
        if space is None:
            space = build(encoding, tell)
            if path:
                _write(path, space)
        _MEMORY[key] = space
    return _MEMORY[key]


def clear_memory() -> None:
    """Forget the tables held in memory; those on disk stay."""
    _MEMORY.clear()


def start_code(encoding: Encoding) -> int:
    """The packed starting state."""
    code = encoding.encode(start_state(encoding.kitchen))
    if code is None:  # every domain has a code for nothing anywhere
        raise InputError(f"kitchen {encoding.kitchen.name}: the empty kitchen has no code")
    return code


def build(encoding: Encoding, tell: Tell = silent) -> Space:
    """Build the complete space from the order's starting state.

    Raises InputError when the space is too large for a table.
    """
    rules = encoding.tables
    poses = np.array([len(poses) for poses in encoding.kitchen.layout.poses], dtype=np.int64)
    start = start_code(encoding)
    if poses.max() > 62:
        raise InputError(f"kitchen {encoding.kitchen.name}: a cook has {poses.max()} poses; the exact solver takes 62")
    root = np.array([start >> encoding.pose_bits], dtype=np.int64)
    found = expand(rules, root, MOST_STATES // int(poses.prod()), tell)
    if found is None:
        raise InputError(
            f"kitchen {encoding.kitchen.name}, order {encoding.recipe.order}: more than {MOST_STATES:,} states, "
            "too many for a complete table; use fewer counters or a smaller order"
        )
    materials, edges = found
    seeds = np.zeros((len(materials) + 1, int(poses[0])), np.int64)
    start_seeds = seeds.copy()
    low = start & ((1 << encoding.pose_bits) - 1)
    chef = low & ((1 << encoding.pose_width) - 1)
    start_seeds[find(materials, start >> encoding.pose_bits), chef] = 1 << (low >> encoding.pose_width)
    size = len(materials) * int(poses.prod())
    depth = sweep(rules, edges, poses, start_seeds, False, EVERY, NONE)[:size]
    seeds[-1] = (1 << int(poses[1])) - 1
    back, back_of = reverse(edges)
    cost = sweep(rules, back, poses, seeds, True, EVERY, NONE)[:size]
    return Space(rules, poses, materials, edges, back, back_of, depth, cost)


def _write(path: Path, space: Space) -> None:
    """Put a table on disk; a full or forbidden disk only means that it is built again next time."""
    data = BytesIO()
    np.savez(data, materials=space.materials, depth=space.depth, cost=space.cost, **space.edges._asdict())
    try:
        write_atomically(path, data.getvalue())
    except InputError:
        return


def _read(path: Path, encoding: Encoding) -> Space | None:
    """A table from disk, or None when it isn't there or can't be what it says."""
    try:
        with np.load(BytesIO(path.read_bytes()), allow_pickle=False) as stored:
            edges = Edges(*(stored[name] for name in Edges._fields))
            poses = np.array([len(poses) for poses in encoding.kitchen.layout.poses], dtype=np.int64)
            back, back_of = reverse(edges)
            space = Space(
                encoding.tables, poses, stored["materials"], edges, back, back_of, stored["depth"], stored["cost"]
            )
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
    return space if len(space.cost) == len(space.depth) == len(space.materials) * int(poses.prod()) else None
