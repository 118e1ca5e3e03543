"""What the rules of a whole release count, gathered as its triplets go by, so that one reading of them does for all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from schemas.amounts import Operation
from schemas.triplets import Scenario, Split, Triplet

__all__ = ["Cell", "Share", "Tally", "tally"]

Cell: TypeAlias = tuple[Scenario, Operation]


class Share(NamedTuple):
    """How many options an item shows, and how many of them are chosen."""

    options: int
    chosen: int


class Tally:
    """Counts that grow with the kinds of items, not with their number.

    `cells` counts items by split and cell, `twins` by template and split; `shares` counts a cell's items by the share
    of options that is chosen, and `chosen` how often each place of its listings is.
    """

    def __init__(self) -> None:
        self.cells: Counter[tuple[Split, Cell]] = Counter()
        self.twins: Counter[tuple[str, Split]] = Counter()
        self.shares: dict[Cell, Counter[Share]] = {}
        self.chosen: dict[Cell, Counter[int]] = {}

    def add(self, item: Triplet) -> None:
        """Count an item."""
        cell = item.scenario, item.operation
        self.cells[item.split, cell] += 1
        self.twins[item.template, item.split] += 1
        self.shares.setdefault(cell, Counter())[Share(len(item.options), len(item.choice))] += 1
        chosen = self.chosen.setdefault(cell, Counter())
        for place, option in enumerate(item.options):
            chosen[place] += option.name in item.choice


def tally(items: Iterable[Triplet]) -> Tally:
    """The counts of these items."""
    counts = Tally()
    for item in items:
        counts.add(item)
    return counts
