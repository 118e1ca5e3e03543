"""How fast a release of triplets is built, and how much memory that takes, from a thousand items up.

`python bench/release.py 1000 10000 100000` builds each size in a process of its own, with every check and the replay.
The recipe lifts the cap on twins, so that the packaged templates yield as many items as wanted. `--workers 2` has
processes help. The peak is that of all processes of a build together, looked at five times a second; pages that they
share count for each. With `--folder DIR` a build that was cut off is gone on with by the same command.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, wait
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

RECIPE = """
name = "bench"
version = "1.0.0"
title = "A release to measure"
seed = 5

[triplets]
test = {items}
unreviewed = true
twins = 1000000
"""


class Measured(NamedTuple):
    """One build: seconds by the clock, seconds of all processors, the peak of its processes' memory in MB."""

    clock: float
    processors: float
    peak: float


def measured(items: int, workers: int, folder: Path) -> Measured:
    """Build so many items in a fresh process."""
    recipe = folder / f"{items}.toml"
    recipe.write_text(RECIPE.format(items=items))
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as one:
        job = one.submit(build, recipe, folder / str(items), workers)
        peak = 0
        while not job.done():
            peak = max(peak, sum(map(resident, descendants(os.getpid()))))
            wait([job], timeout=0.2)
        return Measured(*job.result(), peak / 1e6)


def descendants(process: int) -> Iterator[int]:
    """The processes that a process started, and those that they did. Linux only."""
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:  # it ended meanwhile
        return
    for child in map(int, children):
        yield child
        yield from descendants(child)


def resident(process: int) -> int:
    """A process's resident memory in bytes, 0 for one that ended meanwhile."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def build(recipe: Path, out: Path, workers: int) -> tuple[float, float]:
    """Build a release: seconds by the clock, and of this process and its workers."""
    from benchwright.running import make
    from releases.build import build_release
    from releases.recipe import load_recipe

    begun = time.monotonic()
    make(build_release, load_recipe(str(recipe)), None, out, workers, force=False)
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return time.monotonic() - begun, sum(one.ru_utime + one.ru_stime for one in used)


def main() -> None:
    """Measure each size and print a line of figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", type=int, nargs="*", default=[1_000, 10_000, 100_000])
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="where releases are built and stay; without it, nowhere")
    given = parser.parse_args()
    print(f"{'items':>9}  {'seconds':>9}  {'items/s':>8}  {'CPU ms/item':>11}  {'peak MB':>8}")
    sizes: list[int] = []
    peaks: list[float] = []
    with tempfile.TemporaryDirectory() as name:
        folder = given.folder or Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        for items in given.sizes:
            clock, processors, peak = measured(items, given.workers, folder)
            told = f"{items:>9}  {clock:>9.1f}  {items / clock:>8.1f}  {1000 * processors / items:>11.1f}  {peak:>8.0f}"
            more = f"  {1e6 * (peak - peaks[-1]) / (items - sizes[-1]):.0f} bytes an item more" if sizes else ""
            print(told + more, flush=True)
            sizes.append(items)
            peaks.append(peak)


if __name__ == "__main__":
    main()
