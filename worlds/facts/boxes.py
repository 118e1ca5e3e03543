"""The infoboxes of a page: their rows, and under which heading each stands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from bs4.element import NavigableString, PageElement, PreformattedString, Tag

from schemas.errors import InputError
from worlds.facts.lines import LineStarts
from worlds.facts.visibility import is_hidden

__all__ = ["Box", "Row", "Title", "classes_of", "label_key", "offset_of", "read_box", "visible_text"]

_DEPTH_LIMIT = 400
_ROW_LIMIT = 2000
_YEAR = r"(?:1[0-9]{3}|20[0-2][0-9])"
_MONTH_NAME = r"(?:(?:[0-3]?[0-9] )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? )"
_YEAR_IN_LABEL = re.compile(
    rf"\((?:(?:as of|census|estimate|est\.),? )?{_MONTH_NAME}?{_YEAR}(?:,? (?:census|estimate|est\.?))?\)|"
    rf"\b{_YEAR}\b|\[[^\]]{{1,3}}\]"
)
"""A year with no more than its month, or that it is one of a census, and a mark of a note. `(metro 2010)` stays, and so
does a year of the future."""

_FOLDED = str.maketrans("\u2019\u2018\u2011", "''-", "•·:*\u200b\u200e\u200f\ufeff\u00ad")
_NAMING = frozenset(("fn", "org", "summary", "infobox-above", "infobox-title", "adr"))
_OWN_HEADING = re.compile(
    r"(?:(?:background|general|basic|technical|other|key|personal|vital) )?(?:information|data|details|statistics)|"
    r"overview|summary|background|description|history|geography|demographics|government|politics|legislature|economy|"
    r"administration|location|dimensions|specifications|design(?: and construction)?|construction|production|release|"
    r"broadcast|(?:establishment|formation|independence|area|population|elevation|gdp|gini|hdi|religion|"
    r"ethnic groups|languages?|time zone|coordinates|currency|codes?|names?|personal)\b(?! of).{0,40}|"
    r"original release|status|organi[sz]ation|facilities|usage|identifiers|characteristics|physical characteristics|"
    r"(?:websites?|links?|signature|origin|etymology|denominations|issuance|valuation|official status)"
)
"""Headings over what an infobox says of its own subject, and the groups after which it goes on with it."""

_BULLETS = ("•", "·")


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
    """One infobox: its class names, its labelled rows and its one-cell rows, in page order, and where it starts."""

    classes: frozenset[str]
    rows: tuple[Row, ...]
    titles: tuple[Title, ...]
    at: int


def label_key(label: str) -> str:
    """A label folded for matching: lower case, without bullets, colons, the plural (s), and years with their kind.

    Other words in parentheses stay: `Population (metro)` is not the population.
    """
    text = _YEAR_IN_LABEL.sub(" ", label.casefold().replace("(s)", ""))
    return " ".join(text.translate(_FOLDED).split())


def classes_of(tag: Tag) -> frozenset[str]:
    """A tag's class names."""
    return frozenset(tag.get_attribute_list("class"))


def offset_of(tag: Tag, lines: LineStarts) -> int:
    """Where a tag starts; the html.parser builder always says, for tags that the source writes."""
    if tag.sourceline is None or tag.sourcepos is None:
        raise InputError(f"BeautifulSoup gave no position for a <{tag.name}>; install beautifulsoup4 with html.parser")
    return lines.offset(tag.sourceline, tag.sourcepos)


def read_box(table: Tag, lines: LineStarts, unseen: frozenset[str] = frozenset(), title: str = "") -> Box:
    """An infobox's rows and titles, up to a limit that no article reaches; classes `unseen` are not shown.

    Under a heading that may be about something else (`Highest point`) a row is not matched by its label alone; `title`
    is the page's, which is a heading too. A label that spans several rows has several values, and is passed over.
    """
    rows: list[Row] = []
    titles: list[Title] = []
    heading = parent = ""
    own = True
    for tr in _own_rows(table)[:_ROW_LIMIT]:
        cells = [child for child in tr.children if isinstance(child, Tag) and child.name in ("th", "td")]
        if any(_is_unseen(tag, unseen) for tag in (tr, *cells)):
            continue
        if len(cells) == 2 and cells[0].name == "th" and cells[1].name == "td":
            if any(str(cell.get("rowspan") or "1").strip() != "1" for cell in cells):
                continue
            label = visible_text(cells[0], unseen)
            key = label_key(label)
            if label.startswith(_BULLETS):
                keys: tuple[str, ...] = (f"{parent}/{key}",)
            else:
                keys, parent = ((f"{heading}/{key}", key) if own else (f"{heading}/{key}",)), key
            rows.append(Row(label.lstrip("•· \N{NO-BREAK SPACE}"), keys, offset_of(cells[1], lines)))
        elif len(cells) == 1:
            text = visible_text(cells[0], unseen)
            described = not {"description", "infobox-subheader"}.isdisjoint(classes_of(cells[0]) | classes_of(tr))
            titles.append(Title(text, offset_of(cells[0], lines), described))
            if cells[0].name == "th":
                heading = parent = label_key(text)
                own = described or _is_own(heading, classes_of(cells[0]) | classes_of(tr), title)
    return Box(classes_of(table), tuple(rows), tuple(titles), offset_of(table, lines))


def _is_own(heading: str, names: frozenset[str], title: str) -> bool:
    """Whether what stands under a heading is about the page's subject: its name, or a word for a side of it."""
    if not heading or _OWN_HEADING.fullmatch(heading) or not _NAMING.isdisjoint(names):
        return True
    name = label_key(re.sub(r" \([^()]*\)$", "", title))
    return bool(name) and (name in heading or heading in name)


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


def _is_unseen(tag: Tag, unseen: frozenset[str]) -> bool:
    return is_hidden(tag.name, {name: " ".join(tag.get_attribute_list(name)) for name in tag.attrs}, unseen)


def visible_text(tag: Tag, unseen: frozenset[str] = frozenset()) -> str:
    """A label's visible text; long or deeply nested cells are cut, since no label is."""
    parts: list[str] = []
    pending: list[tuple[PageElement, int]] = [(tag, 0)]
    while pending and len(parts) < _DEPTH_LIMIT:
        node, depth = pending.pop()
        if isinstance(node, Tag):
            if node.name == "br":
                parts.append(" ")
            if depth < _DEPTH_LIMIT and (node is tag or not _is_unseen(node, unseen)):
                pending.extend((child, depth + 1) for child in reversed(node.contents))
        elif isinstance(node, NavigableString) and not isinstance(node, PreformattedString):
            parts.append(node)
    return " ".join("".join(parts).split())[:300]
