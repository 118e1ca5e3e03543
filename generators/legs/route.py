"""Walks from a seed page along links and picks the facts that a plan needs, in reading order."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from generators.legs.index import WorldIndex
from generators.legs.levels import LegConfig
from generators.legs.plan import Leaf
from generators.legs.targets import single_out
from generators.rejection import Rejected
from schemas.facts import Fact
from schemas.legs import Target
from schemas.values import show_value

__all__ = ["Visit", "walk"]

MOST_TARGETS = 30
"""How many links of a page are tried before the walk gives up."""


@dataclass(frozen=True)
class Visit:
    """One route info: the page, how it was reached, and the fact taken from it."""

    title: str
    transition: Literal["seed", "stay", "link_follow"]
    target: Target | None
    fact: Fact


def walk(index: WorldIndex, config: LegConfig, needs: list[Leaf], seed_title: str, rng: random.Random) -> list[Visit]:
    """One visit a leaf. Raises Rejected when the seed or the links from it have no fact for the next need."""
    first = index.offers(seed_title, needs[0].need)
    if not first:
        raise Rejected("route.seed", f"the seed page has no fact that is good as {needs[0].need}")
    visits = [Visit(seed_title, "seed", None, rng.choice(first))]
    near = _within(index, seed_title, config.crawl_depth)
    for leaf in needs[1:]:
        visits.append(_next(index, config, visits, leaf, near, rng))
    if not any(_contested(index, here, following) for here, following in pairwise(visits)):
        raise Rejected("L16.shortcut", "following the first link that has the field asked for would do")
    pages = len({visit.title for visit in visits})
    if pages < config.fewest_pages:
        raise Rejected("route.pages", f"{pages} pages are fewer than {config.fewest_pages}")
    return visits


def _contested(index: WorldIndex, here: Visit, following: Visit) -> bool:
    """Whether an earlier link of the page left leads to a page that has the field too, with another value."""
    if following.transition != "link_follow":
        return False
    for title in index.links(here.title):
        values = [fact.value for fact in index.sheet(title).facts if fact.field == following.fact.field]
        if values:
            return following.fact.value not in values
    return False


def _within(index: WorldIndex, seed_title: str, depth: int) -> frozenset[str]:
    """The pages at most `depth` links from the seed."""
    reached = {seed_title}
    rim = [seed_title]
    for _ in range(depth):
        rim = [title for page in rim for title in index.links(page) if title not in reached]
        reached.update(rim)
    return frozenset(reached)


def _next(
    index: WorldIndex,
    config: LegConfig,
    visits: list[Visit],
    leaf: Leaf,
    near: frozenset[str],
    rng: random.Random,
) -> Visit:
    """The next fact: another one of the same page, or one of a page that a link leads to."""
    here = visits[-1].title
    taken = {show_value(visit.fact.value) for visit in visits}
    told = {c.field for visit in visits if visit.target and visit.title == here for c in visit.target.conditions}
    more = [f for f in index.offers(here, leaf.need) if show_value(f.value) not in taken and f.field not in told]
    if more and rng.randrange(100) < config.stay_percent:
        return Visit(here, "stay", None, rng.choice(more))
    seen = {visit.title for visit in visits}
    onward = [title for title in index.links(here) if title in near and title not in seen]
    if len(index.links(here)) > config.max_links:
        onward = []
    rng.shuffle(onward)
    for title in onward[:MOST_TARGETS]:
        offers = [fact for fact in index.offers(title, leaf.need) if show_value(fact.value) not in taken]
        if not offers:
            continue
        fact = rng.choice(offers)
        try:
            target = single_out(index, here, title, fact.field, rng)
        except Rejected:
            continue
        return Visit(title, "link_follow", target, fact)
    raise Rejected("route.dead-end", f"no link of {here} can be singled out and has a fact good as {leaf.need}")
