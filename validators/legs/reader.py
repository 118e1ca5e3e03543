"""The second reader: an article's infobox rows, its kind, and the one typed value a field has, or why it has none."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from lxml import etree

from schemas.values import DateValue, NumberValue, Value
from validators.legs.cells import read_cell
from validators.legs.fields import fills, plain_label
from validators.legs.links import article_name
from validators.legs.markup import body_of, classes, fold, is_hidden, parse, row_label, text_of
from validators.legs.readings import Unread
from validators.legs.units import FACTORS

__all__ = ["PageReading", "Row", "before", "may_be_a_life", "read_page"]

_LIFE = frozenset({"born", "died"})
_SMALLEST, _TALLEST = Fraction(2, 5), Fraction(3)
"""Between what heights people are, in metres."""

_ANOTHER = re.compile(
    r"(?:(?:highest|lowest) point|mouth|source|urban(?: area)?|metro(?:politan)?(?: area)?|predecessors?|successors?|"
    r"tracks?|parking|extensions?|mast|anchor(?: chain)?|horse|basin|confluence|suburbs?|prison)",
    re.IGNORECASE,
)
"""Headings over rows about something else than the page's subject: its highest point, a river's mouth."""

_BY = re.compile(r"(?P<before>.*?\bby)\s+(?P<artist>.+?)(?:\s+from the album\s+(?P<album>.+))?")
_FROM = re.compile(r"(?P<before>from the album)\s+(?P<album>.+)")
_NOT_SUBJECTS = frozenset({"wikitable", "collapsible", "navbox", "infobox-subbox", "sidebar"})


class Row(NamedTuple):
    """One labelled row: its label, the heading over it, its data cell, and which infobox of the page it is in.

    `words` is what the cell says of the field `field`, where a heading holds it among others; else the whole cell.
    """

    label: str
    heading: str | None
    cell: etree._Element
    box: int
    field: str | None = None
    part: str | None = None
    bullet: bool = False
    own: bool = True

    @property
    def words(self) -> str:
        """What the row says, a line for each line of the page."""
        return text_of(self.cell) if self.part is None else self.part

    def only_link(self) -> str | None:
        """The article that the row's words link to, when it holds exactly one link to an article."""
        links = [one for one in self.cell.iter("a") if self.part is None or fold(text_of(one)) == self.part]
        names = {article_name(one.get("href") or "") for one in links} - {None}
        return names.pop() if len(names) == 1 else None


@dataclass(frozen=True)
class PageReading:
    """One page as the second reader sees it: the kind of thing each infobox is about, their rows, the body."""

    kinds: tuple[str, ...]
    rows: tuple[Row, ...]
    body: etree._Element

    @property
    def kind(self) -> str:
        """What the page is about: by its first infobox; `other` without one."""
        return self.kinds[0] if self.kinds else "other"

    @cached_property
    def words(self) -> str:
        """All words of the article's body, also those not displayed, white space folded."""
        return fold(text_of(self.body, hidden=True))

    def rows_of(self, field: str) -> tuple[Row, ...]:
        """The rows that fill a field: of the first infobox, and of later ones of its kind, which may only agree."""
        rows = [
            row
            for row in self.rows
            if row.field == field or (not row.field and _is_of_subject(row) and fills(field, row.label, row.heading))
        ]
        kept = [row for row in rows if row.box == 0 or self.kinds[row.box] == self.kind]
        return tuple(kept) if kept and kept[0].box == 0 else ()

    def read(self, field: str) -> Value | Unread | None:
        """The one value of a field; Unread where rows give none or several; None where no row names the field."""
        outcome = self._read(field)
        if field in _LIFE and isinstance(outcome, DateValue):
            other = self._read("died" if field == "born" else "born")
            born, died = (outcome, other) if field == "born" else (other, outcome)
            if isinstance(born, DateValue) and isinstance(died, DateValue) and not may_be_a_life(born, died):
                return Unread("implausible")
        return outcome

    def _read(self, field: str) -> Value | Unread | None:
        outcomes = [read_cell(field, row.words, row.cell) for row in self.rows_of(field)]
        if any(one != outcomes[0] for one in outcomes):
            return Unread("two-readings")
        if outcomes and field == "height" and self.kind == "person" and isinstance(outcomes[0], NumberValue):
            metres = Fraction(outcomes[0].value) * FACTORS[outcomes[0].unit][1]
            return outcomes[0] if _SMALLEST <= metres <= _TALLEST else Unread("implausible")
        return outcomes[0] if outcomes else None


def _is_of_subject(row: Row) -> bool:
    """Whether a row speaks of the page's subject: not with a bullet under no sum, nor of its highest point."""
    return row.own and not (row.bullet and row.heading is None)


def may_be_a_life(born: DateValue, died: DateValue) -> bool:
    """Whether one can die then who was born then, at no more than 120 years."""
    return not before(died, born) and int(died.value[:4]) <= int(born.value[:4]) + 120


def before(one: DateValue, other: DateValue) -> bool:
    """Whether a date is before another for sure, however coarse either is."""
    shorter = min(len(one.value), len(other.value))
    return one.value[:shorter] < other.value[:shorter]


def read_page(html: str) -> PageReading:
    """Read a page's source."""
    body = body_of(parse(html))
    rows: list[Row] = []
    kinds: list[str] = []
    boxes = [one for one in body.iter("table") if _is_subject(one)]
    for number, box in enumerate(boxes if boxes and _is_above_sections(body, boxes[0]) else []):
        found, headings = _rows(box, number)
        rows += found
        kinds.append(_kind(box, found, headings))
    rows += [Row("Coordinates", None, one, 0) for one in body.iter() if one.get("id") == "coordinates"]
    return PageReading(tuple(kinds), tuple(rows), body)


def _is_subject(table: etree._Element) -> bool:
    """Whether a table is an infobox of the article's own subject, not one inside another or one of navigation."""
    names = classes(table)
    if "infobox" not in names or not _NOT_SUBJECTS.isdisjoint(names):
        return False
    if any(is_hidden(one) for one in (table, *table.iterancestors())):
        return False
    return all("infobox" not in classes(over) for over in table.iterancestors("table"))


def _is_above_sections(body: etree._Element, box: etree._Element) -> bool:
    """Whether an infobox stands before the first section with words; a later one is about what its section tells of."""
    numbered = [one.get("data-mw-section-id") for one in box.iterancestors("section")]
    if any(numbered):
        return numbered[-1] == "0"
    headed = False
    for one in body.iter("h2", "h3", "h4", "h5", "h6", "p", "table"):
        if one is box:
            return True
        beside = any(over.tag in {"table", "nav", "aside", "header"} for over in one.iterancestors())
        if one.tag == "p" and headed and not beside and fold(text_of(one)):
            return False
        headed = headed or (one.tag not in {"p", "table"} and not beside)
    return True


def _rows(box: etree._Element, number: int) -> tuple[list[Row], list[str]]:
    """An infobox's labelled rows, and its headings."""
    rows: list[Row] = []
    headings: list[str] = []
    over: str | None = None
    own = True
    for line in box.iter("tr"):
        if next(line.iterancestors("table")) is not box or is_hidden(line):
            continue
        label = row_label(line)
        cells = [cell for cell in line if cell.tag in {"th", "td"}]
        if label is not None:
            if not label.startswith(("•", "·", "-", "–")):
                over = label if plain_label(label) in {"area", "population"} else over if _under(over, label) else None
            bullet = label.startswith(("•", "·"))
            rows.append(Row(label.lstrip("•· "), over, cells[-1], number, None, None, bullet, own))
        elif len(cells) == 1 and cells[0].tag == "th":
            over = fold(text_of(cells[0]))
            own = not _ANOTHER.fullmatch(over)
            headings.append(over)
            if all(row.field for row in rows):
                rows += _described(over, cells[0], number)
    return rows, headings


def _under(heading: str | None, label: str) -> bool:
    """Whether a row without a bullet still stands under a heading, as `Total` under `Area` does."""
    return heading is not None and plain_label(label) in {"total", "total area", "estimate", "census"}


def _described(words: str, cell: etree._Element, number: int) -> list[Row]:
    """The rows that a heading like `Studio album by N` or `from the album N` amounts to, their labels before them."""
    rows: list[Row] = []
    found = _BY.fullmatch(words) or _FROM.fullmatch(words)
    for field in ("artist", "album"):
        name = found.groupdict().get(field) if found else None
        if found and name:
            rows.append(Row(words[: found.start(field)].strip(), None, cell, number, field, name))
    return rows


def _kind(box: etree._Element, rows: list[Row], headings: list[str]) -> str:
    labels = {plain_label(row.label) for row in rows}
    described = [heading for heading in headings[:4] if re.search(r"\bby\b|^from the album", heading)]
    what = " | ".join(re.split(r"\bby\b|\bfrom\b", heading)[0] for heading in described).casefold()
    named = " | ".join(headings[:4]).casefold()

    def has(*names: str) -> bool:
        return not labels.isdisjoint(names)

    tests: tuple[tuple[str, bool], ...] = (
        ("album", bool(re.search(r"\b(?:album|box set|ep|extended play|mixtape|soundtrack|compilation)\b", what))),
        ("song", bool(re.search(r"\b(?:song|single|instrumental)\b", what or named))),
        ("airport", has("iata", "iata code") or (has("icao", "icao code") and has("serves", "elevation amsl"))),
        ("series", has("no. of episodes", "no. of seasons", "no. of series", "episodes", "seasons")),
        ("film", has("directed by") and has("running time", "release date", "release dates", "starring")),
        ("person", has("born", "died") and has("born", "birth name", "occupation", "origin", "nationality")),
        ("group", has("members", "past members") or (has("origin") and has("years active", "genres", "genre"))),
        ("currency", has("iso 4217", "iso 4217 code", "central bank") or (has("code") and has("users"))),
        ("zone", has("identifier") and has("countries", "utc offset")),
        ("language", has("iso 639-1", "iso 639-2", "iso 639-3", "native speakers", "language family")),
        ("country", "ib-country" in classes(box) or (
            has("capital", "capital and largest city", "iso 3166 code")
            and has("currency", "calling code", "internet tld", "demonym", "official languages"))),
        ("city", "ib-settlement" in classes(box) or (
            has("country", "sovereign state")
            and has("population", "elevation", "time zone", "coordinates", "area code", "postal code"))),
        ("region", has("countries", "subregions", "no. of countries", "countries and territories")),
    )  # fmt: skip
    return next((kind for kind, holds in tests if holds), "other")
