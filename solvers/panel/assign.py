"""Assigns a panel's questions by constraint solving, or says in words why no assignment exists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from schemas.errors import InputError
from schemas.randomness import stream
from solvers.engine import deterministic_solver
from solvers.panel.deal import Question, deal_items

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

__all__ = ["FORMS", "Assigned", "Assignment", "Panel", "PanelItem", "assign", "why_impossible"]

FORMS: Final = ("commonsense", "math", "composition")
"""The three forms of an item, each a question of its own."""

Traits: TypeAlias = tuple[str, ...]
"""What an item's cell is known by: scenario and operation."""

EFFORT: Final = 120.0
"""The most deterministic time of one search: a measure of work, the same on every machine."""

SLACKS: Final = (0, 1, 2, 4)
"""How far from even the counts of a person's questions may be, tried in this order, before they are left free."""


class PanelItem(NamedTuple):
    """An item and the traits by which each person's questions are spread evenly: scenario, operation."""

    id: str
    traits: Traits


class Panel(NamedTuple):
    """How many people there are, how many questions each answers at most, and how many people answer each question."""

    people: int
    load: int
    copies: int = 1


class Assigned(NamedTuple):
    """One question for one person (from 0): a form of an item, and its turn on the person's sheet (from 0)."""

    person: int
    turn: int
    item: str
    form: str


class Assignment(NamedTuple):
    """All questions in order of person and turn; `slack` is how uneven a person's traits are allowed to be."""

    questions: tuple[Assigned, ...]
    slack: int | None


def why_impossible(items: int, panel: Panel) -> str | None:
    """Why no panel of this size can answer everything, in words that can be checked by counting; None if one can.

    What is counted is all there is: where it fits, an assignment exists (people and items as a bipartite graph with
    these degrees; the forms of an item are dealt to its people freely).
    """
    forms = len(FORMS)
    needed = items * forms * panel.copies
    offered = panel.people * panel.load
    seats = forms * panel.copies
    if items < 1 or panel.people < 1 or panel.load < 1 or panel.copies < 1:
        return "a panel needs at least one item, one person, one question each and one answer to each question"
    if panel.people < seats:
        return (
            f"each item has {forms} forms with {panel.copies} answer(s) each, and nobody may see two forms of one "
            f"item or answer twice: {seats} different people are needed, and there are {panel.people}"
        )
    if offered < needed:
        people = -(-needed // panel.load)
        load = -(-needed // panel.people)
        instead = [f"{_count(people, 'person', 'people')} at {panel.load} questions each"]
        if load <= items:
            instead.append(f"{load} questions each for {_count(panel.people, 'person', 'people')}")
        fewer = offered // seats
        if fewer:
            instead.append(f"{fewer} items for this panel")
        return (
            f"{items} items × {forms} forms × {panel.copies} answer(s) are {needed} answers; "
            f"{panel.people} people × {panel.load} questions are {offered}: {needed - offered} answers short. "
            f"It takes {', or '.join(instead)}"
        )
    if -(-needed // panel.people) > items:
        return (
            f"{needed} answers by {panel.people} people are {-(-needed // panel.people)} questions for somebody, and "
            f"nobody may see more than one form of each of the {items} items: add people"
        )
    return None


def assign(items: Sequence[PanelItem], panel: Panel, seed: int = 0) -> Assignment:
    """Assign every form of every item to `copies` people.

    Nobody sees two forms of one item, loads differ by at most one, and each person's questions are spread over
    forms and over each trait as evenly as their number allows, or nearly so where that has no solution. The same
    arguments give the same assignment. Raises InputError, with the reason in words, where there is none.
    """
    why = why_impossible(len(items), panel)
    if why is not None:
        raise InputError(f"no assignment: {why}")
    if len({item.id for item in items}) < len(items):
        raise InputError("no assignment: an item is named twice")
    order = list(range(len(items)))
    stream(seed, "panel", "items").shuffle(order)
    shuffled = [items[place] for place in order]
    cells: dict[Traits, list[int]] = {}
    for place, item in enumerate(shuffled):
        cells.setdefault(item.traits, []).append(place)
    for slack in (*SLACKS, None):
        solved = _solve(cells, panel, slack)
        if solved is not None:
            return Assignment(tuple(_in_turn(shuffled, solved, panel, seed)), slack)
    raise InputError("no assignment was found within the effort that is spent; ask for another panel size or seed")


class _Model:
    """How many questions of each cell and form each person answers."""

    def __init__(self, cells: Mapping[Traits, Sequence[int]], panel: Panel) -> None:
        from ortools.sat.python import cp_model

        self.model = cp_model.CpModel()
        self.cells = cells
        self.panel = panel
        self.items = sum(map(len, cells.values()))
        self.loads = _loads(self.items, panel)
        self.counts = [
            {
                (cell, form): self.model.new_int_var(0, len(places), "")
                for cell, places in cells.items()
                for form in FORMS
            }
            for _ in range(panel.people)
        ]

    def constrain(self) -> None:
        """Each form of each cell is answered; nobody answers more of a cell than it has items; loads are even."""
        for cell, places in self.cells.items():
            for form in FORMS:
                self.model.add(sum(own[cell, form] for own in self.counts) == len(places) * self.panel.copies)
            for own in self.counts:
                self.model.add(sum(own[cell, form] for form in FORMS) <= len(places))
        for own, load in zip(self.counts, self.loads, strict=True):
            self.model.add(sum(own.values()) == load)

    def spread(self, slack: int) -> None:
        """Each person's share of each form, trait and cell is that of all items, give or take the slack."""
        for own, load in zip(self.counts, self.loads, strict=True):
            for form in FORMS:
                self._between([own[cell, form] for cell in self.cells], load, 1, len(FORMS), slack)
            for within in _groups(self.cells):
                size = sum(len(self.cells[cell]) for cell in within)
                self._between([own[cell, form] for cell in within for form in FORMS], load, size, self.items, slack)

    def _between(self, some: Sequence[cp_model.IntVar], load: int, part: int, whole: int, slack: int) -> None:
        least, most = load * part // whole - slack, -(-load * part // whole) + slack
        self.model.add_linear_constraint(sum(some), max(0, least), most)

    def solution(self) -> list[dict[tuple[Traits, str], int]] | None:
        """Each person's counts; None where there is no solution or none was found."""
        from ortools.sat.python import cp_model

        solver = deterministic_solver(EFFORT)
        if solver.solve(self.model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return None
        return [{key: solver.value(variable) for key, variable in own.items()} for own in self.counts]


def _loads(items: int, panel: Panel) -> list[int]:
    """How many questions each person answers: all the same, or one more for the first of them."""
    low, more = divmod(items * len(FORMS) * panel.copies, panel.people)
    return [low + (person < more) for person in range(panel.people)]


def _groups(cells: Mapping[Traits, Sequence[int]]) -> Iterator[list[Traits]]:
    """The cells that share a value of one trait, and each cell alone."""
    for place in range(len(next(iter(cells)))):
        for value in dict.fromkeys(cell[place] for cell in cells):
            yield [cell for cell in cells if cell[place] == value]
    yield from ([cell] for cell in cells)


def _solve(cells: Mapping[Traits, Sequence[int]], panel: Panel, slack: int | None) -> list[Question] | None:
    model = _Model(cells, panel)
    model.constrain()
    if slack is not None:
        model.spread(slack)
    counts = model.solution()
    if counts is None:
        return None
    dealt: list[Question] = []
    for cell, places in cells.items():
        dealt += deal_items([[own[cell, form] for form in FORMS] for own in counts], places, panel.copies)
    return dealt


def _in_turn(items: Sequence[PanelItem], solved: Sequence[Question], panel: Panel, seed: int) -> Iterator[Assigned]:
    """Each person's questions in an order of its own, so that no form comes first for all."""
    for person in range(panel.people):
        own = sorted((one.item, one.form) for one in solved if one.person == person)
        stream(seed, "panel", "turns", person).shuffle(own)
        for turn, (place, form) in enumerate(own):
            yield Assigned(person, turn, items[place].id, FORMS[form])


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
