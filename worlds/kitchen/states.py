"""Joint states: immutable, comparable, and read from and written to plain records."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from schemas.errors import InputError
from schemas.tandem import CookRecord, StateRecord, UtensilRecord
from worlds.kitchen.layout import COOKS, Pose
from worlds.kitchen.recipes import Recipe, Step
from worlds.kitchen.rules import Kitchen

__all__ = ["EMPTY", "State", "Utensil", "read_state", "start_state", "state_items", "write_state"]


class Utensil(NamedTuple):
    """One utensil: waiting `contents` (sorted), or a `product` with `left` joint steps to go (0: can be taken)."""

    contents: tuple[str, ...] = ()
    product: str | None = None
    left: int = 0

    @property
    def running(self) -> bool:
        """Whether work has started and isn't over."""
        return self.left > 0


EMPTY = Utensil()


class State(NamedTuple):
    """A joint state: Chef first, Assistant second; counters and utensils by the layout's slots."""

    poses: tuple[Pose, Pose]
    hands: tuple[str | None, str | None]
    counters: tuple[str | None, ...]
    utensils: tuple[Utensil, ...]
    delivered: bool = False


def start_state(kitchen: Kitchen) -> State:
    """The state in which every order starts: cooks at their starting poses, nothing anywhere."""
    layout = kitchen.layout
    return State(layout.starts, (None, None), (None,) * len(layout.counters), (EMPTY,) * len(layout.utensils))


def state_items(state: State) -> Iterable[str]:
    """Every item in a state, one entry a copy; a running or finished utensil counts as its product."""
    yield from (hand for hand in state.hands if hand)
    yield from (item for item in state.counters if item)
    for utensil in state.utensils:
        yield from utensil.contents
        if utensil.product:
            yield utensil.product


def write_state(kitchen: Kitchen, order: str, state: State) -> StateRecord:
    """A state as a record; empty counters and utensils are left out."""
    cooks = [
        CookRecord(at=pose.at, faces=pose.faces, holds=hand)
        for pose, hand in zip(state.poses, state.hands, strict=True)
    ]
    return StateRecord(
        order=order,
        chef=cooks[0],
        assistant=cooks[1],
        counters={c.name: item for c, item in zip(kitchen.layout.counters, state.counters, strict=True) if item},
        utensils={
            place.name: UtensilRecord(contents=u.contents, product=u.product, steps_left=u.left)
            for place, u in zip(kitchen.layout.utensils, state.utensils, strict=True)
            if u != EMPTY
        },
        delivered=state.delivered,
    )


def read_state(kitchen: Kitchen, record: StateRecord, where: str) -> State:
    """A state from a record.

    Raises InputError, one line that starts with `where`, for an unknown order, place, pose, item or product, too
    many contents, and a timer that no work can show.
    """
    try:
        recipe = kitchen.recipe(record.order)
    except InputError as error:
        raise InputError(f"{where}: order: {error}") from error
    layout = kitchen.layout
    poses = []
    for number, cook in enumerate((record.chef, record.assistant)):
        pose = Pose(cook.at, cook.faces)
        if pose not in layout.poses[number]:
            raise InputError(f"{where}: {COOKS[number]} can't stand at {cook.at} facing {cook.faces}")
        poses.append(pose)
    names = [counter.name for counter in layout.counters]
    for name in record.counters:
        if name not in names:
            raise InputError(f"{where}: no counter is named {name}; there are {', '.join(names)}")
    utensil_names = [utensil.name for utensil in layout.utensils]
    for name in record.utensils:
        if name not in utensil_names:
            raise InputError(f"{where}: no utensil is named {name}; there are {', '.join(utensil_names)}")
    state = State(
        (poses[0], poses[1]),
        (record.chef.holds, record.assistant.holds),
        tuple(record.counters.get(name) for name in names),
        tuple(
            _read_utensil(kitchen, recipe, place.utensil, record.utensils[place.name], f"{where}: {place.name}")
            if place.name in record.utensils
            else EMPTY
            for place in layout.utensils
        ),
        record.delivered,
    )
    for item in (*state.hands, *state.counters):
        if item is not None and item not in (*recipe.items, "dish"):
            raise InputError(f"{where}: {item} has no part in the order {recipe.order}")
    return state


def _read_utensil(kitchen: Kitchen, recipe: Recipe, kind: str, record: UtensilRecord, where: str) -> Utensil:
    if record.product is None:
        if record.steps_left:
            raise InputError(f"{where}: steps are left, but there is no product")
        if len(record.contents) > kitchen.contents:
            raise InputError(f"{where}: {len(record.contents)} items, and a utensil holds {kitchen.contents}")
        for item in record.contents:
            if item not in recipe.items or item == "dish" or (recipe.plated and item == recipe.order):
                raise InputError(f"{where}: {item} can't be put in a utensil for the order {recipe.order}")
        return Utensil(tuple(sorted(record.contents)))
    step: Step | None = next((s for s in recipe.steps if (s.utensil, s.gives) == (kind, record.product)), None)
    if record.contents:
        raise InputError(f"{where}: waiting contents beside a product")
    if step is None:
        raise InputError(f"{where}: the order {recipe.order} makes no {record.product} in a {kind}")
    if record.steps_left >= step.time:
        raise InputError(f"{where}: {record.steps_left} steps left of work that takes {step.time}")
    return Utensil((), record.product, record.steps_left)
