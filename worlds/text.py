"""The text of a page as a reader gets it: a block a line, the words of a line unbroken."""

from __future__ import annotations

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PreformattedString, Tag

__all__ = ["page_text"]

_BREAK = "\0"
"""Stands where a line ends: HTML's text holds none, while its line breaks are spaces."""

_UNSHOWN = ("script", "style", "template", "noscript")
_BLOCKS = frozenset((
    "address", "article", "aside", "blockquote", "body", "br", "caption", "center", "dd", "details", "div", "dl", "dt",
    "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr",
    "li", "main", "nav", "ol", "option", "p", "pre", "section", "summary", "table", "tbody", "td", "tfoot", "th",
    "thead", "title", "tr", "ul",
))  # fmt: skip
"""Elements that begin a line and end it; all others are part of the line that they stand in."""


def page_text(html: str) -> str:
    """The text of an HTML page, a block a line, white space folded; without scripts, styles, templates and comments."""
    soup = BeautifulSoup(html, "lxml")
    for hidden in soup(_UNSHOWN):
        hidden.decompose()
    parts: list[str] = []
    open_tags: list[Tag] = [soup]
    for node in soup.descendants:
        while open_tags[-1] is not node.parent:
            parts.append(_edge(open_tags.pop()))
        if isinstance(node, Tag):
            parts.append(_edge(node))
            open_tags.append(node)
        elif isinstance(node, NavigableString) and not isinstance(node, PreformattedString):
            parts.append(node)
    lines = (" ".join(line.split()) for line in "".join(parts).split(_BREAK))
    return "\n".join(line for line in lines if line)


def _edge(tag: Tag) -> str:
    """What the start or the end of an element puts into the text."""
    return _BREAK if tag.name in _BLOCKS else ""
