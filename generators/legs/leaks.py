"""Keeps out of clues what would give a leg away: titles, gold texts and gold numbers (rule L12)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from generators.rejection import Rejected
from schemas.legs import RouteInfo
from schemas.values import CoordsValue, NumberValue, TextValue
from solvers.legs.execute import AnyStop
from worlds.pages import PageSource

__all__ = ["refuse_leaks"]

REFERENCES = re.compile(r"clues? \d+(?:(?:, | and )\d+)*|\byear 2000\b")
"""Numbers in clues that are no values: references to clues, and the year that leap years are counted to."""

YEARS = re.compile(r"\b(?:in|with) (1[0-9]{3}|20[0-9]{2})\b")
"""Years of dates that describe a page."""


def refuse_leaks(clues: Sequence[str], stops: Sequence[AnyStop], seed_title: str, pages: PageSource) -> None:
    """Raises Rejected (`L12.title`, `L12.gold-text`, `L12.gold-number`) when a clue says too much."""
    folded = [f" {_words(clue)} " for clue in clues]
    for name in _names(stops, seed_title, pages):
        _refuse(folded, name, "L12.title", "names a page that has to be found")
    for stop in stops:
        if isinstance(stop, RouteInfo) and isinstance(stop.value, TextValue):
            _refuse(folded, stop.value.value, "L12.gold-text", "prints a text that has to be found")
    gold = {part for stop in stops for part in _numbers(stop)}
    for number, clue in enumerate(clues, start=1):
        printed = set(re.findall(r"\d+(?:\.\d+)?", YEARS.sub("", REFERENCES.sub("", clue)).replace(",", "")))
        if printed & gold:
            raise Rejected(
                "L12.gold-number", f"clue {number} prints {min(printed & gold)}, which is an answer on the way"
            )


def _names(stops: Sequence[AnyStop], seed_title: str, pages: PageSource) -> Iterable[str]:
    titles = dict.fromkeys(
        s.evidence.title for s in stops if isinstance(s, RouteInfo) and s.evidence.title != seed_title
    )
    for title in titles:
        yield title
        yield re.sub(r" \([^)]*\)$", "", title)
        yield from pages.aliases(title)


def _refuse(folded: Sequence[str], name: str, code: str, fault: str) -> None:
    words = _words(name)
    if not words:
        return
    for number, clue in enumerate(folded, start=1):
        if f" {words} " in clue:
            raise Rejected(code, f"clue {number} {fault}: “{name}”")


def _words(text: str) -> str:
    """Lower-case words without accents and punctuation, one space apart."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    plain = "".join(mark for mark in plain if not unicodedata.combining(mark)).replace("'", "").replace("’", "")
    return " ".join(re.findall(r"[^\W_]+", plain))


def _numbers(stop: AnyStop) -> Iterable[str]:
    value = stop.value
    if isinstance(value, NumberValue):
        yield value.value
    elif isinstance(value, CoordsValue):
        yield from (value.lat.lstrip("-"), value.lon.lstrip("-"))
