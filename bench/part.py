"""A part of a world, for benches that ask how cost grows: so many of its pages, and the links among them."""

from __future__ import annotations

import dataclasses
import random
from collections import deque
from collections.abc import Iterable, Iterator

from schemas.randomness import stream
from worlds.pages import Description, Licence, Link, MissingPage, Page, PageSource, draw, shuffle
from worlds.world import World

__all__ = ["part_of"]


class _Part:
    """A source of which only some pages are there."""

    def __init__(self, whole: PageSource, titles: Iterable[str]) -> None:
        self._whole = whole
        self._titles = tuple(sorted(titles))
        self._held = frozenset(self._titles)

    @property
    def name(self) -> str:
        return self._whole.name

    @property
    def licence(self) -> Licence:
        return self._whole.licence

    def titles(self) -> tuple[str, ...]:
        return self._titles

    def holds(self, title: str) -> bool:
        return self._whole.holds(title) and self._whole.get(title).title in self._held

    def get(self, title: str) -> Page:
        page = self._whole.get(title)
        if page.title not in self._held:
            raise MissingPage(f"{self.name}: this part of it has no page called {title!r}")
        return page

    def links(self, title: str) -> tuple[Link, ...]:
        return tuple(link for link in self._whole.links(title) if link.title in self._held)

    def aliases(self, title: str) -> tuple[str, ...]:
        return self._whole.aliases(title)

    def search(self, query: str, limit: int = 10) -> tuple[str, ...]:
        found = self._whole.search(query, len(self._whole.titles()))
        return tuple(title for title in found if title in self._held)[:limit]

    def describe(self, titles: Iterable[str]) -> tuple[Description, ...]:
        return self._whole.describe(titles)

    def shuffled(self, rng: random.Random) -> Iterator[str]:
        return shuffle(self._titles, rng)

    def random(self, rng: random.Random, n: int) -> tuple[str, ...]:
        return draw(self._titles, rng, n, self.name)


def part_of(world: World, pages: int) -> World:
    """The world cut down to so many pages: what is reached first from drawn pages, by links, breadth first."""
    held: dict[str, None] = {}
    for start in world.pages.shuffled(stream(1, "bench", "part")):
        reached = deque([start])
        while reached and len(held) < pages:
            title = reached.popleft()
            if title not in held:
                held[title] = None
                reached.extend(link.title for link in world.pages.links(title))
        if len(held) >= pages:
            break
    return dataclasses.replace(world, pages=_Part(world.pages, held))
