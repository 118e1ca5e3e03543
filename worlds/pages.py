"""The small protocol that every source of pages speaks, and what a page is."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol

from schemas.errors import InputError

__all__ = ["DamagedPage", "Description", "Licence", "Link", "MissingPage", "Page", "PageSource", "draw"]


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
    """What is known of a page without reading it whole."""

    title: str
    kind: str
    words: int


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
        """Every article's title, sorted; redirects are not among them."""
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

    def random(self, rng: random.Random, n: int) -> tuple[str, ...]:
        """`n` different titles drawn by `rng`. Raises InputError when there aren't that many."""
        ...


def draw(titles: Sequence[str], rng: random.Random, n: int, where: str) -> tuple[str, ...]:
    """`n` different titles of a source, which `where` names for the InputError that asking for too many raises."""
    if not 0 <= n <= len(titles):
        raise InputError(f"{where}: it has {len(titles)} pages, {n} different ones can't be drawn")
    return tuple(rng.sample(titles, n))
