"""How fast pages become facts, against a bare BeautifulSoup parse of the same pages in the same run.

    python -m bench.facts [--zim FILE] [--html FILE ...] [--repeat 3]

Facts are those of infoboxes, title lines and prose. Prints pages a second and the ratio of both processor times, for
each builder of BeautifulSoup; the goal is at most 1.5.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from bs4 import BeautifulSoup

from worlds.atlas import AtlasSource
from worlds.dates import normal_date
from worlds.facts.reader import extract_facts
from worlds.pages import Page
from worlds.zim import ZimSource


def main(arguments: Sequence[str] | None = None) -> None:
    """Time both and print one line a builder."""
    parser = argparse.ArgumentParser(description="Pages to facts against a bare parse")
    parser.add_argument("--zim", type=Path, help="a Kiwix file; without one, the atlas")
    parser.add_argument("--html", type=Path, nargs="*", default=[], help="more pages, as HTML files")
    parser.add_argument("--repeat", type=int, default=3, help="take the fastest of so many runs")
    chosen = parser.parse_args(arguments)
    if chosen.zim:
        zim = ZimSource(chosen.zim)
        pages = [zim.get(title) for title in zim.titles()]
    else:
        atlas = AtlasSource()
        pages = [atlas.get(title) for title in atlas.titles()]
    pages += [
        Page(path.stem, path.read_text(encoding="utf-8"), path.name, path.absolute().as_uri()) for path in chosen.html
    ]
    facts = sum(len(extract_facts(page).facts) for page in pages)
    ours = _fastest(chosen.repeat, pages, extract_facts)
    stated = sum(fact.in_prose or bool(fact.also) for page in pages for fact in extract_facts(page).facts)
    print(
        f"{len(pages)} pages, {facts} facts, {stated} of them in prose: {ours:.3f} s, {len(pages) / ours:.0f} a second"
    )
    for builder in ("html.parser", "lxml"):
        bare = _fastest(chosen.repeat, pages, partial(_parse, builder))
        print(f"bare BeautifulSoup with {builder}: {bare:.3f} s; reading facts takes {ours / bare:.2f} of that")


def _parse(builder: str, page: Page) -> BeautifulSoup:
    return BeautifulSoup(page.html, builder)


def _fastest(repeat: int, pages: list[Page], work: Callable[[Page], object]) -> float:
    times = []
    for _ in range(repeat):
        normal_date.cache_clear()  # dates that were read before count as unread
        start = time.process_time()
        for page in pages:
            work(page)
        times.append(time.process_time() - start)
    return min(times)


if __name__ == "__main__":
    main()
