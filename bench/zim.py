"""How a large ZIM file is opened, listed and searched: time and memory, in a file of so many small pages.

    python -m bench.zim [--pages 200000] [--file FILE]

Without --file one is written to a temporary folder first (about a minute), with a full-text index and redirects.
Each line is measured in one process; memory is what the process holds beside libzim's own mapping of the file.
"""

from __future__ import annotations

import argparse
import random
import resource
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from libzim.writer import Creator, Hint, Item, StringProvider

from worlds.zim import ZimSource

T = TypeVar("T")

WORDS = "amber basin cedar delta ember fjord grove harbour island juniper kelp lagoon meadow nettle orchard".split()


class _Page(Item):
    """One small page, as libzim's writer wants it."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.title = f"{WORDS[number % len(WORDS)].capitalize()} {number}"
        self._html = (
            f'<html><body><div id="mw-content-text"><p><b>{self.title}</b> is a town near '
            f'<a href="Page_{number // 2}">{WORDS[number * 7 % len(WORDS)]}</a>. It has a population of '
            f"{1000 + number}.</p></div></body></html>"
        )
        self._path = f"Page_{number}"

    def get_path(self) -> str:
        return self._path

    def get_title(self) -> str:
        return self.title

    def get_mimetype(self) -> str:
        return "text/html"

    def get_contentprovider(self) -> StringProvider:
        return StringProvider(self._html)

    def get_hints(self) -> dict[Hint, int]:
        return {Hint.FRONT_ARTICLE: 1}


def write(path: Path, pages: int) -> None:
    """Write a ZIM of that many pages, every tenth with a redirect."""
    creator = Creator(path).config_indexing(True, "eng")
    with creator:
        for number in range(pages):
            creator.add_item(_Page(number))
            if number % 10 == 0:
                creator.add_redirection(f"Alias_{number}", f"Alias {number}", f"Page_{number}", {Hint.FRONT_ARTICLE: 1})
        for name, value in {"Title": "Trial", "Language": "eng", "Date": "2024-01-31", "Name": "trial_en_all"}.items():
            creator.add_metadata(name, value)


def measure(path: Path) -> None:
    """Open, read, find, draw and list; a line for each."""
    source = _timed("open", lambda: ZimSource(path))
    rng = random.Random(1)
    names = [_Page(rng.randrange(100_000)).title for _ in range(1000)]
    _timed("1,000 pages by exact title", lambda: [source.get(name) for name in names if source.holds(name)])
    _timed("links of one page", lambda: source.links(names[0]))
    _timed("10 searches in the file's own index", lambda: [source.find(f"{word} population") for word in WORDS[:10]])
    titles = _timed("list every title", source.titles)
    print(f"{len(titles)} titles")
    _timed("draw 1,000", lambda: source.random(rng, 1000))
    _timed("first search by words of titles", lambda: source.search("amber 150"))
    _timed("second search by words of titles", lambda: source.search("cedar 15002"))


def _timed(what: str, work: Callable[[], T]) -> T:
    start = time.perf_counter()
    done = work()
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{what:40} {time.perf_counter() - start:8.3f} s   most memory so far {held:6.0f} MiB")
    return done


def main(arguments: Sequence[str] | None = None) -> None:
    """Write a file where none is given, and measure."""
    parser = argparse.ArgumentParser(description="A large ZIM file")
    parser.add_argument("--pages", type=int, default=200_000)
    parser.add_argument("--file", type=Path)
    chosen = parser.parse_args(arguments)
    if chosen.file:
        measure(chosen.file)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trial.zim"
        write(path, chosen.pages)
        print(f"{chosen.pages} pages, {path.stat().st_size / 2**20:.0f} MiB")
        measure(path)


if __name__ == "__main__":
    main()
