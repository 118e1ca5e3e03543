"""What a card says of its triplets: cells, selection structures, and how often skipping commonsense would be lucky."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from releases.families.base import CardTable, Summary
from releases.markdown import percent
from releases.plots import Grid, Plot
from schemas.triplets import OPERATIONS, SCENARIOS, Triplet

__all__ = ["triplet_summary"]

ABOUT = (
    "A triplet is a composed question, which takes a commonsense choice and then one arithmetic operation, with its "
    "two sub-questions: the choice alone, and the arithmetic with the choice given. After AgentCoMa. The gap between "
    "solving both parts and solving the whole is what it measures.",
)
LIMITS = (
    "Triplets that share a template differ in numbers, options and order only.",
    "The verdict on each option is its author's, with a note on why in the record.",
)


def triplet_summary(items: Collection[Triplet]) -> Summary:
    """Counts per cell and structure, and the share of wrong choices that would give the right number."""
    counts = Counter((item.scenario, item.operation) for item in items)
    cells = tuple(tuple(counts[scenario, operation] for operation in OPERATIONS) for scenario in SCENARIOS)
    plot = Plot("triplets-cells", "Triplets by scenario and operation", Grid(SCENARIOS, OPERATIONS, cells))
    return Summary(ABOUT, (_cells(cells), _structures(items), _luck(items)), LIMITS, (plot,))


def _cells(cells: Sequence[Sequence[int]]) -> CardTable:
    rows = tuple((scenario, *map(str, counts)) for scenario, counts in zip(SCENARIOS, cells, strict=True))
    return CardTable("Cells", ("scenario", *OPERATIONS), rows)


def _structures(items: Collection[Triplet]) -> CardTable:
    counts = Counter((item.structure, item.order) for item in items)
    rows = tuple((structure, order, str(count)) for (structure, order), count in sorted(counts.items()))
    return CardTable("How the commonsense step selects", ("structure", "order", "triplets"), rows)


def _luck(items: Collection[Triplet]) -> CardTable:
    wrong = sum(item.luck.choices - 1 for item in items)
    lucky = sum(item.luck.lucky for item in items)
    plausible = sum(item.luck.plausible for item in items)
    row = (str(wrong), str(lucky), percent(lucky, wrong), percent(plausible, wrong))
    columns = ("wrong choices", "that give the right number", "share", "that give a plausible number")
    return CardTable("Skipping the commonsense step", columns, (row,))
