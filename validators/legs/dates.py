"""Readings of dates in an infobox's words, by a grammar of our own: the one date they say, or why they say none."""

from __future__ import annotations

import datetime
import re
from typing import Literal, NamedTuple

from validators.legs.readings import BRACKETS, DASH, VAGUE, Unread, outside_brackets

__all__ = ["DateReading", "read_date"]

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_MONTH = "(?:" + "|".join(f"{name[:3]}(?:{name[3:]})?" for name in MONTHS) + r"|Sept)\b\.?"
_DAY = r"[0-3]?[0-9](?:st|nd|rd|th)?"
_YEAR = r"[1-9][0-9]{3}(?![0-9])"
_DATE = re.compile(
    rf"""(?<![\w.])(?:
        (?P<iso>[0-9]{{4}}-[0-9]{{2}}(?:-[0-9]{{2}})?)(?![0-9-])
      | (?P<m1>{_MONTH})\s+(?P<d1>{_DAY})(?:\s*,\s*|\s+)(?P<y1>{_YEAR})
      | (?P<d2>{_DAY})\s+(?:of\s+)?(?P<m2>{_MONTH}),?\s+(?P<y2>{_YEAR})
      | (?P<y3>{_YEAR}),?\s+(?P<m3>{_MONTH})\s+(?P<d3>{_DAY})(?!\s*,?\s*{_YEAR})(?![\d:])
      | (?P<m4>{_MONTH})\s*,?\s+(?P<y4>{_YEAR})
      | (?P<y5>{_YEAR})
    )(?![\w])""",
    re.VERBOSE | re.IGNORECASE,
)
_MONTH_NAME = re.compile(r"\b(?:" + "|".join(MONTHS) + r")\b")


class DateReading(NamedTuple):
    """A date in ISO 8601 form, as precise as its words."""

    iso: str

    @property
    def precision(self) -> Literal["year", "month", "day"]:
        """How much of it the words give."""
        counts: tuple[Literal["year", "month", "day"], ...] = ("year", "month", "day")
        return counts[self.iso.count("-")]


def read_date(words: str) -> DateReading | Unread:
    """The one date that words say; what stands in brackets (ages, countries) is left out.

    A date in brackets, such as its double in figures, must be the same.
    """
    plain = outside_brackets(words)
    hits = list(_DATE.finditer(plain))
    if not hits:
        return Unread("circa" if re.search(r"\d{3}0s\b", plain) else "not-a-date")
    between = plain[hits[0].end() : hits[1].start()] if len(hits) > 1 else ""
    if len(hits) > 1 and re.fullmatch(rf"[\s,]*(?:{DASH})[\s,]*", between):
        return Unread("range")
    doubt = _doubt(plain[: hits[0].start()], plain[hits[-1].end() :], _DATE.sub(" ", plain))
    if doubt:
        return Unread(doubt)
    found = {_iso(hit) for hit in hits}
    if len(found) > 1:
        return Unread("two-readings")
    only = found.pop()
    if not only:
        return Unread("no-such-day")
    beside = [_iso(hit) for bracket in BRACKETS.findall(words) for hit in _DATE.finditer(bracket)]
    if not all(other and (other.startswith(only) or only.startswith(other)) for other in beside):
        return Unread("two-readings")
    return DateReading(only)


_NOT_THE_DAY = re.compile(
    r"\b(?:buried|burial|bap\w*|bp|christened|registered|disappeared|missing|declared|presumed|seen|not|no|abt|fl|c|m|crowned|"
    r"conceived|mixed|overdubbed|finished|began|starting|first|session|allegedly|reportedly|traditionally|end|beginning|half|"
    r"within|later|latest|earliest|onwards|married|moved|except|BCE?|AH|SH|at the)(?!\w)"
)
"""Words by which a date is that of something else, or not sure, or counted in another way."""


def _doubt(before: str, after: str, rest: str) -> str | None:
    """Why the words around make a date more or less than one date."""
    if re.search(rf"(?:{DASH}|/)\s*$", before) or re.match(r"\s*(?:[-–—−‒/]|to\b|until\b|present\b)", after):
        return "range"
    if _NOT_THE_DAY.search(" ".join(before.split()[-4:])) or _NOT_THE_DAY.match(after.strip(" ,;")):
        return "circa"
    if VAGUE.search(" ".join(before.split()[-3:])) or re.match(r"\s*(?:\?|or\b)", after):
        return "circa"
    return "two-readings" if _MONTH_NAME.search(rest) else None


def _iso(hit: re.Match[str]) -> str | None:
    if hit["iso"]:
        parts = [int(part) for part in hit["iso"].split("-")]
    elif hit["y5"]:
        parts = [int(hit["y5"])]
    elif hit["m4"]:
        parts = [int(hit["y4"]), _month(hit["m4"])]
    else:
        which = "1" if hit["m1"] else "2" if hit["m2"] else "3"
        parts = [int(hit[f"y{which}"]), _month(hit[f"m{which}"]), int(re.sub(r"\D", "", hit[f"d{which}"]))]
    year, month, day = [*parts, 1, 1][:3]
    try:
        datetime.date(year, month, day)
    except ValueError:
        return None
    return "-".join([f"{year:04d}", *(f"{part:02d}" for part in parts[1:])])


def _month(word: str) -> int:
    return [name[:3].lower() for name in MONTHS].index(word.lower()[:3]) + 1
