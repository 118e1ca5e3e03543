"""How long the atlas takes to open, and how many pages a second it renders and reads the links of.

Run it as `python -m bench.atlas`; each opening is a fresh process, so that nothing is cached.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

OPENINGS = 5
OPEN = "import time; t = time.perf_counter(); from worlds.atlas import AtlasSource; AtlasSource(); \
print(time.perf_counter() - t)"


def main() -> None:
    """Print the figures."""
    seconds = sorted(_opening() for _ in range(OPENINGS))
    print(f"open: {statistics.median(seconds):.2f} s (median of {OPENINGS}, {seconds[0]:.2f} to {seconds[-1]:.2f})")

    from worlds.atlas import AtlasSource

    atlas = AtlasSource()
    titles = atlas.titles()
    start = time.perf_counter()
    size = sum(len(atlas.get(title).html) for title in titles)
    rendered = time.perf_counter()
    links = sum(len(atlas.links(title)) for title in titles)
    linked = time.perf_counter()
    print(f"pages: {len(titles):,}, {size / 1e6:.1f} million characters, {links:,} links")
    print(f"render: {len(titles) / (rendered - start):,.0f} pages a second")
    print(f"render and read links: {len(titles) / (linked - rendered):,.0f} pages a second")


def _opening() -> float:
    command = [sys.executable, "-c", OPEN]
    run = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 (our own interpreter)
    return float(run.stdout)


if __name__ == "__main__":
    main()
