"""From a page to its fact sheet: the first infobox speaks, later ones of its kind and prose can only contradict it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from schemas.errors import InputError
from schemas.facts import Fact, FactSheet
from worlds.facts.agreement import sheet_of
from worlds.facts.boxes import Box
from worlds.facts.cells import Cell
from worlds.facts.coordinates import read_coordinates
from worlds.facts.fields import FIELDS, FieldSpec, field_of, read_field
from worlds.facts.kinds import Kind, kind_of
from worlds.facts.names import NameStyle, read_name
from worlds.facts.prose import read_prose
from worlds.facts.reading import Reading, Refused, Said
from worlds.facts.stated import stated
from worlds.facts.structure import Structure, read_structure
from worlds.facts.targets import target_of
from worlds.pages import Page

__all__ = ["extract_facts", "read_facts"]

_KEPT = 4096
_sheets: dict[tuple[str, str], FactSheet] = {}

_BY = re.compile(r".*?\bby (?P<artist>.+?)(?: from the (?:album|EP) (?P<album>.+))?")
_FROM = re.compile(r"from the (?:album|EP) (?P<album>.+)")


def read_facts(page: Page) -> FactSheet:
    """Everything a page says in one safe reading each, and why other rows and sentences of known fields say nothing.

    Sheets are kept by title and page digest. Raises InputError where a page is larger than any article, or is no
    text that UTF-8 can hold.
    """
    try:
        key = page.title, page.digest
    except UnicodeEncodeError as error:
        raise InputError(f"page {page.title!r}: half a surrogate pair at character {error.start}") from error
    if key not in _sheets:
        if len(_sheets) >= _KEPT:
            del _sheets[next(iter(_sheets))]
        _sheets[key] = extract_facts(page)
    return _sheets[key]


def extract_facts(page: Page) -> FactSheet:
    """The same, read anew each time."""
    structure = read_structure(page.html, page.title)
    kinds = [kind_of(box) for box in structure.boxes]
    kind: Kind = kinds[0] if kinds else "other"
    rows = list(_rows(structure, structure.boxes[0], kind)) if kinds else []
    known = frozenset(row.field for row in rows)
    for box, its in zip(structure.boxes[1:], kinds[1:], strict=True):
        if its == kind != "other":
            rows.extend(row for row in _rows(structure, box, its) if row.field in known)
    rows.extend(_coordinates(structure))
    return sheet_of(page.title, kind, rows, list(read_prose(structure, page.title, kind)))


def _rows(structure: Structure, box: Box, kind: Kind) -> Iterator[Said]:
    for title in box.titles:
        if title.described:
            yield from _described(structure.cell(title.at), kind)
        elif title.text.startswith("Coordinates"):
            yield _point(structure.cell(title.at), "Coordinates", "infobox")
    for row in box.rows:
        specs = field_of(row.keys, kind)
        if not specs:
            continue
        cell = structure.cell(row.at)
        for spec in specs:
            if spec.how == "coordinates":
                yield _point(cell, row.label, "infobox")
            else:
                yield _row(spec, row.label, cell, partial(read_field, spec, cell))


def _described(cell: Cell, kind: Kind) -> Iterator[Said]:
    """Artist and album, from `Single by … from the album …` under the title of a song or album."""
    if cell.too_long:
        return
    match = _BY.fullmatch(cell.flat) or _FROM.fullmatch(cell.flat)
    for name in ("artist", "album"):
        spec = FIELDS[name]
        if match and kind in spec.kinds and match.groupdict().get(name):
            label = cell.flat[: match.start(name)].strip()
            style: NameStyle = "person" if name == "artist" else "title"
            part = cell.part(*match.span(name))
            yield _row(spec, label, cell, partial(read_name, cell, style, *match.span(name)), part)


def _row(spec: FieldSpec, label: str, cell: Cell, read: Callable[[], Reading], part: Cell | None = None) -> Said:
    """What a row says; `part` is the range of the cell that speaks of the field, where it is not all of it."""
    try:
        reading = read()
        source = cell.source(reading.begin, reading.end)
    except Refused as refused:
        told = stated(spec, part or cell, refused.reason)
        return Said(spec.name, label, None, refused.reason, cell.words("infobox"), told)
    href = cell.link(reading.begin, reading.end)
    fact = Fact(
        field=spec.name,
        value=reading.value,
        section="infobox",
        label=label,
        start=source[0],
        end=source[1],
        quote=cell.text[reading.begin : reading.end],
        link=None if href is None else target_of(href),
    )
    return Said(spec.name, label, fact, None, cell.words("infobox"))


def _coordinates(structure: Structure) -> Iterator[Said]:
    """The page's coordinates as its title line shows them."""
    for at in structure.coordinates:
        yield _point(structure.cell(at), "Coordinates", "title")


def _point(cell: Cell, label: str, section: str) -> Said:
    try:
        point = read_coordinates(cell)
    except Refused as refused:
        return Said("coordinates", label, None, refused.reason, cell.words(section))
    fact = Fact(
        field="coordinates",
        value=point.value,
        section=section,
        label=label,
        start=point.start,
        end=point.end,
        quote=point.quote,
        link=None,
    )
    return Said("coordinates", label, fact, None, cell.words(section))
