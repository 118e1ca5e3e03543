"""L8 and L9 of foreign legs: values read wrongly from an infobox, and facts about the page's frame, not its subject."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from schemas.findings import Finding
from schemas.foreign import ForeignStop
from validators.foreign.context import FAMILY, AuditContext, Audited, found
from validators.foreign.values import number, shown
from validators.registry import rule

__all__ = ["check_areas", "check_chrome", "check_feet", "check_years", "is_contents", "is_languages"]

_FIELD = re.compile(r"\(field: ['\"](.*)['\"]\)\s*$", re.DOTALL)
_YEAR = re.compile(r"^the (?:founding/establishment|opening) year (?:listed )?in the infobox\b", re.IGNORECASE)
_AREA = re.compile(r"^the area listed in the infobox\b", re.IGNORECASE)
_HEIGHT = re.compile(r"^the height listed in the infobox\b", re.IGNORECASE)
_CODE = re.compile(r"\barea codes?\b|\b(?:dialling|calling|telephone|phone) (?:codes?|numbers?|prefix)", re.IGNORECASE)
_PERSON_HEIGHT = re.compile(r"^(?:listed )?height$", re.IGNORECASE)

_LANGUAGES = re.compile(r"\blanguages?\b", re.IGNORECASE)
_FRAME = re.compile(
    r"\b(?:article|page|interlanguage|inter-language|interwiki|wikipedia|sidebar|header|heading|title|editions?|versions?"
    r"|available|links?|linked|top|menu|selector|dropdown|language list)\b",
    re.IGNORECASE,
)
_COUNT = re.compile(r"\b(?:number|count|how many|total)\b", re.IGNORECASE)
_LINKS = re.compile(r"\blanguage (?:links|versions?|editions?)\b|-language (?:version|edition)\b", re.IGNORECASE)
_CONTENTS = re.compile(
    r"\bcontents\b|\bTOC\b|\bsection number\b|\bnumber(?:ed)? (?:of )?(?:\S+ ){0,4}sub-?(?:sub-?)?sections\b"
    r"|\bnumber of (?:[a-z-]+ ){0,3}sections\b|\bsubsections? (?:number\b|\d)",
    re.IGNORECASE,
)

EARLIEST, LATEST = 100, 2100
"""A year of founding outside these is a day, a month or a year before Christ without its sign."""


def _target(stop: ForeignStop) -> str:
    return stop.extraction_target or "" if stop.stop_type == "page" else ""


def _field(stop: ForeignStop) -> str:
    """The infobox row that a generic target names, without links and notes."""
    named = _FIELD.search(_target(stop))
    bare = re.sub(r"\[\[[^\]]*\]\]\([^)]*\)", "", named[1] if named else "")
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", bare).strip()


@rule("L8", FAMILY)
def check_years(one: Audited, _context: AuditContext) -> Iterator[Finding]:
    """A year read from an infobox is one, not the day of a date."""
    for place, stop in enumerate(one.leg.stops):
        exact = number(stop.extracted_value) if _YEAR.match(_target(stop)) else None
        if exact is not None and not EARLIEST <= exact <= LATEST:
            told = f"{shown(stop.extracted_value)} is no year; it may be a day, or a year whose BC is lost"
            yield found(one, "L8.misread-year", f"stops[{place}].extracted_value", told)


@rule("L8", FAMILY)
def check_areas(one: Audited, _context: AuditContext) -> Iterator[Finding]:
    """An area is an area, not a telephone prefix."""
    for place, stop in enumerate(one.leg.stops):
        if _AREA.match(_target(stop)) and _CODE.search(_field(stop)):
            told = f"{shown(stop.extracted_value)} is read as an area from the row {shown(_field(stop))!r}"
            yield found(one, "L8.phone-as-area", f"stops[{place}].extracted_value", told)


@rule("L8", FAMILY)
def check_feet(one: Audited, _context: AuditContext) -> Iterator[Finding]:
    """The height of a person isn't the feet without the inches."""
    for place, stop in enumerate(one.leg.stops):
        if not (_HEIGHT.match(_target(stop)) and _PERSON_HEIGHT.match(_field(stop))):
            continue
        exact = number(stop.extracted_value)
        if exact is not None and exact.denominator == 1 and Fraction(4) <= exact <= 8:
            told = f"a height of {exact} in a row of metres or feet: feet whose inches are lost"
            yield found(one, "L8.feet-only", f"stops[{place}].extracted_value", told)


def is_languages(stop: ForeignStop) -> bool:
    """Whether a stop reads the list of languages that the article has versions in, which stands in its frame."""
    target = _target(stop)
    counted = _LANGUAGES.search(target) and _COUNT.search(target) and _FRAME.search(target)
    return bool(counted or _LINKS.search(target))


def is_contents(stop: ForeignStop) -> bool:
    """Whether a stop reads the table of contents: its entries, or how many sections there are."""
    return bool(_CONTENTS.search(_target(stop))) and not is_languages(stop)


@rule("L9", FAMILY)
def check_chrome(one: Audited, _context: AuditContext) -> Iterator[Finding]:
    """Facts come from the article's body."""
    for place, stop in enumerate(one.leg.stops):
        where = f"stops[{place}].extraction_target"
        if is_languages(stop):
            yield found(one, "L9.interface-languages", where, "it reads the interface's list of languages")
        elif is_contents(stop):
            yield found(one, "L9.table-of-contents", where, "it reads the table of contents")
