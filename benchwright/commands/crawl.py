"""`benchwright legs crawl`: a part of a world, recorded so that it can be replayed without the world."""

from __future__ import annotations

import json
from pathlib import Path

import click

from benchwright.commands.sources import knobs_in, knobs_option, source_options, source_spec
from benchwright.output import json_option, print_json

__all__ = ["crawl"]

ANY_PAGE = {"count": 0, "length": 0, "links": 1, "sections": 0, "facts": 0}
"""Without knobs, every article that links to another will do."""

COUNT = 10


@click.command(short_help="Record a part of a world for offline use.")
@source_options
@click.option("--seed-title", "titles", multiple=True, metavar="TITLE", help="A page to start from; may be repeated.")
@click.option("--count", type=click.IntRange(0), help=f"Random pages to start from; {COUNT} without --seed-title.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="What draws them.")
@knobs_option
@click.option("--depth", type=click.IntRange(1, 5), default=1, show_default=True, help="How many links from a seed.")
@click.option("--neighbours", type=click.IntRange(30), help="Links of a page to follow at most; all when not given.")
@click.option("--decoys", type=click.IntRange(10), default=10, show_default=True, help="Calls beside each call.")
@click.option("-o", "--out", required=True, type=click.Path(path_type=Path), help="The folder to write.")
@json_option
def crawl(
    source: str, api: str | None, titles: tuple[str, ...], count: int | None, seed: int, knobs: str, depth: int,
    neighbours: int | None, decoys: int, out: Path, as_json: bool,
) -> None:  # fmt: skip
    """Record seed pages, the pages they link to, and the tool calls that their facts invite, into a folder.

    The folder is a world of its own: --source snapshot:FOLDER. `crawl.json` in it says how it was chosen.
    """
    from benchwright.progress import SHORT, Bars
    from schemas.base import parse_record
    from schemas.errors import InputError
    from schemas.recipes import SeedPages
    from worlds.crawl import CRAWL, CrawlPlan
    from worlds.crawl import crawl as crawled
    from worlds.pages import is_utf8
    from worlds.record import WORLD
    from worlds.seeds import SeedOrder
    from worlds.world import open_world

    if out.exists() and not (out.is_dir() and ((out / WORLD).is_file() or not any(out.iterdir()))):
        raise InputError(f"{out}: it is no recorded world and not empty: name another folder")
    for title in titles:
        if not is_utf8(title):
            raise InputError(f"{title!a}: no page is called so: use an exact title, in UTF-8")
    drawn = count if count is not None else (0 if titles else COUNT)
    wanted = {**ANY_PAGE, **knobs_in(knobs), "titles": list(titles), "count": drawn}
    order = SeedOrder(parse_record(SeedPages, json.dumps(wanted), "seed pages"), seed)
    world = open_world(source_spec(source, api))
    bars = Bars(delay=SHORT)
    record = crawled(out, world, CrawlPlan(order, depth, neighbours, decoys), bars)
    bars.end()
    made = open_world(f"snapshot:{out}")
    held, calls = len(made.pages.titles()), _calls(out)
    if as_json:
        counts = {"seeds": len(record.seeds), "visited": len(record.visited), "pages": held, "calls": calls}
        print_json({"out": str(out), **counts, "passed_over": len(record.passed_over), "world": record.world})
        return
    click.echo(
        f"{out}: {held} pages ({len(record.seeds)} seeds, {len(record.visited)} visited) and {calls} calls of "
        f"{made.source}; {len(record.passed_over)} drawn pages passed over ({CRAWL} says why)"
    )


def _calls(folder: Path) -> int:
    from worlds.snapshot import Snapshot

    return len(Snapshot(folder).record.requests)
