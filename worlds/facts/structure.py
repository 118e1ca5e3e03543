"""What of a page can say facts: its infoboxes, its coordinates, and the paragraphs of its article by section."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from bs4 import BeautifulSoup
from bs4.element import Tag
from bs4.filter import SoupStrainer

from schemas.errors import InputError
from worlds.facts.boxes import Box, classes_of, offset_of, read_box, visible_text
from worlds.facts.cells import Cell, read_cell
from worlds.facts.lines import LineStarts

__all__ = ["LEAD", "Paragraph", "Structure", "parts_of", "read_structure", "top_parts"]

LEAD = "lead"
"""The section before the first heading."""

_PAGE_LIMIT = 32 * 1024 * 1024
_OPEN_COMMENTS = 20
_PARAGRAPH_LIMIT = 5000
_NOT_THE_BOX = frozenset(("wikitable", "collapsible", "navbox", "infobox-subbox", "sidebar"))
_CHROME_TAGS = frozenset(("nav", "header", "footer", "aside"))
_CHROME_IDS = frozenset(("mw-navigation", "mw-head", "mw-panel", "footer", "catlinks", "siteSub", "toc", "p-lang"))
_HEADINGS = ("h2", "h3", "h4", "h5", "h6")
_HOLDERS = frozenset(
    ("blockquote", "center", "dl", "figure", "form", "gallery", "ol", "pre", "table", "template", "ul")
)
"""Elements whose paragraphs are no sentences of the article itself: tables, lists, quotations, pictures."""

_BESIDE = re.compile(
    r"(?:box|quote|thumb|note|gallery|toc|sidebar|caption|portal|sister|stub|nav|reflist|references|plainlist|indicator)"
)
"""Words in the class of a <div> that stands beside the article's own sentences."""

_BESIDE_STYLE = re.compile(r"float\s*:|border\s*:|display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_END = re.compile(
    r"<h2\b[^>]*>(?:<[^>]*>|\s)*(?:References|Notes|Footnotes|Citations|Sources|Bibliography|Further reading|"
    r"External links|See also)\s*<",
    re.IGNORECASE,
)
"""The heading after which an article says nothing more."""

_MARK_ID = "benchwright-end"
_MARK = f'<table class="infobox" id="{_MARK_ID}"></table>'
_LAST_WORDS = ("infobox", "=coordinates", 'coordinates"', "coordinates'")
_COORDINATES_ID = "coordinates"


class Paragraph(NamedTuple):
    """A paragraph of the article: the headings it stands under, outermost first, and where its start tag is."""

    above: tuple[str, ...]
    at: int

    @property
    def section(self) -> str:
        """The heading right above it; LEAD before the first."""
        return self.above[-1] if self.above else LEAD


@dataclass(frozen=True)
class Structure:
    """What the extractor needs of a page, and a way to read any cell or paragraph of it."""

    html: str
    lines: LineStarts
    boxes: tuple[Box, ...]
    coordinates: tuple[int, ...]
    paragraphs: tuple[Paragraph, ...]

    def cell(self, at: int) -> Cell:
        """The cell, or other element, whose start tag is at this offset."""
        return read_cell(self.html, at, self.lines)


class _MayHoldFacts(SoupStrainer):
    """What the parser keeps: infoboxes, the page's coordinates, paragraphs and headings.

    Chrome is kept too, and whatever holds paragraphs that are not the article's own, so that neither an infobox nor
    a paragraph inside it stands at the top.
    """

    def allow_tag_creation(
        self, nsprefix: str | None, name: str, attrs: Mapping[str, str | list[str] | None] | None
    ) -> bool:
        """Whether a start tag outside everything kept so far begins something to keep."""
        if name == "p" or name in _HEADINGS or name in _HOLDERS or name in _CHROME_TAGS:
            return True
        if not attrs:
            return False
        identity = attrs.get("id")
        if identity == _COORDINATES_ID or identity in _CHROME_IDS:
            return True
        if name != "div":
            return False
        return bool(
            _BESIDE.search(str(attrs.get("class") or "")) or _BESIDE_STYLE.search(str(attrs.get("style") or ""))
        )


def read_structure(html: str, title: str) -> Structure:
    """Parse what can hold facts, never navigation, footers or references.

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
    paragraphs: list[Paragraph] = []
    above: list[tuple[str, str]] = []
    for tag in parts_of(html):
        coordinates.extend(offset_of(point, lines) for point in _points(tag))
        if tag.name in _HEADINGS:
            above = [*(pair for pair in above if pair[0] < tag.name), (tag.name, visible_text(tag) or "?")]
        elif tag.name == "p":
            if len(paragraphs) < _PARAGRAPH_LIMIT:
                paragraphs.append(Paragraph(tuple(text for _, text in above), offset_of(tag, lines)))
        else:
            boxes.extend(read_box(table, lines) for table in _infoboxes(tag))
    return Structure(html, lines, tuple(boxes), tuple(coordinates), tuple(paragraphs))


def _points(tag: Tag) -> list[Tag]:
    """The page's coordinates: a kept element, or what a paragraph or indicator holds."""
    if tag.get("id") == _COORDINATES_ID:
        return [tag]
    return tag.find_all(id=_COORDINATES_ID) if tag.name in {"p", "div"} and tag.get("id") not in _CHROME_IDS else []


def _infoboxes(tag: Tag) -> Iterator[Tag]:
    """The infoboxes at the top of a kept element, itself included; none in chrome."""
    if tag.name in _CHROME_TAGS or tag.get("id") in _CHROME_IDS:
        return
    found = [tag] if _is_infobox(tag) else tag.find_all(_is_infobox)
    for table in found:
        inside = any(_is_infobox(above) for above in table.parents)
        if not inside and _NOT_THE_BOX.isdisjoint(classes_of(table)):
            yield table


def _is_infobox(tag: Tag) -> bool:
    return tag.name == "table" and "infobox" in tag.get_attribute_list("class")


def parts_of(html: str) -> list[Tag]:
    """Infoboxes, coordinates, headings, paragraphs and what they may be hidden in, in order.

    Parsing stops at the first heading that ends the article and follows the last infobox. That no element, attribute
    or comment is open there is seen from a mark appended at the cut: it stands at the top exactly then. Otherwise the
    whole page is parsed.
    """
    last = max(html.rfind(word) for word in _LAST_WORDS)
    cut = _END.search(html, max(0, last))
    if cut:
        parts = top_parts(html[: cut.start()] + _MARK)
        if parts and parts[-1].get("id") == _MARK_ID:
            return parts[:-1]
    return top_parts(html)


def top_parts(html: str) -> list[Tag]:
    """The same from the page as a whole."""
    soup = BeautifulSoup(html, "html.parser", parse_only=_MayHoldFacts("table"))
    return soup.find_all(True, recursive=False)
