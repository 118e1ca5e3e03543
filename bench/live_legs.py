"""Makes legs of every level from a real MediaWiki and live tools, and replays them with all servers gone.

Run as `python bench/live_legs.py FOLDER [COUNT] [SEED] [TIMES]` from the checkout. The wiki is Debian's MediaWiki on
loopback, filled with a made-up world of TIMES × 120 articles (TIMES is 2 to 5), and tool backends stand beside it. Each
line is one run of `benchwright legs generate` with a seed of its own, so that it draws its own seed pages; the runs
share a cache, so that each tells what it asked for that no run before it had asked for. `replay` and `check` run when
nobody listens any more. The exit code is 1 where one of them fails.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from generators.legs import LEVELS
from schemas.files import read_jsonl
from tests.releases.building import run
from tests.worlds.mediawiki import installed_wiki, running_wiki
from tests.worlds.wikibackends import made_up_backends, write_settings
from tests.worlds.wikiproxy import proxied

VARIANTS = ("sequential", "compositional")
KNOBS = "count=60,length=200,links=3,facts=1"
"""How many seed pages a run draws, and what they must be like."""


class Made(NamedTuple):
    """A run: its folder, its exit code, the requests to the wiki and to tools, its seconds, and the last line said."""

    folder: Path
    code: int
    wiki: int
    tools: int
    seconds: float
    said: str


def made(out: Path, wiki: Path, count: int, seed: int, times: int) -> dict[tuple[str, str], Made]:
    """One run for each level and variant, while the servers run."""
    runs: dict[tuple[str, str], Made] = {}
    with (
        running_wiki(wiki, out / "wiki") as real,
        proxied(real) as proxy,
        made_up_backends(times) as backends,
    ):
        for number, (level, variant) in enumerate((level, variant) for level in LEVELS for variant in VARIANTS):
            name, before = f"{level}-{variant}", (len(proxy.asked), len(backends.asked))
            environment = {
                "BENCHWRIGHT_CONTACT": "operator@benchwright.test",
                "BENCHWRIGHT_LIVE": str(write_settings(out / "live.toml", backends, out / "cache")),
            }
            words = ("legs", "generate", "--source", "live", "--api", proxy.api, "--level", level,
                     "--variant", variant, "--count", str(count), "--seed", f"{seed}{number}",
                     "--seed-pages", KNOBS, "--workers", "1", "-o", out / name)  # fmt: skip
            started = time.monotonic()
            done = run(*words, **environment)
            wiki_asked, tools_asked = len(proxy.asked) - before[0], len(backends.asked) - before[1]
            seconds = time.monotonic() - started
            last = (done.stderr.strip().splitlines() or [""])[-1]
            runs[level, variant] = Made(out / name, done.returncode, wiki_asked, tools_asked, seconds, last)
            print(f"{name}: exit code {done.returncode}, {seconds:.0f} s", file=sys.stderr, flush=True)
    return runs


def lines_of(path: Path) -> list[dict[str, object]]:
    """The objects of a JSON lines file; none where there is no file."""
    return [json.loads(line) for _, line in read_jsonl(path)] if path.is_file() else []


def line(level: str, variant: str, one: Made) -> tuple[str, bool]:
    """A line of the table, and whether all is well: the run, its replay and its check."""
    if one.code:
        return f"{level:8} {variant:14} {one.said}", False
    legs, rejected = lines_of(one.folder / "legs.jsonl"), lines_of(one.folder / "rejected.jsonl")
    replayed, checked = run("replay", one.folder), run("check", one.folder)
    same = replayed.returncode == 0 and checked.returncode == 0
    codes = Counter(str(each["code"]) for each in rejected).most_common(3)
    why = ", ".join(f"{code} {hits}" for code, hits in codes)
    told = "yes" if same else f"replay {replayed.returncode}, check {checked.returncode}"
    counts = f"{len(legs):9} {len(rejected):9} {one.wiki:6} {one.tools:6} {one.seconds:8.0f}"
    return f"{level:8} {variant:14} {counts}  {told:14} {why}", same


def main(out: Path, count: int, seed: int, times: int) -> int:
    """Print the table; 1 when a run, a replay or a check failed."""
    wiki = installed_wiki(out / "installed", times)
    runs = made(out, wiki, count, seed, times)
    print(f"{'level':8} {'variant':14} accepted  rejected   wiki  tools  seconds  replayed same  most rejections")
    fine = True
    for (level, variant), one in runs.items():
        text, well = line(level, variant, one)
        fine &= well
        print(text, flush=True)
    return 0 if fine else 1


if __name__ == "__main__":
    given = sys.argv[2:5] + ["20", "1", "5"][len(sys.argv[2:5]) :]
    sys.exit(main(Path(sys.argv[1]).resolve(), *(int(each) for each in given)))
