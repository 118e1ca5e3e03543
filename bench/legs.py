"""Prints how fast legs are accepted in the atlas, and how their cost grows with the size of a leg and of the world.

Run as `python bench/legs.py [COUNT] [WORLD …]` from the checkout. One process, in seconds of its own processor time, so
that other load doesn't count. The world is warm: each batch is made once before the clock starts, so that the pages
that its legs look at have been read. Sizes, of legs and of parts of the first world, are compared as ratios in one run.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from part import part_of

from generators.legs import LEVELS, Candidate, candidate, config_for, world_pools
from generators.rejection import Rejected
from schemas.legs import Variant
from worlds.world import World, open_world

CANARY = "00000000-0000-4000-8000-000000000000"
ATTEMPTS = 200
GOALS = {"easy": 10, "extreme": 2}
SHARES = (16, 8, 4, 2, 1)
"""Into how many parts the world is cut to see how cost grows."""

VARIANTS: tuple[Variant, ...] = ("sequential", "compositional")


class Timed(NamedTuple):
    """Legs of one level and variant, why attempts were rejected, and the seconds that it took."""

    made: list[Candidate]
    rejected: Counter[str]
    seconds: float


def batch(world: World, level: str, variant: Variant, count: int) -> Timed:
    """The first legs of a seed, each by its first attempt that succeeds."""
    config = config_for(level, variant)
    rejected: Counter[str] = Counter()
    made: list[Candidate] = []
    started = time.process_time()
    for index in range(count):
        for attempt in range(ATTEMPTS):
            try:
                made.append(candidate(config, world, 1, "test", index, attempt, CANARY))
            except Rejected as reason:
                rejected[reason.code] += 1
                continue
            break
    return Timed(made, rejected, time.process_time() - started)


def rows(world: World, count: int) -> Iterator[str]:
    """A line for each level and variant."""
    smallest: dict[str, tuple[float, float]] = {}
    for level in LEVELS:
        for variant in VARIANTS:
            cold = batch(world, level, variant, count)
            warm = batch(world, level, variant, count)
            legs = len(warm.made)
            if not legs:
                yield f"{level:8} {variant:14} no leg in {ATTEMPTS} attempts each"
                continue
            stops = sum(len(made.leg.stops) for made in warm.made)
            goal = f" (goal {GOALS[level]})" if level in GOALS else ""
            attempts = (legs + warm.rejected.total()) / legs
            rate = f"{legs / warm.seconds:6.2f} legs a second{goal}"
            yield f"{level:8} {variant:14} {rate}, {attempts:.1f} attempts a leg"
            yield (
                f"         {stops / legs:.1f} stops a leg, {1000 * warm.seconds / stops:.1f} ms a stop; "
                f"{cold.seconds / warm.seconds:.1f} times as long in a cold world"
            )
            size, cost = stops / legs, warm.seconds / legs
            first = smallest.setdefault(variant, (size, cost))
            more, dearer = size / first[0], cost / first[1]
            yield f"         {more:.1f} times the stops of the smallest level, {dearer:.1f} times the cost"
            yield "         " + ", ".join(f"{code} {hits}" for code, hits in warm.rejected.most_common())


def sampled(world: World) -> float:
    """The seconds that it takes to sample a world's values, its pages unread."""
    started = time.process_time()
    world_pools(world)
    return time.process_time() - started


def growth(world: World, count: int) -> Iterator[str]:
    """What a leg costs in ever larger parts of one world, warm and cold, against the smallest part."""
    whole = len(world.pages.titles())
    base: list[float] = []
    for share in SHARES:
        part = part_of(world, whole // share)
        opened = sampled(part)
        cells: list[str] = []
        costs = [opened]
        for level in GOALS:
            for variant in VARIANTS:
                cold = batch(part, level, variant, count)
                warm = batch(part, level, variant, count)
                each = warm.seconds / len(warm.made) if warm.made else float("nan")
                costs.append(each)
                cells.append(f"{level} {variant} {1000 * each:.0f} ms (cold {1000 * cold.seconds / count:.0f})")
        base = base or costs
        ratios = ", ".join(f"{cost / first:.2f}" for cost, first in zip(costs, base, strict=True))
        yield f"{whole // share:6} pages: sampled in {opened:.1f} s; {'; '.join(cells)}; against the smallest {ratios}"


def main(count: int, specs: list[str]) -> None:
    """Print the rates in each world, and how they change with the size of the first."""
    for spec in specs:
        world = open_world(spec)
        print(f"{spec.partition(':')[0]}: {len(world.pages.titles())} pages, sampled in {sampled(world):.1f} s")
        for line in rows(world, count):
            print(line, flush=True)
    for line in growth(open_world(specs[0]), count):
        print(line, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10, sys.argv[2:] or ["atlas"])
