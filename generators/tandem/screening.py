"""Screening (paper 4.2, B.1, algorithm 1): states in which one coordination choice costs at least three joint steps.

Everything here is about one structural class, in the names of one of its orders; recipes of a class share the result.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from generators.tandem.families import Family, families_of, handoffs_of
from solvers.tandem.constrained import constrained_costs, marks_of
from solvers.tandem.encoding import Encoding
from solvers.tandem.events import Event, Events
from solvers.tandem.goals import milestone_costs
from solvers.tandem.graph import FAR, Bytes
from solvers.tandem.plans import Plan, Taste, constrained_plan, optimal_plan
from solvers.tandem.space import Space
from worlds.kitchen.simulator import Action
from worlds.kitchen.states import State, Utensil, start_state

__all__ = ["Found", "Representative", "Screener"]

LEAST_PENALTY = 3
UNKNOWN = 4
"""The nearness class of a divergence that the trajectory's end leaves open."""

TASTES: tuple[Taste, ...] = ("early", "late")


Choices: TypeAlias = dict[tuple[tuple[tuple[int, int], ...], ...], Bytes]
_TABLES: dict[str, Choices] = {}
"""Tables of J by class and choice: all orders of a class share them."""


class Found(NamedTuple):
    """A family that a state is eligible by.

    `penalties` has the added cost of each alternative in joint steps (None: it can't be kept to). `shared` is the
    number of joint steps for which the certified trajectory also is an optimal way to keep to the cheapest
    alternative that costs at least three steps; `nearness` is its class, 0 to 3, or UNKNOWN.
    """

    family: Family
    penalties: tuple[int | None, ...]
    shared: int
    nearness: int

    @property
    def best(self) -> tuple[str, ...]:
        """The names of all optimal arrangements."""
        pairs = zip(self.family.alternatives, self.penalties, strict=True)
        return tuple(alternative.name for alternative, penalty in pairs if penalty == 0)


class Representative(NamedTuple):
    """A state that stands for a group of trajectory states, with the families that it represents.

    `position` counts joint steps from the order's start along the trajectory of that name.
    """

    state: State
    trajectory: str
    position: int
    found: tuple[Found, ...]
    stage: str


class Screener:
    """Finds the representatives of one order's class in one kitchen."""

    def __init__(self, encoding: Encoding, space: Space) -> None:
        self.encoding, self.space = encoding, space
        self.events = Events(encoding.kitchen, encoding.recipe.order)
        self._tables = _TABLES.setdefault(encoding.digest, {})

    def held(self, family: Family, number: int) -> Bytes:
        """The table of J for one alternative of a family, made once."""
        choice = family.alternatives[number].choice
        key = (tuple(sorted(choice.settles)), tuple(sorted(choice.forbids)))
        if key not in self._tables:
            self._tables[key] = constrained_costs(self.space, choice.rule(self.encoding))
        return self._tables[key]

    def trajectories(self) -> Iterator[tuple[str, Plan]]:
        """Certified optimal trajectories from the order's start, each with its name, in a fixed order.

        First the canonical ones, acting early and acting late; then those that hand one item over on one shared
        counter, wherever that costs nothing.
        """
        start = start_state(self.encoding.kitchen)
        for taste in TASTES:
            yield taste, optimal_plan(self.encoding, self.space, start, taste=taste)
        number = self._number(start)
        for family in handoffs_of(self.encoding, self.events, start):
            for n, alternative in enumerate(family.alternatives):
                held = self.held(family, n)
                if held[number] == self.space.cost[number]:
                    rule = alternative.choice.rule(self.encoding)
                    for taste in TASTES:
                        plan = constrained_plan(self.encoding, self.space, start, held, rule, taste)
                        yield f"{taste}, {family.name} {alternative.name}", plan

    def representatives(self) -> list[Representative]:
        """The representatives of all groups, in the order of their trajectories and positions, each state once.

        Both canonical trajectories are searched; the others only as long as there are fewer representatives than
        the capacity of a task could use.
        """
        made: dict[State, Representative] = {}
        for count, (name, plan) in enumerate(self.trajectories()):
            if count >= len(TASTES) and len(made) >= len(plan.actions) // 3:
                break
            for position, found in sorted(self._groups(plan), key=lambda row: (row[0], row[1].family.name)):
                state = plan.states[position]
                old = made.get(state)
                if old is None:
                    made[state] = Representative(state, name, position, (found,), stage_of(state))
                elif all(f.family.name != found.family.name for f in old.found):
                    made[state] = old._replace(found=(*old.found, found))
        return list(made.values())

    def _groups(self, plan: Plan) -> Iterator[tuple[int, Found]]:
        """One (position, family) a group: of states alike in all but where the cooks are, the nearest one."""
        groups: dict[tuple[object, ...], tuple[int, Found]] = {}
        last_stage, run = "", 0
        for position in range(len(plan.actions)):
            state = plan.states[position]
            stage = stage_of(state)
            run, last_stage = (run + (stage != last_stage)), stage
            if position and not self._is_event(plan, position):
                continue
            for family in families_of(self.encoding, self.events, state):
                found = self._measure(plan, position, family)
                if found is None:
                    continue
                timing = tuple(next_deed(plan, position, cook) for cook in (0, 1))
                key = (run, family.name, found.penalties, timing)
                if key not in groups or found.shared < groups[key][1].shared:
                    groups[key] = (position, found)
        yield from groups.values()

    def _is_event(self, plan: Plan, position: int) -> bool:
        """Whether the joint step before a state moved something, finished some work, or brought an item that has
        to be handed over to another place to hand it over from.
        """
        before, after = plan.states[position - 1], plan.states[position]
        if (before.hands, before.counters) != (after.hands, after.counters):
            return True
        for old, new in zip(before.utensils, after.utensils, strict=True):
            if (old.product, old.contents, old.running) != (new.product, new.contents, new.running):
                return True
        return any(
            before.poses[cook] != after.poses[cook] and item is not None and self._to_hand_over(after, cook, item)
            for cook, item in enumerate(after.hands)
        )

    def _to_hand_over(self, state: State, cook: int, item: str) -> bool:
        event = Event("pass", item)
        return event in self.events.before and not self.events.done(state, event) and self.events.member(event) == cook

    def _measure(self, plan: Plan, position: int, family: Family) -> Found | None:
        """A family's penalties in a trajectory state, or None where they don't make it eligible."""
        state = plan.states[position]
        number = self._number(state)
        best = int(self.space.cost[number])
        costs = [int(self.held(family, n)[number]) for n in range(len(family.alternatives))]
        penalties = tuple(None if cost == FAR else cost - best for cost in costs)
        wrong = [p for p in penalties if p is not None and p >= LEAST_PENALTY]
        if 0 not in penalties or not wrong:
            return None
        held = self.held(family, penalties.index(min(wrong)))
        shared = 0
        while position + shared + 1 < len(plan.states) - 1:
            following = self._number(plan.states[position + shared + 1])
            if int(held[following]) != int(held[number]) - shared - 1:
                return Found(family, penalties, shared, min(shared, 3))
            shared += 1
        return Found(family, penalties, shared, UNKNOWN)

    def canonical_cost(self, state: State, milestone: str) -> int | None:
        """A state's cost to a milestone in the canonical domain, or None where that has no way or no such state."""
        code = self.encoding.encode(state)
        number = None if code is None else self.space.number(code)
        if number is None:
            return None
        if milestone == "delivered":
            cost = int(self.space.cost[number])
        else:
            cost = int(milestone_costs(self.encoding, self.space, milestone)[number])
        return None if cost == FAR else cost

    def mark(self, state: State, cook: int, action: Action) -> tuple[int, int] | None:
        """An interaction as the search's constraints see it, or None for a move or a wait."""
        station = self.encoding.kitchen.layout.station_at(state.poses[cook].ahead)
        if action.verb in ("move", "wait") or station is None:
            return None
        way = {"place": "give", "put": "give", "deliver": "give"}.get(action.verb, action.verb)
        return marks_of(self.encoding, cook, way, [action.what], [station.name]).pop()

    def _number(self, state: State) -> int:
        code = self.encoding.encode(state)
        number = None if code is None else self.space.number(code)
        if number is None:
            raise ValueError(f"a trajectory left the table of {self.encoding.recipe.order}")
        return number


def stage_of(state: State) -> str:
    """What there is and where, without timers and poses: processing progress alone is no new stage."""
    inside = [_progress(utensil) for utensil in state.utensils]
    return f"{state.hands} {state.counters} {inside}"


def _progress(utensil: Utensil) -> str:
    if utensil.product:
        return f"{utensil.product} {'running' if utensil.left else 'ready'}"
    return "+".join(utensil.contents)


def next_deed(plan: Plan, position: int, cook: int) -> Action | None:
    """The cook's next interaction on the trajectory: what the timing of a group is told by."""
    for pair in plan.actions[position:]:
        if pair[cook].verb not in ("move", "wait"):
            return pair[cook]
    return None
