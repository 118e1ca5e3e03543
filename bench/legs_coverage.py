"""Prints in how many legs of each world every tool, template, detour, diamond, merge, finish and bridge occurs.

Run as `python bench/legs_coverage.py FOLDER …` from the checkout, on releases or folders that `legs generate` made.
Below it stands how alike the clues of each kind are, over all legs. The exit code is 1 when a cell is filled by fewer
than five legs in every world, or when clues of a kind are more alike than the bound.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import get_args

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from releases.reading import open_subject
from schemas.legs import (
    Detour,
    DetourName,
    DiamondName,
    FinishLine,
    FinishName,
    Leg,
    Merge,
    MergeName,
    Roadblock,
    RoadblockName,
    RouteInfo,
    Stop,
)
from validators.legs.variety import FEWEST, MOST_ALIKE, likeness
from worlds.tools.registry import REGISTRY

ENOUGH = 5
"""In how many legs of one world each thing must occur."""

BRIDGES = ("stay", "link_follow", "search_query")

WANTED: dict[str, tuple[str, ...]] = {
    "tool": tuple(sorted(name for name, spec in REGISTRY.items() if spec.gold)),
    "template": get_args(RoadblockName),
    "detour": get_args(DetourName),
    "diamond": get_args(DiamondName),
    "merge": get_args(MergeName),
    "finish": get_args(FinishName),
    "bridge": BRIDGES,
}
"""Everything that legs can be made of, by what it is."""

Cell = tuple[str, str]


def cells_of(leg: Leg) -> frozenset[Cell]:
    """What a leg is made of."""
    used: set[Cell] = {("diamond", diamond.name) for diamond in leg.diamonds}
    for stop in leg.stops:
        used.update(_of_stop(stop))
    return frozenset(used)


def _of_stop(stop: Stop) -> Iterator[Cell]:
    match stop:
        case RouteInfo():
            yield "bridge", stop.transition
        case Roadblock():
            yield "template", stop.template
            yield from (("tool", step.tool) for step in stop.chain)
        case Detour():
            yield "detour", stop.transform
        case Merge():
            yield "merge", stop.operation
        case FinishLine():
            yield "finish", stop.operation


def lacking(counts: Mapping[str, Mapping[Cell, int]]) -> list[Cell]:
    """The cells that no world fills with enough legs."""
    wanted = [(kind, name) for kind, names in WANTED.items() for name in names]
    return [cell for cell in wanted if max((count.get(cell, 0) for count in counts.values()), default=0) < ENOUGH]


def alike(legs: Sequence[Leg]) -> list[str]:
    """The kinds of clue that there are enough of to judge and that are put too much alike."""
    return [kind for kind, told in likeness(legs).items() if told.clues >= FEWEST and told.mean > MOST_ALIKE]


def legs_in(folder: Path) -> list[Leg]:
    """The legs of a release or folder."""
    return [item.record for item in open_subject(folder).items if isinstance(item.record, Leg)]


def main(folders: list[str]) -> int:
    """Print the tables; 1 when a cell isn't filled, or clues are too much alike."""
    counts: dict[str, Counter[Cell]] = {}
    every: list[Leg] = []
    for folder in folders:
        for leg in legs_in(Path(folder)):
            name = f"{leg.world.name}{' (fictional)' if leg.world.fictional else ''}"
            counts.setdefault(name, Counter()).update(cells_of(leg))
            every.append(leg)
    empty, monotonous = lacking(counts), alike(every)
    print(f"{'':36}" + "".join(f"{name:>24}" for name in counts))
    for kind, names in WANTED.items():
        for name in names:
            row = "".join(f"{count[kind, name]:24}" for count in counts.values())
            print(f"{kind:9} {name:26}{row}" + ("  EMPTY" if (kind, name) in empty else ""))
    print(f"{len(empty)} cells with fewer than {ENOUGH} legs in every world" if empty else "every cell is filled")
    print(f"\n{'kind of clue':46} clues  wordings  mean likeness (at most {MOST_ALIKE} from {FEWEST} clues on)")
    for kind, told in likeness(every).items():
        mark = "  TOO MUCH ALIKE" if kind in monotonous else ""
        print(f"{kind:46} {told.clues:5}  {told.wordings:8}  {told.mean:13.3f}{mark}")
    return 1 if empty or monotonous else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
