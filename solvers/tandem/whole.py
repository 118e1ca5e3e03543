"""The plain search over a whole space, in plain Python and in little memory: every state, move and cost-to-go.

It knows the reference simulator and nothing of the kernel. What makes it fit is one fact of the rules: where the cooks
stand decides which interactions are possible, and interactions don't move anybody. So a state is a material (what is
where) and two poses, each material's interactions are asked of the simulator once a pose, and states are numbers.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import NamedTuple

from solvers.tandem.plain import PlainSearch
from worlds.kitchen.layout import DIRECTIONS, Pose
from worlds.kitchen.rules import Kitchen
from worlds.kitchen.simulator import Simulator
from worlds.kitchen.states import State, start_state

__all__ = ["Bounded", "Whole", "explore_whole"]

UNKNOWN = 255
"""The cost of a number that is no reached state, or from which there is no delivery."""


class Whole(NamedTuple):
    """A complete space. State n is material n // (the product of `poses`) with the pose pair of the remainder;
    `reached` marks the numbers that are states (2: delivered), `moves` counts the joint moves that differ in where they
    lead.
    """

    materials: tuple[State, ...]
    poses: tuple[tuple[Pose, ...], tuple[Pose, ...]]
    reached: bytearray
    costs: bytearray
    moves: int

    @property
    def states(self) -> int:
        """How many states there are, deliveries left out."""
        return self.reached.count(1)

    def each(self) -> Iterator[tuple[State, int]]:
        """Every state with its cost-to-go (UNKNOWN: delivery is out of reach)."""
        chefs, assistants = self.poses
        pairs = [(chef, assistant) for chef in chefs for assistant in assistants]
        for number, there in enumerate(self.reached):
            if there == 1:
                material, pair = divmod(number, len(pairs))
                yield self.materials[material]._replace(poses=pairs[pair]), self.costs[number]


class _Materials:
    """Materials by number, and what becomes of each by an interaction or by a joint step's work."""

    def __init__(self, search: PlainSearch) -> None:
        self._search, self._simulator = search, search.simulator
        layout = search.simulator.kitchen.layout
        self.poses = layout.poses
        self.made: list[State] = []
        self._number: dict[State, int] = {}
        self._acts: dict[tuple[int, int, int], tuple[int, ...]] = {}
        self._worked: dict[int, int] = {}

    def number(self, state: State) -> int:
        """The number of a state's material."""
        bare = state._replace(poses=(self.poses[0][0], self.poses[1][0]))
        if bare not in self._number:
            self._number[bare] = len(self.made)
            self.made.append(bare)
        return self._number[bare]

    def acts(self, material: int, cook: int, pose: int) -> tuple[int, ...]:
        """The materials right after each of a cook's interactions that stays in the canonical domain."""
        key = (material, cook, pose)
        if key not in self._acts:
            state = self.made[material]
            poses = (self.poses[0][pose], state.poses[1]) if cook == 0 else (state.poses[0], self.poses[1][pose])
            state = state._replace(poses=poses)
            after = (
                (action, self._simulator.interact(state, cook, action))
                for action in self._simulator.legal(state, cook)
                if action.verb not in ("move", "wait")
            )
            everything = not self._search.canonical
            self._acts[key] = tuple(
                self.number(new)
                for action, new in after
                if everything or self._search.stays_canonical(state, new, action)
            )
        return self._acts[key]

    def worked(self, material: int) -> int:
        """The material after every utensil's work in one joint step."""
        if material not in self._worked:
            state = self.made[material]
            self._worked[material] = self.number(state._replace(utensils=tuple(map(Simulator.work, state.utensils))))
        return self._worked[material]


class Bounded:
    """The plain search from any state as deep as one likes, with all that it learns of materials kept for the next.

    In the canonical domain, or in everything that the rules allow, second copies and junk included.
    """

    def __init__(self, kitchen: Kitchen, order: str, canonical: bool = True) -> None:
        self._materials = _Materials(PlainSearch(kitchen, order, canonical))
        self._ways = [_ways(kitchen, cook) for cook in (0, 1)]
        self._poses = kitchen.layout.poses

    def number(self, state: State) -> int:
        """A state's number: its material's, and its pair of poses."""
        wide = len(self._poses[1])
        pair = self._poses[0].index(state.poses[0]) * wide + self._poses[1].index(state.poses[1])
        return self._materials.number(state) * len(self._poses[0]) * wide + pair

    def distance(self, start: State, deepest: int) -> int | None:
        """Joint steps to the delivery if they are at most `deepest`, else None."""
        pairs, wide = len(self._poses[0]) * len(self._poses[1]), len(self._poses[1])
        materials = self._materials
        seen, layer = {self.number(start)}, [self.number(start)]
        for depth in range(1, deepest + 1):
            coming = []
            for number in layer:
                for new in _successors(number, pairs, wide, materials, self._ways):
                    if new not in seen:
                        if materials.made[new // pairs].delivered:
                            return depth
                        seen.add(new)
                        coming.append(new)
            layer = coming
        return None


def explore_whole(kitchen: Kitchen, order: str) -> Whole:
    """The canonical space of an order from its start, and every cost-to-go, by breadth-first search both ways."""
    search = PlainSearch(kitchen, order)
    materials = _Materials(search)
    layout = kitchen.layout
    ways = [_ways(kitchen, cook) for cook in (0, 1)]
    wide = len(layout.poses[1])
    pairs = len(layout.poses[0]) * wide
    start = start_state(kitchen)
    first = materials.number(start) * pairs
    first += layout.poses[0].index(start.poses[0]) * wide + layout.poses[1].index(start.poses[1])
    queue, reached = array("I", [first]), bytearray(first + pairs)
    reached[first] = 1
    following, ends, done = array("I"), array("L", [0]), array("I")
    at = 0
    while at < len(queue):
        number = queue[at]
        at += 1
        for new in _successors(number, pairs, wide, materials, ways):
            following.append(new)
            if new >= len(reached):
                reached.extend(bytes(new + pairs - len(reached)))
            if not reached[new]:
                if materials.made[new // pairs].delivered:
                    reached[new] = 2
                    done.append(new)
                else:
                    reached[new] = 1
                    queue.append(new)
        ends.append(len(following))
    costs = _costs(queue, following, ends, done, len(reached))
    return Whole(tuple(materials.made), layout.poses, reached, costs, len(following))


def _ways(kitchen: Kitchen, cook: int) -> list[tuple[int, ...]]:
    """For each pose of a cook the poses that it can be in after waiting or moving."""
    poses = kitchen.layout.poses[cook]
    numbers = {pose: n for n, pose in enumerate(poses)}
    return [
        tuple(sorted({n, *(numbers[kitchen.layout.turn(pose, way)] for way in DIRECTIONS)}))
        for n, pose in enumerate(poses)
    ]


def _successors(
    number: int, pairs: int, wide: int, materials: _Materials, ways: list[list[tuple[int, ...]]]
) -> list[int]:
    """Where each joint move leads: Chef walks or interacts, the Assistant does after it, every utensil works."""
    material, pair = divmod(number, pairs)
    chef, assistant = divmod(pair, wide)
    found: list[int] = []
    for between, chefs in ((material, ways[0][chef]), *((m, (chef,)) for m in materials.acts(material, 0, chef))):
        for after, assistants in (
            (between, ways[1][assistant]),
            *((m, (assistant,)) for m in materials.acts(between, 1, assistant)),
        ):
            base = materials.worked(after) * pairs
            for one in chefs:
                row = base + one * wide
                found += [row + other for other in assistants]
    return found


def _costs(queue: array[int], following: array[int], ends: array[int], done: array[int], size: int) -> bytearray:
    """Costs-to-go, backwards from the deliveries over the reversed moves."""
    heads = array("I", bytes(4 * (size + 1)))
    for new in following:
        heads[new + 1] += 1
    for n in range(size):
        heads[n + 1] += heads[n]
    before, filled = array("I", bytes(4 * len(following))), array("I", heads)
    for n, number in enumerate(queue):
        for new in following[ends[n] : ends[n + 1]]:
            before[filled[new]] = number
            filled[new] += 1
    costs = bytearray([UNKNOWN]) * size
    layer: list[int] | array[int] = done
    for number in done:
        costs[number] = 0
    cost = 0
    while layer:
        cost += 1
        coming = []
        for number in layer:
            for old in before[heads[number] : heads[number + 1]]:
                if costs[old] == UNKNOWN:
                    costs[old] = cost
                    coming.append(old)
        layer = coming
    return costs
