"""Prints how fast legs are accepted in the atlas, and how their cost grows with the size of a leg and of the world.

Run as `python bench/legs.py [COUNT] [WORLD …]` from the checkout. One process, in seconds of its own processor time, so
that other load doesn't count. The world is warm: each batch is made once before the clock starts, so that the pages
that its legs look at have been read.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from generators.legs import LEVELS, Candidate, candidate, config_for, world_pools
from generators.rejection import Rejected
from schemas.legs import Variant
from worlds.world import World, open_world

CANARY = "00000000-0000-4000-8000-000000000000"
ATTEMPTS = 200
GOALS = {"easy": 10, "extreme": 2}
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
            yield "         " + ", ".join(f"{code} {hits}" for code, hits in warm.rejected.most_common())


def opening(spec: str) -> World:
    """A world with its values sampled; prints what that costs by the number of its pages."""
    started = time.process_time()
    world = open_world(spec)
    world_pools(world)
    seconds = time.process_time() - started
    print(f"{spec.partition(':')[0]}: {len(world.pages.titles())} pages, opened and sampled in {seconds:.1f} s")
    return world


def main(count: int, specs: list[str]) -> None:
    """Print the rates in each world."""
    for spec in specs:
        for line in rows(opening(spec), count):
            print(line, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10, sys.argv[2:] or ["atlas"])
