"""Exact cost-to-go over everything the rules allow, second copies and junk included, with its evidence.

The table of the wide domain knows every legal move except taking a second copy. A plan that delivers uses one copy
of each chain; every other copy only stands in the way. So the least table value over all ways to keep at most one
copy of each chain, the rest taken off, is a lower bound LB on the true cost: the plan's remaining actions stay legal
when the others are waited out. Where the state itself is in the table and LB equals its value, that value is exact.
Everywhere else A* with LB decides, over the reference simulator's states, which can hold anything.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple, TypeAlias

from schemas.errors import InputError
from solvers.tandem.encoding import Encoding, wide
from solvers.tandem.graph import FAR, Bytes, Tell, silent
from solvers.tandem.space import Space, space_of
from worlds.kitchen.recipes import DISH
from worlds.kitchen.rules import Kitchen
from worlds.kitchen.simulator import Action, Simulator
from worlds.kitchen.states import EMPTY, State, Utensil

__all__ = ["SEARCHED", "Certified", "Certifier", "Evidence", "SearchLimit", "certifier_for"]

SEARCHED = 200_000
"""How many states A* looks at before it gives up, unless told otherwise."""

Evidence: TypeAlias = Literal["table", "search", "reached"]
"""How a cost is known: the table's value met by its lower bound, an exhausted A*, or a goal that holds already."""

Goal: TypeAlias = Callable[[State], bool]
Unit: TypeAlias = tuple[str, int, str, tuple[str, ...]]
"""One removable thing: kind of place, its index, the item, the chains it is made of."""


class SearchLimit(Exception):
    """A search was given up; an unfinished search proves nothing and labels nothing."""


class Certified(NamedTuple):
    """A cost-to-go in joint steps (None: the goal can't be reached), its lower bound and how it is known.

    `steps` is a witness found by the search, joint actions of the two cooks; a table's witness is made by
    `solvers.tandem.plans`.
    """

    cost: int | None
    lower: int | None
    evidence: Evidence
    steps: tuple[tuple[Action, Action], ...] = ()


_CERTIFIERS: dict[str, Certifier] = {}


def certifier_for(kitchen: Kitchen, order: str, tell: Tell = silent) -> Certifier:
    """The certifier of an order's deliveries, made once a process."""
    key = kitchen.digest(order)
    if key not in _CERTIFIERS:
        encoding = Encoding(kitchen, order, wide(kitchen))
        _CERTIFIERS[key] = Certifier(encoding, space_of(encoding, tell))
    return _CERTIFIERS[key]


class Certifier:
    """Certified costs to one goal in one order's kitchen. By default the goal is delivery.

    `encoding` and `space` are those of the wide domain; another goal comes as its table over the same space and as
    a predicate on states.
    """

    def __init__(self, encoding: Encoding, space: Space, cost: Bytes | None = None, goal: Goal | None = None) -> None:
        if not encoding.domain.waste or encoding.domain.strays < encoding.kitchen.contents:
            raise InputError("a certificate needs the table of the wide domain")
        self.simulator = Simulator(encoding.kitchen, encoding.recipe.order)
        self.encoding, self.space = encoding, space
        self._cost = space.cost if cost is None else cost
        self._goal: Goal = goal or (lambda state: state.delivered)
        self._pairs = int(space.poses.prod())
        self._rows: dict[tuple[object, ...], tuple[tuple[int, ...], bool]] = {}
        self._poses = [{pose: n for n, pose in enumerate(poses)} for poses in encoding.kitchen.layout.poses]

    def certify(self, state: State, limit: int = SEARCHED) -> Certified:
        """The exact cost-to-go of a state. Raises SearchLimit when A* would look at more than `limit` states."""
        if self._goal(state):
            return Certified(0, 0, "reached")
        lower = self.lower(state)
        value = self._value(state)
        if value is not None and value == lower:
            return Certified(None if value == FAR else value, None if lower == FAR else lower, "table")
        if lower == FAR:
            return Certified(None, None, "table")
        return self._search(state, lower, limit)

    @property
    def table(self) -> str:
        """The digest of the rules and domain that the table is made of."""
        return self.encoding.digest

    def witness(self, state: State, limit: int = SEARCHED) -> tuple[tuple[Action, Action], ...]:
        """A fastest way to the goal by A*, whatever the table says. Raises SearchLimit as `certify` does."""
        return self._search(state, self.lower(state), limit).steps

    def lower(self, state: State) -> int:
        """The lower bound LB (FAR: the goal can't be reached whatever is taken off)."""
        rows, known = self._candidates(state)
        offset = self._offset(state)
        low = 0 if not known else min(int(self._cost[row + offset]) for row in rows)
        return 0 if self._goal(state) else max(low, 1)

    def _value(self, state: State) -> int | None:
        code = self.encoding.encode(state)
        number = None if code is None else self.space.number(code)
        return None if number is None else int(self._cost[number])

    def _offset(self, state: State) -> int:
        return self._poses[0][state.poses[0]] * int(self.space.poses[1]) + self._poses[1][state.poses[1]]

    def _candidates(self, state: State) -> tuple[tuple[int, ...], bool]:
        """Where the rows of the state's projections start, and whether the table knows them all."""
        key = state[1:4]
        if key not in self._rows:
            rows, known = [], True
            for kept in self._choices(list(self._units(state)), frozenset()):
                code = self.encoding.encode(self._keep(state, kept))
                number = None if code is None else self.space.number(code)
                if number is None:
                    known = False
                else:
                    rows.append(number // self._pairs * self._pairs)
            self._rows[key] = tuple(sorted(set(rows))), known
        return self._rows[key]

    def _units(self, state: State) -> Iterator[Unit]:
        """What lies about and is made of the order's chains; other things are always taken off."""
        places = [("hand", n, item) for n, item in enumerate(state.hands)]
        places += [("counter", n, item) for n, item in enumerate(state.counters)]
        for n, utensil in enumerate(state.utensils):
            places += [("utensil", n, item) for item in utensil.contents]
            places.append(("product", n, utensil.product))
        for kind, n, item in places:
            if item and item in self.encoding.number:
                chains = self.encoding.made_of(item)
                bare = kind == "product"  # in the utensil a plated order has no dish yet
                yield kind, n, item, tuple(chain for chain in chains if not (bare and chain == DISH))

    def _choices(self, units: list[Unit], taken: frozenset[str]) -> Iterator[tuple[Unit, ...]]:
        if not units:
            yield ()
            return
        first, rest = units[0], units[1:]
        yield from self._choices(rest, taken)
        if not taken & set(first[3]):
            for more in self._choices(rest, taken | set(first[3])):
                yield (first, *more)

    @staticmethod
    def _keep(state: State, kept: tuple[Unit, ...]) -> State:
        def held(kind: str, index: int) -> str | None:
            return next((item for k, n, item, _ in kept if (k, n) == (kind, index)), None)

        utensils = []
        for n, utensil in enumerate(state.utensils):
            contents = tuple(sorted(item for k, m, item, _ in kept if (k, m) == ("utensil", n)))
            product = held("product", n)
            utensils.append(Utensil((), product, utensil.left) if product else Utensil(contents) if contents else EMPTY)
        counters = tuple(held("counter", n) for n in range(len(state.counters)))
        return State(state.poses, (held("hand", 0), held("hand", 1)), counters, tuple(utensils))

    def _search(self, start: State, lower: int, limit: int) -> Certified:
        """A* over reference states; at most one fresh copy of a chain beyond those there at the start."""
        if not limit:
            raise SearchLimit(f"order {self.encoding.recipe.order}: the table alone doesn't settle the cost")
        most = {chain: count + 1 for chain, count in self._copies(start).items()}
        best = {start: 0}
        came: dict[State, tuple[State, tuple[Action, Action]]] = {}
        heap: list[tuple[int, int, int, State]] = [(lower, 0, 0, start)]
        pushed = 0
        while heap:
            _, minus, _, state = heapq.heappop(heap)
            done = -minus
            if done > best[state]:
                continue
            if self._goal(state):
                return Certified(done, lower, "search", _trace(came, state))
            for pair, new in self.successors(state, most):
                if done + 1 < best.get(new, FAR * 4):
                    low = self.lower(new)
                    if low == FAR:
                        continue
                    best[new], came[new] = done + 1, (state, pair)
                    pushed += 1
                    if pushed > limit:
                        raise SearchLimit(f"order {self.encoding.recipe.order}: no answer within {limit} states")
                    heapq.heappush(heap, (done + 1 + low, -(done + 1), pushed, new))
        return Certified(None, None, "search")

    def _copies(self, state: State) -> dict[str, int]:
        recipe = self.encoding.recipe
        counts = dict.fromkeys((*recipe.leaves, DISH), 0)
        for _, _, _, chains in self._units(state):
            for chain in chains:
                counts[chain] += 1
        return counts

    def successors(self, state: State, most: dict[str, int]) -> Iterator[tuple[tuple[Action, Action], State]]:
        """Every legal joint step that takes no chain beyond its most copies."""
        simulator = self.simulator
        for chef in simulator.legal(state, 0):
            between = state
            if chef.verb not in ("move", "wait"):
                if not self._may(state, 0, chef, most):
                    continue
                between = simulator.interact(state, 0, chef)
            for assistant in simulator.legal(between, 1):
                if not self._may(between, 1, assistant, most):
                    continue
                yield (chef, assistant), simulator.step(state, chef, assistant).state

    def _may(self, state: State, cook: int, action: Action, most: dict[str, int]) -> bool:
        if action.verb != "take":
            return True
        station = self.simulator.faced(state, cook)
        if station is None or station.kind not in ("ingredients", "dishes"):
            return True
        if action.what not in self.encoding.number:
            return False  # a dish for an order that isn't plated
        return self._copies(state)[action.what] < most[action.what]


def _trace(came: dict[State, tuple[State, tuple[Action, Action]]], state: State) -> tuple[tuple[Action, Action], ...]:
    steps = []
    while state in came:
        state, pair = came[state]
        steps.append(pair)
    return tuple(reversed(steps))
