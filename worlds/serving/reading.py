"""A recorded page as agents and people read it: its text with its links' titles, and HTML that asks for nothing."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import quote

from lxml import etree
from lxml import html as markup

from worlds.links import body_of, link_path, title_of
from worlds.pages import Link, PageSource
from worlds.text import page_text

__all__ = ["Readable", "address", "asking", "readable", "wiki_html"]

DROPPED = (
    "script", "style", "template", "noscript", "iframe", "frame", "object", "embed", "form", "input", "button",
    "select", "textarea", "link", "meta", "base", "img", "svg", "math", "video", "audio", "source", "picture", "canvas",
)  # fmt: skip
KEPT = frozenset({"class", "id", "title", "lang", "dir", "colspan", "rowspan", "scope", "start", "value", "datetime"})
"""Attributes that stay; none of them makes a browser ask for anything."""


class Readable(NamedTuple):
    """A page's visible text, and the links of its body in order."""

    text: str
    links: tuple[Link, ...]


def readable(html: str, pages: PageSource, title: str) -> Readable:
    """The article of a page. Raises DamagedPage for HTML nested too deeply."""
    body = body_of(html, f"page {title!r}")
    text = "" if body is None else page_text(markup.tostring(body, encoding="unicode"))
    return Readable(f"{title}\n{text}", pages.links(title))


def address(title: str) -> str:
    """Where a page is served."""
    return "/wiki/" + quote(title.replace(" ", "_"), safe=":()!,'*")


def asking(where: str, leg: str | None) -> str:
    """An address of this wiki that says which leg it is asked for, where that is known."""
    return f"{where}?leg={leg}" if leg else where


def wiki_html(html: str, title: str, pages: PageSource, leg: str | None = None) -> str:
    """The article's HTML with links into this wiki, marked by whether it holds them, and nothing else to fetch.

    The links carry on the leg that the article was asked for. Raises DamagedPage for HTML nested too deeply.
    """
    body = body_of(html, f"page {title!r}")
    if body is None:
        return ""
    for element in list(body.iter(*DROPPED)):
        element.drop_tree()
    for element in body.iter(etree.Element):
        path = link_path(element.get("href") or "") if element.tag == "a" else ""
        for name in list(element.attrib):
            if name not in KEPT:
                del element.attrib[name]
        if path:
            target = title_of(path)
            element.set("href", asking(address(target), leg))
            element.set("class", "held" if pages.holds(target) else "absent")
    body.tag = "div"
    return str(markup.tostring(body, encoding="unicode", method="html"))
