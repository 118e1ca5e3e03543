"""The atlas as a source of pages."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from types import MappingProxyType

from schemas.canonical import JSON, sha256_of
from schemas.errors import InputError
from worlds.atlas.articles import airport_article, city_article, country_article
from worlds.atlas.index import Index, atlas_index
from worlds.atlas.lists import airport_list_article, currency_article, language_article, region_article, zone_article
from worlds.atlas.markup import document, href
from worlds.atlas.raw import TABLES, VERSION
from worlds.atlas.templates import digest_of, template_files
from worlds.atlas.titles import Kind, PageKey
from worlds.describe import describe_all
from worlds.links import title_links
from worlds.pages import Description, Licence, Link, MissingPage, Page, shuffle
from worlds.search import TitleIndex

__all__ = ["AtlasSource"]

HOST = "https://atlas.invalid"
"""Where a reader would find the pages: nowhere (RFC 2606)."""

ARTICLES: Mapping[Kind, Callable[[Index, str], list[str]]] = MappingProxyType(
    {
        "country": country_article,
        "region": region_article,
        "language": language_article,
        "currency": currency_article,
        "zone": zone_article,
        "list": airport_list_article,
        "airport": airport_article,
        "city": city_article,
    }
)

CREDIT = "Facts: " + "; ".join(f"{table.credit}, {table.version}, {table.licence}" for table in TABLES)


class AtlasSource:
    """The embedded closed wiki: countries, cities, airports and what links them, rendered when asked for.

    Its facts are those of the tables at the versions that every page's revision names.
    """

    def __init__(self) -> None:
        self._index = atlas_index()
        self._titles = tuple(self._index.pages)
        self._search: TitleIndex | None = None

    @property
    def name(self) -> str:
        """`atlas`."""
        return "atlas"

    @cached_property
    def digest(self) -> str:
        """SHA-256 over the tables' versions, the titles and the templates: other pages have another."""
        templates = digest_of(template_files())
        return sha256_of({"version": VERSION, "titles": list[JSON](self._titles), "templates": templates})

    @property
    def licence(self) -> Licence:
        """The tables' own licence, with both to credit."""
        return Licence("MIT", CREDIT, redistributable=True)

    def titles(self) -> tuple[str, ...]:
        """Every page's title, sorted."""
        return self._titles

    def get(self, title: str) -> Page:
        """The page of a title or a redirect; underscores stand for spaces. Raises MissingPage."""
        exact = self._resolve(title)
        return Page(exact, _html(self._index.pages[exact]), VERSION, HOST + href(exact))

    def links(self, title: str) -> tuple[Link, ...]:
        """Links from the page's body, in order, each target once; all of them lead to pages of the atlas."""
        page = self.get(title)
        return tuple(link for link in title_links(page.html, page.title) if link.title in self._index.pages)

    def aliases(self, title: str) -> tuple[str, ...]:
        """Other spellings of a country's name, an airport's IATA code; sorted. Raises MissingPage."""
        return self._index.aliases.get(self._resolve(title), ())

    def search(self, query: str, limit: int = 10) -> tuple[str, ...]:
        """Titles that share words with the query, by their own names or their redirects, best first."""
        if self._search is None:
            self._search = TitleIndex({title: self._index.aliases.get(title, ()) for title in self._titles})
        return self._search.search(query, limit)

    def holds(self, title: str) -> bool:
        """Whether `get` gives a page for this title."""
        spaced = title.replace("_", " ")
        return self._index.redirects.get(spaced, spaced) in self._index.pages

    def describe(self, titles: Iterable[str]) -> tuple[Description, ...]:
        """What the pages' own HTML says of them, in their order, each once. Raises MissingPage."""
        return describe_all(self, titles)

    def shuffled(self, rng: random.Random) -> Iterator[str]:
        """Every page's title once, in an order drawn by `rng`."""
        return shuffle(self.titles(), rng)

    def random(self, rng: random.Random, n: int) -> tuple[str, ...]:
        """`n` different titles drawn by `rng`. Raises InputError when there aren't that many."""
        if not 0 <= n <= len(self._titles):
            raise InputError(f"atlas: has {len(self._titles)} pages, can't draw {n} different ones")
        return tuple(rng.sample(self._titles, n))

    def _resolve(self, title: str) -> str:
        spaced = title.replace("_", " ")
        exact = self._index.redirects.get(spaced, spaced)
        if exact not in self._index.pages:
            raise MissingPage(f"atlas: no page {title!r}: search for it, or take a title from the list of titles")
        return exact


@lru_cache(maxsize=4096)
def _html(page: PageKey) -> str:
    index = atlas_index()
    return document(index.titles[page], ARTICLES[page.kind](index, page.key), CREDIT)
