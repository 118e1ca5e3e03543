"""What a refused cell plainly says all the same: an approximate date, a range, several values, or that nobody knows.

None of it is ever a fact: a question needs one value. Where the words allow doubt about the typed form too
(qualified items, "before 1955"), there is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Literal, NamedTuple

from pydantic import ValidationError

from schemas.stated import Alternatives, Circa, DateRange, NumberRange, Stated, Undated, ValueList
from schemas.values import DateValue, NumberValue, Value
from worlds.facts.cells import Cell, plain_cell
from worlds.facts.dates import DAY, ISO, MONTH, YEAR, find_dates
from worlds.facts.fields import FieldSpec, read_field
from worlds.facts.numbers import parse_number
from worlds.facts.reading import Reason, Refused
from worlds.facts.words import DASH, TERRITORY

__all__ = ["stated"]

_MOST_JOINS = 8
_MOST_VALUES = 40
"""Dashes looked at in a range (ISO dates hold four), and values in a list: no plain cell has more."""

_CIRCA = re.compile(r"(?:c\.|ca\.|circa|about|around|approx\.|approximately)\s?(?=[\dA-Z])")
_UNDATED = re.compile(r"undated|n\.? ?d\.?|(?:date )?(?:unknown|not known)", re.IGNORECASE)
_FROM = re.compile(r"(?:from|between) ", re.IGNORECASE)
_TO = re.compile(rf" ?[{DASH}] ?| (?:to|until|through) ")
_PLACE = re.compile(r"(?:,? (?:in|at) |, |\n)[^\d(]{1,200}$")
_SIDE = re.compile(r"(?P<sign>(?:US ?)?\$ ?)?(?P<digits>\d[\d,.:]*)(?P<tail>.*)")


class _Short(NamedTuple):
    """A way to leave out what both ends of a range share: a pattern of `first|last`, and both ends written out."""

    pattern: re.Pattern[str]
    first: str
    last: str


def _short(pattern: str, first: str, last: str) -> _Short:
    return _Short(re.compile(pattern, re.IGNORECASE), first, last)


_WRITTEN_SHORT = (
    _short(rf"(?P<f>{MONTH})\|(?P<l>{MONTH} (?P<y>{YEAR}))", r"\g<f> \g<y>", r"\g<l>"),
    _short(rf"(?P<f>{MONTH} {DAY})\|(?P<l>{MONTH} {DAY},? (?P<y>{YEAR}))", r"\g<f> \g<y>", r"\g<l>"),
    _short(rf"(?P<m>{MONTH}) (?P<f>{DAY})\|(?P<l>{DAY},? (?P<y>{YEAR}))", r"\g<m> \g<f> \g<y>", r"\g<m> \g<l>"),
    _short(rf"(?P<f>{DAY})\|(?P<l>{DAY} (?P<m>{MONTH} {YEAR}))", r"\g<f> \g<m>", r"\g<l>"),
    _short(rf"(?P<f>{DAY} {MONTH})\|(?P<l>{DAY} {MONTH} (?P<y>{YEAR}))", r"\g<f> \g<y>", r"\g<l>"),
    _short(r"(?P<c>\d\d)(?P<f>\d\d)\|(?P<l>1[3-9]|[2-9]\d)", r"\g<c>\g<f>", r"\g<c>\g<l>"),
)
"""Two figures behind a dash are a year where they can be no month: 1954–55, but not 2003-04."""

_OR = re.compile(r",? (?:or|and/or) (?:(?:possibly|perhaps) )?| ?\(|\)$", re.IGNORECASE)
_MEASURABLE = frozenset(
    ("area", "count", "date", "date and life", "date and place", "length", "money", "playing time", "running time")
)
_BETWEEN_DATES = re.compile(r"\x00(?:\s*(?:[,;/&\n]|,? ?and\b)\s*\x00)+")
_SEMICOLON = r" ?[;•·|] ?"
_SLASH = r" / "
_COMMA = r" ?,(?! ?(?:Jr|Sr|Inc|Ltd|LLC)\b)(?: and| &)? "
_SEPARATORS: dict[str, tuple[str, ...]] = {
    "person": (_SEMICOLON, _SLASH, rf"{_COMMA}| (?:and|&) "),
    "described": (_SEMICOLON, _SLASH, _COMMA),
    "place": (_SEMICOLON,),
}
_OTHER_SEPARATORS = (_SEMICOLON, _SLASH, _COMMA)
"""What stands between values in one line, the strongest first: firms and bands may hold "and", places commas."""


def stated(spec: FieldSpec, cell: Cell, reason: Reason) -> Stated | None:
    """The typed form of a cell that was refused for that reason, or None where it is not plain."""
    try:
        return _stated(spec, cell, reason)
    except (Refused, ValidationError):  # a part has no single reading, or the ends are not in order
        return None


def _stated(spec: FieldSpec, cell: Cell, reason: Reason) -> Stated | None:
    dated = spec.how.startswith("date")
    if dated and reason in {"no-value", "not-a-date"} and _UNDATED.fullmatch(cell.text):
        return Undated(type="undated")
    if dated and reason == "circa":
        hedge = _CIRCA.match(cell.text)
        return _circa(spec, cell.part(hedge.end(), len(cell.text))) if hedge else None
    if cell.too_long or reason not in {"range", "list", "two-readings", "ambiguous"}:
        return None
    if reason in {"two-readings", "ambiguous"}:
        return _alternatives(spec, cell)
    told = (_date_range(spec, cell) if dated else _number_range(spec, cell.text)) or (
        _value_list(spec, cell) if reason == "list" else None
    )
    return told or (_alternatives(spec, cell) if reason == "list" else None)


def _alternatives(spec: FieldSpec, cell: Cell) -> Alternatives | None:
    """Values with "or" between them, or one in parentheses that contradicts the one before; or a hidden date that does.

    Names are not among them: what stands in parentheses behind one may be anything.
    """
    if spec.how not in _MEASURABLE:
        return None
    cuts = [0, *(place for cut in _OR.finditer(cell.flat) for place in cut.span()), len(cell.flat)]
    parts = [cell.part(begin, end) for begin, end in zip(cuts[::2], cuts[1::2], strict=True)]
    values = [read_field(spec, part).value for part in parts if part.text.strip()]
    if spec.how.startswith("date"):
        values += [_marked(said[0]) for mark in cell.marked if (said := ISO.search(mark.text))]
    values = list(dict.fromkeys(values))
    return Alternatives(type="alternatives", values=tuple(values)) if 1 < len(values) <= _MOST_JOINS else None


def _marked(iso: str) -> DateValue:
    precisions: tuple[Literal["year", "month", "day"], ...] = ("year", "month", "day")
    return DateValue(type="date", value=iso, precision=precisions[iso.count("-")])


def _circa(spec: FieldSpec, cell: Cell) -> Circa | None:
    value = read_field(spec, cell).value
    return Circa(type="circa", date=value) if isinstance(value, DateValue) else None


def _ends(text: str) -> Iterator[tuple[str, str]]:
    """Each way to cut a text in two at a dash or "to"."""
    begun = _FROM.match(text)
    text = text[begun.end() :] if begun else text
    joins = list(_TO.finditer(text))
    for join in joins if len(joins) <= _MOST_JOINS else ():
        yield text[: join.start()], text[join.end() :]
    if begun and begun[0].casefold() == "between ":
        first, _, last = text.partition(" and ")
        yield first, last


def _date_range(spec: FieldSpec, cell: Cell) -> DateRange | None:
    text = _PLACE.sub("", cell.text) if spec.how == "date and place" else cell.text
    for first, last in _ends(text):
        one, other = (_whole_date(end) for end in _written_out(first, last))
        if (
            one is None
            or other is None
            or not all(spec.low <= int(each.value[:4]) <= spec.high for each in (one, other))
        ):
            continue
        marked = [said[0] for mark in cell.marked if mark.name[:3] != "geo" and (said := ISO.search(mark.text))]
        if all(said.startswith((one.value, other.value)) for said in marked):
            return DateRange(type="date range", first=one, last=other)
    return None


def _written_out(first: str, last: str) -> tuple[str, str]:
    """Both ends of a range, each with what the page writes only once."""
    for short in _WRITTEN_SHORT:
        match = short.pattern.fullmatch(f"{first}|{last}")
        if match:
            return match.expand(short.first), match.expand(short.last)
    return first, last


def _whole_date(text: str) -> DateValue | None:
    """The date that a text is, with nothing beside it."""
    found = [date for date in find_dates(text) if date[:2] == (0, len(text))]
    return DateValue(type="date", value=found[0].iso, precision=found[0].precision) if found else None


def _number_range(spec: FieldSpec, text: str) -> NumberRange | None:
    for first, last in _ends(text):
        one, other = _SIDE.fullmatch(first), _SIDE.fullmatch(last)
        if not one or not other:
            continue
        borrows = not one["tail"] and bool(other["tail"])
        if borrows and _figure(one) >= _figure(other):
            if not (one["sign"] and other["sign"]):
                continue  # 500–1 million: five hundred, or so many millions?
            borrows = False
        low = read_field(spec, plain_cell(first + other["tail"] if borrows else first)).value
        high = read_field(spec, plain_cell(last if other["sign"] else (one["sign"] or "") + last)).value
        if isinstance(low, NumberValue) and isinstance(high, NumberValue):
            return NumberRange(type="number range", low=low, high=high)
    return None


def _figure(side: re.Match[str]) -> Decimal:
    return parse_number(side["digits"]).value


def _value_list(spec: FieldSpec, cell: Cell) -> ValueList | None:
    parts = _listed_dates(cell) if spec.how.startswith("date") else _parts(spec, cell)
    if len(parts) > _MOST_VALUES:
        return None
    values: list[Value] = [read_field(spec, part).value for part in parts]
    return ValueList(type="list", values=tuple(values)) if len(values) > 1 else None


def _listed_dates(cell: Cell) -> list[Cell]:
    """The dates of a text in which nothing but territories and separators stands beside them."""
    rest, at = "", 0
    found = list(find_dates(cell.flat))
    for date in found:
        rest, at = f"{rest}{cell.text[at : date.begin]}\x00", date.end
    rest = TERRITORY.sub("", rest + cell.text[at:]).strip()
    return [cell.part(date.begin, date.end) for date in found] if _BETWEEN_DATES.fullmatch(rest) else []


def _parts(spec: FieldSpec, cell: Cell) -> list[Cell]:
    """A cell cut at its line breaks, or else at the strongest separator that stands in no link."""
    for separator in ("\n",) if "\n" in cell.text else _SEPARATORS.get(spec.how, _OTHER_SEPARATORS):
        cuts = [
            match
            for match in re.finditer(separator, cell.text)
            if not any(link.begin <= match.start() < link.end for link in cell.anchors)
        ]
        bounds = [0, *(place for cut in cuts for place in cut.span()), len(cell.text)]
        if cuts:
            parts = [cell.part(begin, end) for begin, end in zip(bounds[::2], bounds[1::2], strict=True)]
            doubtful = spec.how == "described" or any(cut[0] in {" and ", " & "} for cut in cuts)
            return [] if doubtful and not all(_is_full(part) for part in parts) else parts
    return []


def _is_full(name: Cell) -> bool:
    """Whether a name may stand alone: not "Felice" of "Felice and Boudleaux Bryant", nor "Tyler" before a comma."""
    return " " in name.text.strip() or name.link(0, len(name.text)) is not None
