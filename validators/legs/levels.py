"""The knobs of a level: how many stops of each sort a leg of it has, and how far it strays from its seed."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["LEVELS", "Knobs"]


class Knobs(NamedTuple):
    """Ranges of a level, both ends included; stops are route infos, roadblocks outside diamonds, and the finish.

    `extraction` is the one section that facts may come from, or `any`.
    """

    stops: tuple[int, int]
    roadblocks: tuple[int, int]
    detours: tuple[int, int]
    diamonds: tuple[int, int]
    crawl_depth: int
    extraction: str = "infobox"


LEVELS: dict[str, Knobs] = {
    "easy": Knobs((3, 6), (1, 2), (1, 2), (1, 1), 1),
    "medium": Knobs((7, 12), (2, 4), (2, 3), (1, 2), 2, "any"),
    "hard": Knobs((13, 16), (4, 5), (3, 4), (2, 3), 3, "any"),
    "extreme": Knobs((17, 21), (5, 7), (4, 6), (3, 5), 3, "any"),
}
"""The levels of the specification (paper, section 3.5, and upstream's code); a recipe may bring its own."""
