"""Dates in six styles, each with the precision it is written with, and the cells that hold exactly one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from schemas.values import DateValue
from worlds.dates import normal_date
from worlds.facts.cells import Cell
from worlds.facts.reading import Reading, Reason, Refused
from worlds.facts.words import DASH, TERRITORY, blank, refuse_doubt, refuse_empty

__all__ = ["DAY", "ISO", "MONTH", "YEAR", "Around", "Found", "find_dates", "read_date"]

Precision = Literal["day", "month", "year"]

Around = Literal["nothing", "place", "life"]
"""What may stand beside a date: nothing but a territory; a studio or place; or a person's names, places and age."""

MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|"
    r"(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)\b\.?)"
)
DAY = r"(?:0?[1-9]|[12][0-9]|3[01])(?:st|nd|rd|th)?"
YEAR = r"[0-9]{4}"
"""Patterns of a month's name, a day of the month and a year, for use in larger expressions."""

_STYLES = (
    rf"(?P<m1>{MONTH}) (?P<d1>{DAY}),? (?P<y1>{YEAR})",
    rf"(?P<d2>{DAY}) (?P<m2>{MONTH}),? (?P<y2>{YEAR})",
    rf"(?P<y3>{YEAR}),? (?P<m3>{MONTH}) (?P<d3>{DAY})(?![0-9:])",
    r"(?P<y4>[0-9]{4})-(?P<m4>[0-9]{2})-(?P<d4>[0-9]{2})",
    rf"(?P<m5>{MONTH}),? (?P<y5>{YEAR})",
    rf"(?P<y6>{YEAR})",
)
_DATE = re.compile(r"(?<![\w.,:/-])(?:" + "|".join(_STYLES) + r")(?![\w/]|[.,:]\d|-\d)", re.IGNORECASE)
_AGE = re.compile(rf"\( ?aged? \d{{1,3}}(?:[{DASH}]\d{{1,3}})?(?: years?)? ?\)", re.IGNORECASE)
_AGO = re.compile(r"[;,]? ?\(?\d{1,4} (?:years?|months?) ago\)?")
ISO = re.compile(r"\d{4}(?:-\d{2}){0,2}")
"""A date as machines read it."""

_DIGIT_OR_MONTH = re.compile(rf"\d|\b{MONTH}", re.IGNORECASE)
_SEASON = re.compile(r"\b(?:spring|summer|autumn|fall|winter|quarter|decade|christmas)\b|\d0'?s\b", re.IGNORECASE)
_ERA = re.compile(
    r"\b(?:BCE?|B\.C\.(?:E\.)?|AD|A\.D\.|CE|C\.E\.|O\.?S\.?|N\.S\.|Old Style|New Style|AH|A\.H\.|BH|SH|S\.H\.|"
    r"BE|ROC|AUC)(?!\w)"
)
_SMALL_WORDS = frozenset(
    "in at of and the de la le les van von der den du des del della di da dos das do el al y e on upon near née né "
    "now present-day modern-day as ibn bin sur".split()
)
"""Words in small letters that names of people and places hold; any other one may say something else of the date."""

_OTHER_EVENT = re.compile(
    r"\b(?:bap(?:t(?:i[sz]\w+)?)?|bp|christen\w+|buried|burial|bur|disappear\w+|missing|declared|presumed|regist\w+|reg|not|abt|fl|"
    r"flourish\w+|executed|crowned|conceived|mixed|mixing|overdub\w+|finished|completed|began|begun|started|starting|"
    r"first|last|sessions?|reportedly|allegedly|traditionally|end|beginning|half|within|later|earlier|earliest|latest|"
    r"onwards?|married|emigrated|moved|confirmed|disputed|claimed|uncertain|c|m|unreleased|planned|rejected)(?![\w'’-])",
    re.IGNORECASE,
)
"""Words that make the date beside them another one than the field's, or unsure."""
_SPAN = re.compile(rf"\d ?[{DASH}/] ?\d")
_IN_FIGURES = re.compile(r"\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b")
"""Day and month in figures: 05/06/1955 is two dates."""

_HERE = "\x00"
"""Stands where the date stood, in the rest of the text."""


_PRECISIONS: tuple[Precision, ...] = ("year", "month", "day")


class Found(NamedTuple):
    """A date in a text: its range, its form in ISO 8601 and EDTF, and its precision."""

    begin: int
    end: int
    iso: str
    precision: Precision


def find_dates(text: str) -> Iterator[Found]:
    """Every date in a text, in order. Raises Refused where one is in no calendar (30 February).

    Where a date stands is found by the six styles; what it says, a date library reads that keeps precision.
    """
    for match in _DATE.finditer(text):
        written = 1 + sum(bool(value) for name, value in match.groupdict().items() if name[0] != "y")
        iso = normal_date(match[0])
        if iso.count("-") + 1 != written:
            raise Refused("implausible")
        yield Found(*match.span(), iso, _PRECISIONS[written - 1])


def read_date(cell: Cell, low: int, high: int, around: Around) -> Reading:
    """The one date that a cell gives, between the years `low` and `high`.

    A year alone counts only where it can't be part of something else: alone in its line, first before a comma,
    semicolon or parenthesis, or last after a comma. A hidden machine-readable date must agree.
    """
    refuse_empty(cell.text)
    text = blank(cell.flat, _AGE if around == "life" else _AGO)
    dates = list(find_dates(text))
    if len(dates) != 1:
        raise Refused(_why_not_one(text, dates))
    only = dates[0]
    _refuse_beside(cell, only, text[: only.begin] + _HERE + text[only.end :], around)
    if not low <= int(only.iso[:4]) <= high:
        raise Refused("implausible")
    for marked in cell.marked:
        said = None if marked.name.startswith("geo") else ISO.search(marked.text)
        if said and not (said[0].startswith(only.iso) or only.iso.startswith(said[0])):
            raise Refused("two-readings")
    value = DateValue(type="date", value=only.iso, precision=only.precision)
    return Reading(value, only.begin, only.end)


def _why_not_one(text: str, dates: list[Found]) -> Reason:
    """Why a cell with no date, or with several, gives none."""
    if _ERA.search(text):
        return "era"
    if dates:
        between = text[dates[0].end : dates[1].begin]
        return "range" if re.search(rf"[{DASH}]|\b(?:to|until|through)\b", between) else "list"
    if _IN_FIGURES.search(text):
        return "ambiguous"
    if _SPAN.search(text):
        return "range"
    if _SEASON.search(text):
        return "coarse"
    if re.search(r"\d", text):
        refuse_doubt(text)
    return "not-a-date"


def _refuse_beside(cell: Cell, only: Found, rest: str, around: Around) -> None:
    """Refuse where what stands beside the date makes it one of several, inexact or qualified."""
    if re.search(rf"[{DASH}/] ?{_HERE}|{_HERE} ?[{DASH}/]", rest):
        raise Refused("range")
    if _ERA.search(rest):
        raise Refused("era")
    if around == "nothing":
        _refuse_anything(TERRITORY.sub("", rest))
        return
    if _DIGIT_OR_MONTH.search(rest):
        raise Refused("range" if re.search(rf"\w ?[{DASH}&] ?[\d{_HERE}]|\band\b", rest) else "list")
    near = _near(rest)
    if _SEASON.search(near.partition(_HERE)[0]):
        raise Refused("coarse")
    if around == "place" and "(" in rest:
        raise Refused("qualified")
    refuse_doubt(near if around == "life" else rest)
    if only.precision == "year" and not _stands_alone(cell, only, rest):
        raise Refused("ambiguous")
    _refuse_words(cell, rest, only)


def _refuse_anything(rest: str) -> None:
    refuse_doubt(rest)
    if re.search(rf"[^\s{_HERE}.,]", rest):
        raise Refused("range" if _SPAN.search(rest) else "coarse" if _SEASON.search(rest) else "qualified")


def _refuse_words(cell: Cell, rest: str, only: Found) -> None:
    """Refuse where more stands beside the date than names of people and places; the words of links are names."""
    plain = list(rest)
    shift = only.end - only.begin - len(_HERE)
    for anchor in cell.anchors:
        for place in range(anchor.begin, anchor.end):
            at = place if place < only.begin else place - shift
            if not only.begin <= place < only.end:
                plain[at] = " "
    text = "".join(plain)
    words = re.findall(r"[^\W\d_][\w'’-]*", text)
    if _OTHER_EVENT.search(text) or any(word[0].islower() and word not in _SMALL_WORDS for word in words):
        refuse_doubt(rest)
        raise Refused("qualified")


def _near(rest: str) -> str:
    """The words of the date's own neighbourhood: names and places farther off may hold any word."""
    before, _, after = rest.partition(_HERE)
    return " ".join(before.split()[-2:]) + _HERE + " ".join(after.split()[:2])


def _stands_alone(cell: Cell, only: Found, rest: str) -> bool:
    before, _, after = rest.partition(_HERE)
    line_start = cell.text.rfind("\n", 0, only.begin) + 1
    line_end = cell.text.find("\n", only.end)
    left = before[line_start:].strip()
    right = (after if line_end < 0 else after[: line_end - only.end]).strip()
    return (not left or left.endswith(",")) and (not right or right[0] in ",;(")
