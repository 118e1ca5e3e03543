"""Makes legs of every level from a real MediaWiki and live tools, and replays them with all servers gone.

Run as `python bench/live_legs.py FOLDER [COUNT] [SEED] [TIMES]` from the checkout. The wiki is Debian's MediaWiki on
loopback, filled with a made-up world of TIMES × 120 articles (TIMES is 2 to 5), and tool backends stand beside it. One
build makes COUNT legs of each level and variant from seed pages that it draws at random, into a release with a
snapshot; `replay` and `check` run when nobody listens any more. The exit code is 1 where one of them fails.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.legs_coverage import legs_in
from generators.legs import LEVELS
from schemas.files import read_jsonl, write_atomically
from tests.releases.building import run
from tests.worlds.mediawiki import installed_wiki, running_wiki
from tests.worlds.wikibackends import made_up_backends, write_settings
from tests.worlds.wikiproxy import proxied

VARIANTS = ("sequential", "compositional")
CELLS = tuple((level, variant) for level in LEVELS for variant in VARIANTS)
"""Each level in both variants."""

RECIPE = """
name = "live-legs"
version = "1.0.0"
title = "Legs of every level from a made-up wiki"
seed = {seed}
max_attempts = 4000

[seed_pages]
count = 60
length = 200
links = 3
facts = 1
"""
BATCH = """
[[legs]]
level = "{level}"
variant = "{variant}"
count = {count}
"""


def recipe(count: int, seed: int) -> str:
    """A recipe for so many legs of each level and variant."""
    batches = (BATCH.format(level=level, variant=variant, count=count) for level, variant in CELLS)
    return RECIPE.format(seed=seed) + "".join(batches)


class Built(NamedTuple):
    """The build's process, and how many requests the wiki and the tools were asked, in how many seconds."""

    done: subprocess.CompletedProcess[str]
    wiki: int
    tools: int
    seconds: float


def build(out: Path, wiki: Path, order: Path, times: int) -> Built:
    """Build the release while the servers run."""
    with running_wiki(wiki, out / "wiki") as real, proxied(real) as proxy, made_up_backends(times) as backends:
        environment = {
            "BENCHWRIGHT_CONTACT": "operator@benchwright.test",
            "BENCHWRIGHT_LIVE": str(write_settings(out / "live.toml", backends, out / "cache")),
        }
        started = time.monotonic()
        words = ("build", order, "--world", f"live:{proxy.api}", "--workers", "1", "-o", out / "release")
        done = run(*words, **environment)
        return Built(done, len(proxy.asked), len(backends.asked), time.monotonic() - started)


def table(release: Path) -> list[str]:
    """How many legs of each level and variant there are, and how many attempts were rejected, why most often."""
    legs = Counter((leg.level, leg.variant) for leg in legs_in(release))
    rejected: dict[tuple[str, str], Counter[str]] = {}
    for _, line in read_jsonl(release / "rejected.jsonl"):
        one = json.loads(line)
        level, _, variant = one["group"].rpartition("-")
        rejected.setdefault((level, variant), Counter())[one["code"]] += 1
    lines = [f"{'level':8} {'variant':14} accepted  rejected  most often"]
    for cell in CELLS:
        codes = rejected.get(cell, Counter())
        why = ", ".join(f"{code} {hits}" for code, hits in codes.most_common(3))
        lines.append(f"{cell[0]:8} {cell[1]:14} {legs[cell]:8} {codes.total():9}  {why}")
    return lines


def main(out: Path, count: int, seed: int, times: int) -> int:
    """Print the table; 1 when the build, its replay or its check failed."""
    wiki = installed_wiki(out / "installed", times)
    order = out / "recipe.toml"
    write_atomically(order, recipe(count, seed).encode())
    built = build(out, wiki, order, times)
    if built.done.returncode:
        print(built.done.stderr.strip().splitlines()[-1])
        return 1
    print("\n".join(table(out / "release")))
    print(f"{built.wiki} requests to the wiki and {built.tools} to tools in {built.seconds:.0f} s")
    codes = {word: run(word, out / "release").returncode for word in ("replay", "check")}
    print("with all servers gone: " + ", ".join(f"{word} ends with {code}" for word, code in codes.items()))
    return 1 if any(codes.values()) else 0


if __name__ == "__main__":
    given = sys.argv[2:5] + ["20", "1", "5"][len(sys.argv[2:5]) :]
    sys.exit(main(Path(sys.argv[1]).resolve(), *(int(each) for each in given)))
