"""The events that an order requires: what has to be got, handed over, put, started and delivered, and after what."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from worlds.kitchen.layout import Station
from worlds.kitchen.recipes import DISH, Step
from worlds.kitchen.rules import Kitchen
from worlds.kitchen.states import State, state_items

__all__ = ["Event", "EventKind", "Events"]

EventKind: TypeAlias = Literal["get", "pass", "put", "start", "deliver"]


class Event(NamedTuple):
    """One required event. `get` takes an item from its dispenser or utensil (with the dish for a plated order),
    `pass` hands it over, `put` adds it to the utensil of its step, `start` starts the step that makes `item`.
    """

    kind: EventKind
    item: str


class Events:
    """An order's required events in one kitchen: their order, who can do them, and what is still to come."""

    def __init__(self, kitchen: Kitchen, order: str) -> None:
        self.kitchen = kitchen
        self.recipe = kitchen.recipe(order)
        self._maker: dict[str, Step] = {step.gives: step for step in self.recipe.steps}
        self._user: dict[str, Step] = {item: step for step in self.recipe.steps for item in step.takes}
        self.before: dict[Event, frozenset[Event]] = {}
        self._build()

    def _build(self) -> None:
        """Events and their direct predecessors, from the raw ingredients to the delivery."""
        carried = [*self.recipe.leaves, *([DISH] if self.recipe.plated else [])]
        for item in carried:
            self._carry(item, frozenset())
        for step in self.recipe.steps:
            start = Event("start", step.gives)
            self.before[start] = frozenset(Event("put", item) for item in step.takes)
            after = {start}
            if step.gives == self.recipe.order and self.recipe.plated:
                after.add(self._last(DISH))
            self._carry(step.gives, frozenset(after))

    def _carry(self, item: str, after: frozenset[Event]) -> None:
        """The events from an item's source to its use."""
        got = Event("get", item)
        self.before[got] = after
        last = got
        if self.handoff(item):
            last = Event("pass", item)
            self.before[last] = frozenset({got})
        if item in self._user:
            self.before[Event("put", item)] = frozenset({last})
        elif item == self.recipe.order:
            self.before[Event("deliver", item)] = frozenset({last})

    def _last(self, item: str) -> Event:
        return Event("pass", item) if self.handoff(item) else Event("get", item)

    def sources(self, item: str) -> list[Station]:
        """Where an item is got: its dispenser, or the utensils that make it."""
        stations = self.kitchen.layout.stations
        if item in self._maker:
            return [s for s in stations if s.utensil == self._maker[item].utensil]
        return [s for s in stations if s.kind == ("dishes" if item == DISH else "ingredients")]

    def uses(self, item: str) -> list[Station]:
        """Where an item is needed next: the utensils of its step, the last utensil for the dish, the hatch."""
        stations = self.kitchen.layout.stations
        if item == DISH:
            return self.sources(self.recipe.order)
        if item in self._user:
            return [s for s in stations if s.utensil == self._user[item].utensil]
        return [s for s in stations if s.kind == "serve"]

    def handoff(self, item: str) -> bool:
        """Whether an item has to change hands: nobody reaches both where it is got and where it is needed."""
        getters = {cook for station in self.sources(item) for cook in station.users}
        users = {cook for station in self.uses(item) for cook in station.users}
        return not getters & users

    def member(self, event: Event) -> int | None:
        """The only cook who can do an event (for `pass`, the giver), or None where it could be either."""
        if event.kind in ("get", "pass", "start"):
            users = {cook for station in self.sources(event.item) for cook in station.users}
        else:
            users = {cook for station in self.uses(event.item) for cook in station.users}
        return users.pop() if len(users) == 1 else None

    def required(self, state: State) -> dict[Event, int]:
        """The events still to come from a state, each with its dependency depth: 1 where nothing is before it."""
        if state.delivered:
            return {}
        depth: dict[Event, int] = {}

        def measure(event: Event) -> int:
            if event not in depth:
                earlier = [measure(e) for e in self.before[event] if not self.done(state, e)]
                depth[event] = 1 + max(earlier, default=0)
            return depth[event]

        return {event: measure(event) for event in self.before if not self.done(state, event)}

    def done(self, state: State, event: Event) -> bool:
        """Whether an event lies behind a state: what it leads to is there."""
        there = set(state_items(state))
        inside = {item for utensil in state.utensils for item in utensil.contents}
        products = {utensil.product for utensil in state.utensils if utensil.product}
        item = event.item
        later = there & self._made_from(item)
        outside = item in {*state.hands, *state.counters}
        match event.kind:
            case "get":
                return bool(later) or outside or item in inside
            case "pass":
                return bool(later) or item in inside or (outside and self._passed(state, item))
            case "put":
                return bool(later) or item in inside
            case "start":
                return bool(later) or item in there or item in products
            case "deliver":
                return state.delivered

    def _passed(self, state: State, item: str) -> bool:
        """Whether an item lies where, or is carried by one who, can bring it to its use."""
        users = {cook for station in self.uses(item) for cook in station.users}
        if any(state.hands[cook] == item for cook in users):
            return True
        return any(
            state.counters[station.slot] == item and users & set(station.users)
            for station in self.kitchen.layout.counters
        )

    def _made_from(self, item: str) -> set[str]:
        """Everything that is made of an item; a plated order as an item outside its utensil holds the dish."""
        if item == DISH:
            return set()
        made = set()
        while item in self._user:
            item = self._user[item].gives
            made.add(item)
        return made

    def ordered(self, one: Event, two: Event) -> bool:
        """Whether one of two events always comes before the other."""
        return one in self._all_before(two) or two in self._all_before(one)

    def _all_before(self, event: Event) -> set[Event]:
        found: set[Event] = set()
        queue = [event]
        while queue:
            for earlier in self.before[queue.pop()]:
                if earlier not in found:
                    found.add(earlier)
                    queue.append(earlier)
        return found
