"""A second witness: the kitchen as a constraint model for CP-SAT, everything legal, over a bounded horizon.

One variable for each cook's deed, pose and hand and for each counter's and utensil's content in each joint step, tied
by tables that the reference simulator fills, one station at a time. No state space is built, and nothing is shared with
the tables of cost-to-go.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from solvers.engine import deterministic_solver
from worlds.kitchen.layout import DIRECTIONS, Pose, Station
from worlds.kitchen.recipes import DISH
from worlds.kitchen.rules import Kitchen
from worlds.kitchen.simulator import WAIT, Action, Refused, Simulator, move
from worlds.kitchen.states import EMPTY, State, Utensil

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

__all__ = ["ConstraintModel"]

Content: TypeAlias = "str | Utensil | None"
Row: TypeAlias = tuple[int, int, int]
COOKS = (0, 1)


class Deed(NamedTuple):
    """What a cook does in a joint step: at a station, or nowhere (a move or a wait)."""

    station: str
    action: Action


class ConstraintModel:
    """The constraint model of one order in one kitchen."""

    def __init__(self, kitchen: Kitchen, order: str) -> None:
        self._simulator = Simulator(kitchen, order)
        self._layout, self._order = kitchen.layout, order
        self._hands: tuple[str | None, ...] = (None, *kitchen.recipe(order).items, DISH)
        self._stations = tuple(one for one in kitchen.layout.stations if one.users)

    def within(self, start: State, steps: int, effort: float = 100.0) -> bool | None:
        """Whether some legal joint execution delivers in exactly so many joint steps (waiting is free, so: in at most
        so many). None where `effort`, in CP-SAT's deterministic seconds, doesn't settle it.
        """
        if start.delivered or steps < 1:
            return start.delivered
        from ortools.sat.python import cp_model

        model = cp_model.CpModel()
        self._write(model, start, steps)
        solver = deterministic_solver(effort)
        status = solver.solve(model)
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return True
        return False if status == cp_model.INFEASIBLE else None

    def _write(self, model: cp_model.CpModel, start: State, steps: int) -> None:
        """All variables and tables of a horizon."""
        contents = {station.name: self._contents(station, start) for station in self._stations}
        deeds = [list(dict.fromkeys(self._deeds(cook, contents))) for cook in COOKS]
        poses = [sorted(self._layout.poses[cook]) for cook in COOKS]
        hand_rows = [_hand_rows(deeds[cook], self._hands) for cook in COOKS]
        pose_rows = [self._pose_rows(deeds[cook], poses[cook]) for cook in COOKS]
        hand = [_fixed(model, self._hands.index(start.hands[cook])) for cook in COOKS]
        pose = [_fixed(model, poses[cook].index(start.poses[cook])) for cook in COOKS]
        keeping = [station for station in self._stations if station.kind in ("counter", "utensil")]
        there = {s.name: _fixed(model, contents[s.name].index(_content(start, s))) for s in keeping}
        effects = {
            (station.name, cook): self._effect_rows(station, contents[station.name], deeds[cook], cook)
            for station in keeping
            for cook in COOKS
        }
        for step in range(steps):
            deed = [model.new_int_var(0, len(deeds[cook]) - 1, f"deed{cook}@{step}") for cook in COOKS]
            for cook in COOKS:
                new_hand = model.new_int_var(0, len(self._hands) - 1, "")
                new_pose = model.new_int_var(0, len(poses[cook]) - 1, "")
                model.add_allowed_assignments([deed[cook], hand[cook], new_hand], hand_rows[cook])
                model.add_allowed_assignments([deed[cook], pose[cook], new_pose], pose_rows[cook])
                hand[cook], pose[cook] = new_hand, new_pose
            for station in keeping:
                for cook in COOKS:
                    after = model.new_int_var(0, len(contents[station.name]) - 1, "")
                    rows = effects[station.name, cook]
                    model.add_allowed_assignments([deed[cook], there[station.name], after], rows)
                    there[station.name] = after
        ends = [
            [n for n, one in enumerate(deeds[cook]) if one.action == Action("deliver", self._order)] for cook in COOKS
        ]
        model.add_allowed_assignments(
            deed, [(a, b) for a in range(len(deeds[0])) for b in range(len(deeds[1])) if a in ends[0] or b in ends[1]]
        )

    def _contents(self, station: Station, start: State) -> list[Content]:
        """Everything that can come to be at a station, from what is there and the hands of its cooks."""
        found: dict[Content, None] = dict.fromkeys([_content(start, station), EMPTY if station.utensil else None])
        queue = list(found)
        while queue:
            old = queue.pop()
            after = [self._worked(station, old)]
            for cook in station.users:
                after += [new for hand in self._hands for _, new in self._tried(station, old, cook, hand)]
            for new in after:
                if new not in found:
                    found[new] = None
                    queue.append(new)
        return list(found)

    def _deeds(self, cook: int, contents: dict[str, list[Content]]) -> Iterator[Deed]:
        yield Deed("", WAIT)
        yield from (Deed("", move(way)) for way in DIRECTIONS)
        for station in self._stations:
            if cook in station.users:
                for content in contents[station.name]:
                    for hand in self._hands:
                        yield from (Deed(station.name, a) for a, _ in self._tried(station, content, cook, hand))

    def _tried(self, station: Station, content: Content, cook: int, hand: str | None) -> list[tuple[Action, Content]]:
        """Every action at a station that the reference simulator allows, with what is there after it."""
        state = self._only(station, content, cook, hand)
        tried = []
        for action in self._simulator.interactions(state, cook):
            try:
                tried.append((action, _content(self._simulator.interact(state, cook, action), station)))
            except Refused:
                continue
        return tried

    def _only(self, station: Station, content: Content, cook: int, hand: str | None) -> State:
        """A state with one cook before a station, and nothing anywhere else."""
        facing = next(pose for pose in sorted(self._layout.poses[cook]) if pose.ahead == station.cell)
        state = self._simulator.start()
        poses = (facing, state.poses[1]) if cook == 0 else (state.poses[0], facing)
        hands = (hand, None) if cook == 0 else (None, hand)
        counters, utensils = list(state.counters), list(state.utensils)
        if isinstance(content, Utensil):
            utensils[station.slot] = content
        elif station.kind == "counter":
            counters[station.slot] = content
        return State(poses, hands, tuple(counters), tuple(utensils))

    def _worked(self, station: Station, content: Content) -> Content:
        return self._simulator.work(content) if isinstance(content, Utensil) else content

    def _effect_rows(self, station: Station, contents: list[Content], deeds: list[Deed], cook: int) -> list[Row]:
        """(deed, content, content after it) of one cook at one station; after the Assistant's the utensil works."""
        rows = []
        for old, content in enumerate(contents):
            after: dict[Action, Content] = {}
            if cook in station.users:
                after = {a: new for hand in self._hands for a, new in self._tried(station, content, cook, hand)}
            for number, deed in enumerate(deeds):
                if deed.station == station.name and deed.action not in after:
                    continue
                new = after[deed.action] if deed.station == station.name else content
                rows.append((number, old, contents.index(self._worked(station, new) if cook == 1 else new)))
        return rows

    def _pose_rows(self, deeds: list[Deed], poses: list[Pose]) -> list[Row]:
        """(deed, pose, pose after it): a deed at a station takes a pose that faces it."""
        cells = {station.name: station.cell for station in self._stations}
        turns: dict[tuple[Pose, str], Pose] = {(p, way): self._layout.turn(p, way) for p in poses for way in DIRECTIONS}
        rows = []
        for number, deed in enumerate(deeds):
            for old, pose in enumerate(poses):
                if deed.action.verb == "move":
                    rows.append((number, old, poses.index(turns[pose, deed.action.what])))
                elif not deed.station or pose.ahead == cells[deed.station]:
                    rows.append((number, old, old))
        return rows


def _hand_rows(deeds: list[Deed], hands: tuple[str | None, ...]) -> list[Row]:
    """(deed, hand, hand after it); what is there to take or fill from is the station's matter."""
    rows = []
    for number, deed in enumerate(deeds):
        verb, what = deed.action
        for old, hand in enumerate(hands):
            if not deed.station:
                rows.append((number, old, old))
            elif verb in ("take", "start") and hand is None:
                rows.append((number, old, hands.index(what) if verb == "take" else old))
            elif verb == "fill" and hand == DISH:
                rows.append((number, old, hands.index(what)))
            elif verb in ("place", "put", "deliver") and hand == what:
                rows.append((number, old, hands.index(None)))
    return rows


def _content(state: State, station: Station) -> Content:
    if station.kind == "utensil":
        return state.utensils[station.slot]
    return state.counters[station.slot] if station.kind == "counter" else None


def _fixed(model: cp_model.CpModel, value: int) -> cp_model.IntVar:
    return model.new_int_var(value, value, "")
