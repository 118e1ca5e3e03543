"""How long the atlas takes to open, and how many pages a second it renders and reads the links of.

Run it as `python -m bench.atlas`; each opening is a fresh process, so that nothing is cached. Times are of the
processor, so that what else the machine does counts little.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections import Counter

OPENINGS = 5
OPEN = "import time; t = time.process_time(); from worlds.atlas import AtlasSource; AtlasSource(); \
print(time.process_time() - t)"


def main() -> None:
    """Print the figures."""
    seconds = sorted(_opening() for _ in range(OPENINGS))
    print(f"open: {statistics.median(seconds):.2f} s (median of {OPENINGS}, {seconds[0]:.2f} to {seconds[-1]:.2f})")

    from worlds.atlas import AtlasSource
    from worlds.atlas.index import atlas_index

    atlas = AtlasSource()
    titles = atlas.titles()
    start = time.process_time()
    size = sum(len(atlas.get(title).html) for title in titles)
    rendered = time.process_time()
    links = sum(len(atlas.links(title)) for title in titles)
    linked = time.process_time()
    kinds = Counter(key.kind for key in atlas_index().pages.values())
    print(f"pages: {len(titles):,} of {len(kinds)} kinds, {size / 1e6:.1f} million characters, {links:,} links")
    print("kinds: " + ", ".join(f"{kind} {count:,}" for kind, count in sorted(kinds.items())))
    print(f"build, opening and rendering every page: {seconds[len(seconds) // 2] + rendered - start:.2f} s (goal: 5)")
    print(f"render: {len(titles) / (rendered - start):,.0f} pages a second")
    print(f"render and read links: {len(titles) / (linked - rendered):,.0f} pages a second")


def _opening() -> float:
    command = [sys.executable, "-c", OPEN]
    run = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 (our own interpreter)
    return float(run.stdout)


if __name__ == "__main__":
    main()
