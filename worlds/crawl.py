"""Crawling: seed pages, the pages within some links of them, and the calls that their facts invite, into a record."""

from __future__ import annotations

from collections.abc import Container, Iterator
from pathlib import Path
from typing import NamedTuple, Protocol, runtime_checkable

from schemas.canonical import canonical_bytes
from schemas.files import write_atomically
from schemas.randomness import stream
from schemas.worlds import AskedTitle, Call, CrawlRecord, Exchange, PassedSeed
from worlds.askable import invited_calls
from worlds.facts import read_facts
from worlds.pages import PageSource
from worlds.recorder import record_world, with_decoys, with_neighbours
from worlds.seeds import SeedOrder, draw_seeds
from worlds.tools.calls import ToolRefusal, refused, request_digest
from worlds.world import World

__all__ = ["CRAWL", "CrawlPlan", "crawl"]

CRAWL = "crawl.json"


class CrawlPlan(NamedTuple):
    """What to crawl: which seeds, how many links deep pages are recorded, how many links of a page (None: all, else
    at least 30), and how many decoys beside each call.
    """

    order: SeedOrder
    depth: int
    neighbours: int | None
    decoys: int


@runtime_checkable
class Resolving(Protocol):
    """A source that says how it came from a title to a page."""

    def resolve(self, title: str) -> tuple[str, str, tuple[str, ...], str | None]:
        """The title as asked, normalised, the redirects taken, and the exact title."""
        ...


class Progress(Protocol):
    """What a crawl tells of its progress."""

    def begin(self, stage: str, total: int) -> None:
        """A stage of so many steps begins."""
        ...

    def step(self, accepted: int = 0) -> None:
        """Steps were done."""
        ...


def crawl(folder: Path, world: World, plan: CrawlPlan, progress: Progress) -> CrawlRecord:
    """Record a part of a world into a folder that replays it offline, and write down how it was chosen.

    The same world and plan give the same bytes. Raises
    InputError as `draw_seeds` and `record_world` do, RemoteError where a live world doesn't answer.
    """
    progress.begin("seeds", plan.order.knobs.count + len(plan.order.knobs.titles))
    seeds = draw_seeds(world.pages, plan.order)
    progress.step(len(seeds.titles))
    visited: tuple[str, ...] = tuple(sorted(seeds.titles))
    for _ in range(plan.depth - 1):
        visited = with_neighbours(world, visited, plan.neighbours)
    progress.begin("visited pages", len(visited))
    calls: dict[str, Call] = {}
    pages: set[str] = set()
    for title in visited:
        pages.update(with_neighbours(world, [title], plan.neighbours))
        calls.update(_calls(world, title, calls))
        progress.step(1)
    progress.begin("pages", len(pages))
    for title in sorted(pages):
        world.pages.links(title)  # what a live world is asked for here, the record finds kept
        progress.step(1)
    answered = [call for call in calls.values() if isinstance(call, Exchange)]
    progress.begin("calls", len(answered))
    rng = stream(plan.order.seed, "world", "decoys")
    calls.update((call.request, call) for call in with_decoys(world, answered, rng, plan.decoys))
    record = record_world(folder, world, sorted(pages), calls.values(), {})
    made = CrawlRecord(
        world=record.digest,
        seed=plan.order.seed,
        pages=plan.order.knobs,
        depth=plan.depth,
        neighbours=plan.neighbours,
        decoys=plan.decoys,
        asked=tuple(_asked(world.pages, title) for title in plan.order.knobs.titles),
        seeds=seeds.titles,
        passed_over=tuple(PassedSeed(title=one.title, reason=one.reason) for one in seeds.passed_over),
        visited=visited,
    )
    write_atomically(folder / CRAWL, canonical_bytes(made) + b"\n")
    return made


def _calls(world: World, title: str, known: Container[str]) -> Iterator[tuple[str, Call]]:
    """The calls that a page's facts invite and that aren't known yet, answered or refused."""
    for invited in invited_calls(read_facts(world.pages.get(title)), world.tools.abilities):
        request = request_digest(invited.tool, invited.arguments)
        if request in known:
            continue
        try:
            yield request, world.tools.call(invited.tool, invited.arguments)
        except ToolRefusal as refusal:
            yield request, refused(refusal)


def _asked(pages: PageSource, asked: str) -> AskedTitle:
    if isinstance(pages, Resolving):
        _, normalised, redirects, title = pages.resolve(asked)
        return AskedTitle(asked=asked, normalised=normalised, redirects=redirects, title=title or asked)
    exact = pages.get(asked).title
    return AskedTitle(asked=asked, normalised=asked, redirects=() if exact == asked else (asked,), title=exact)
