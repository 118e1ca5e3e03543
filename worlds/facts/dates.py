"""Dates in six styles, each with the precision it is written with, and the cells that hold exactly one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Literal, NamedTuple

from schemas.values import DateValue
from worlds.facts.cells import Cell
from worlds.facts.reading import Answer, Reading, Refused
from worlds.facts.words import DASH, TERRITORY, doubt, empty_reason

__all__ = ["Found", "find_dates", "read_date"]

_MONTHS = "january february march april may june july august september october november december".split()
_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|"
    r"(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)\b\.?)"
)
_DAY = r"(?:0?[1-9]|[12][0-9]|3[01])(?:st|nd|rd|th)?"
_YEAR = r"[0-9]{4}"
_STYLES = (
    rf"(?P<m1>{_MONTH}) (?P<d1>{_DAY}),? (?P<y1>{_YEAR})",
    rf"(?P<d2>{_DAY}) (?:of )?(?P<m2>{_MONTH}),? (?P<y2>{_YEAR})",
    rf"(?P<y3>{_YEAR}),? (?P<m3>{_MONTH}) (?P<d3>{_DAY})(?![0-9:])",
    r"(?P<y4>[0-9]{4})-(?P<m4>[0-9]{2})-(?P<d4>[0-9]{2})",
    rf"(?P<m5>{_MONTH}),? (?P<y5>{_YEAR})",
    rf"(?P<y6>{_YEAR})",
)
_DATE = re.compile(r"(?<![\w.,:/-])(?:" + "|".join(_STYLES) + r")(?![\w/]|[.,:]\d|-\d)", re.IGNORECASE)
_AGE = re.compile(rf"\(\s*aged? \d{{1,3}}(?:[{DASH}]\d{{1,3}})?(?: years?)?\s*\)", re.IGNORECASE)
_ISO = re.compile(r"\d{4}(?:-\d{2}){0,2}")
_ANY_MONTH = re.compile(rf"\b{_MONTH}\b", re.IGNORECASE)
_SEASON = re.compile(r"\b(?:spring|summer|autumn|fall|winter|quarter|decade)\b|\d0'?s\b", re.IGNORECASE)
_ERA = re.compile(r"\b(?:BCE?|B\.C\.|AD|A\.D\.|CE|O\.?S\.?|Old Style|AH|BH)(?!\w)")


class Found(NamedTuple):
    """A date in a text: its range, its ISO 8601 form and its precision."""

    begin: int
    end: int
    iso: str
    precision: Literal["day", "month", "year"]


def find_dates(text: str) -> Iterator[Found | None]:
    """Every date in a text, in order; None for one that no calendar has (30 February)."""
    for match in _DATE.finditer(text):
        groups = {name[0]: value for name, value in match.groupdict().items() if value}
        year = int(groups["y"])
        month = _month(groups["m"]) if "m" in groups else None
        if month is None:
            yield Found(*match.span(), f"{year:04}", "year")
        elif "d" not in groups:
            yield Found(*match.span(), f"{year:04}-{month:02}", "month")
        else:
            iso = f"{year:04}-{month:02}-{int(re.sub('[a-z]', '', groups['d'].casefold())):02}"
            try:
                date.fromisoformat(iso)
            except ValueError:
                yield None
            else:
                yield Found(*match.span(), iso, "day")


def _month(written: str) -> int:
    if written.isdigit():
        return int(written)
    start = written.casefold()[:3]
    return next(number for number, name in enumerate(_MONTHS, 1) if name.startswith(start))


def read_date(cell: Cell, low: int, high: int, around: Literal["nothing", "place", "life"]) -> Answer:
    """The one date that a cell gives.

    `around` says what else the cell may hold: nothing but a territory in parentheses, a place or studio beside the
    date, or (for births and deaths) names, places and the age. A year alone counts only where it can't be part of
    something else: alone in its line, first before a comma or semicolon, or last after a comma.
    """
    text = cell.flat
    reason = empty_reason(cell.text)
    if reason:
        return Refused(reason)
    aged = _AGE.search(text) if around == "life" else None
    if aged:
        text = text[: aged.start()] + " " * (aged.end() - aged.start()) + text[aged.end() :]
    found = list(find_dates(text))
    if not found:
        return Refused(_why_none(text))
    if None in found:
        return Refused("implausible")
    dates = [one for one in found if one is not None]
    if len(dates) > 1:
        return Refused(_why_many(text, dates))
    only = dates[0]
    rest = text[: only.begin] + "\x00" + text[only.end :]
    answer = _check_rest(cell, only, rest, around)
    if answer:
        return answer
    if not low <= int(only.iso[:4]) <= high:
        return Refused("implausible")
    for marked in cell.marked:
        said = _ISO.search(marked.text) if not marked.name.startswith("geo") else None
        if said and not (said[0].startswith(only.iso) or only.iso.startswith(said[0])):
            return Refused("two-readings")
    value = DateValue(type="date", value=only.iso, precision=only.precision)
    return Reading(value, only.begin, only.end)


def _why_none(text: str) -> Literal["range", "coarse", "era", "circa", "not-a-date"]:
    if _ERA.search(text):
        return "era"
    if re.search(rf"\d ?[{DASH}/] ?\d", text):
        return "range"
    if _SEASON.search(text):
        return "coarse"
    return "circa" if doubt(text) == "circa" and re.search(r"\d", text) else "not-a-date"


def _why_many(text: str, dates: list[Found]) -> Literal["range", "list"]:
    between = text[dates[0].end : dates[1].begin]
    return "range" if re.search(rf"[{DASH}]|\b(?:to|until|through)\b", between) else "list"


def _check_rest(cell: Cell, only: Found, rest: str, around: str) -> Refused | None:
    """Whether what stands around the date leaves it the cell's one date."""
    beside = rest.partition("\x00")
    if re.search(rf"[{DASH}/] ?\x00|\x00 ?[{DASH}/]", rest):
        return Refused("range")
    if _ERA.search(rest):
        return Refused("era")
    if around == "nothing":
        rest = TERRITORY.sub("", rest)
        reason = doubt(rest)
        if reason:
            return Refused(reason)
        if re.search(r"[^\s\x00.,]", rest):
            return Refused("range" if re.search(rf"\d ?[{DASH}] ?\d", rest) else "qualified")
        return None
    if re.search(rf"\d|{_ANY_MONTH.pattern}", rest, re.IGNORECASE):
        return Refused("range" if re.search(rf"(?:\d|[a-z]) ?[{DASH}&] ?(?:\d|\x00)|\band\b", rest) else "list")
    if _SEASON.search(_near(rest).partition("\x00")[0]):
        return Refused("coarse")
    if around == "place" and "(" in rest:
        return Refused("qualified")
    reason = doubt(_near(rest) if around == "life" else rest)
    if reason:
        return Refused(reason)
    if only.precision == "year" and not _stands_alone(cell, only, *beside[::2]):
        return Refused("ambiguous")
    return None


def _near(rest: str) -> str:
    """The words of the date's own neighbourhood: names and places farther off may hold any word."""
    before, _, after = rest.partition("\x00")
    return " ".join(before.split()[-2:]) + "\x00" + " ".join(after.split()[:2])


def _stands_alone(cell: Cell, only: Found, before: str, after: str) -> bool:
    line_start = cell.text.rfind("\n", 0, only.begin) + 1
    line_end = cell.text.find("\n", only.end)
    left = before[line_start:].strip()
    right = (after if line_end < 0 else after[: line_end - only.end]).strip()
    return (not left or left.endswith(",")) and (not right or right[0] in ",;(")
