"""How long the paper's panel takes to assign, and a release to divide, against one plain pass over the questions."""

from __future__ import annotations

import time
from collections.abc import Callable

from schemas.amounts import OPERATIONS
from schemas.triplets import SCENARIOS
from solvers.panel.assign import FORMS, Panel, PanelItem, assign
from solvers.splits.divide import SplitItem, divide

STRUCTURES = ("choose-set", "exclude", "take-ends", "pick-one", "group")


def seconds(work: Callable[[], object]) -> float:
    """How long one run of the work takes."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def main() -> None:
    """Print seconds, and the ratio to the plain pass."""
    cells = [(SCENARIOS[n % 5], OPERATIONS[n // 5 % 4]) for n in range(260)]
    items = [PanelItem(f"i{n}", cell) for n, cell in enumerate(cells[:180])]
    pool = [SplitItem(f"i{n}", cell, STRUCTURES[n * 7 % 5], f"t{n}") for n, cell in enumerate(cells)]
    plain = seconds(lambda: [(item.id, form) for _ in range(1000) for item in items for form in FORMS]) / 1000
    for name, work in (
        ("45 people × 12 over 180 × 3", lambda: assign(items, Panel(45, 12))),
        ("30 people × 18 over 180 × 3", lambda: assign(items, Panel(30, 18))),
        ("260 items into 80 and 180", lambda: divide(pool, {"dev": 80, "test": 180})),
    ):
        took = seconds(work)
        print(f"{name:<30} {took:7.2f} s  ({took / plain:,.0f} × listing the questions)")


if __name__ == "__main__":
    main()
