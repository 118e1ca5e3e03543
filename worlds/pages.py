"""The small protocol that every source of pages speaks, and what a page is."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol

from schemas.errors import InputError
from schemas.values import CoordsValue

__all__ = [
    "DamagedPage", "Description", "Licence", "Link", "MissingPage", "Page", "PageSource", "Uncounted", "Views", "draw",
    "is_utf8", "shuffle",
]  # fmt: skip


class MissingPage(InputError):
    """A page that its source does not hold; the message names page and source."""


class DamagedPage(InputError):
    """A page that its source lists but can't give as it was written; the message names file, place and page."""


class Licence(NamedTuple):
    """What may be done with a source's material: SPDX identifier, credit line, and whether it may be published."""

    spdx: str
    attribution: str
    redistributable: bool


@dataclass(frozen=True)
class Page:
    """One article as its source renders it.

    `title` is the exact title after redirects, `html` the article as a whole, `revision` whatever pins it at its
    source (a revision id, a ZIM's uuid, the atlas's version), `url` where a reader finds it.
    """

    title: str
    html: str
    revision: str
    url: str

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the UTF-8 bytes of `html`."""
        return hashlib.sha256(self.html.encode()).hexdigest()


class Link(NamedTuple):
    """A link in an article's body: the exact title it resolves to, and the words it is shown by."""

    title: str
    text: str


class Description(NamedTuple):
    """What a source says of a page; None where it doesn't say.

    `length` is the page's size in bytes as its source counts it: of the wikitext on a live wiki, of the HTML elsewhere.
    `coordinates` are those of what the page is about. `categories` are sorted, without their namespace.
    """

    title: str
    length: int
    short: str | None
    disambiguation: bool | None
    coordinates: CoordsValue | None
    categories: tuple[str, ...] | None


class Views(NamedTuple):
    """How often a page was viewed in the days that were counted."""

    total: int
    days: int


class Uncounted(NamedTuple):
    """Why nothing is known of a page's views."""

    reason: str


class PageSource(Protocol):
    """Pages by exact title. Titles that are redirects resolve; a title that is not there raises MissingPage."""

    @property
    def name(self) -> str:
        """A short name for people: a file's name, `atlas`, a wiki's host."""
        ...

    @property
    def licence(self) -> Licence:
        """What may be done with the pages' text."""
        ...

    def titles(self) -> tuple[str, ...]:
        """Every article's title, sorted; redirects are not among them. Of a live wiki, the seed pages alone."""
        ...

    def holds(self, title: str) -> bool:
        """Whether `get` gives a page for this title."""
        ...

    def get(self, title: str) -> Page:
        """The page of an exact title or of a redirect to it. Raises MissingPage."""
        ...

    def links(self, title: str) -> tuple[Link, ...]:
        """Links from the article's body to other articles of this source, in order, each target once.

        Redirects are resolved. A recorded world gives the links of the source that it was recorded from, whether
        it holds their targets or not: what a clue picks from stays the same.
        """
        ...

    def aliases(self, title: str) -> tuple[str, ...]:
        """Titles that redirect to this one, sorted."""
        ...

    def search(self, query: str, limit: int = 10) -> tuple[str, ...]:
        """Titles that match, best first."""
        ...

    def describe(self, titles: Iterable[str]) -> tuple[Description, ...]:
        """What is known of these pages, in their order, each once. Raises MissingPage."""
        ...

    def shuffled(self, rng: random.Random) -> Iterator[str]:
        """Every article's title once, in an order drawn by `rng`, found as far as it is read."""
        ...

    def random(self, rng: random.Random, n: int) -> tuple[str, ...]:
        """`n` different titles drawn by `rng`. Raises InputError when there aren't that many."""
        ...


def shuffle(titles: Sequence[str], rng: random.Random) -> Iterator[str]:
    """The titles of a source in an order drawn by `rng`."""
    yield from rng.sample(titles, len(titles))


def draw(titles: Sequence[str], rng: random.Random, n: int, where: str) -> tuple[str, ...]:
    """`n` different titles of a source, which `where` names for the InputError that asking for too many raises."""
    if not 0 <= n <= len(titles):
        raise InputError(f"{where}: it has {len(titles)} pages, {n} different ones can't be drawn")
    return tuple(rng.sample(titles, n))


def is_utf8(text: str) -> bool:
    """Whether a text can be written in UTF-8; what a terminal could not decode holds halves of surrogate pairs."""
    return not any("\ud800" <= character <= "\udfff" for character in text)
