"""The article that a link in a fact names."""

from __future__ import annotations

import re
from urllib.parse import unquote

from worlds.links import is_outside, title_of

__all__ = ["target_of"]

_WIKI = re.compile(r"(?:(?:https?:)?//[a-z-]+\.(?:m\.)?wikipedia\.org)?/wiki/")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:/|(?:mailto|tel|geo|data|javascript):", re.IGNORECASE)


def target_of(href: str) -> str | None:
    """The exact title an href leads to, or None where it leaves the articles.

    Understands `Foo_bar.html`, `./Foo_bar`, `../A/Foo_bar` and `/wiki/Foo_bar`; percent-encoding is undone and
    underscores are spaces. Edit links, red links (they carry a query) and other namespaces lead to no article.
    """
    path = href.strip().partition("#")[0]
    wiki = _WIKI.match(path)
    if wiki:
        path = path[wiki.end() :]
    elif path.startswith("./"):
        path = path[2:]
    elif path.startswith("/") or _SCHEME.match(path):
        return None
    if not path or "?" in path:
        return None
    title = title_of(unquote(path, errors="replace"))
    return None if not title or is_outside(title) or "\ufffd" in title else title
