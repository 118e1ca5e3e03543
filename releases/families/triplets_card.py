"""What a card says of its triplets: cells, selection structures, and how often skipping commonsense would be lucky."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from releases.families.base import CardTable, Summary
from releases.markdown import percent
from releases.plots import Grid, Plot
from schemas.triplets import OPERATIONS, SCENARIOS, Order, Triplet

__all__ = ["triplet_summary"]

ABOUT = (
    "A triplet is a composed question, which takes a commonsense choice and then one arithmetic operation, with its "
    "two sub-questions: the choice alone, and the arithmetic with the choice given. After AgentCoMa. The gap between "
    "solving both parts and solving the whole is what it measures.",
)
REVERSED = (
    "In a maths-first triplet the order is reversed: a number is worked out first and decides the choice, and the "
    "choice is the answer. Scores of these are reported apart."
)
LIMITS = (
    "Triplets that share a template differ in numbers, options and order only.",
    "The verdict on each option is its author's, with a note on why in the record.",
)


def triplet_summary(items: Collection[Triplet]) -> Summary:
    """Counts per cell and structure, and the share of wrong choices that would give the right number."""
    counts = Counter((item.scenario, item.operation) for item in items)
    cells = tuple(tuple(counts[scenario, operation] for operation in OPERATIONS) for scenario in SCENARIOS)
    about = (*ABOUT, REVERSED) if any(item.order == "maths-first" for item in items) else ABOUT
    plot = Plot("triplets-cells", "Triplets by scenario and operation", Grid(SCENARIOS, OPERATIONS, cells))
    return Summary(about, (_cells(cells), _structures(items), *_luck(items)), LIMITS, (plot,))


def _cells(cells: Sequence[Sequence[int]]) -> CardTable:
    rows = tuple((scenario, *map(str, counts)) for scenario, counts in zip(SCENARIOS, cells, strict=True))
    return CardTable("Cells", ("scenario", *OPERATIONS), rows)


def _structures(items: Collection[Triplet]) -> CardTable:
    counts = Counter((item.structure, item.order) for item in items)
    rows = tuple((structure, order, str(count)) for (structure, order), count in sorted(counts.items()))
    return CardTable("How the commonsense step selects", ("structure", "order", "triplets"), rows)


def _luck(items: Collection[Triplet]) -> Iterator[CardTable]:
    """What skipping the step that comes first would bring, for each order that there is."""
    orders = {item.order for item in items}
    if "commonsense-first" in orders or not orders:
        columns = ("wrong choices", "that give the right number", "share", "that give a plausible number")
        yield CardTable("Skipping the commonsense step", columns, (_lucky(items, "commonsense-first"),))
    if "maths-first" in orders:
        columns = ("slips in the maths", "that choose the right option", "share", "that choose another option")
        yield CardTable("Skipping the maths of maths-first items", columns, (_lucky(items, "maths-first"),))


def _lucky(items: Collection[Triplet], order: Order) -> tuple[str, ...]:
    lucks = [item.luck for item in items if item.order == order]
    wrong = sum(luck.choices - 1 for luck in lucks)
    lucky = sum(luck.lucky for luck in lucks)
    plausible = sum(luck.plausible for luck in lucks)
    return str(wrong), str(lucky), percent(lucky, wrong), percent(plausible, wrong)
