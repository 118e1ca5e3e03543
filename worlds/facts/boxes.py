"""The infoboxes of a page: their rows, under which heading each stands, and the page's own coordinates."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PageElement, PreformattedString, Tag
from bs4.filter import SoupStrainer

from schemas.errors import InputError
from worlds.facts.cells import Cell, is_hidden, read_cell
from worlds.facts.lines import LineStarts

__all__ = ["Box", "Row", "Structure", "label_key", "parts_of", "read_structure", "top_parts"]

_PAGE_LIMIT = 32 * 1024 * 1024
_OPEN_COMMENTS = 20
_DEPTH_LIMIT = 400
_ROW_LIMIT = 2000
_NOT_THE_BOX = frozenset(("wikitable", "collapsible", "navbox", "infobox-subbox", "sidebar"))
_CHROME_TAGS = frozenset(("nav", "header", "footer", "aside"))
_CHROME_IDS = frozenset(("mw-navigation", "mw-head", "mw-panel", "footer", "catlinks", "siteSub", "toc", "p-lang"))
_YEAR_IN_LABEL = re.compile(
    r"\((?:[a-z]+ )?(?:1[0-9]|20)[0-9]{2}(?: census| estimate| est\.?)?\)|\b(?:1[0-9]|20)[0-9]{2}\b|\[[^\]]*\]"
)
_FOLDED = str.maketrans("\u2019\u2018\u2011", "''-", "•·:*\u200b\u200e\u200f\ufeff\u00ad")
_BULLETS = ("•", "·")
_MARK_ID = "benchwright-end"
_MARK = f'<table class="infobox" id="{_MARK_ID}"></table>'
_LAST_WORDS = ("infobox", "=coordinates", 'coordinates"', "coordinates'")
_COORDINATES_ID = "coordinates"


class Row(NamedTuple):
    """A labelled row. `keys` are what its label may be matched by, best first: with its heading (`area/total`), alone.

    A row with a bullet belongs to the row or heading above it, and is never matched alone.
    """

    label: str
    keys: tuple[str, ...]
    at: int


class Title(NamedTuple):
    """A row of one cell only: a heading, a description such as "Single by …", or a picture."""

    text: str
    at: int
    described: bool


@dataclass(frozen=True)
class Box:
    """One infobox: its class names, its labelled rows and its one-cell rows, in page order."""

    classes: frozenset[str]
    rows: tuple[Row, ...]
    titles: tuple[Title, ...]


@dataclass(frozen=True)
class Structure:
    """What the extractor needs of a page, and a way to read any cell of it."""

    html: str
    lines: LineStarts
    boxes: tuple[Box, ...]
    coordinates: tuple[int, ...]

    def cell(self, at: int) -> Cell:
        """The cell, or other element, whose start tag is at this offset."""
        return read_cell(self.html, at, self.lines)


class _MayHoldFacts(SoupStrainer):
    """What the parser keeps: infoboxes and the page's coordinates.

    Chrome is kept too, so that an infobox inside it does not stand at the top, and is passed over.
    """

    def allow_tag_creation(
        self, nsprefix: str | None, name: str, attrs: Mapping[str, str | list[str] | None] | None
    ) -> bool:
        """Whether a start tag outside everything kept so far begins something to keep."""
        if attrs is None:
            return False
        if name == "table":
            return "infobox" in str(attrs.get("class") or "").split()
        if name in _CHROME_TAGS:
            return True
        identity = attrs.get("id")
        return identity == _COORDINATES_ID or identity in _CHROME_IDS


def label_key(label: str) -> str:
    """A label folded for matching: lower case, without bullets, colons, the plural (s), and years with their kind.

    Other words in parentheses stay: `Population (metro)` is not the population.
    """
    text = _YEAR_IN_LABEL.sub(" ", label.casefold().replace("(s)", ""))
    return " ".join(text.translate(_FOLDED).split())


def read_structure(html: str, title: str) -> Structure:
    """Parse only what can hold facts: infoboxes and the page's coordinates, never navigation or footers.

    Raises InputError naming the page where it is larger than any article, or full of comments that never end.
    """
    if len(html) > _PAGE_LIMIT:
        raise InputError(f"page {title!r}: {len(html)} characters of HTML; the extractor reads at most {_PAGE_LIMIT}")
    html = html[: html.rfind(">") + 1]  # no element can begin or end after it
    if html.count("<!--", html.rfind("-->") + 1) > _OPEN_COMMENTS:
        raise InputError(f"page {title!r}: over {_OPEN_COMMENTS} comments that never end; is the page cut off?")
    lines = LineStarts(html)
    boxes: list[Box] = []
    coordinates: list[int] = []
    for tag in parts_of(html):
        if tag.get("id") == _COORDINATES_ID:
            coordinates.append(_offset(tag, lines))
        elif tag.name == "table" and _NOT_THE_BOX.isdisjoint(_classes(tag)):
            boxes.append(_read_box(tag, lines))
    return Structure(html, lines, tuple(boxes), tuple(coordinates))


def parts_of(html: str) -> list[Tag]:
    """Infoboxes, coordinates and chrome: what _MayHoldFacts keeps of the page, nothing inside anything else of it.

    Parsing stops at the first heading after the last infobox. That no element, attribute or comment is open there is
    seen from a mark appended at the cut: it stands at the top exactly then. Otherwise the whole page is parsed.
    """
    last = max(html.rfind(word) for word in _LAST_WORDS)
    if last < 0:
        return []
    cut = html.find("<h2", last)
    if cut > 0:
        parts = top_parts(html[:cut] + _MARK)
        if parts and parts[-1].get("id") == _MARK_ID:
            return parts[:-1]
    return top_parts(html)


def top_parts(html: str) -> list[Tag]:
    """The same from the page as a whole."""
    soup = BeautifulSoup(html, "html.parser", parse_only=_MayHoldFacts("table"))
    return soup.find_all(True, recursive=False)


def _classes(tag: Tag) -> frozenset[str]:
    return frozenset(tag.get_attribute_list("class"))


def _offset(tag: Tag, lines: LineStarts) -> int:
    """Where a tag starts; the html.parser builder always says, for tags that the source writes."""
    if tag.sourceline is None or tag.sourcepos is None:
        raise InputError(f"BeautifulSoup gave no position for a <{tag.name}>; install beautifulsoup4 with html.parser")
    return lines.offset(tag.sourceline, tag.sourcepos)


def _read_box(table: Tag, lines: LineStarts) -> Box:
    rows: list[Row] = []
    titles: list[Title] = []
    heading = parent = ""
    for tr in _own_rows(table)[:_ROW_LIMIT]:
        cells = [child for child in tr.children if isinstance(child, Tag) and child.name in ("th", "td")]
        if len(cells) == 2 and cells[0].name == "th" and cells[1].name == "td":
            label = _visible(cells[0])
            key = label_key(label)
            if label.startswith(_BULLETS):
                keys: tuple[str, ...] = (f"{parent}/{key}",)
            else:
                keys, parent = (f"{heading}/{key}", key), key
            rows.append(Row(label.lstrip("•· \N{NO-BREAK SPACE}"), keys, _offset(cells[1], lines)))
        elif len(cells) == 1:
            text = _visible(cells[0])
            described = not {"description", "infobox-subheader"}.isdisjoint(_classes(cells[0]) | _classes(tr))
            titles.append(Title(text, _offset(cells[0], lines), described))
            if cells[0].name == "th":
                heading = parent = label_key(text)
    return Box(_classes(table), tuple(rows), tuple(titles))


def _own_rows(table: Tag) -> list[Tag]:
    """The table's rows, not those of tables inside it."""
    found: list[Tag] = []
    for child in table.children:
        if not isinstance(child, Tag):
            continue
        if child.name == "tr":
            found.append(child)
        elif child.name in ("tbody", "thead", "tfoot"):
            found.extend(row for row in child.children if isinstance(row, Tag) and row.name == "tr")
    return found


def _visible(tag: Tag) -> str:
    """A label's visible text; long or deeply nested cells are cut, since no label is."""
    parts: list[str] = []
    pending: list[tuple[PageElement, int]] = [(tag, 0)]
    while pending and len(parts) < _DEPTH_LIMIT:
        node, depth = pending.pop()
        if isinstance(node, Tag):
            if node.name == "br":
                parts.append(" ")
            attributes = {name: " ".join(node.get_attribute_list(name)) for name in node.attrs}
            if depth < _DEPTH_LIMIT and (node is tag or not is_hidden(node.name, attributes)):
                pending.extend((child, depth + 1) for child in reversed(node.contents))
        elif isinstance(node, NavigableString) and not isinstance(node, PreformattedString):
            parts.append(node)
    return " ".join("".join(parts).split())[:300]
