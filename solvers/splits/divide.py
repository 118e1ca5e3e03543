"""Divides items into dev and test by constraint solving: exact sizes, even cells and structures, twins together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from schemas.errors import InputError
from schemas.randomness import stream
from schemas.triplets import Split
from solvers.engine import deterministic_solver

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

__all__ = ["Divided", "SplitItem", "divide"]

EFFORT: Final = 3.0
"""The most deterministic time of one search."""

Key: TypeAlias = tuple[str, ...]


class SplitItem(NamedTuple):
    """An item, its cell, its selection structure, and what it must stay together with (its template)."""

    id: str
    cell: Key
    structure: str
    twins: str


class Divided(NamedTuple):
    """The split of each item that has one, in the order of the items.

    `uneven_cells` is how many items the cells are off an even share in all, `uneven_structures` the same for
    structures; both are proved least unless `proved` is false.
    """

    splits: dict[str, Split]
    uneven_cells: int
    uneven_structures: int
    proved: bool


def divide(items: Sequence[SplitItem], sizes: Mapping[Split, int], seed: int = 0) -> Divided:
    """Choose a split for as many items as `sizes` ask for.

    Sizes are exact and twins never stand in two splits. Then, in this order: each split's cells differ by at most
    one, each structure's share in a split is its share of all items, and where there is a choice, the seed decides.
    The same arguments give the same splits. Raises InputError, with the reason in words, where that can't be.
    """
    asked = {split: size for split, size in sizes.items() if size}
    if len({item.id for item in items}) < len(items):
        raise InputError("no split: an item is named twice")
    wanted = sum(asked.values())
    if not asked or min(sizes.values()) < 0 or wanted > len(items):
        told = " and ".join(f"{size} {split}" for split, size in sizes.items())
        raise InputError(f"no split: {told} items are asked for, and there are {len(items)}")
    order = list(items)
    stream(seed, "split", "items").shuffle(order)
    model = _Model(order, asked)
    cells, structures = model.off_even(), model.off_share()
    first = model.least(cells)
    if first.value is None:
        why = _why(order, asked) if first.proved else "none was found within the effort that is spent; try another seed"
        raise InputError(f"no split: {why}")
    model.model.add(cells == first.value)
    second = model.least(structures)
    made = model.splits()
    splits = {item.id: made[item.id] for item in items if item.id in made}
    return Divided(splits, first.value, second.value or 0, first.proved and second.proved)


class _Kind(NamedTuple):
    """What makes items interchangeable: nothing else about them is balanced."""

    cell: Key
    structure: str
    twins: str


class _Model:
    """How many items of each kind go to each split; kinds that are twins go to one split."""

    def __init__(self, items: Sequence[SplitItem], sizes: Mapping[Split, int]) -> None:
        from ortools.sat.python import cp_model

        self.model = cp_model.CpModel()
        self.sizes = sizes
        self.all = len(items)
        self.kinds: dict[_Kind, list[str]] = {}
        for item in items:
            self.kinds.setdefault(_Kind(item.cell, item.structure, item.twins), []).append(item.id)
        self.counts = {
            (kind, split): self.model.new_int_var(0, len(ids), "")
            for kind, ids in self.kinds.items()
            for split in sizes
        }
        owned = {(kind.twins, split): self.model.new_bool_var("") for kind in self.kinds for split in sizes}
        for twins in dict.fromkeys(kind.twins for kind in self.kinds):
            self.model.add_at_most_one(owned[twins, split] for split in sizes)
        whole = sum(sizes.values()) == len(items)
        for (kind, split), count in self.counts.items():
            most = len(self.kinds[kind]) * owned[kind.twins, split]
            self.model.add(count == most if whole else count <= most)
        for split, size in sizes.items():
            self.model.add(sum(self.counts[kind, split] for kind in self.kinds) == size)
        self.solved: dict[tuple[_Kind, Split], int] = {}

    def off_even(self) -> cp_model.LinearExpr:
        """How far the counts of cells are from an even share of each split, rounded either way."""
        cells = dict.fromkeys(kind.cell for kind in self.kinds)
        off: list[cp_model.IntVar] = []
        for split, size in self.sizes.items():
            for cell in cells:
                own = [self.counts[kind, split] for kind in self.kinds if kind.cell == cell]
                off.append(self._outside(own, size // len(cells), -(-size // len(cells))))
        return sum(off, start=self.model.new_constant(0) + 0)

    def off_share(self) -> cp_model.LinearExpr:
        """How far the counts of structures are from their share of all items, rounded either way."""
        off: list[cp_model.IntVar] = []
        for split, size in self.sizes.items():
            for structure in dict.fromkeys(kind.structure for kind in self.kinds):
                some = [kind for kind in self.kinds if kind.structure == structure]
                share = size * sum(len(self.kinds[kind]) for kind in some)
                own = [self.counts[kind, split] for kind in some]
                off.append(self._outside(own, share // self.all, -(-share // self.all)))
        return sum(off, start=self.model.new_constant(0) + 0)

    def least(self, off: cp_model.LinearExpr) -> _Least:
        """The least that an expression can be; what it is reached with is kept, and tried first next time."""
        from ortools.sat.python import cp_model

        self.model.minimize(off)
        solver = deterministic_solver(EFFORT)
        status = solver.solve(self.model)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return _Least(None, status == cp_model.INFEASIBLE)
        hinted = bool(self.solved)
        self.solved = {key: solver.value(count) for key, count in self.counts.items()}
        if not hinted:  # the second search begins where the first ended
            for key, count in self.counts.items():
                self.model.add_hint(count, self.solved[key])
        return _Least(round(solver.objective_value), status == cp_model.OPTIMAL)

    def splits(self) -> dict[str, Split]:
        """The split of each item that has one."""
        made: dict[str, Split] = {}
        for kind, ids in self.kinds.items():
            rest = list(ids)
            for split in self.sizes:
                count = self.solved[kind, split]
                made.update(dict.fromkeys(rest[:count], split))
                rest = rest[count:]
        return made

    def _outside(self, some: Sequence[cp_model.IntVar], least: int, most: int) -> cp_model.IntVar:
        off = self.model.new_int_var(0, self.all, "")
        self.model.add(sum(some) - most <= off)
        self.model.add(least - sum(some) <= off)
        return off


class _Least(NamedTuple):
    """A least value, or None; `proved` where there is nothing better, or nothing at all."""

    value: int | None
    proved: bool


def _why(items: Sequence[SplitItem], sizes: Mapping[Split, int]) -> str:
    """Why sizes can't be reached: twins are so large that their templates don't fit."""
    twins = Counter(item.twins for item in items)
    name, most = twins.most_common(1)[0]
    told = " and ".join(f"{size} {split}" for split, size in sizes.items())
    return (
        f"{told} items can't be had without separating twins: there are {len(twins)} templates, and the largest "
        f"({name}) has {most} instances; ask for fewer items, or cap the instances of a template"
    )
