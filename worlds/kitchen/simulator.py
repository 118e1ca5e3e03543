"""The reference simulator: one joint step of the kitchen, in plain Python, written to be read.

A joint step goes in this order: Chef interacts; Assistant interacts and sees what Chef did; both move; every
utensil works on. An action that can't be done is refused and changes nothing: the cook stands still for the step.
"""

from __future__ import annotations

from typing import NamedTuple

from schemas.tandem import Facing, Verb
from worlds.kitchen.layout import DIRECTIONS, Pose, Station
from worlds.kitchen.recipes import DISH, Recipe, Step
from worlds.kitchen.rules import Kitchen
from worlds.kitchen.states import EMPTY, State, Utensil, start_state

__all__ = ["WAIT", "Action", "Outcome", "Simulator", "move"]


class Action(NamedTuple):
    """What one cook tries in one joint step. `what` is a direction for `move`, the item for every verb that names
    one (`take`, `place`, `put`, `fill`, `deliver`), and empty for `wait` and `start`.
    """

    verb: Verb
    what: str = ""


WAIT = Action("wait")


def move(towards: Facing) -> Action:
    """The action of stepping, or turning in place where the way is blocked."""
    return Action("move", towards)


class Outcome(NamedTuple):
    """What a joint step came to. `refused` says for each cook why its action changed nothing, or None."""

    state: State
    refused: tuple[str | None, str | None]


class Refused(Exception):
    """An interaction that the rules don't allow now."""


class Simulator:
    """The kitchen's dynamics for one order: a pure function from state and joint action to the next state."""

    def __init__(self, kitchen: Kitchen, order: str) -> None:
        self.kitchen = kitchen
        self.recipe: Recipe = kitchen.recipe(order)
        self._at: dict[Pose, Station | None] = {
            pose: kitchen.layout.station_at(pose.ahead) for poses in kitchen.layout.poses for pose in poses
        }
        self._turns: dict[tuple[Pose, str], Pose] = {
            (pose, way): kitchen.layout.turn(pose, way) for pose in self._at for way in DIRECTIONS
        }

    def start(self) -> State:
        """The order's starting state."""
        return start_state(self.kitchen)

    def step(self, state: State, chef: Action, assistant: Action) -> Outcome:
        """One joint step from `state`. After delivery nothing happens any more, so a delivered state stays."""
        if state.delivered:
            return Outcome(state, (None, None))
        refused: list[str | None] = [None, None]
        for cook, action in enumerate((chef, assistant)):
            if action.verb in ("move", "wait"):
                continue
            try:
                state = self.interact(state, cook, action)
            except Refused as reason:
                refused[cook] = str(reason)
        poses = self._moved(state.poses[0], chef), self._moved(state.poses[1], assistant)
        utensils = tuple([self.work(utensil) for utensil in state.utensils])
        after = State(poses, state.hands, state.counters, utensils, state.delivered)
        return Outcome(after, (refused[0], refused[1]))

    def _moved(self, pose: Pose, action: Action) -> Pose:
        return self._turns[pose, action.what] if action.verb == "move" else pose

    @staticmethod
    def work(utensil: Utensil) -> Utensil:
        """A utensil after one joint step of work; a finished product waits and never burns."""
        return Utensil(utensil.contents, utensil.product, utensil.left - 1) if utensil.left else utensil

    def faced(self, state: State, cook: int) -> Station | None:
        """The station that a cook looks at."""
        return self._at[state.poses[cook]]

    def legal(self, state: State, cook: int) -> list[Action]:
        """Every action of one cook that isn't refused in this state (if the other cook doesn't come first)."""
        moves = [move(way) for way in DIRECTIONS]
        found = []
        for action in self.interactions(state, cook):
            try:
                self.interact(state, cook, action)
            except Refused:
                continue
            found.append(action)
        return [WAIT, *moves, *found]

    def interactions(self, state: State, cook: int) -> list[Action]:
        """The interactions worth trying: those whose verb and item fit the hand and the station ahead."""
        station = self.faced(state, cook)
        if station is None:
            return []
        hand = state.hands[cook]
        if station.kind == "counter":
            item = state.counters[station.slot]
            return [Action("place", hand)] if hand else [Action("take", item)] if item else []
        if station.kind == "serve":
            return [Action("deliver", hand)] if hand else []
        if station.kind == "dishes":
            return [Action("take", DISH)]
        if station.kind == "ingredients":
            return [Action("take", leaf) for leaf in self.recipe.leaves]
        inside = state.utensils[station.slot]
        if hand:
            return [Action("put", hand), *([Action("fill", inside.product)] if inside.product else [])]
        takes = sorted({*inside.contents, *([inside.product] if inside.product else [])})
        return [Action("start"), *(Action("take", item) for item in takes)]

    def interact(self, state: State, cook: int, action: Action) -> State:
        """The state right after one cook's interaction. Raises Refused with the reason."""
        station = self.faced(state, cook)
        if station is None:
            raise Refused("nothing to interact with ahead")
        verb, hand = action.verb, state.hands[cook]
        if verb in ("take", "start") and hand is not None:
            raise Refused("the hand is full")
        if verb in ("place", "put", "deliver") and (hand is None or hand != action.what):
            raise Refused(f"{action.what or 'nothing'} is not in hand")
        if verb == "fill" and hand != DISH:
            raise Refused("no dish in hand")
        match station.kind, verb:
            case "counter", "take":
                return self._take_from_counter(state, cook, station, action.what)
            case "counter", "place":
                if state.counters[station.slot] is not None:
                    raise Refused(f"counter {station.name} is full")
                return _with_counter(_with_hand(state, cook, None), station, action.what)
            case "ingredients", "take":
                if action.what not in self.recipe.leaves:
                    raise Refused(f"{action.what} is not an ingredient of the order")
                return _with_hand(state, cook, action.what)
            case "dishes", "take":
                if action.what != DISH:
                    raise Refused("only dishes are here")
                return _with_hand(state, cook, DISH)
            case "serve", "deliver":
                if action.what == DISH:
                    raise Refused("an empty dish is no food")
                return _with_hand(state, cook, None)._replace(
                    delivered=state.delivered or action.what == self.recipe.order
                )
            case "utensil", _:
                return self._use_utensil(state, cook, station, action)
        raise Refused(f"nobody can {verb} at {station.name}")

    def _take_from_counter(self, state: State, cook: int, station: Station, item: str) -> State:
        there = state.counters[station.slot]
        if there is None or there != item:
            raise Refused(f"{item} is not on counter {station.name}")
        return _with_counter(_with_hand(state, cook, item), station, None)

    def _use_utensil(self, state: State, cook: int, station: Station, action: Action) -> State:
        inside = state.utensils[station.slot]
        match action.verb:
            case "put":
                return _with_utensil(_with_hand(state, cook, None), station, self._filled(inside, action.what))
            case "start":
                return _with_utensil(state, station, self._started(station, inside))
            case "take" if inside.product is None:
                if action.what not in inside.contents:
                    raise Refused(f"{action.what} is not in the {station.name}")
                rest = list(inside.contents)
                rest.remove(action.what)
                return _with_utensil(_with_hand(state, cook, action.what), station, Utensil(tuple(rest)))
            case "take" | "fill":
                if action.what != inside.product:
                    raise Refused(f"{action.what} is not in the {station.name}")
                if inside.running:
                    raise Refused(f"the {station.name} is still running")
                if self._needs_dish(action.what) != (action.verb == "fill"):
                    raise Refused("a plated order needs a dish" if action.verb == "take" else "no dish is needed")
                return _with_utensil(_with_hand(state, cook, action.what), station, EMPTY)
        raise Refused(f"nobody can {action.verb} at the {station.name}")

    def _filled(self, inside: Utensil, item: str) -> Utensil:
        if inside.product is not None:
            raise Refused("the utensil is busy")
        if item == DISH or self._needs_dish(item):
            raise Refused("dishes don't go into utensils")
        if len(inside.contents) >= self.kitchen.contents:
            raise Refused("the utensil is full")
        return Utensil(tuple(sorted((*inside.contents, item))))

    def _started(self, station: Station, inside: Utensil) -> Utensil:
        """What a start makes of the contents: work, or nothing where they are no step of the order."""
        if not inside.contents:
            raise Refused(f"the {station.name} has nothing to start on")
        step = self.step_for(station, inside.contents)
        return EMPTY if step is None else Utensil((), step.gives, step.time)

    def step_for(self, station: Station, contents: tuple[str, ...]) -> Step | None:
        """The order's step that a utensil does with exactly these contents."""
        for step in self.recipe.steps:
            if step.utensil == station.utensil and tuple(sorted(step.takes)) == contents:
                return step
        return None

    def _needs_dish(self, item: str) -> bool:
        return self.recipe.plated and item == self.recipe.order


def _with_hand(state: State, cook: int, item: str | None) -> State:
    hands = (item, state.hands[1]) if cook == 0 else (state.hands[0], item)
    return State(state.poses, hands, state.counters, state.utensils, state.delivered)


def _with_counter(state: State, station: Station, item: str | None) -> State:
    counters = (*state.counters[: station.slot], item, *state.counters[station.slot + 1 :])
    return State(state.poses, state.hands, counters, state.utensils, state.delivered)


def _with_utensil(state: State, station: Station, utensil: Utensil) -> State:
    utensils = (*state.utensils[: station.slot], utensil, *state.utensils[station.slot + 1 :])
    return State(state.poses, state.hands, state.counters, utensils, state.delivered)
