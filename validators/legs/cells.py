"""From a cell's words to the typed value that a field has, inside the field's sane range."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias

from lxml import etree

from schemas.values import CoordsValue, DateValue, NumberValue, TextValue, Unit, Value, decimal_string
from validators.legs import readings
from validators.legs.dates import read_date
from validators.legs.fields import FIELDS, Field, Manner
from validators.legs.markup import RAISED, classes, fold, text_of
from validators.legs.readings import NumberReading, Unread
from validators.legs.units import FACTORS

__all__ = ["Outcome", "read_cell"]

Outcome: TypeAlias = "Value | Unread"
Cell: TypeAlias = "etree._Element | None"  # noqa: SLF001  # lxml has no public name for it

_NO_NAME = re.compile(
    r"(?:see (?:below|above|text)|same as|not |no official|capital$|disputed|uncredited|traditional$|himself|based on|"
    r"story by|de facto|n\.a\.)|.*,? formerly ",
    re.IGNORECASE,
)
"""Words that stand where a name should, and are none."""

_DATED = frozenset({"bday", "dday", "dtstart", "dtend"})


def read_cell(name: str, words: str, cell: Cell = None) -> Outcome:
    """The typed value that words give a field; with the cell they stand in, its links and hidden dates count too."""
    field = FIELDS.get(name)
    if field is None:
        return Unread("unknown-field")
    if field.manner != "code" and re.fullmatch(
        r"\W*(?:n/?a|none|unknown|various|tba|tbd|tbc)?\W*", words, re.IGNORECASE
    ):
        return Unread("no-value")
    if field.manner in {"person", "place"} and _NO_NAME.match(words):
        return Unread("not-a-name")
    if RAISED in words:
        return Unread("typeset")
    return _sane(field, _MANNERS[field.manner](field, words, cell))


def _sane(field: Field, outcome: Outcome) -> Outcome:
    if field.low is None or field.high is None or isinstance(outcome, Unread):
        return outcome
    if isinstance(outcome, DateValue):
        number = Fraction(outcome.value[:4])
    elif isinstance(outcome, NumberValue):
        scale = Fraction(1, 10**6) if field.manner == "area" else Fraction(1)
        measured = field.manner in {"area", "length"}
        number = Fraction(outcome.value) * (FACTORS[outcome.unit][1] * scale if measured else 1)
    else:
        return outcome
    return outcome if field.low <= number <= field.high else Unread("implausible")


def _date(_field: Field, words: str, cell: Cell) -> Outcome:
    read = read_date(words)
    if isinstance(read, Unread):
        return read
    for marked in [] if cell is None else cell.iter():
        said = (
            re.match(r"\d{4}(?:-\d\d){0,2}", fold("".join(map(str, marked.itertext())))) if _is_dated(marked) else None
        )
        if said and not (said[0].startswith(read.iso) or read.iso.startswith(said[0])):
            return Unread("two-readings")
    return DateValue(type="date", value=read.iso, precision=read.precision)


def _is_dated(element: etree._Element) -> bool:
    return isinstance(element.tag, str) and not _DATED.isdisjoint(classes(element))


def _number(read: NumberReading | Unread, units: tuple[Unit, ...], default: Unit | None, *, exact: bool) -> Outcome:
    """A reading in one of the units; `exact` numbers have no error unless their words show rounding."""
    if isinstance(read, Unread):
        return read
    unit = read.unit or default
    if unit not in units:
        return Unread("no-unit" if unit is None else "wrong-unit")
    error = Fraction(0) if exact and not read.rounded else read.half
    return NumberValue(type="number", value=_decimal(read.number), unit=unit, error=_decimal(error))


def _decimal(number: Fraction) -> str:
    return decimal_string(Decimal(number.numerator) / Decimal(number.denominator))


def _of(*units: Unit, exact: bool) -> Callable[[Field, str, Cell], Outcome]:
    """A reader of numbers in one of the units; exact ones are counted, the others measured."""

    def read(field: Field, words: str, _cell: Cell) -> Outcome:
        how = {"seconds": readings.read_duration, "minutes": readings.read_duration, "money": readings.read_money}
        default = how.get(field.manner, readings.read_count if exact else readings.read_measure)
        return _number(default(words), units, units[0] if exact else None, exact=exact)

    return read


def _text(name: str) -> Outcome:
    return TextValue(type="text", value=name) if 0 < len(name) <= 300 else Unread("not-a-name")


def _one(names: tuple[str, ...]) -> Outcome:
    return Unread("list") if len(names) > 1 else _text(names[0] if names else "")


def _linked(words: str, cell: Cell) -> str | None:
    """The words, when a single link shows all of them: then they are one name whatever stands in it."""
    shown = [] if cell is None else [fold(text_of(one)) for one in cell.iter("a")]
    links = [one for one in shown if one]
    return links[0] if len(links) == 1 and links[0] in {fold(words), fold(readings.outside_brackets(words))} else None


def _person(_field: Field, words: str, cell: Cell) -> Outcome:
    whole = _linked(words, cell)
    return _text(whole) if whole else _one(readings.read_names(words))


def _group(_field: Field, words: str, cell: Cell) -> Outcome:
    whole = _linked(words, cell)
    return _text(whole) if whole else _one(readings.read_names(words, conjunctions=False))


def _label(_field: Field, words: str, cell: Cell) -> Outcome:
    whole = _linked(words, cell)
    return _text(whole) if whole else _one(readings.read_label(words))


def _title(_field: Field, words: str, _cell: Cell) -> Outcome:
    return _text(fold(words))


def _place(_field: Field, words: str, cell: Cell) -> Outcome:
    whole = _linked(words, cell)
    if whole:
        return _text(whole)
    lines = tuple(line for line in readings.without_points(words).split("\n") if line)
    return Unread("list") if len(lines) > 1 else _text(fold(readings.outside_brackets("".join(lines))))


def _point(_field: Field, words: str, cell: Cell) -> Outcome:
    spans = [] if cell is None else [one for one in cell.iter("span") if "geo" in classes(one)]
    marked = {fold(text_of(one, hidden=True)) for one in spans}
    read = readings.read_point(marked.pop() if len(marked) == 1 else words)
    if isinstance(read, Unread):
        return read
    return CoordsValue(type="coords", lat=decimal_string(read[0]), lon=decimal_string(read[1]))


def _code(field: Field, words: str, _cell: Cell) -> Outcome:
    return _text(words) if re.fullmatch(field.shape or ".+", words) else Unread("not-a-code")


def _number_code(_field: Field, words: str, _cell: Cell) -> Outcome:
    found = re.fullmatch(r"\+?\s*([1-9]\d{0,3})", words)
    return NumberValue(type="number", value=found[1], unit="count") if found else Unread("not-a-code")


_MANNERS: dict[Manner, Callable[[Field, str, Cell], Outcome]] = {
    "date": _date,
    "seconds": _of("seconds", exact=False),
    "minutes": _of("minutes", exact=False),
    "money": _of("US dollars", exact=True),
    "count": _of("count", exact=True),
    "episodes": _of("episodes", exact=True),
    "seasons": _of("seasons", exact=True),
    "people": _of("people", exact=True),
    "area": _of("square kilometres", "square miles", exact=False),
    "length": _of("metres", "feet", "kilometres", "miles", exact=False),
    "point": _point,
    "person": _person,
    "group": _group,
    "label": _label,
    "title": _title,
    "place": _place,
    "code": _code,
    "number code": _number_code,
}
