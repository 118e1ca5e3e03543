"""Keeps out of clues what would give a leg away: titles, gold texts and gold numbers (rule L12)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from generators.rejection import Rejected
from schemas.legs import RouteInfo, Target
from schemas.values import CoordsValue, NumberValue, TextValue, Value
from solvers.clues.terminals import MONTHS
from solvers.legs.execute import AnyStop
from worlds.pages import PageSource

__all__ = ["Telling", "printed_numbers", "refuse_leaks", "spellings", "told"]

REMEMBERED = 1 << 16
"""How many texts' words are remembered."""

REFERENCES = re.compile(r"clues? \d+(?:(?:, | and )\d+)*|\byear 2000\b")
"""Numbers in clues that are no values: references to clues, and the year that leap years are counted to."""

DAYS = re.compile(rf"\b\d{{1,2}} (?:{'|'.join(MONTHS)}) \d{{4}}\b|\b(?:{'|'.join(MONTHS)}) \d{{1,2}}, \d{{4}}\b")
"""Days that clues name: those of prices and of the weather."""


@dataclass(frozen=True)
class Telling:
    """What the clues of a way print to describe pages, and what none of them may: texts and names to be found."""

    printed: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()

    def plus(self, more: Telling) -> Telling | None:
        """Both together, or None where the clues of one would print what the other hides, or its own."""
        both = Telling(self.printed + more.printed, self.hidden + more.hidden)
        if any(words in text for words in more.hidden for text in both.printed):
            return None
        return None if any(words in text for words in self.hidden for text in more.printed) else both


def told(target: Target | None, value: Value, names: Iterable[str]) -> Telling:
    """What the clue of one route info prints and hides: `names` are those of its page, where it has to be found."""
    texts = [value.value] if isinstance(value, TextValue) else []
    hidden = filter(None, map(_words, (*texts, *names)))
    return Telling(tuple(f" {words} " for words in _printed(target)), tuple(f" {words} " for words in hidden))


def _printed(target: Target | None) -> Iterable[str]:
    """The texts that a clue prints to describe a page."""
    for condition in target.conditions if target else ():
        if condition.relation == "equals" and not condition.operand.isdigit():
            yield _words(condition.operand)
    if target and target.query:
        yield _words(target.query)


def printed_numbers(clue: str, stop: AnyStop) -> set[str]:
    """The numbers that stand in a clue where a value could; numbers of clues, years and days of dates are no values."""
    found = re.findall(r"\d+(?:\.\d+)?", DAYS.sub("", REFERENCES.sub("", clue)).replace(",", ""))
    for condition in stop.target.conditions if isinstance(stop, RouteInfo) and stop.target else ():
        if condition.relation == "year" and condition.operand in found:
            found.remove(condition.operand)
    return set(found)


def refuse_leaks(clues: Sequence[str], stops: Sequence[AnyStop], seed_title: str, pages: PageSource) -> None:
    """Raises Rejected (`L12.title`, `L12.gold-text`, `L12.gold-number`) when a clue says too much."""
    folded = [f" {_words(clue)} " for clue in clues]
    for name in _names(stops, seed_title, pages):
        _refuse(folded, name, "L12.title", "names a page that has to be found")
    for stop in stops:
        if isinstance(stop, RouteInfo) and isinstance(stop.value, TextValue):
            _refuse(folded, stop.value.value, "L12.gold-text", "prints a text that has to be found")
    gold = {part for stop in stops for part in _numbers(stop)}
    for number, (clue, stop) in enumerate(zip(clues, stops, strict=True), start=1):
        printed = printed_numbers(clue, stop)
        if printed & gold:
            raise Rejected(
                "L12.gold-number", f"clue {number} prints {min(printed & gold)}, which is an answer on the way"
            )


def _names(stops: Sequence[AnyStop], seed_title: str, pages: PageSource) -> Iterable[str]:
    titles = dict.fromkeys(
        s.evidence.title for s in stops if isinstance(s, RouteInfo) and s.evidence.title != seed_title
    )
    for title in titles:
        yield from spellings(title, pages)


def spellings(title: str, pages: PageSource) -> Iterable[str]:
    """A title, the title without what tells it from its namesakes, and its redirects."""
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


@lru_cache(maxsize=REMEMBERED)
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
