"""An independent search in plain Python: no kernel, no packed states, no tables; only the reference simulator.

It is slow and easy to follow, and shares no code with the kernel, so that where the two agree neither is trusted
alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import NamedTuple

from worlds.kitchen.recipes import DISH, Recipe
from worlds.kitchen.rules import Kitchen
from worlds.kitchen.simulator import Action, Simulator
from worlds.kitchen.states import State, Utensil

__all__ = ["PlainSearch", "Reached"]


class Reached(NamedTuple):
    """A complete space: cost-to-go of each state that the start leads to (no entry: delivery is out of reach)."""

    states: int
    moves: int
    costs: dict[State, int]


class PlainSearch:
    """Breadth-first search over one order's reference states, within the canonical domain or everything legal."""

    def __init__(self, kitchen: Kitchen, order: str, canonical: bool = True) -> None:
        self.simulator = Simulator(kitchen, order)
        self.recipe: Recipe = kitchen.recipe(order)
        self.canonical = canonical
        self._origins = {item: frozenset(_raw(self.recipe, item)) for item in self.recipe.items}

    def successors(self, state: State) -> Iterator[tuple[tuple[Action, Action], State]]:
        """Every joint step: each action of Chef's, then each of the Assistant's that it leaves legal."""
        for chef in self.simulator.legal(state, 0):
            between = state if chef.verb in ("wait", "move") else self.simulator.interact(state, 0, chef)
            if self.canonical and not self.stays_canonical(state, between, chef):
                continue
            for assistant in self.simulator.legal(between, 1):
                if self.canonical and assistant.verb not in ("wait", "move"):
                    after = self.simulator.interact(between, 1, assistant)
                    if not self.stays_canonical(between, after, assistant):
                        continue
                yield (chef, assistant), self.simulator.step(state, chef, assistant).state

    def distance(self, start: State, goal: Callable[[State], bool], deepest: int) -> int | None:
        """Joint steps to the goal if they are at most `deepest`, else None."""
        if goal(start):
            return 0
        seen, layer = {start}, [start]
        for depth in range(1, deepest + 1):
            coming = []
            for state in layer:
                for _, new in self.successors(state):
                    if new not in seen:
                        if goal(new):
                            return depth
                        seen.add(new)
                        coming.append(new)
            layer = coming
        return None

    def explore(self, start: State) -> Reached:
        """The whole space from a start, and every state's cost-to-go, by a second sweep backwards from delivery."""
        before: dict[State, list[State]] = {start: []}
        queue = deque([start])
        moves = 0
        done: list[State] = []
        while queue:
            state = queue.popleft()
            for _, new in self.successors(state):
                moves += 1
                if new not in before:
                    before[new] = []
                    if new.delivered:
                        done.append(new)
                    else:
                        queue.append(new)
                before[new].append(state)
        costs = dict.fromkeys(done, 0)
        queue.extend(done)
        while queue:
            state = queue.popleft()
            for old in before[state]:
                if old not in costs:
                    costs[old] = costs[state] + 1
                    queue.append(old)
        return Reached(len(before) - len(done), moves, {s: cost for s, cost in costs.items() if not s.delivered})

    def stays_canonical(self, before: State, after: State, action: Action) -> bool:
        """Whether an interaction keeps to one copy a chain, to contents that lead somewhere, and wastes nothing."""
        if action.verb in ("wait", "move"):
            return True
        if action.verb == "take" and sum(map(bool, _things(after))) > sum(map(bool, _things(before))):
            if action.what not in self._origins:
                return False
            mine = self._origins[action.what]
            return sum(bool(mine & self._inside(before, thing)) for thing in _things(before) if thing) == 0
        if action.verb == "put":
            return all(self._leads(station.utensil, after.utensils[station.slot])
                       for station in self.simulator.kitchen.layout.utensils)  # fmt: skip
        if action.verb == "start":
            return not any(old.contents and not (new.contents or new.product)
                           for old, new in zip(before.utensils, after.utensils, strict=True))  # fmt: skip
        return action.verb != "deliver" or after.delivered

    def _inside(self, state: State, thing: str) -> frozenset[str]:
        """What a thing was made from; in the last utensil a plated order has no dish in it yet."""
        if self.recipe.plated and thing == self.recipe.order and any(u.product == thing for u in state.utensils):
            return self._origins[thing] - {DISH}
        return self._origins.get(thing, frozenset())

    def _leads(self, kind: str, utensil: Utensil) -> bool:
        return not utensil.contents or any(
            step.utensil == kind and set(utensil.contents) <= set(step.takes)
            and len(set(utensil.contents)) == len(utensil.contents)
            for step in self.recipe.steps
        )  # fmt: skip


def _things(state: State) -> list[str | None]:
    inside = [thing for u in state.utensils for thing in (*u.contents, u.product)]
    return [*state.hands, *state.counters, *inside]


def _raw(recipe: Recipe, item: str) -> Iterator[str]:
    """The raw ingredients of an item, and the dish of a plated order."""
    for step in recipe.steps:
        if step.gives == item:
            for taken in step.takes:
                yield from _raw(recipe, taken)
            if recipe.plated and item == recipe.order:
                yield DISH
            return
    yield item
