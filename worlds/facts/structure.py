"""What of a page can say facts: its infoboxes, its coordinates, and the paragraphs of its article by section."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bs4 import BeautifulSoup
from bs4.element import Tag
from bs4.filter import SoupStrainer

from schemas.errors import InputError
from worlds.charrefs import without_endless
from worlds.facts.boxes import Box, classes_of, offset_of, read_box
from worlds.facts.cells import Cell, read_cell
from worlds.facts.lines import LineStarts
from worlds.facts.paragraphs import Paragraph, read_outline
from worlds.facts.visibility import hidden_classes
from worlds.parsoid import is_parsoid, own_infoboxes

__all__ = ["Structure", "parts_of", "read_structure", "top_parts"]

_PAGE_LIMIT = 32 * 1024 * 1024
_OPEN_COMMENTS = 20
_NOT_THE_BOX = frozenset(("wikitable", "collapsible", "navbox", "infobox-subbox", "sidebar"))
_CHROME_TAGS = frozenset(("nav", "header", "footer", "aside"))
_CHROME_IDS = frozenset(("mw-navigation", "mw-head", "mw-panel", "footer", "catlinks", "siteSub", "toc", "p-lang"))
_MARK_ID = "benchwright-end"
_MARK = f'<table class="infobox" id="{_MARK_ID}"></table>'
_LAST_WORDS = ("infobox", "=coordinates", 'coordinates"', "coordinates'")
_COORDINATES_ID = "coordinates"


@dataclass(frozen=True)
class Structure:
    """What the extractor needs of a page, and a way to read any cell or paragraph of it."""

    html: str
    lines: LineStarts
    boxes: tuple[Box, ...]
    coordinates: tuple[int, ...]
    paragraphs: tuple[Paragraph, ...]
    unseen: frozenset[str]

    def cell(self, at: int) -> Cell:
        """The cell, or other element, whose start tag is at this offset."""
        return read_cell(self.html, at, self.lines, self.unseen)


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


def read_structure(html: str, title: str) -> Structure:
    """Parse only what can hold facts: infoboxes, the page's coordinates and paragraphs, never navigation or footers.

    Raises InputError naming the page where it is larger than any article, or full of comments that never end.
    """
    if len(html) > _PAGE_LIMIT:
        raise InputError(f"page {title!r}: {len(html)} characters of HTML; the extractor reads at most {_PAGE_LIMIT}")
    html = without_endless(html)
    html = html[: html.rfind(">") + 1]  # no element can begin or end after it
    if html.count("<!--", html.rfind("-->") + 1) > _OPEN_COMMENTS:
        raise InputError(f"page {title!r}: over {_OPEN_COMMENTS} comments that never end; is the page cut off?")
    lines = LineStarts(html)
    unseen = hidden_classes(html)
    outline = read_outline(html, unseen)
    boxes: list[Box] = []
    coordinates: list[int] = []
    for tag in parts_of(html):
        if tag.get("id") == _COORDINATES_ID:
            coordinates.append(offset_of(tag, lines))
        elif tag.name == "table" and _NOT_THE_BOX.isdisjoint(classes_of(tag)):
            box = read_box(tag, lines, unseen, title)
            if box.at not in outline.unseen_tables:
                boxes.append(box)
    own = boxes if boxes and _in_lead(html, lines, boxes[0], outline.paragraphs) else []
    return Structure(html, lines, tuple(own), tuple(coordinates), outline.paragraphs, unseen)


def _in_lead(html: str, lines: LineStarts, box: Box, paragraphs: tuple[Paragraph, ...]) -> bool:
    """Whether an infobox stands in the lead; below a section's words it is about something else, a battle of the war.

    Parsoid's HTML says it by its sections; in other HTML no paragraph under a heading may come before.
    """
    if is_parsoid(html):
        return any(offset_of(tag, lines) == box.at for tag in own_infoboxes(html))
    return not any(paragraph.above and paragraph.at < box.at for paragraph in paragraphs)


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
