"""The links of an article's body, read anew: which recorded pages they lead to, and which names lead nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote

from lxml import etree

from validators.legs.markup import body_of, classes, parse

__all__ = ["Anchor", "article_name", "body_anchors"]


_NAMESPACES = re.compile(
    r"(?:(?:user|wikipedia|wp|project|file|image|mediawiki|template|help|category|portal|draft|timedtext|module|book|"
    r"topic|gadget|education[ _]program)(?:[ _]talk)?|talk|special|media)[ _]*:",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(r"(?:https?|ftps?|mailto|irc|tel|geo|data|javascript|news|sips?|magnet):|//", re.IGNORECASE)
_NOT_ARTICLES = frozenset({"external", "extiw", "new", "image", "internal", "mw-selflink"})
_NOT_WORDS = frozenset({"mw-editsection", "mw-jump-link", "catlinks", "printfooter"})


class Anchor(NamedTuple):
    """One link to an article: the name its address spells, and its element."""

    name: str
    element: etree._Element


def article_name(href: str) -> str | None:
    """The article that a link's address spells, of the shapes `Title.html`, `./Title` and `/wiki/Title`.

    None for addresses elsewhere, for actions (edit, red links), parts of the same page and other namespaces.
    """
    address = href.strip()
    address, _, _ = address.partition("#")
    if not address or "?" in address or _ELSEWHERE.match(address):
        return None
    if address.startswith("/"):
        if not address.startswith("/wiki/"):
            return None
        address = address[6:]
    else:
        address = re.sub(r"^(?:\.{1,2}/)+(?:A/)?", "", address)
    name = " ".join(re.sub(r"\.html?$", "", unquote(address)).replace("_", " ").split())
    return None if not name or _NAMESPACES.match(name) else name


def body_anchors(html: str) -> Iterator[Anchor]:
    """Every link of a page's body to an article, in order, as often as it occurs."""
    for element in body_of(parse(html)).iter("a"):
        name = article_name(element.get("href") or "")
        if name is None or not _NOT_ARTICLES.isdisjoint(classes(element)):
            continue
        if all(_NOT_WORDS.isdisjoint(classes(over)) for over in element.iterancestors()):
            yield Anchor(name, element)
