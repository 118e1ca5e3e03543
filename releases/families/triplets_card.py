"""What a card says of its triplets: cells, selection structures, and how often skipping commonsense would be lucky."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from releases.families.base import CardTable, Summary
from releases.markdown import percent
from releases.plots import Grid, Plot
from schemas.amounts import OPERATIONS, Operation
from schemas.triplets import SCENARIOS, Order, Scenario, Structure, Triplet

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


class _Luck(NamedTuple):
    """What skipping the step that comes first would bring, summed over the items of one order."""

    wrong: int = 0
    lucky: int = 0
    plausible: int = 0

    def cells(self) -> tuple[str, ...]:
        """The row of the card's table."""
        shares = percent(self.lucky, self.wrong), percent(self.plausible, self.wrong)
        return str(self.wrong), str(self.lucky), *shares


def triplet_summary(items: Iterable[Triplet]) -> Summary:
    """Counts per cell and structure, and the share of wrong choices that would give the right number."""
    counts: Counter[tuple[Scenario, Operation]] = Counter()
    structures: Counter[tuple[Structure, Order]] = Counter()
    lucks: defaultdict[Order, _Luck] = defaultdict(_Luck)
    for item in items:
        counts[item.scenario, item.operation] += 1
        structures[item.structure, item.order] += 1
        luck, sums = item.luck, lucks[item.order]
        lucks[item.order] = _Luck(
            sums.wrong + luck.choices - 1, sums.lucky + luck.lucky, sums.plausible + luck.plausible
        )
    cells = tuple(tuple(counts[scenario, operation] for operation in OPERATIONS) for scenario in SCENARIOS)
    about = (*ABOUT, REVERSED) if "maths-first" in lucks else ABOUT
    plot = Plot("triplets-cells", "Triplets by scenario and operation", Grid(SCENARIOS, OPERATIONS, cells))
    return Summary(about, (_cells(cells), _structures(structures), *_luck(lucks)), LIMITS, (plot,))


def _cells(cells: Sequence[Sequence[int]]) -> CardTable:
    rows = tuple((scenario, *map(str, counts)) for scenario, counts in zip(SCENARIOS, cells, strict=True))
    return CardTable("Cells", ("scenario", *OPERATIONS), rows)


def _structures(counts: Counter[tuple[Structure, Order]]) -> CardTable:
    rows = tuple((structure, order, str(count)) for (structure, order), count in sorted(counts.items()))
    return CardTable("How the commonsense step selects", ("structure", "order", "triplets"), rows)


def _luck(lucks: Mapping[Order, _Luck]) -> Iterator[CardTable]:
    """The tables of each order that there is."""
    if "commonsense-first" in lucks or not lucks:
        columns = ("wrong choices", "that give the right number", "share", "that give a plausible number")
        yield CardTable("Skipping the commonsense step", columns, (lucks.get("commonsense-first", _Luck()).cells(),))
    if "maths-first" in lucks:
        columns = ("slips in the maths", "that choose the right option", "share", "that choose another option")
        yield CardTable("Skipping the maths of maths-first items", columns, (lucks["maths-first"].cells(),))
