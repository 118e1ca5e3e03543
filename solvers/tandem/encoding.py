"""One order's rules as small integer tables, and joint states packed into one integer each.

From the low end a code holds Chef's pose, the Assistant's pose, the two hands, the counters, and the utensils.
The part above the poses is called the material. Recipes of one structural class have equal tables, so what is
computed for one holds for all.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import NamedTuple, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from schemas.canonical import JSON, sha256_of
from schemas.errors import InputError
from schemas.tandem import Facing
from solvers.tandem import words as at
from worlds.kitchen.layout import DIRECTIONS, Station
from worlds.kitchen.recipes import DISH, Recipe
from worlds.kitchen.rules import Kitchen
from worlds.kitchen.states import EMPTY, State, Utensil

__all__ = ["CANONICAL", "MAX_BITS", "PACKED_BITS", "Domain", "Encoding", "Ints", "wide"]

Ints: TypeAlias = NDArray[np.int64]

_KINDS = {
    "counter": at.COUNTER,
    "ingredients": at.INGREDIENTS,
    "dishes": at.DISHES,
    "serve": at.SERVE,
    "utensil": at.UTENSIL,
}
MAX_BITS = 60
"""The widest material that a table can be made of."""

PACKED_BITS = 62
"""The widest code with poses that the kernel's own searches take; wider ones are only looked up."""


class Domain(NamedTuple):
    """What the search may do beyond working through the recipe.

    `extra` fresh copies of an ingredient chain or dish may be taken beside a living one. `strays` items that no
    step combines may wait together in a utensil. `waste` allows starts and deliveries that destroy things.
    """

    extra: int = 0
    strays: int = 0
    waste: bool = False


CANONICAL = Domain()
"""The canonical processing-chain domain (paper A.1): one copy a chain, contents only as some step takes them,
take-back before the start, plated products handed over freely."""


def wide(kitchen: Kitchen) -> Domain:
    """Everything the rules allow, except a second copy of anything."""
    return Domain(strays=kitchen.contents, waste=True)


Inside: TypeAlias = tuple[str, tuple[int, ...]]
"""A utensil's code spelled out: ("holds", items), ("runs", (step, left)) or ("ready", (step,))."""


class Encoding:
    """The tables of one order in one domain, and the way between reference states and codes."""

    def __init__(self, kitchen: Kitchen, order: str, domain: Domain = CANONICAL) -> None:
        self.kitchen = kitchen
        self.recipe: Recipe = kitchen.recipe(order)
        self.domain = domain
        self.items: tuple[str, ...] = ("", *self.recipe.items)
        self.number = {item: number for number, item in enumerate(self.items)}
        stations = kitchen.layout.stations
        self._insides = [self._codes(place) for place in kitchen.layout.utensils]
        self._inside_code = [{inside: code for code, inside in enumerate(codes)} for codes in self._insides]
        self._pose_number = [{pose: n for n, pose in enumerate(poses)} for poses in kitchen.layout.poses]
        self.item_bits = _bits(len(self.items))
        pose_bits = [_bits(len(poses)) for poses in kitchen.layout.poses]
        self.pose_width = pose_bits[0]
        self.pose_bits = sum(pose_bits)
        self._slots = [n * self.item_bits for n in range(2 + len(kitchen.layout.counters))]
        top = len(self._slots) * self.item_bits
        self._utensil_shift = []
        for codes in self._insides:
            self._utensil_shift.append(top)
            top += _bits(len(codes))
        self.material_bits = top
        if top > MAX_BITS:
            raise InputError(
                f"kitchen {kitchen.name}, order {order}: what lies about needs {top} bits and the exact "
                f"solver has {MAX_BITS}; take away counters or utensils that the order doesn't need"
            )
        self.tables = self._tables(stations, pose_bits)
        self.digest = sha256_of(self._plain())

    def encode(self, state: State) -> int | None:
        """The code of a state, or None when the domain has no code for what it holds. Delivery isn't part of it."""
        material = 0
        for shift, item in zip(self._slots, (*state.hands, *state.counters), strict=True):
            number = self.number.get(item or "")
            if number is None:
                return None
            material |= number << shift
        for shift, codes, utensil in zip(self._utensil_shift, self._inside_code, state.utensils, strict=True):
            code = codes.get(self._spell(utensil))
            if code is None:
                return None
            material |= code << shift
        low = self._pose_number[0][state.poses[0]]
        low |= self._pose_number[1][state.poses[1]] << self.pose_width
        return material << self.pose_bits | low

    def decode(self, code: int) -> State:
        """The state of a code."""
        width = self.pose_width
        low, material = code & ((1 << self.pose_bits) - 1), code >> self.pose_bits
        poses = self.kitchen.layout.poses
        mask = (1 << self.item_bits) - 1
        held = [self.items[material >> shift & mask] or None for shift in self._slots]
        utensils = []
        for shift, codes in zip(self._utensil_shift, self._insides, strict=True):
            utensils.append(self._unspell(codes[material >> shift & ((1 << _bits(len(codes))) - 1)]))
        return State(
            (poses[0][low & ((1 << width) - 1)], poses[1][low >> width]),
            (held[0], held[1]),
            tuple(held[2:]),
            tuple(utensils),
        )

    def utensil_codes(self) -> list[list[Utensil]]:
        """For each utensil what its codes mean, in their order."""
        return [[self._unspell(inside) for inside in codes] for codes in self._insides]

    def where_utensil(self, materials: Ints, slot: int, test: Callable[[Utensil], bool]) -> NDArray[np.bool_]:
        """For each material whether one utensil passes a test."""
        passing = np.array([test(self._unspell(inside)) for inside in self._insides[slot]])
        mask = (1 << _bits(len(self._insides[slot]))) - 1
        return cast("NDArray[np.bool_]", passing[materials >> self._utensil_shift[slot] & mask])

    def where_item(self, materials: Ints, item: str) -> NDArray[np.bool_]:
        """For each material whether an item is in a hand or on a counter."""
        mask = (1 << self.item_bits) - 1
        found = np.zeros(len(materials), np.bool_)
        for shift in self._slots:
            found |= (materials >> shift & mask) == self.number[item]
        return found

    def _spell(self, utensil: Utensil) -> Inside:
        if utensil.product is None:
            return "holds", tuple(sorted(self.number.get(item, -1) for item in utensil.contents))
        step = next((n for n, s in enumerate(self.recipe.steps) if s.gives == utensil.product), -1)
        return ("runs", (step, utensil.left)) if utensil.left else ("ready", (step,))

    def _unspell(self, inside: Inside) -> Utensil:
        what, numbers = inside
        if what == "holds":
            return Utensil(tuple(sorted(self.items[n] for n in numbers))) if numbers else EMPTY
        product = self.recipe.steps[numbers[0]].gives
        return Utensil((), product, numbers[1] if what == "runs" else 0)

    def _codes(self, place: Station) -> list[Inside]:
        """Everything that can be in a utensil in this domain; code 0 is nothing."""
        steps = [(n, step) for n, step in enumerate(self.recipe.steps) if step.utensil == place.utensil]
        held: set[tuple[int, ...]] = set()
        for _, step in steps:
            numbers = sorted(self.number[item] for item in step.takes)
            for size in range(1, len(numbers) + 1):
                held.update(itertools.combinations(numbers, size))
        loose = [n for n, item in enumerate(self.items) if n and not self._stays_out(item)]
        for size in range(1, min(self.domain.strays, self.kitchen.contents) + 1):
            held.update(
                numbers
                for numbers in itertools.combinations_with_replacement(loose, size)
                if self._copies(numbers) <= 1 + self.domain.extra
            )
        codes: list[Inside] = [("holds", ())]
        codes += [("holds", numbers) for numbers in sorted(held, key=lambda n: (len(n), n))]
        for number, step in steps:
            codes += [("runs", (number, left)) for left in range(step.time, 0, -1)]
            codes.append(("ready", (number,)))
        return codes

    def _copies(self, numbers: tuple[int, ...]) -> int:
        """The most copies of one chain among some items."""
        made = [name for n in numbers for name in self.made_of(self.items[n])]
        return max(made.count(name) for name in made)

    def _stays_out(self, item: str) -> bool:
        return item == DISH or (self.recipe.plated and item == self.recipe.order)

    def _tables(self, stations: tuple[Station, ...], pose_bits: list[int]) -> Ints:
        layout, number = self.kitchen.layout, self.number
        by_cell = {station.cell: n for n, station in enumerate(stations)}
        most = max(len(poses) for poses in layout.poses)
        faces, turns = np.full((2, most), -1), np.zeros((2, most, 5), np.int64)
        ways: list[Facing] = list(DIRECTIONS)
        for cook, poses in enumerate(layout.poses):
            for n, pose in enumerate(poses):
                faces[cook, n] = by_cell.get(pose.ahead, -1)
                turns[cook, n] = [n, *(self._pose_number[cook][layout.turn(pose, way)] for way in ways)]
        names = (*self.recipe.leaves, *([DISH] if self.recipe.plated else []))
        held = [0, *(sum(1 << 4 * names.index(part) for part in self.made_of(item)) for item in self.items[1:])]
        fields = {"counter": self._slots[2:], "utensil": self._utensil_shift}
        single = {
            at.POSE: pose_bits[0], at.BOTH: self.pose_bits, at.ITEM: self.item_bits,
            at.ITEMS: len(self.items), at.POSES: most, at.CODES: max(map(len, self._insides), default=1),
            at.FINAL: number[self.recipe.order], at.DISH: number.get(DISH, 0), at.WASTE: int(self.domain.waste),
            at.CHAINS: len(names), at.SLOTS: len(self._slots), at.UTENSILS: len(self._insides),
        }  # fmt: skip
        table = {
            at.FACES: faces,
            at.TURNS: turns,
            at.KIND: [_KINDS[station.kind] for station in stations],
            at.SHIFT: [fields[s.kind][s.slot] if s.kind in fields else 0 for s in stations],
            at.INDEX: [station.slot for station in stations],
            at.LEAF: [int(item in self.recipe.leaves) for item in self.items],
            at.HELD: held,
            at.LIMIT: [1 + self.domain.extra] * len(names),
            at.SLOT: self._slots,
            at.FIELD: self._utensil_shift,
            at.MASK: [(1 << _bits(len(codes))) - 1 for codes in self._insides],
            **self._utensil_tables(held),
        }
        flat = [0] * at.SIZE
        for word, value in single.items():
            flat[word] = value
        for word, values in table.items():
            flat[word] = len(flat)
            flat += np.asarray(values, dtype=np.int64).ravel().tolist()
        return np.array(flat, dtype=np.int64)

    def made_of(self, item: str) -> list[str]:
        """The chains that an item is made of."""
        if item in self.recipe.leaves or item == DISH:
            return [item]
        step = next(step for step in self.recipe.steps if step.gives == item)
        made = [name for taken in step.takes for name in self.made_of(taken)]
        return [*made, DISH] if self._stays_out(item) else made

    def _utensil_tables(self, chains: list[int]) -> dict[int, Ints]:
        size = (len(self._insides), max(map(len, self._insides), default=1))
        put, back = np.full((*size, len(self.items)), -1), np.full((*size, len(self.items)), -1)
        start, tick = np.full(size, -1), np.zeros(size, np.int64)
        take, fill, held = np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(size, np.int64)
        for u, (place, codes) in enumerate(zip(self.kitchen.layout.utensils, self._insides, strict=True)):
            code_of = self._inside_code[u]
            for code, (what, numbers) in enumerate(codes):
                tick[u, code] = code
                if what == "holds":
                    held[u, code] = sum(chains[n] for n in numbers)
                    for item in range(1, len(self.items)):
                        put[u, code, item] = code_of.get(("holds", tuple(sorted((*numbers, item)))), -1)
                        if item in numbers:
                            rest = list(numbers)
                            rest.remove(item)
                            back[u, code, item] = code_of.get(("holds", tuple(rest)), -1)
                    start[u, code] = self._start(place, numbers, code_of)
                    continue
                step = self.recipe.steps[numbers[0]]
                product = self.number[step.gives]
                bare = self._stays_out(step.gives)
                held[u, code] = chains[product] - (chains[self.number[DISH]] if bare else 0)
                if what == "runs":
                    left = numbers[1] - 1
                    tick[u, code] = code_of["runs", (numbers[0], left)] if left else code_of["ready", (numbers[0],)]
                else:
                    (fill if bare else take)[u, code] = product
        return {
            at.PUT: put, at.BACK: back, at.BEGIN: start, at.TICK: tick,
            at.PRODUCT: take, at.PLATE: fill, at.INSIDE: held,
        }  # fmt: skip

    def _start(self, place: Station, numbers: tuple[int, ...], code_of: dict[Inside, int]) -> int:
        """The code right after a start; the same joint step's work comes on top of it."""
        if not numbers:
            return -1
        for n, step in enumerate(self.recipe.steps):
            if step.utensil == place.utensil and tuple(sorted(self.number[i] for i in step.takes)) == numbers:
                return code_of["runs", (n, step.time)]
        return 0 if self.domain.waste else -1

    def _plain(self) -> dict[str, JSON]:
        """What the search depends on, as JSON: equal for all recipes of one structural class."""
        return {
            "rules": self.tables.tolist(),
            "starts": [self._pose_number[c][pose] for c, pose in enumerate(self.kitchen.layout.starts)],
            "poses": [len(poses) for poses in self.kitchen.layout.poses],
        }


def _bits(values: int) -> int:
    """Bits that tell so many values apart."""
    return max(1, (values - 1).bit_length())
