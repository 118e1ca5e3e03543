"""Cells that hold one name or one code: a person, a place, a company, a currency, three letters."""

from __future__ import annotations

import re
from typing import Literal

from schemas.values import NumberValue, TextValue
from worlds.facts.cells import Cell
from worlds.facts.reading import Reading, Refused
from worlds.facts.words import refuse_empty

__all__ = ["NameStyle", "read_code", "read_name", "read_number_code", "read_zone"]

NameStyle = Literal["person", "company", "genre", "place", "thing", "title"]
"""What sort of name: it decides what one name may hold (commas in places, "and" in titles, numbers after labels)."""

_LONGEST = 120
_JOINED = re.compile(
    r"[;•·|,]|(?<=[\w ])/(?=[\w ])| [&+] | (?:and|with|ft|feat|featuring|vs|presents|starring)\b\.?|[–—−]",
    re.IGNORECASE,
)
_JOINED_PLACES = re.compile(r"[;•·|/]| & | and ", re.IGNORECASE)
_SUFFIX = re.compile(r",(?= (?:Jr|Sr)\b\.?$)")
_ONE_GENRE = re.compile(
    r"(?:rhythm and blues|rock and roll|rock & roll|rhythm & blues|drum and bass|country and western)", re.IGNORECASE
)
_CATALOGUE = re.compile(r"[ \n]\(?(?:cat\.? ?)?(?:no\.? ?)?(?:[A-Z]{1,5}[- ]?)?\d[\d-]{2,}\)?$")
_POINT_LINE = re.compile(r"\n[\dNSEW°′″'\".,;/ -]*°[\dNSEW°′″'\".,;/ -]*$")
_OFFSET = r"(UTC(?:[+\u2212-]\d{1,2}(?::[0-5]\d)?)?)(?: \([^()\n]+\))?"
_PARTICLES = frozenset(
    "de la le les van von der den du des del della di da dos das do el al y e et of the and bin ibn ben ter ten zu af "
    "av on upon sur sous in an auf am".split()
)
"""Words in small letters that a name may hold."""

_NO_NAME = re.compile(
    r"(?:see|same|unknown|not?|none|all|multiple|various|several|trad(?:itional)?|anonymous|disputed|silent|himself|herself|"
    r"themselves|story|play|based|near|formerly|later|de facto)\b(?!['’])",
    re.IGNORECASE,
)
_NO_THING = re.compile(
    r"\b(?:formerly|pegged|currencies|foreign|silent|in practice|de facto|de jure|not|no|none|all|until|see|same)\b",
    re.IGNORECASE,
)
_MARKS = re.compile(r"(?: ?\([^()\s]{1,5}(?:, ?[^()\s]{1,5})?\))+$")
"""A currency's signs and code in parentheses after its name."""


def read_name(cell: Cell, style: NameStyle, begin: int = 0, end: int | None = None) -> Reading:
    """The one name that a cell (or the range of its text) gives, as the source writes it.

    A link that is the whole of it is one name whatever it contains. Otherwise a comma (except before Jr. or Sr.,
    and in places), a slash, an ampersand, "and", a dash or a line break makes a list; parentheses qualify.
    Left out of the name: a label's catalogue number, a place's coordinates, a currency's signs.
    """
    text = cell.text[begin:end]
    begin += len(text) - len(text.lstrip())
    text = text.strip()
    refuse_empty(text)
    if style == "company":
        text = _CATALOGUE.sub("", text)
    elif style == "place":
        text = _POINT_LINE.sub("", text)
    elif style == "thing":
        text = _MARKS.sub("", text)
    if "\n" in text:
        raise Refused("list")
    if len(text) > _LONGEST:
        raise Refused("too-long")
    if cell.link(begin, begin + len(text)) is None and style != "title":
        _refuse_joined(text, style)
        _refuse_no_name(text, style)
    if not any(char.isalpha() for char in text):
        raise Refused("not-a-name")
    return Reading(TextValue(type="text", value=text), begin, begin + len(text))


def _refuse_joined(text: str, style: NameStyle) -> None:
    if style == "place" and _JOINED_PLACES.search(text):
        raise Refused("list")
    if style == "person" and re.search(r" (?:and/)?or ", text):
        raise Refused("ambiguous")
    if style == "genre" and _ONE_GENRE.fullmatch(text):
        return
    if style != "place" and _JOINED.search(_SUFFIX.sub("", text)):
        raise Refused("list")
    if re.search(r"[()\[\]:?]", text) or (style == "person" and " from " in text):
        raise Refused("qualified")
    if re.search(r"\d", text):
        raise Refused("catalogue" if style == "company" else "not-a-name")


def _refuse_no_name(text: str, style: NameStyle) -> None:
    """Refuse words that are no name: "see below", "story by …", "same as above"; those of one link are always one."""
    if style in {"person", "company", "place"} and text.removeprefix("the ")[:1].islower():
        raise Refused("not-a-name")
    words = re.findall(r"(?<![\w'’.-])[^\W\d_][\w'’-]*", text)
    if style in {"person", "place"} and (
        _NO_NAME.match(text) or any(word[0].islower() and word not in _PARTICLES for word in words)
    ):
        raise Refused("qualified")
    if style == "thing" and _NO_THING.search(text):
        raise Refused("qualified")


def read_code(cell: Cell, pattern: str) -> Reading:
    """A code that is the whole cell: `JFK`, `left`, `.us`. Where the pattern has a group, that is the code."""
    match = re.fullmatch(pattern, cell.text)
    if not match:
        refuse_empty(cell.text)
        raise Refused("list" if re.search(r"[,;/\n]| to | and ", cell.text) else "not-a-code")
    group = min(match.re.groups, 1)
    return Reading(TextValue(type="text", value=match[group]), *match.span(group))


def read_zone(cell: Cell) -> Reading:
    """A time zone: an offset, perhaps with its name (`UTC−05:00 (EST)`), or a link that is the whole cell."""
    if cell.text and cell.link(0, len(cell.text)) is not None:
        return read_name(cell, "place")
    return read_code(cell, _OFFSET)


def read_number_code(cell: Cell) -> Reading:
    """A calling code, `+49` or `49`, as a bare number."""
    refuse_empty(cell.text)
    match = re.fullmatch(r"\+? ?([1-9]\d{0,3})", cell.text)
    if not match:
        raise Refused("list" if len(re.findall(r"\d+", cell.text)) > 1 else "not-a-number")
    return Reading(NumberValue(type="number", value=match[1], unit="count"), 0, len(cell.text))
