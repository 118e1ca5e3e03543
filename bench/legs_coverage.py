"""Prints in how many legs of each world every tool, template, detour, diamond, merge, finish and bridge occurs.

Run as `python bench/legs_coverage.py FOLDER …` from the checkout, on releases or folders that `legs generate` made.
A cell that no world fills with at least five legs is marked, and the exit code is then 1.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from schemas.files import read_jsonl
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


def legs_in(folder: Path) -> list[Leg]:
    """The legs of a release or folder."""
    files = sorted(path for path in folder.rglob("*.jsonl") if "legs" in (path.stem, path.parent.name))
    return [Leg.model_validate_json(line) for path in files for _, line in read_jsonl(path)]


def main(folders: list[str]) -> int:
    """Print the table; 1 when a cell isn't filled."""
    counts: dict[str, Counter[Cell]] = {}
    for folder in folders:
        for leg in legs_in(Path(folder)):
            name = f"{leg.world.name}{' (fictional)' if leg.world.fictional else ''}"
            counts.setdefault(name, Counter()).update(cells_of(leg))
    print(f"{'':36}" + "".join(f"{name:>24}" for name in counts))
    empty = 0
    for kind, names in WANTED.items():
        for name in names:
            row = [count[kind, name] for count in counts.values()]
            lacking = max(row, default=0) < ENOUGH
            empty += lacking
            print(f"{kind:9} {name:26}" + "".join(f"{hits:24}" for hits in row) + ("  EMPTY" if lacking else ""))
    print(f"{empty} cells with fewer than {ENOUGH} legs in every world" if empty else "every cell is filled")
    return 1 if empty else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
