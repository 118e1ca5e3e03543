"""A live MediaWiki as a source of pages: exact titles, each page pinned to the revision it had when first asked for."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import cached_property, lru_cache
from itertools import islice
from typing import NamedTuple
from urllib.parse import quote

from schemas.canonical import sha256_of
from schemas.errors import InputError
from schemas.values import CoordsValue, decimal_string
from worlds.links import body_links
from worlds.live.api import BATCH, Api
from worlds.live.replies import ApiPage, General, Query, Rights
from worlds.live.titles import Resolution, fault_in, resolution, trusted
from worlds.live.views import METRICS, metric_views, wiki_views
from worlds.net.client import NetClient
from worlds.net.messages import NetFailure
from worlds.pages import DamagedPage, Description, Licence, Link, MissingPage, Page, Uncounted, Views
from worlds.seeds import SeedOrder, draw_seeds

__all__ = ["LiveWiki"]

COMMONS = re.compile(r"https?://creativecommons\.org/(licenses|publicdomain)/([a-z-]+)/([0-9.]+)")
"""The address of a Creative Commons licence, as wikis name theirs."""


class SiteInfo(NamedTuple):
    """What the wiki says of itself: namespaces and extensions, its name and paths, and its licence."""

    query: Query
    general: General
    rights: Rights


class LiveWiki:
    """A PageSource over the api.php of any MediaWiki.

    What was read stays as it was read for as long as the client's folder of replies is kept: a page's revision, the
    titles that links resolve to, the seeds that were drawn. Every method may raise NetFailure.
    """

    def __init__(self, base: str, client: NetClient, order: SeedOrder | None = None, metrics: str = METRICS) -> None:
        """`base` is the folder of `api.php` (`script_base`). `order` says which seed pages the world has."""
        self._api = Api(base, client)
        self._client = client
        self._order = order
        self._metrics = metrics
        self._linked: set[str] = set()
        self.resolve = lru_cache(maxsize=65_536)(self._resolve)
        self._pinned = lru_cache(maxsize=65_536)(self._pin)
        self._page = lru_cache(maxsize=256)(self._read_page)
        self._links = lru_cache(maxsize=4096)(self._read_links)

    @property
    def name(self) -> str:
        """The wiki's host."""
        return self._api.service.host

    @cached_property
    def site(self) -> SiteInfo:
        """What the wiki says of itself."""
        parts = "general|namespaces|namespacealiases|extensions|rightsinfo"
        query = self._api.ask("query", {"meta": "siteinfo", "siprop": parts}).query
        if query.general is None or query.rightsinfo is None:
            raise NetFailure("unexpected-shape", f"{self._api.where}: it doesn't say what wiki it is")
        return SiteInfo(query, query.general, query.rightsinfo)

    @cached_property
    def version(self) -> str:
        """The wiki, and its own clock when it was first asked: no page is older than that."""
        return f"{self.site.general.wikiid} {self.site.general.time}"

    @cached_property
    def digest(self) -> str:
        """SHA-256 over the wiki's address, identifier, software, and the time of `version`."""
        general = self.site.general
        return sha256_of(
            {"base": self._api.service.base, "wiki": general.wikiid, "software": general.generator, "at": general.time}
        )

    @cached_property
    def licence(self) -> Licence:
        """What the wiki states, where it is a Creative Commons licence; else nothing may be published."""
        rights = self.site.rights
        credit = f"{self.site.general.sitename} contributors, {self._server}"
        stated = COMMONS.match(rights.url)
        if stated is None:
            return Licence("NOASSERTION", f"{credit}; licence: {rights.text or 'not stated'}", redistributable=False)
        kind, version = stated[2].upper(), stated[3]
        spdx = f"CC0-{version}" if kind == "ZERO" else f"CC-{kind}-{version}"
        return Licence(spdx, credit, redistributable=kind in {"ZERO", "BY", "BY-SA"})

    def titles(self) -> tuple[str, ...]:
        """The seed pages of this world, sorted. Raises InputError where no seeds were ordered: a wiki isn't listed."""
        if self._order is None:
            raise InputError(f"{self.name}: the pages of a live wiki aren't listed: seed pages must be drawn or named")
        return self._seeds

    def holds(self, title: str) -> bool:
        """Whether the wiki has an article of that title, or a redirect to one; what links lead to isn't asked again."""
        if title in self._linked:
            return True
        return not fault_in(title) and self.resolve(title).title is not None

    def get(self, title: str) -> Page:
        """The article of that exact title, or the one it redirects to, in the revision it was pinned to.

        Raises MissingPage, or DamagedPage for a page that can't be read safely.
        """
        return self._page(self._exact(title))

    def links(self, title: str) -> tuple[Link, ...]:
        """Links from the article's body to other articles, redirects resolved, in order, each target once."""
        return self._links(self._exact(title))

    def aliases(self, title: str) -> tuple[str, ...]:
        """Titles of articles that redirect to this one, sorted."""
        redirects = self._pinned(self._exact(title)).redirects
        return tuple(sorted({trusted(redirect.title, self.name) for redirect in redirects if redirect.ns == 0}))

    def search(self, query: str, limit: int = 10) -> tuple[str, ...]:
        """Titles of articles that the wiki's own full-text search finds, best first; at most 50."""
        if not query.strip() or limit < 1:
            return ()
        asked = {"list": "search", "srsearch": query, "srnamespace": "0", "srwhat": "text", "srprop": ""}
        params = asked | {"srlimit": str(min(limit, BATCH))}
        hits = [hit.title for hit in self._api.ask("query", params).query.search if not fault_in(hit.title)]
        found = self._merged({"prop": "info", "redirects": "1", "titles": "|".join(hits)}, hits)[0] if hits else {}
        return tuple(dict.fromkeys(exact for hit in hits if (exact := found[hit].title) is not None))

    def describe(self, titles: Iterable[str]) -> tuple[Description, ...]:
        """What the wiki keeps beside these pages, 50 a query. Raises MissingPage."""
        asked = [self._checked(title) for title in titles]
        params = {"prop": "info|pageprops|categories", "clshow": "!hidden", "cllimit": "max", "redirects": "1"}
        params["ppprop"] = "disambiguation|wikibase-shortdesc"
        if self._has("GeoData"):
            params |= {"prop": f"{params['prop']}|coordinates", "colimit": "max", "coprimary": "primary"}
        if self._has("WikibaseClient"):
            params["prop"] += "|description"
        found: dict[str, Description] = {}
        for start in range(0, len(asked), BATCH):
            batch = asked[start : start + BATCH]
            names, pages = self._merged(params | {"titles": "|".join(batch)}, batch)
            for title in batch:
                exact = self._existing(names[title])
                found.setdefault(exact, self._description(exact, pages[exact]))
        return tuple(found.values())

    def views(self, titles: Iterable[str]) -> dict[str, Views | Uncounted]:
        """Views in the last 60 days by exact title, or why nobody knows them."""
        if self._has("PageViewInfo"):
            return wiki_views(self._api, titles)
        until = date.fromisoformat(self.site.general.time[:10])
        return dict(metric_views(self._client, self._metrics, self.name, until, titles))

    def shuffled(self, rng: random.Random) -> Iterator[str]:
        """Every article's title once, in an order drawn by `rng`: the wiki's own random order, from a drawn place.

        `rncontinue` is where list=random goes on; drawing it ourselves lets the same seed find the same pages.
        """
        start = f"0.{rng.randrange(10**12):012d}"
        params = {"list": "random", "rnnamespace": "0", "rnfilterredir": "nonredirects", "rnlimit": str(BATCH)}
        seen: set[str] = set()
        for reply in self._api.query(params | {"rncontinue": f"{start}|{start}|0|0", "continue": "-||"}):
            for page in reply.query.random:
                if page.title not in seen and page.title != self.site.general.mainpage:
                    seen.add(page.title)
                    yield trusted(page.title, self.name)

    def random(self, rng: random.Random, n: int) -> tuple[str, ...]:
        """`n` different titles drawn by `rng`. Raises InputError when there aren't that many."""
        drawn = tuple(islice(self.shuffled(rng), n)) if n > 0 else ()
        if len(drawn) != n:
            raise InputError(f"{self.name}: it has {len(drawn)} pages, {n} different ones can't be drawn")
        return drawn

    @cached_property
    def _seeds(self) -> tuple[str, ...]:
        return tuple(sorted(draw_seeds(self, self._order).titles)) if self._order else ()

    @cached_property
    def _server(self) -> str:
        server = self.site.general.server
        scheme = self._api.service.base.partition(":")[0]
        return f"{scheme}:{server}" if server.startswith("//") else server

    @cached_property
    def _outside(self) -> frozenset[str]:
        """Names of every namespace but the articles', folded."""
        spaces = [space for space in self.site.query.namespaces.values() if space.id != 0]
        names = [name for space in spaces for name in (space.name, space.canonical)]
        names += [alias.alias for alias in self.site.query.namespacealiases if alias.id != 0]
        return frozenset(name.replace("_", " ").casefold() for name in names if name)

    def _has(self, extension: str) -> bool:
        return any(one.name == extension for one in self.site.query.extensions)

    def _checked(self, title: str) -> str:
        fault = fault_in(title)
        if fault:
            raise MissingPage(f"{self.name}: no page can be called {title!a}: {fault}")
        return title

    def _exact(self, title: str) -> str:
        return self._existing(self.resolve(self._checked(title)))

    def _existing(self, resolution: Resolution) -> str:
        if resolution.title is None:
            raise MissingPage(f"{self.name}: no page {resolution.asked!r}: use an exact title or a redirect to one")
        return resolution.title

    def _resolve(self, title: str) -> Resolution:
        return self._merged({"prop": "info", "redirects": "1", "titles": title}, [title])[0][title]

    def _pin(self, title: str) -> ApiPage:
        """An exact title's page with its redirects: what it is pinned to is said here and nowhere else."""
        params = {"prop": "info|redirects", "rdnamespace": "0", "rdlimit": "max", "rdprop": "title", "titles": title}
        page = self._merged(params, [title])[1].get(title)
        if page is None or not page.exists:
            raise MissingPage(f"{self.name}: no page {title!r}: it is gone since it was found")
        return page

    def _merged(
        self, params: Mapping[str, str], asked: list[str]
    ) -> tuple[Mapping[str, Resolution], Mapping[str, ApiPage]]:
        """A query about titles, continued to its end: what each stands for, and the pages by title.

        The wiki's main page is a list of what is in it and no article.
        """
        pages: dict[str, ApiPage] = {}
        changes: dict[str, str] = {}
        redirects: dict[str, str] = {}
        for reply in self._api.query(params, "POST" if len(asked) > 1 else "GET"):
            changes |= {change.source: change.target for change in reply.query.normalized}
            redirects |= {change.source: change.target for change in reply.query.redirects}
            for page in reply.query.pages:
                pages[page.title] = pages[page.title].joined(page) if page.title in pages else page
        pages.pop(self.site.general.mainpage, None)
        return {title: resolution(title, changes, redirects, pages, self.name) for title in asked}, pages

    def _read_page(self, title: str) -> Page:
        revision = self._pinned(title).lastrevid
        params = {
            "oldid": str(revision), "prop": "text|revid", "disableeditsection": "1", "disabletoc": "1",
            "disablelimitreport": "1",
        }  # fmt: skip
        parsed = self._api.ask("parse", params).parse
        if parsed is None or parsed.revid != revision:
            raise NetFailure("unexpected-shape", f"{self._api.where}: no HTML of revision {revision} ({title!r})")
        if parsed.title != title:
            raise DamagedPage(f"{self.name}: page {title!r} was moved to {parsed.title!a} while it was read")
        return Page(title, self._at_wiki(parsed.text), str(revision), self._url(title, str(revision)))

    def _at_wiki(self, html: str) -> str:
        """The HTML with links as readers of facts and links know them, `/wiki/Title`, whatever the wiki's own path."""
        before, _, after = self.site.general.articlepath.partition("$1")
        if before == "/wiki/" or after:
            return html
        query = "" if "?" in before else "?"
        return re.sub(rf'(?<=href="){re.escape(before)}(?=[^"&{query}]+")', "/wiki/", html)

    def _url(self, title: str, revision: str) -> str:
        path = self.site.general.articlepath.replace("$1", quote(title.replace(" ", "_"), safe="/:(),"))
        return f"{self._server}{path}{'&' if '?' in path else '?'}oldid={revision}"

    def _read_links(self, title: str) -> tuple[Link, ...]:
        shown: dict[str, str] = {}
        for path, text in body_links(self._page(title).html, f"{self.name}: page {title!r}"):
            target = " ".join(path.replace("_", " ").split())
            space = target.partition(":")[0].strip().casefold() if ":" in target else ""
            if space not in self._outside and not fault_in(target):
                shown.setdefault(target, text)
        asked = list(shown)
        links: dict[str, Link] = {}
        for start in range(0, len(asked), BATCH):
            batch = asked[start : start + BATCH]
            names, _ = self._merged({"prop": "info", "redirects": "1", "titles": "|".join(batch)}, batch)
            for target in batch:
                exact = names[target].title
                if exact is not None and exact != title:
                    links.setdefault(exact, Link(exact, shown[target]))
        self._linked.update(links)
        return tuple(links.values())

    def _description(self, title: str, page: ApiPage) -> Description:
        points = [point for point in page.coordinates if point.globe == "earth" and point.primary]
        categories = sorted({category.title.partition(":")[2] for category in page.categories})
        point = points[0] if len(points) == 1 else None
        return Description(
            title=title,
            length=page.length or 0,
            short=page.description or page.pageprops.get("wikibase-shortdesc"),
            disambiguation="disambiguation" in page.pageprops,
            coordinates=None
            if point is None
            else CoordsValue(type="coords", lat=decimal_string(point.lat), lon=decimal_string(point.lon)),
            categories=tuple(categories),
        )
