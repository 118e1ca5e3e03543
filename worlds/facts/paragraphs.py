"""The paragraphs of an article's own sentences, by section: none in tables, lists, quotations or page chrome.

The offset of every start tag of interest is planted into it as an attribute, and libxml2 then says what it stands in,
event by event: no tree is built, so that a page costs no more memory than its text.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import NamedTuple

from lxml import etree

from worlds.facts.visibility import is_hidden

__all__ = ["LEAD", "Outline", "Paragraph", "read_outline"]

LEAD = "lead"
"""The section before the first heading."""

_MOST = 2000
_MOST_IN_LEAD = 50
_LONGEST_HEADING = 300
_PLANTED = "benchwright-at"
_OPENING = re.compile(r"<(p|h[2-6]|table)(?=[\s>/])", re.IGNORECASE)
_HEADINGS = frozenset(("h2", "h3", "h4", "h5", "h6"))
_BESIDE_TAGS = frozenset(
    ("aside", "blockquote", "center", "dl", "figure", "footer", "form", "header", "li", "nav", "noscript", "ol", "pre",
     "script", "style", "table", "template", "ul")
)  # fmt: skip
"""Elements whose paragraphs are no sentences of the article itself."""

_BESIDE_IDS = frozenset(("mw-navigation", "mw-head", "mw-panel", "footer", "catlinks", "siteSub", "toc", "p-lang"))
_BESIDE_CLASS = re.compile(
    r"box|quote|thumb|note|gallery|toc|sidebar|caption|portal|sister|stub|nav|reflist|references|plainlist|indicator"
)
_BESIDE_STYLE = re.compile(r"float\s*:|border\s*:|display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_END = re.compile(
    r"<h2\b[^>]{0,300}>(?:<[^>]{0,300}>|\s){0,8}(?:References|Notes|Footnotes|Citations|Sources|Bibliography|"
    r"Further reading|External links|See also)\s*<",
    re.IGNORECASE,
)
"""The heading after which an article says nothing more of its subject."""


Text = str | bytes
"""What the parser's events are declared to bring; of pages that are text it is always text."""


class Paragraph(NamedTuple):
    """A paragraph of the article: the headings it stands under, outermost first, and where its start tag is."""

    above: tuple[str, ...]
    at: int

    @property
    def section(self) -> str:
        """The heading right above it; LEAD before the first."""
        return self.above[-1] if self.above else LEAD


class Outline(NamedTuple):
    """A page's paragraphs in order, and where the tables start that nobody sees, themselves or with what holds them."""

    paragraphs: tuple[Paragraph, ...]
    unseen_tables: frozenset[int]


class _Events:
    """What the parser tells its events to: it notes paragraphs, hidden tables, and the words of headings."""

    def __init__(self, unseen: frozenset[str]) -> None:
        self.paragraphs: list[Paragraph] = []
        self.unseen_tables: set[int] = set()
        self._unseen = unseen
        self._above: list[tuple[str, str]] = []
        self._beside: list[bool] = [False]
        self._hidden: list[bool] = [False]
        self._heading: list[str] | None = None

    def start(self, tag: Text, attrib: dict[Text, Text]) -> None:
        """An element begins."""
        tag, attributes = str(tag), {str(name): str(value) for name, value in attrib.items()}
        planted = attributes.get(_PLANTED, "")
        hidden = self._hidden[-1] or is_hidden(tag, attributes, self._unseen)
        if tag == "table" and hidden and planted.isdigit():
            self.unseen_tables.add(int(planted))
        if not self._beside[-1] and planted.isdigit():
            if tag in _HEADINGS:
                self._heading = []
            elif tag == "p" and not hidden and len(self.paragraphs) < (_MOST if self._above else _MOST_IN_LEAD):
                self.paragraphs.append(Paragraph(tuple(words for _, words in self._above), int(planted)))
        self._beside.append(self._beside[-1] or _is_beside(tag, attributes))
        self._hidden.append(hidden)

    def end(self, tag: Text) -> None:
        """An element ends, with or without a tag of its own."""
        tag = str(tag)
        if len(self._beside) > 1:
            self._beside.pop()
            self._hidden.pop()
        if self._heading is not None and tag in _HEADINGS:
            words = " ".join("".join(self._heading).split())[:_LONGEST_HEADING]
            self._above = [*(pair for pair in self._above if pair[0] < tag), (tag, words or "?")]
            self._heading = None

    def data(self, data: Text) -> None:
        """Words, which count inside headings."""
        if self._heading is not None and not self._hidden[-1] and len(self._heading) < _LONGEST_HEADING:
            self._heading.append(str(data)[:_LONGEST_HEADING])

    def comment(self, text: Text) -> None:
        """No reader sees it."""

    def close(self) -> None:
        """The page has ended."""


def _is_beside(tag: str, attributes: dict[str, str]) -> bool:
    """Whether an element stands beside the article's own sentences, with all that is in it."""
    if tag in _BESIDE_TAGS or attributes.get("id") in _BESIDE_IDS:
        return True
    return tag == "div" and bool(
        _BESIDE_CLASS.search(attributes.get("class", "")) or _BESIDE_STYLE.search(attributes.get("style", ""))
    )


def read_outline(html: str, unseen: frozenset[str]) -> Outline:
    """What stands before the article's references; of more paragraphs than any article has, the first.

    `unseen` are classes that the page's style sheets hide.
    """
    end = _END.search(html)
    source = html[: end.start()] if end else html
    planted = _OPENING.sub(lambda match: f'{match[0]} {_PLANTED}="{match.start()}"', source)
    events = _Events(unseen)
    parser = etree.HTMLParser(target=events, encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
    parser.feed(planted.encode("utf-8", "replace"))
    with suppress(etree.XMLSyntaxError):  # nothing in the page at all, or elements nested beyond what the parser takes
        parser.close()
    return Outline(tuple(events.paragraphs), frozenset(events.unseen_tables))
