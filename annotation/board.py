"""The board: how far each of the 20 cells is, and what is missing."""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

from annotation.state import State
from schemas.amounts import OPERATIONS, Operation
from schemas.triplets import SCENARIOS, Scenario, Split

__all__ = ["WANTED", "Board", "BoardCell", "board"]

WANTED: Final[dict[Split, int]] = {"dev": 4, "test": 9}
"""Accepted items a cell: 80 dev and 180 test over 20 cells (AgentCoMa)."""


class BoardCell(NamedTuple):
    """One cell: accepted items by split, items in a round, items back with their authors."""

    scenario: Scenario
    operation: Operation
    dev: int
    test: int
    reviewing: int
    returned: int

    @property
    def missing_dev(self) -> int:
        """Accepted dev items still missing."""
        return max(0, WANTED["dev"] - self.dev)

    @property
    def missing_test(self) -> int:
        """Accepted test items still missing."""
        return max(0, WANTED["test"] - self.test)

    @property
    def missing(self) -> int:
        """Accepted items still missing."""
        return self.missing_dev + self.missing_test


class Board(NamedTuple):
    """All cells, scenario by scenario."""

    cells: tuple[BoardCell, ...]

    @property
    def accepted(self) -> int:
        """Accepted items in all cells."""
        return sum(cell.dev + cell.test for cell in self.cells)

    @property
    def wanted(self) -> int:
        """Items of a full release."""
        return sum(WANTED.values()) * len(self.cells)

    @property
    def missing(self) -> int:
        """Accepted items missing in all cells; a cell that has too many makes up for no other."""
        return sum(cell.missing for cell in self.cells)

    def open_in(self, scenario: Scenario) -> tuple[int, int]:
        """Items of a scenario that are in review, and that are back with their authors, whatever the operation."""
        cells = [cell for cell in self.cells if cell.scenario == scenario]
        return sum(cell.reviewing for cell in cells), sum(cell.returned for cell in cells)


def board(state: State) -> Board:
    """The board of a review."""
    counts: Counter[tuple[str, str, str]] = Counter()
    for item in state.items.values():
        triplet, phase = item.now.submitted.triplet, item.now.phase
        kind = triplet.split if phase == "accepted" else phase if phase in {"returned", "withdrawn"} else "reviewing"
        counts[triplet.scenario, triplet.operation, kind] += 1
    return Board(
        tuple(
            BoardCell(
                scenario,
                operation,
                *(counts[scenario, operation, kind] for kind in ("dev", "test", "reviewing", "returned")),
            )
            for scenario in SCENARIOS
            for operation in OPERATIONS
        )
    )
