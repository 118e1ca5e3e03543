"""Walks from a seed page along links and picks the facts that a plan needs, in reading order."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations
from typing import Literal, NamedTuple, TypeVar

from generators.legs.index import WorldIndex
from generators.legs.leaks import Secrets
from generators.legs.levels import LegConfig
from generators.legs.plan import Leaf
from generators.legs.searches import search_out
from generators.legs.targets import single_out
from generators.rejection import Rejected
from schemas.facts import Fact
from schemas.legs import RoadblockName, Target
from schemas.values import TextValue, show_value

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
    """One route info: the page, how it was reached, and the fact taken from it; `named` by a diamond's source."""

    title: str
    transition: Literal["seed", "stay", "link_follow", "search_query"]
    target: Target | None
    fact: Fact
    named: bool = False
    templates: tuple[RoadblockName, ...] = ()


class Way(NamedTuple):
    """A way that serves a plan: its visits, and the order in which they serve the groups."""

    visits: tuple[Visit, ...]
    order: tuple[int, ...]


def walk(index: WorldIndex, config: LegConfig, groups: Sequence[Sequence[Leaf]], seed: str, rng: random.Random) -> Way:
    """One visit a leaf; the leaves of a group follow each other, the groups come in whatever order fits the pages.

    Raises Rejected when no way was found from the seed that has a fact for every need.
    """
    return _Walk(index, config, groups, seed, rng).way()


class _Walk:
    """One search for a way, depth first, turning back a bounded number of times."""

    def __init__(
        self,
        index: WorldIndex,
        config: LegConfig,
        groups: Sequence[Sequence[Leaf]],
        seed: str,
        rng: random.Random,
    ) -> None:
        self.index, self.config, self.groups, self.rng = index, config, groups, rng
        self.seed = seed
        self.secrets = Secrets(index.world.pages, seed)
        self.budget = BUDGET * sum(map(len, groups))
        self.lacking: set[str] = set()

    def way(self) -> Way:
        """The first way that serves every group, with a step that following the first link wouldn't do (rule L16)."""
        for found in self._from((), ()):
            self.lacking = {"a contested link"}
            pages = len({visit.title for visit in found.visits})
            contests = (contested(self.index, here, following) for here, following in pairwise(found.visits))
            if pages >= self.config.fewest_pages and any(contests):
                return found
        lacking = ", ".join(sorted(self.lacking))
        raise Rejected("route.dead-end", f"no way on was found from {self.seed} to a fact good as {lacking}")

    def _from(self, so_far: tuple[Visit, ...], order: tuple[int, ...]) -> Iterator[Way]:
        """Ways on from where every group in the order is served."""
        if len(order) == len(self.groups):
            yield Way(so_far, order)
            return
        left = [place for place in range(len(self.groups)) if place not in order]
        tried = 0
        for place in self._drawn(left):
            for more in self._served(so_far, self.groups[place], 0):
                tried += 1
                yield from self._from((*so_far, *more), (*order, place))
                if self.budget <= 0 or tried >= BRANCHES:
                    return
                break

    def _served(self, so_far: tuple[Visit, ...], group: Sequence[Leaf], at: int) -> Iterator[tuple[Visit, ...]]:
        """Visits for the rest of a group."""
        if at == len(group):
            yield ()
            return
        leaf = group[at]
        taken = self._found(so_far)
        for visit in self._next(so_far, leaf, taken):
            self.budget -= 1
            more: tuple[Visit, ...] = (visit,)
            if leaf.need == "page":
                more += self._fork(so_far, visit, group[at + 2])
                if len(more) < FORK:
                    continue
            if self.secrets.agree((*so_far, *more)):
                for rest in self._served((*so_far, *more), group, at + len(more)):
                    yield (*more, *rest)
            if self.budget <= 0:
                break
        self.lacking.add(leaf.need)

    def _found(self, so_far: Sequence[Visit]) -> set[str]:
        """What the stops so far find: their facts, and what is looked up about them."""
        found = {show_value(visit.fact.value) for visit in so_far}
        for visit in so_far:
            found.update(self.index.outcomes(visit.templates, visit.fact.value) or ())
        return found

    def _next(self, so_far: Sequence[Visit], leaf: Leaf, taken: set[str]) -> Iterator[Visit]:
        """Ways to a fact for a leaf: on the seed, on the page one is on, on a page linked or searched for."""
        if not so_far:
            for fact in self._drawn(self._offers(self.seed, leaf, taken)):
                yield Visit(self.seed, "seed", None, fact, templates=leaf.templates)
            return
        here = so_far[-1].title
        told = {c.field for visit in so_far if visit.target and visit.title == here for c in visit.target.conditions}
        more = [fact for fact in self._offers(here, leaf, taken) if fact.field not in told]
        if more and self.rng.randrange(100) < self.config.stay_percent:
            yield Visit(here, "stay", None, self.rng.choice(more), templates=leaf.templates)
        seen = {visit.title for visit in so_far}
        near = self._near(so_far)
        if self.rng.randrange(100) < self.config.search_percent:
            yield from self._searched(here, leaf, taken, [title for title in near if title not in seen])
        links = self.index.links(here)
        if len(links) <= self.config.max_links:
            onward = [title for title in links if title in near and title not in seen]
            yield from self._linked(here, leaf, taken, onward)

    def _linked(self, here: str, leaf: Leaf, taken: set[str], onward: Sequence[str]) -> Iterator[Visit]:
        for title in self._drawn(onward)[:MOST_TARGETS]:
            offers = self._offers(title, leaf, taken)
            if not offers:
                continue
            fact = self.rng.choice(offers)
            try:
                target = single_out(self.index, here, title, fact.field, self.rng)
            except Rejected:
                continue
            yield Visit(title, "link_follow", target, fact, templates=leaf.templates)

    def _searched(self, here: str, leaf: Leaf, taken: set[str], onward: Sequence[str]) -> Iterator[Visit]:
        for title in self.rng.sample(onward, min(len(onward), MOST_TARGETS // 3)):
            offers = self._offers(title, leaf, taken)
            if not offers:
                continue
            fact = self.rng.choice(offers)
            try:
                target = search_out(self.index, here, title, fact.field, self.rng)
            except Rejected:
                continue
            yield Visit(title, "search_query", target, fact, templates=leaf.templates)
            return

    def _fork(self, so_far: Sequence[Visit], source: Visit, second: Leaf) -> tuple[Visit, ...]:
        """Two facts of the page that a source names, such that nearly every page of its kind has both."""
        if not isinstance(source.fact.value, TextValue):
            return ()
        title = self.index.title(source.fact.value.value)
        seen = {visit.title for visit in so_far} | {source.title}
        if title is None or title in seen or title not in self.index.links(source.title):
            return ()
        if title not in self._near([*so_far, source]):
            return ()
        kind, scalars = self.index.sheet(title).kind, self.index.scalars(title, self.config.extraction)
        taken = self._found(so_far)
        for pair in self._drawn(list(permutations(sorted(scalars), 2))):
            one, two = (scalars[key] for key in pair)
            if second.need == "quantity" and two not in self.index.offers(title, "quantity", self.config.extraction):
                continue
            said = {show_value(one.value), show_value(two.value)}
            if len(said) == 2 and taken.isdisjoint(said) and (kind, tuple(sorted(pair))) in self.index.pairs:
                return (Visit(title, "link_follow", None, one, True), Visit(title, "stay", None, two, True))
        return ()

    def _offers(self, title: str, leaf: Leaf, taken: set[str]) -> list[Fact]:
        """The facts of a page for a leaf, none of which finds what another stop has found already."""
        offers = self.index.offers(title, leaf.need, self.config.extraction)
        fresh = [fact for fact in offers if show_value(fact.value) not in taken]
        if not leaf.templates:
            return fresh
        able = [fact for fact in fresh if self.index.suits(leaf.templates, self.index.sheet(title).kind, fact)]
        found = [(fact, self.index.outcomes(leaf.templates, fact.value)) for fact in able]
        return [fact for fact, finds in found if finds is not None and taken.isdisjoint(finds)]

    def _near(self, so_far: Sequence[Visit]) -> dict[str, int]:
        """The pages that the visited ones show to be near enough to the seed, each with a bound on its distance."""
        bounds = {self.seed: 0}
        for visit in so_far:
            reached = bounds[visit.title] + 1
            if visit.transition != "stay" and reached <= self.config.crawl_depth:
                for title in self.index.links(visit.title):
                    bounds[title] = min(reached, bounds.get(title, reached))
        return bounds

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
