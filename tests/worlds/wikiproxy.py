"""A proxy before the real MediaWiki: it counts what is asked, remembers what was said, and lets faults in between."""

from __future__ import annotations

import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

from tests.worlds.backends.server import Asked, Backends, Said, running
from tests.worlds.mediawiki import PATIENCE, MediaWiki

__all__ = ["Proxy", "proxied"]

HEADERS = ("Content-Type", "Retry-After")


class Proxy(Backends):
    """The backends of one name, `w`, behind which the wiki stands."""

    def __init__(self, wiki: MediaWiki) -> None:
        super().__init__({"w": self.forward})
        self.wiki = wiki
        self.known: dict[tuple[str, ...], Said] = {}

    @property
    def api(self) -> str:
        """The address to give as the wiki's."""
        return f"{self.url}/w/api.php"

    def forward(self, asked: Asked) -> Said:
        """The wiki's reply; the same as the last time where the same was asked."""
        key = (asked.method, asked.path, urlencode(sorted(asked.query.items())), asked.body.decode())
        if key not in self.known:
            self.known[key] = self._asked(asked)
        return self.known[key]

    def _asked(self, asked: Asked) -> Said:
        address = f"{self.wiki.url}{asked.path}" + (f"?{urlencode(asked.query)}" if asked.query else "")
        headers = {"Content-Type": asked.headers["Content-Type"]} if asked.body else {}
        request = urllib.request.Request(address, asked.body or None, headers)  # noqa: S310 - loopback alone
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as said:  # noqa: S310
                kept = {name: said.headers[name] for name in HEADERS if name in said.headers}
                return Said(said.status, said.read(), kept)
        except urllib.error.HTTPError as error:
            return Said(error.code, error.read(), {"Content-Type": error.headers.get("Content-Type", "")})


@contextmanager
def proxied(wiki: MediaWiki) -> Iterator[Proxy]:
    """The proxy, listening until the end of the block."""
    proxy = Proxy(wiki)
    with running(proxy):
        yield proxy
