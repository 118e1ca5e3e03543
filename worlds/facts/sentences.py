"""The sentences of a paragraph, with names and dates masked so that patterns see their place and not their words.

Splitting is our own and errs on the side of longer sentences: two taken for one give no fact, since another subject
may speak in them, while one cut in two could lose what limits it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from worlds.facts.cells import Cell
from worlds.facts.dates import Found, find_dates
from worlds.facts.reading import Refused

__all__ = ["DATE", "NAME", "Sentence", "read_sentences"]

NAME = "\ue000"
"""Each character of a link's words, where they are a name."""

DATE = "\ue001"
"""Each character of a date."""

_LONGEST = 1200
_ABBREVIATION = re.compile(
    r"(?:\b(?:[A-Za-z]|Mrs?|Ms|Dr|Prof|St|Ste|Mt|Ft|Jr|Sr|vs?|Nos?|Vols?|Inc|Ltd|Co|Corp|Bros|Gen|Col|Lt|Sgt|Capt|Cmdr|"
    r"Rev|Hon|Pres|Gov|Sen|Rep|ca|cf|etc|approx|est|viz|pp|op|al|alt|feat|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|"
    r"Dec|Ave|Blvd|Rd|sq|mi|km|ft|min|max|incl|excl|esp|lit|born|nr)|\.[A-Za-z])$"
)
_STOP = re.compile(r"[.!?][\"'”’)\]]*(?= +[\"“'‘(]*[^\W\d_a-z])|\n")
_UNSEEN = frozenset(("Cf", "Cc", "Co", "Cs", "Cn"))


class Sentence(NamedTuple):
    """One sentence: where it begins in the paragraph, its words, and two maskings of the same length.

    In `named` the names that are links are NAMEs; in `masked` dates are DATEs besides, and what stands in parentheses
    is blank.
    """

    begin: int
    words: str
    named: str
    masked: str
    dates: tuple[Found, ...]


def read_sentences(cell: Cell) -> Iterator[Sentence]:
    """A paragraph's sentences, in order; those with characters that nobody sees, or without end, are left out."""
    named = _mask_names(cell)
    begin = 0
    for end in [*_ends(named), len(named)]:
        lead = len(named[begin:end]) - len(named[begin:end].lstrip())
        words = cell.text[begin + lead : end]
        if words and len(words) <= _LONGEST and not _hides(words):
            sentence = _sentence(begin + lead, words, named[begin + lead : end])
            if sentence:
                yield sentence
        begin = end


def _hides(words: str) -> bool:
    return any(unicodedata.category(char) in _UNSEEN for char in words if char != "\n")


def _mask_names(cell: Cell) -> str:
    """The text with the words of each link that begins with a capital and holds no figure as NAMEs."""
    text = list(cell.text)
    for anchor in cell.anchors:
        words = cell.text[anchor.begin : anchor.end]
        first = words.lstrip("\"'“‘")[:1]
        if first.isupper() and not any(char.isdigit() for char in words):
            text[anchor.begin : anchor.end] = NAME * (anchor.end - anchor.begin)
    return "".join(text)


def _ends(named: str) -> Iterator[int]:
    for stop in _STOP.finditer(named):
        if stop[0] == "\n" or not _ABBREVIATION.search(named[max(0, stop.start() - 12) : stop.start()]):
            yield stop.end()


def _sentence(begin: int, words: str, named: str) -> Sentence | None:
    try:
        dates = tuple(find_dates(words))
    except Refused:
        return None
    masked = named
    for date in dates:
        masked = masked[: date.begin] + DATE * (date.end - date.begin) + masked[date.end :]
    return Sentence(begin, words, named, blank_parentheses(masked), dates)


def blank_parentheses(text: str) -> str:
    """The text with parentheses and what is in them as spaces, nested ones too; unbalanced ones stay."""
    chars = list(text)
    opened: list[int] = []
    for place, char in enumerate(text):
        if char == "(":
            opened.append(place)
        elif char == ")" and opened:
            start = opened.pop()
            chars[start : place + 1] = " " * (place + 1 - start)
    return "".join(chars)
