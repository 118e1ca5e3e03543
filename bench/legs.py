"""Prints how fast legs are accepted in the atlas, and where the time goes as a share of the whole.

Run as `python bench/legs.py [COUNT]` from the checkout. One process, the world warm: pools and fact sheets that the
first legs read are read before the clock starts.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from generators.legs import candidate, config_for, world_pools
from generators.rejection import Rejected
from worlds.world import open_world

CANARY = "00000000-0000-4000-8000-000000000000"


def main(count: int) -> None:
    """Make `count` legs of each variant and print the rates."""
    started = time.perf_counter()
    world = open_world("atlas")
    world_pools(world)
    print(f"atlas opened and sampled in {time.perf_counter() - started:.1f} s")
    for variant in ("sequential", "compositional"):
        config = config_for("easy", variant)
        rejected: Counter[str] = Counter()
        made = 0
        started = time.perf_counter()
        for index in range(count):
            for attempt in range(1000):
                try:
                    candidate(config, world, 1, "test", index, attempt, CANARY)
                except Rejected as reason:
                    rejected[reason.code] += 1
                    continue
                made += 1
                break
        seconds = time.perf_counter() - started
        attempts = made + sum(rejected.values())
        print(f"easy {variant}: {made / seconds:.2f} legs a second, {attempts / made:.1f} attempts a leg")
        for code, hits in rejected.most_common():
            print(f"    {hits:5d}  {code}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
