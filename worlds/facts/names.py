"""Cells that hold one name: a person, a place, a company, a code."""

from __future__ import annotations

import re
from typing import Literal

from schemas.values import NumberValue, TextValue
from worlds.facts.cells import Cell
from worlds.facts.reading import Answer, Reading, Refused
from worlds.facts.words import empty_reason

__all__ = ["NameStyle", "read_code", "read_name", "read_number_code"]

NameStyle = Literal["person", "company", "genre", "place", "thing", "title"]
"""What sort of name: it decides what may stand inside one name (commas in places, catalogue numbers after labels)."""

_LONGEST = 120
_LIST = re.compile(
    r"[;•·|]| / |(?<=\w)/(?=\w)| & | \+ |,| (?:and|with|ft|feat|featuring|vs|presents|starring)\b\.?|[–—−]", re.IGNORECASE
)
_PLACE_LIST = re.compile(r"[;•·|/]| & | and ", re.IGNORECASE)
_SUFFIX = re.compile(r",(?= (?:Jr|Sr)\b\.?$)")
_ONE_GENRE = re.compile(
    r"(?:rhythm and blues|rock and roll|rock & roll|rhythm & blues|drum and bass|country and western|folk and blues)",
    re.IGNORECASE,
)
_CATALOGUE = re.compile(r"[ \n]\(?(?:cat\.? ?)?(?:no\.? ?)?(?:[A-Z]{1,5}[- ]?)?\d[\d-]{2,}\)?$")
_POINT_LINE = re.compile(r"\n[\dNSEW°′″'\".,;/ -]*°[\dNSEW°′″'\".,;/ -]*$")
_CURRENCY_MARKS = re.compile(r"(?: ?\([^()\s]{1,5}(?:, ?[^()\s]{1,5})?\))+$")


def read_name(cell: Cell, style: NameStyle, begin: int = 0, end: int | None = None) -> Answer:
    """The one name that a cell (or the range of its text) gives, as the source writes it.

    A link that is the whole cell is one name whatever it contains. Otherwise a comma (except before Jr. or Sr., and
    in places), a slash, an ampersand, "and", a dash or a line break makes a list; parentheses make it qualified.
    """
    stop = len(cell.text) if end is None else end
    text = cell.text[begin:stop]
    begin += len(text) - len(text.lstrip())
    text = text.strip()
    reason = empty_reason(text)
    if reason:
        return Refused(reason)
    if style == "company" and (catalogue := _CATALOGUE.search(text)):
        text = text[: catalogue.start()]
    elif style == "thing" and (marks := _CURRENCY_MARKS.search(text)):
        text = text[: marks.start()]
    if style == "place":
        text = _POINT_LINE.sub("", text)
    if "\n" in text:
        return Refused("list")
    if cell.link(begin, begin + len(text)) is None:
        refused = _why_not_one(text, style)
        if refused:
            return refused
    if len(text) > _LONGEST:
        return Refused("too-long")
    if not any(char.isalpha() for char in text):
        return Refused("not-a-name")
    return Reading(TextValue(type="text", value=text), begin, begin + len(text))


def _why_not_one(text: str, style: NameStyle) -> Refused | None:
    if style == "title":
        return Refused("qualified") if re.search(r"\[|\]", text) else None
    if style == "genre" and _ONE_GENRE.fullmatch(text):
        return None
    if style == "place":
        if _PLACE_LIST.search(text):
            return Refused("list")
    elif _LIST.search(_SUFFIX.sub("", text)):
        return Refused("list")
    if re.search(r"[()\[\]:?]", text):
        return Refused("qualified")
    if re.search(r"\d", text):
        return Refused("catalogue" if style == "company" else "not-a-name")
    return None


def read_code(cell: Cell, pattern: str) -> Answer:
    """A code that is the whole cell, such as an airport's three letters."""
    text = cell.text
    reason = empty_reason(text)
    if reason:
        return Refused(reason)
    if not re.fullmatch(pattern, text):
        return Refused("list" if re.search(r"[,;/\n]", text) else "not-a-name")
    return Reading(TextValue(type="text", value=text), 0, len(text))


def read_number_code(cell: Cell) -> Answer:
    """A calling code, `+49` or `49`, as a bare number."""
    text = cell.text
    reason = empty_reason(text)
    if reason:
        return Refused(reason)
    match = re.fullmatch(r"\+? ?([1-9]\d{0,3})", text)
    if not match:
        return Refused("list" if len(re.findall(r"\d+", text)) > 1 else "not-a-number")
    return Reading(NumberValue(type="number", value=match[1], unit="count"), 0, len(text))
