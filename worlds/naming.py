"""Which page an agent read, from the title or address it used: percent signs, underscores, mobile hosts, redirects."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

__all__ = ["PageNames", "page_title"]

LONGEST = 2_000
"""Characters of an address past which it names nothing."""


class PageNames(NamedTuple):
    """The pages of a world by every name they go by, and the host that serves them."""

    host: str
    exact: Mapping[str, str]

    def find(self, text: str) -> str | None:
        """The exact title of the page that a title or an address means; None for no page of the world."""
        named = page_title(text, self.host)
        if named is None:
            return None
        return self.exact.get(_key(named)) or self.exact.get(_key(unquote(named)))

    @staticmethod
    def over(url: str, names: Mapping[str, tuple[str, ...]]) -> PageNames:
        """Of pages with their aliases; `url` is the address of one of them. A title beats another page's alias."""
        exact = {_key(alias): title for title, aliases in names.items() for alias in aliases}
        exact |= {_key(title): title for title in names}
        return PageNames(_host(urlsplit(url).hostname or ""), exact)


def page_title(text: str, host: str) -> str | None:
    """The title that a text means: itself, or the one in an address on `host` or on this machine."""
    text = text.strip()
    if not text or len(text) > LONGEST:
        return None
    if text.startswith("/wiki/"):
        return unquote(text.removeprefix("/wiki/").partition("#")[0].partition("?")[0]) or None
    if "://" not in text and not text.startswith("//"):
        # An address without its scheme, as people copy it; a slash in a title leads to no host of ours.
        return (_in_address(f"//{text}", host) if "/wiki/" in text else None) or text.partition("#")[0] or None
    return _in_address(text, host)


def _in_address(text: str, host: str) -> str | None:
    """The title in an address: in its path, or for a script's path or none in its query, as MediaWiki reads it."""
    try:
        parts = urlsplit(text)
        server = parts.hostname or ""
    except ValueError:
        return None
    if _host(server) != host and not _here(server):
        return None
    before, wiki, title = parts.path.partition("/wiki/")
    if wiki:
        return unquote(title) if title and not before.strip("/") else None
    asked = parse_qs(parts.query).get("title")
    return asked[-1] if asked and (parts.path in {"", "/"} or parts.path.endswith("/index.php")) else None


def _key(title: str) -> str:
    """A title as it is compared: spaces for underscores, the first letter in upper case."""
    plain = " ".join(unicodedata.normalize("NFC", title).replace("_", " ").split())
    return plain[:1].upper() + plain[1:]


def _host(name: str) -> str:
    """A host without the parts before a domain that say web (`www.wiki.test`) and mobile (`en.m.wiki.test`)."""
    labels = name.lower().split(".")
    if labels[0] == "www":
        labels = labels[1:]
    for place in (0, 1):
        if labels[place : place + 1] == ["m"] and len(labels) > place + 2:
            labels = labels[:place] + labels[place + 1 :]
            break
    return ".".join(labels)


def _here(host: str) -> bool:
    """Whether a host is this machine, where a release is served."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
