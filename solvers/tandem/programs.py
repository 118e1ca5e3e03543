"""The language of team plans: a member's program is a list of statements with explicit places.

    take ITEM from PLACE        a counter, a utensil, ingredients or dishes
    place ITEM on COUNTER
    put ITEM in UTENSIL
    start UTENSIL
    fill dish from UTENSIL
    deliver ITEM
    wait N                      joint steps
    wait until COUNTER holds ITEM | COUNTER is empty | UTENSIL is ready | UTENSIL is empty

Movement is implied. Statements end with the line or a semicolon; `#` starts a remark.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, TypeAlias

from schemas.errors import InputError
from worlds.kitchen.layout import COOKS, Station
from worlds.kitchen.recipes import DISH, Recipe
from worlds.kitchen.rules import Kitchen
from worlds.kitchen.states import State

__all__ = ["Condition", "Plan", "Program", "Statement", "holds", "parse_program", "write_program"]

Act: TypeAlias = Literal["take", "place", "put", "start", "fill", "deliver", "wait", "until"]
Test: TypeAlias = Literal["holds", "empty", "ready"]

MOST_STATEMENTS = 60
MOST_WAITED = 99


class Condition(NamedTuple):
    """What a `wait until` waits for, judged on the state between two joint steps."""

    place: str
    test: Test
    item: str = ""


class Statement(NamedTuple):
    """One statement. `item` and `place` as the act needs them; `steps` for `wait`; `until` for `wait until`."""

    act: Act
    item: str = ""
    place: str = ""
    steps: int = 0
    until: Condition | None = None

    def __str__(self) -> str:
        match self.act:
            case "take":
                return f"take {self.item} from {self.place}"
            case "place":
                return f"place {self.item} on {self.place}"
            case "put":
                return f"put {self.item} in {self.place}"
            case "start":
                return f"start {self.place}"
            case "fill":
                return f"fill dish from {self.place}"
            case "deliver":
                return f"deliver {self.item}"
            case "wait":
                return f"wait {self.steps}"
            case "until" if self.until is not None:
                test = f"holds {self.until.item}" if self.until.test == "holds" else f"is {self.until.test}"
                return f"wait until {self.until.place} {test}"
        raise ValueError(f"a wait without a condition: {self!r}")


Program: TypeAlias = tuple[Statement, ...]
Plan: TypeAlias = tuple[Program, Program]
"""Chef's program and the Assistant's."""

_FORMS: tuple[tuple[Act, re.Pattern[str]], ...] = (
    ("take", re.compile(r"take (?P<item>\w+) from (?P<place>.+)")),
    ("place", re.compile(r"place (?P<item>\w+) on (?P<place>.+)")),
    ("put", re.compile(r"put (?P<item>\w+) in (?P<place>.+)")),
    ("start", re.compile(r"start (?P<place>.+)")),
    ("fill", re.compile(r"fill dish from (?P<place>.+)")),
    ("deliver", re.compile(r"deliver (?P<item>\w+)")),
    ("until", re.compile(r"wait until (?P<place>.+?) (?:holds (?P<held>\w+)|is (?P<test>empty|ready))")),
    ("wait", re.compile(r"wait (?P<steps>[0-9]{1,3})")),
)
_KINDS: dict[Act, tuple[str, ...]] = {
    "take": ("counter", "utensil", "ingredients", "dishes"),
    "place": ("counter",),
    "put": ("utensil",),
    "start": ("utensil",),
    "fill": ("utensil",),
}


def parse_program(kitchen: Kitchen, order: str, cook: int, text: str, where: str) -> Program:
    """One member's program from its text.

    Raises InputError, one line with `where` and the statement's number, for a statement that isn't one, an unknown
    place or item, a place that the cook can't reach or that the act doesn't fit, and programs that are too long.
    """
    recipe = kitchen.recipe(order)
    statements: list[Statement] = []
    lines = [line.partition("#")[0] for line in text.replace(";", "\n").splitlines()]
    for line in lines:
        words = " ".join(line.split())
        if words:
            at = f"{where}: {COOKS[cook]}'s statement {len(statements) + 1}"
            statements.append(_parse_statement(kitchen, recipe, cook, words, at))
        if len(statements) > MOST_STATEMENTS:
            raise InputError(f"{where}: {COOKS[cook]}'s program has more than {MOST_STATEMENTS} statements")
    return tuple(statements)


def write_program(program: Program) -> str:
    """A program's text, one statement a line; `parse_program` reads it back."""
    return "".join(f"{statement}\n" for statement in program)


def holds(kitchen: Kitchen, state: State, condition: Condition) -> bool:
    """Whether a condition holds in a state."""
    station = kitchen.station(condition.place)
    if station.kind == "counter":
        there = state.counters[station.slot]
        return there is None if condition.test == "empty" else there == condition.item
    inside = state.utensils[station.slot]
    if condition.test == "ready":
        return inside.product is not None and not inside.running
    return inside.product is None and not inside.contents


def _parse_statement(kitchen: Kitchen, recipe: Recipe, cook: int, words: str, at: str) -> Statement:
    for act, form in _FORMS:
        found = form.fullmatch(words)
        if found is None:
            continue
        part = found.groupdict()
        item = part.get("item") or ""
        if item and item not in (*recipe.items, DISH):
            raise InputError(f"{at}: {item} has no part in the order {recipe.order}")
        if act == "wait":
            steps = int(part["steps"])
            if not 1 <= steps <= MOST_WAITED:
                raise InputError(f"{at}: a wait is of 1 to {MOST_WAITED} steps, not {steps}")
            return Statement("wait", steps=steps)
        if act == "deliver":
            serve = next(station for station in kitchen.layout.stations if station.kind == "serve")
            _reach(serve, cook, at)
            return Statement("deliver", item, serve.name)
        station = _station(kitchen, part["place"], at)
        if act == "until":
            return Statement("until", until=_condition(recipe, station, part["held"], part["test"], at))
        _reach(station, cook, at)
        if station.kind not in _KINDS[act]:
            raise InputError(f"{at}: nobody can {act} at {station.name}")
        if station.kind == "ingredients" and item not in recipe.leaves:
            raise InputError(f"{at}: {item} is not an ingredient of the order; there are {', '.join(recipe.leaves)}")
        if station.kind == "dishes" and item != DISH:
            raise InputError(f"{at}: only dishes are here")
        return Statement(act, DISH if act == "fill" else item, station.name)
    raise InputError(f"{at}: {words[:60]!r} is no statement; write e.g. 'take {recipe.leaves[0]} from ingredients'")


def _condition(recipe: Recipe, station: Station, held: str | None, test: str | None, at: str) -> Condition:
    if station.kind == "counter" and held is not None:
        if held not in (*recipe.items, DISH):
            raise InputError(f"{at}: {held} has no part in the order {recipe.order}")
        return Condition(station.name, "holds", held)
    if test == "empty" and station.kind in ("counter", "utensil"):
        return Condition(station.name, "empty")
    if test == "ready" and station.kind == "utensil":
        return Condition(station.name, "ready")
    raise InputError(f"{at}: {station.name} can't be waited for like that; a counter holds or is empty, "
                     "a utensil is ready or empty")  # fmt: skip


def _station(kitchen: Kitchen, name: str, at: str) -> Station:
    try:
        return kitchen.station(name)
    except InputError as error:
        raise InputError(f"{at}: {error}") from error


def _reach(station: Station, cook: int, at: str) -> None:
    if cook not in station.users:
        raise InputError(f"{at}: {COOKS[cook]} can't reach {station.name}")
