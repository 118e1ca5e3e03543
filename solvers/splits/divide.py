"""Divides items into dev and test by constraint solving: exact sizes, even cells and structures, twins together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
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
    cells = model.off_even(lambda item: item.cell)
    structures = model.off_share(lambda item: item.structure)
    off_cells, first = model.least(cells)
    if off_cells is None:
        raise InputError(f"no split: {_why(order, asked)}")
    model.model.add(cells == off_cells)
    off_structures, second = model.least(structures)
    chosen = model.chosen
    splits = {item.id: chosen[item.id] for item in items if item.id in chosen}
    return Divided(splits, off_cells, off_structures or 0, first and second)


class _Model:
    """Each item in one split or in none, and each template's items in one split."""

    def __init__(self, items: Sequence[SplitItem], sizes: Mapping[Split, int]) -> None:
        from ortools.sat.python import cp_model

        self.model = cp_model.CpModel()
        self.items = items
        self.sizes = sizes
        self.chosen: dict[str, Split] = {}
        self.within = {(item.id, split): self.model.new_bool_var("") for item in items for split in sizes}
        owned = {(item.twins, split): self.model.new_bool_var("") for item in items for split in sizes}
        for twins in dict.fromkeys(item.twins for item in items):
            self.model.add_at_most_one(owned[twins, split] for split in sizes)
        for item in items:
            for split in sizes:
                self.model.add_implication(self.within[item.id, split], owned[item.twins, split])
        for split, size in sizes.items():
            self.model.add(sum(self.within[item.id, split] for item in items) == size)

    def off_even(self, key: Callable[[SplitItem], Key]) -> cp_model.LinearExpr:
        """How far the counts of a key are from an even share of each split, rounded either way."""
        groups = _grouped(self.items, key)
        total = []
        for split, size in self.sizes.items():
            least, most = size // len(groups), -(-size // len(groups))
            for ids in groups.values():
                total.append(self._outside([self.within[name, split] for name in ids], least, most))
        return sum(total, start=self.model.new_constant(0) + 0)

    def off_share(self, key: Callable[[SplitItem], str]) -> cp_model.LinearExpr:
        """How far the counts of a key are from its share of all items, rounded either way."""
        groups = _grouped(self.items, lambda item: (key(item),))
        total = []
        for split, size in self.sizes.items():
            for ids in groups.values():
                share = size * len(ids)
                least, most = share // len(self.items), -(-share // len(self.items))
                total.append(self._outside([self.within[name, split] for name in ids], least, most))
        return sum(total, start=self.model.new_constant(0) + 0)

    def least(self, off: cp_model.LinearExpr) -> tuple[int | None, bool]:
        """The least that an expression can be, and whether that is proved; keeps what it is reached with."""
        from ortools.sat.python import cp_model

        self.model.minimize(off)
        solver = deterministic_solver(EFFORT)
        status = solver.solve(self.model)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return None, False
        self.chosen = {name: split for (name, split), own in self.within.items() if solver.boolean_value(own)}
        for own in self.within.values():
            self.model.add_hint(own, solver.value(own))
        return round(solver.objective_value), status == cp_model.OPTIMAL

    def _outside(self, some: Sequence[cp_model.IntVar], least: int, most: int) -> cp_model.IntVar:
        off = self.model.new_int_var(0, len(self.items), "")
        self.model.add(sum(some) - most <= off)
        self.model.add(least - sum(some) <= off)
        return off


def _grouped(items: Sequence[SplitItem], key: Callable[[SplitItem], Key]) -> dict[Key, list[str]]:
    groups: dict[Key, list[str]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item.id)
    return groups


def _why(items: Sequence[SplitItem], sizes: Mapping[Split, int]) -> str:
    """Why sizes can't be reached: twins are so large that their templates don't fit."""
    twins = Counter(item.twins for item in items)
    name, most = twins.most_common(1)[0]
    told = " and ".join(f"{size} {split}" for split, size in sizes.items())
    return (
        f"{told} items can't be had without separating twins: there are {len(twins)} templates, and the largest "
        f"({name}) has {most} instances; ask for fewer items, or cap the instances of a template"
    )
