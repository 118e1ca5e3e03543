"""Walks from a seed page along links and picks the facts that a plan needs, in reading order."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Literal, NamedTuple, TypeVar

from generators.legs.index import WorldIndex
from generators.legs.leaks import Telling, spellings, told
from generators.legs.levels import LegConfig
from generators.legs.offers import Offer, forks, offers, said
from generators.legs.operands import Found, findings
from generators.legs.plan import Leaf, Node, leaves
from generators.legs.searches import search_out
from generators.legs.targets import single_out
from generators.rejection import Rejected
from schemas.facts import Fact
from schemas.legs import Target
from schemas.values import TextValue
from solvers.legs.sensitivity import Pools

__all__ = ["Visit", "Way", "walk"]

T = TypeVar("T")

MOST_TARGETS = 30
"""How many links of a page are tried before the walk turns back."""

BRANCHES = 3
"""How many ways on are tried from one page."""

BUDGET = 8
"""How many facts are looked for, per fact of the plan, before a walk is given up."""

FORK = 3
"""Visits of a page diamond: its source and a fact for each branch."""


@dataclass(frozen=True)
class Visit:
    """One route info: the page, how it was reached, and the fact taken from it.

    `finds` is what it and the look-ups on it are known to find; `named` where a diamond's source names the page.
    """

    title: str
    transition: Literal["seed", "stay", "link_follow", "search_query"]
    target: Target | None
    fact: Fact
    finds: frozenset[str] = frozenset()
    named: bool = False


class Way(NamedTuple):
    """A way that serves a plan: its visits, and the order in which they serve the groups."""

    visits: tuple[Visit, ...]
    order: tuple[int, ...]


def walk(
    index: WorldIndex, config: LegConfig, pools: Pools, operands: Sequence[Node], seed: str, rng: random.Random
) -> Way:
    """One visit a leaf; the leaves of an operand follow each other, the operands in whatever order fits the pages.

    Raises Rejected when no way was found from the seed that has a fact for every need.
    """
    return _Walk(index, config, pools, operands, seed, rng).way()


@dataclass(frozen=True)
class _Trail:
    """A way so far: its visits, all that they find, what their clues tell, and a bound on each page's distance."""

    visits: tuple[Visit, ...] = ()
    finds: frozenset[str] = frozenset()
    telling: Telling = field(default_factory=Telling)
    bounds: Mapping[str, int] = field(default_factory=dict)


class _Walk:
    """One search for a way, depth first, turning back a bounded number of times."""

    def __init__(
        self,
        index: WorldIndex,
        config: LegConfig,
        pools: Pools,
        operands: Sequence[Node],
        seed: str,
        rng: random.Random,
    ) -> None:
        self.index, self.config, self.pools, self.operands, self.rng = index, config, pools, operands, rng
        self.seed = seed
        self.groups = [list(leaves((node,))) for node in operands]
        self.budget = BUDGET * sum(map(len, self.groups))
        self.lacking: set[str] = set()
        self.seed_only = index.seed_only(config.extraction)

    def way(self) -> Way:
        """The first way that serves every group, with a step that following the first link wouldn't do (rule L16)."""
        for found in self._from(_Trail(bounds={self.seed: 0}), ()):
            self.lacking = {"a contested link"}
            pages = len({visit.title for visit in found.visits})
            contests = (contested(self.index, here, following) for here, following in pairwise(found.visits))
            if pages >= self.config.fewest_pages and any(contests):
                return found
        lacking = ", ".join(sorted(self.lacking))
        raise Rejected("route.dead-end", f"no way on was found from {self.seed} to a fact good as {lacking}")

    def _from(self, so_far: _Trail, order: tuple[int, ...]) -> Iterator[Way]:
        """Ways on from where every group in the order is served."""
        if len(order) == len(self.groups):
            yield Way(so_far.visits, order)
            return
        left = [place for place in range(len(self.groups)) if place not in order]
        tried = 0
        at_seed = [] if order else [place for place in left if self.groups[place][0].need in self.seed_only]
        for place in at_seed or self._drawn(left):
            for trail in self._served(so_far, self.groups[place], 0):
                more = self._settled(so_far, trail, place)
                if more is None:
                    continue
                tried += 1
                yield from self._from(more, (*order, place))
                if self.budget <= 0 or tried >= BRANCHES:
                    return
                break

    def _served(self, so_far: _Trail, group: Sequence[Leaf], at: int) -> Iterator[_Trail]:
        """Trails on which the rest of a group is served too."""
        if at == len(group):
            yield so_far
            return
        leaf = group[at]
        for visit in self._next(so_far, leaf):
            self.budget -= 1
            trail = self._plus(so_far, visit)
            if leaf.need == "page":
                for more in self._fork(trail, group[at + 2]) if trail else ():
                    trail = self._plus(trail, more) if trail else None
                served = at + FORK
            else:
                served = at + 1
            if trail and len(trail.visits) == len(so_far.visits) + served - at:
                yield from self._served(trail, group, served)
            if self.budget <= 0:
                break
        self.lacking.add(leaf.need)

    def _settled(self, so_far: _Trail, trail: _Trail, place: int) -> _Trail | None:
        """The trail with all that its last operand is known to find; None where that doesn't do, or is found before."""
        new = trail.visits[len(so_far.visits) :]
        facts = [Found(self.index.sheet(visit.title).kind, visit.fact) for visit in new]
        try:
            finds = findings(self.index, self.pools, self.operands[place], facts)
        except Rejected:
            return None
        return replace(trail, finds=trail.finds | finds) if so_far.finds.isdisjoint(finds) else None

    def _plus(self, so_far: _Trail, visit: Visit) -> _Trail | None:
        """The trail with one visit more, or None where a clue would print what has to be found."""
        names = spellings(visit.title, self.index.world.pages) if visit.title != self.seed else ()
        telling = so_far.telling.plus(told(visit.target, visit.fact.value, names))
        if telling is None:
            return None
        bounds = so_far.bounds
        if visit.title not in bounds:
            nearest = min((bound for page, bound in bounds.items() if self._leads(page, visit.title)), default=0)
            bounds = {**bounds, visit.title: nearest + 1}
        return _Trail((*so_far.visits, visit), so_far.finds | visit.finds, telling, bounds)

    def _next(self, so_far: _Trail, leaf: Leaf) -> Iterator[Visit]:
        """Ways to a fact for a leaf: on the seed, on the page one is on, on a page linked or searched for."""
        if not so_far.visits:
            for offer in self._drawn(self._offers(self.seed, leaf, so_far)):
                yield Visit(self.seed, "seed", None, offer.fact, offer.finds)
            return
        here = so_far.visits[-1].title
        told_of = {c.field for v in so_far.visits if v.target and v.title == here for c in v.target.conditions}
        more = [offer for offer in self._offers(here, leaf, so_far) if offer.fact.field not in told_of]
        if more and self.rng.randrange(100) < self.config.stay_percent:
            chosen = self.rng.choice(more)
            yield Visit(here, "stay", None, chosen.fact, chosen.finds)
        if self.rng.randrange(100) < self.config.search_percent:
            yield from self._searched(here, leaf, so_far)
        links = self.index.links(here)
        if len(links) <= self.config.max_links:
            yield from self._linked(here, leaf, so_far)

    def _linked(self, here: str, leaf: Leaf, so_far: _Trail) -> Iterator[Visit]:
        tried = 0
        for title in self._drawn(self.index.links(here)):
            if title in so_far.bounds or not self._is_near(title, so_far):
                continue
            tried += 1
            if tried > MOST_TARGETS:
                return
            found = self._offers(title, leaf, so_far)
            if not found:
                continue
            fact, finds = self.rng.choice(found)
            try:
                target = single_out(self.index, here, title, fact.field, self.rng)
            except Rejected:
                continue
            yield Visit(title, "link_follow", target, fact, finds)

    def _searched(self, here: str, leaf: Leaf, so_far: _Trail) -> Iterator[Visit]:
        """One page that is near enough and that a search finds; drawn among the links of a drawn page of the trail."""
        near = [page for page, bound in so_far.bounds.items() if bound < self.config.crawl_depth]
        for _ in range(MOST_TARGETS // 3):
            title = self.rng.choice(self.index.links(self.rng.choice(near)) or (here,))
            found = self._offers(title, leaf, so_far) if title not in so_far.bounds else ()
            if not found:
                continue
            fact, finds = self.rng.choice(found)
            try:
                target = search_out(self.index, here, title, fact.field, self.rng)
            except Rejected:
                continue
            yield Visit(title, "search_query", target, fact, finds)
            return

    def _fork(self, so_far: _Trail, second: Leaf) -> tuple[Visit, ...]:
        """Two facts of the page that a source names, of which enough pages of its kind have both."""
        source = so_far.visits[-1]
        if not isinstance(source.fact.value, TextValue):
            return ()
        title = self.index.title(source.fact.value.value)
        if title is None or title in so_far.bounds or title not in self.index.linked(source.title):
            return ()
        if not self._is_near(title, so_far):
            return ()
        for one, two in self._drawn(forks(self.index, title, second.need)):
            finds = frozenset({said(one.value), said(two.value)})
            if so_far.finds.isdisjoint(finds):
                return (
                    Visit(title, "link_follow", None, one, finds, named=True),
                    Visit(title, "stay", None, two, finds, named=True),
                )
        return ()

    def _offers(self, title: str, leaf: Leaf, so_far: _Trail) -> list[Offer]:
        """The facts of a page for a leaf, none of which finds what another stop has found already."""
        every = offers(self.index, title, leaf, self.config.extraction)
        return [offer for offer in every if so_far.finds.isdisjoint(offer.finds)]

    def _leads(self, page: str, title: str) -> bool:
        return title in self.index.linked(page)

    def _is_near(self, title: str, so_far: _Trail) -> bool:
        """Whether the visited pages show a page to be near enough to the seed."""
        return any(b < self.config.crawl_depth and self._leads(page, title) for page, b in so_far.bounds.items())

    def _drawn(self, items: Sequence[T]) -> list[T]:
        return self.rng.sample(items, len(items))


def contested(index: WorldIndex, here: Visit, following: Visit) -> bool:
    """Whether an earlier link of the page left leads to a page that has the field too, with another value."""
    if following.transition != "link_follow":
        return False
    for title in index.links(here.title):
        values = [fact.value for fact in index.sheet(title).facts if fact.field == following.fact.field]
        if values:
            return following.fact.value not in values
    return False
