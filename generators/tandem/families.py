"""Comparison families: one coordination choice with its alternatives, fixed before any cost is asked (paper B.1)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from solvers.tandem.constrained import Choice, marks_of
from solvers.tandem.encoding import Encoding
from solvers.tandem.events import Event, Events
from worlds.kitchen.layout import COOKS
from worlds.kitchen.recipes import DISH
from worlds.kitchen.states import State

__all__ = ["Alternative", "Family", "FamilyKind", "families_of", "handoffs_of"]

FamilyKind: TypeAlias = Literal["order", "handoff"]

MOST_FAMILIES = 8
DEEPEST = 3


class Alternative(NamedTuple):
    """One way to make the choice: its name and what it settles and forbids."""

    name: str
    choice: Choice


class Family(NamedTuple):
    """Alternatives over the same events. `theme` is what coverage counts: whose order, or which handoff direction."""

    kind: FamilyKind
    theme: str
    name: str
    depth: int
    alternatives: tuple[Alternative, ...]


def families_of(encoding: Encoding, events: Events, state: State) -> tuple[Family, ...]:
    """At most eight families of a state at dependency depth 1 to 3.

    At each depth the Assistant's event orders, handoffs from the Assistant to Chef, Chef's event orders and handoffs
    from Chef to the Assistant take turns, each in the order of their names.
    """
    required = events.required(state)
    chosen: list[Family] = []
    for depth in range(1, DEEPEST + 1):
        queues = [
            _orders(encoding, events, required, 1, depth),
            _handoffs(encoding, events, required, 1, depth),
            _orders(encoding, events, required, 0, depth),
            _handoffs(encoding, events, required, 0, depth),
        ]
        for row in itertools.zip_longest(*queues):
            chosen += [family for family in row if family is not None]
    return tuple(chosen[:MOST_FAMILIES])


def handoffs_of(encoding: Encoding, events: Events, state: State) -> tuple[Family, ...]:
    """Every handoff that a state still requires, at any depth: the Assistant's first, nearest first."""
    required = events.required(state)
    return tuple(
        family
        for giver in (1, 0)
        for depth in range(1, max(required.values(), default=0) + 1)
        for family in _handoffs(encoding, events, required, giver, depth)
    )


def _orders(encoding: Encoding, events: Events, required: dict[Event, int], cook: int, depth: int) -> Iterator[Family]:
    """Pairs of events that only this cook can do and that no dependency orders."""
    mine = sorted(e for e, d in required.items() if d <= depth and events.member(e) == cook and _marked(events, e))
    for one, two in itertools.combinations(mine, 2):
        if max(required[one], required[two]) != depth or one.item == two.item or events.ordered(one, two):
            continue
        first, second = event_marks(encoding, events, one), event_marks(encoding, events, two)
        yield Family(
            "order",
            f"{COOKS[cook]}'s order",
            f"{COOKS[cook]}: {_name(one)} / {_name(two)}",
            depth,
            (
                Alternative(f"{_name(one)} first", Choice(frozenset(first), frozenset(second))),
                Alternative(f"{_name(two)} first", Choice(frozenset(second), frozenset(first))),
            ),
        )


def _handoffs(
    encoding: Encoding, events: Events, required: dict[Event, int], giver: int, depth: int
) -> Iterator[Family]:
    """Required handoffs from this cook, each with the shared counters as alternatives."""
    shared = [c.name for c in encoding.kitchen.layout.counters if len(c.users) == 2]
    for event in sorted(e for e, d in required.items() if e.kind == "pass" and d == depth):
        if events.member(event) != giver or len(shared) < 2:
            continue
        taker = 1 - giver
        alternatives = [
            Alternative(
                f"over {counter}",
                Choice(
                    frozenset(),
                    frozenset(marks_of(encoding, taker, "take", [event.item], [c for c in shared if c != counter])),
                ),
            )
            for counter in shared
        ]
        theme = f"{COOKS[giver]} to {COOKS[taker]}"
        yield Family("handoff", theme, f"{theme}: {event.item}", depth, tuple(alternatives))


def _marked(events: Events, event: Event) -> bool:
    """Whether an event can be told by its mark: a start can't where its utensil makes several things of the order."""
    if event.kind == "start":
        kinds = [step.utensil for step in events.recipe.steps]
        return kinds.count(next(s.utensil for s in events.recipe.steps if s.gives == event.item)) == 1
    return event.kind in ("get", "put")


def event_marks(encoding: Encoding, events: Events, event: Event) -> set[tuple[int, int]]:
    """What an event looks like to the search: (cook, mark), for every cook who can do it."""
    stations = events.uses(event.item) if event.kind == "put" else events.sources(event.item)
    plated = encoding.recipe.plated and event.item == encoding.recipe.order
    way = {"put": "give", "start": "start"}.get(event.kind, "fill" if plated else "take")
    item = "" if event.kind == "start" else event.item
    marks: set[tuple[int, int]] = set()
    for station in stations:
        for cook in station.users:
            marks |= marks_of(encoding, cook, way, [item], [station.name])
    return marks


def _name(event: Event) -> str:
    verb = {"get": "take", "put": "put in", "start": "start"}[event.kind]
    return f"{verb} {'dish' if event.item == DISH else event.item}"
