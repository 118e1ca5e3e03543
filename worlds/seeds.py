"""Seed pages: where a crawl starts, drawn at random and kept when they are good enough to start from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import NamedTuple, Protocol, runtime_checkable

from schemas.errors import InputError
from schemas.randomness import stream
from schemas.recipes import SeedPages
from worlds.describe import section_count
from worlds.facts import read_facts
from worlds.net.messages import NetFailure
from worlds.pages import DamagedPage, Description, PageSource, Uncounted, Views

__all__ = ["PassedOver", "SeedOrder", "Seeds", "draw_seeds"]

BATCH = 50
"""How many pages are described at a time."""

UNREADABLE = frozenset({"too-large", "too-slow"})
"""Codes of a NetFailure that is about one page, not about the wiki."""


class SeedOrder(NamedTuple):
    """Which seed pages are wanted, and the seed that draws them."""

    knobs: SeedPages
    seed: int


class PassedOver(NamedTuple):
    """A page that was drawn and not kept, and the knob that it falls short of."""

    title: str
    reason: str


class Seeds(NamedTuple):
    """Exact titles of the seeds, named ones first, in drawn order, and the pages passed over."""

    titles: tuple[str, ...]
    passed_over: tuple[PassedOver, ...]


@runtime_checkable
class Counted(Protocol):
    """A source that can say how often its pages are viewed."""

    def views(self, titles: Iterable[str]) -> Mapping[str, Views | Uncounted]:
        """Views by exact title, or why nobody knows them."""
        ...


def draw_seeds(pages: PageSource, order: SeedOrder) -> Seeds:
    """The seeds of a source; the same source and order give the same.

    Raises InputError when too few of the pages that may be tried will do, and MissingPage for a named one.
    """
    knobs = order.knobs
    found = dict.fromkeys(pages.get(title).title for title in knobs.titles)
    wanted = len(found) + knobs.count
    passed: list[PassedOver] = []
    drawn = islice(pages.shuffled(stream(order.seed, "world", "seeds")), knobs.tries)
    while len(found) < wanted and (batch := list(islice(drawn, BATCH))):
        for described in pages.describe(title for title in batch if title not in found):
            if len(found) == wanted:
                break
            reason = _short_of(pages, described, knobs)
            if reason:
                passed.append(PassedOver(described.title, reason))
            else:
                found[described.title] = None
    if len(found) < wanted:
        reasons = ", ".join(f"{n} by {reason}" for reason, n in sorted(Counter(p.reason for p in passed).items()))
        raise InputError(
            f"{pages.name}: {len(found)} of {wanted} seed pages were found; of the others tried "
            f"{reasons or 'there were none'} fell short: lower those knobs of [seed_pages], or its count"
        )
    return Seeds(tuple(found), tuple(passed))


def _short_of(pages: PageSource, described: Description, knobs: SeedPages) -> str:
    """The first knob that a page falls short of, or nothing; what costs least to know is asked first."""
    if described.disambiguation:
        return "disambiguation"
    if described.length < knobs.length:
        return "length"
    try:
        page = pages.get(described.title)
        if section_count(page) < knobs.sections:
            return "sections"
        if len(read_facts(page).facts) < knobs.facts:
            return "facts"
        links = len(pages.links(described.title))
    except DamagedPage:
        return "unreadable"
    except NetFailure as failure:
        if failure.reason not in UNREADABLE:
            raise
        return "unreadable"
    if not knobs.links <= links <= knobs.most_links:
        return "links" if links < knobs.links else "most_links"
    return _unseen(pages, described.title, knobs.views)


def _unseen(pages: PageSource, title: str, least: int | None) -> str:
    if least is None:
        return ""
    counted = pages.views([title])[title] if isinstance(pages, Counted) else Uncounted("this source counts no views")
    return "" if isinstance(counted, Views) and counted.total >= least else "views"
