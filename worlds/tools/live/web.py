"""The web tools: search by MediaWiki or Serper, and the text of a page of the world or of an allowed address.

Formats: MediaWiki's `action=query&list=search` (formatversion 2, errors with status 200); serper.dev's `POST /search`.
"""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit

from schemas.values import TextValue, Value
from schemas.worlds import LicenceRecord, Volatility
from worlds.net.messages import NetFailure, Reply, Request, Service
from worlds.pages import MissingPage
from worlds.text import page_text
from worlds.tools.live.link import Credit, LiveProvider
from worlds.tools.live.reading import Parsed, dig, excerpt, listed, optional, words
from worlds.tools.providers import Named, NoAnswer

__all__ = ["FetchPage", "MediaWikiSearch", "SerperSearch"]

RESULTS = 10
HOPS = 5
"""Redirects that are followed from an allowed address, each to an allowed address."""

TEXT_TYPES = {"text/html", "application/xhtml+xml", "text/plain"}


class MediaWikiSearch(LiveProvider):
    """Full-text search of a MediaWiki."""

    credit = Credit(
        "MediaWiki search",
        "live",
        LicenceRecord(spdx="NOASSERTION", attribution="see the wiki", redistributable=False),
    )

    @property
    def licence(self) -> LicenceRecord:
        """Wikipedia's, where it is one; of another wiki's text nobody can say, so nothing may be published."""
        if self.link.service.host.endswith(".wikipedia.org"):
            return LicenceRecord(spdx="CC-BY-SA-4.0", attribution="Wikipedia contributors", redistributable=True)
        return self.credit.licence

    def answer(self, named: Named) -> Value:
        """The first titles, one a line."""
        return excerpt(self.read(named))

    def read(self, named: Named) -> str:
        """Ten titles at most, best first, one a line. No results are refused."""
        params = {
            "action": "query",
            "list": "search",
            "srsearch": _text(named["query"]),
            "srlimit": str(RESULTS),
            "srnamespace": "0",
            "format": "json",
            "formatversion": "2",
            "maxlag": "5",
        }
        answer = self.link.ask(Request("/api.php", params), _lagging)
        error = optional(answer.data, "error")
        if error is not None or answer.status != 200:
            raise NoAnswer("refused-by-service", f"{optional(error, 'code')}: {optional(error, 'info')}")
        found = listed(answer.data, "query", "search")
        if not found:
            raise NoAnswer("empty", "no page matches")
        return "\n".join(words(hit, "title") for hit in found)


class SerperSearch(LiveProvider):
    """Google's results through serper.dev, where a key is set."""

    credit = Credit(
        "Serper (Google search)",
        "live",
        LicenceRecord(spdx="LicenseRef-Serper-Terms", attribution="serper.dev", redistributable=False),
    )

    def answer(self, named: Named) -> Value:
        """The first titles, one a line."""
        return excerpt(self.read(named))

    def read(self, named: Named) -> str:
        """Ten titles with their addresses at most, best first, one a line. No results are refused."""
        answer = self.link.ask(Request("/search", json={"q": _text(named["query"]), "num": RESULTS}), _no_credits)
        if answer.status != 200:
            raise NoAnswer("refused-by-service", str(optional(answer.data, "message") or f"status {answer.status}"))
        found = optional(answer.data, "organic")
        if not isinstance(found, list) or not found:
            raise NoAnswer("empty", "no page matches")
        return "\n".join(f"{words(hit, 'title')} {words(hit, 'link')}" for hit in found[:RESULTS])


class FetchPage(LiveProvider):
    """The text of a page of the world, by title; or of an address on an allowed host."""

    @property
    def name(self) -> str:
        """The world's pages, and the allowed hosts."""
        pages = [self.link.pages.name] if self.link.pages else []
        return f"pages of {', '.join([*pages, *sorted(self.link.hosts)]) or 'nowhere'}"

    @property
    def volatility(self) -> Volatility:
        """Pages may change at any time."""
        return "live"

    @property
    def licence(self) -> LicenceRecord:
        """The world's, where no other host is allowed; else nobody can say, so nothing may be published."""
        if self.link.pages is not None and not self.link.hosts:
            return LicenceRecord(**self.link.pages.licence._asdict())
        return LicenceRecord(spdx="NOASSERTION", attribution="see each page", redistributable=False)

    def answer(self, named: Named) -> Value:
        """The start of the page's text."""
        return excerpt(self.read(named))

    def read(self, named: Named) -> str:
        """The page's whole text. Titles that the world lacks and hosts that aren't allowed are refused."""
        asked = _text(named["page"])
        if asked.startswith(("http://", "https://")):
            return self._fetched(asked)
        if self.link.pages is None:
            raise NoAnswer("unknown-page", "this toolbox has no pages of its own: give an address")
        try:
            return page_text(self.link.pages.get(asked).html)
        except MissingPage as missing:
            raise NoAnswer("unknown-page", str(missing)) from missing

    def _fetched(self, address: str) -> str:
        for _ in range(HOPS + 1):
            parts = urlsplit(address)
            if parts.scheme not in {"http", "https"} or parts.netloc not in self.link.hosts:
                raise NoAnswer("forbidden-address", f"{parts.netloc or address!r} is not among the allowed hosts")
            service = Service(self.link.service.name, f"{parts.scheme}://{parts.netloc}", 1.0)
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            reply = self.link.client.send(service, Request(path), _readable)
            if not reply.location:
                break
            address = urljoin(address, reply.location)
        else:
            raise NoAnswer("forbidden-address", f"more than {HOPS} redirects")
        if reply.status != 200:
            raise NoAnswer("unknown-page", f"the host answered with status {reply.status}")
        text = reply.body.decode("utf-8", "replace")
        return text.strip() if reply.media_type == "text/plain" else page_text(text)


def _readable(reply: Reply) -> bool:
    if reply.status == 200 and reply.media_type not in TEXT_TYPES:
        raise NetFailure("not-text", f"{reply.media_type or 'no media type'} instead of text")
    return reply.status in {200, 301, 302, 303, 307, 308, 404, 410}


def _text(value: Value | str) -> str:
    return value.value if isinstance(value, TextValue) else str(value)


def _lagging(data: Parsed) -> str | None:
    """MediaWiki's words for a reply to come back for."""
    code = optional(optional(data, "error"), "code")
    if code in ("maxlag", "ratelimited", "readonly"):
        return f"{code}: {dig(data, 'error', 'info')}"
    return None


def _no_credits(data: Parsed) -> str | None:
    """Serper's word for an account that is used up, which waiting doesn't mend."""
    message = optional(data, "message")
    if isinstance(message, str) and "credits" in message:
        raise NetFailure("quota", f"serper: {message}")
    return None
