"""A second reader of quantities, word by word, so that no item is judged by the reader that made it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from schemas.amounts import OTHER_CODES, OTHER_UNITS, AmountUnit
from schemas.triplets import Amount
from validators.triplets.chunks import Chunk, chunks_of, open_words
from validators.triplets.exact import Rational
from validators.triplets.numerals import Piece, number_at, numeric, spaced_at, unit_called

__all__ = ["Figure", "Figures", "counted", "figures", "worth"]

EACH: Final = frozenset({"each", "apiece"})
HEADS: Final = frozenset({"person", "head", "piece"})
OTHERS: Final = frozenset({*OTHER_UNITS, *OTHER_CODES})
LONGEST_UNIT: Final = 3
"""No unit is called by more words than these."""


class Figure(NamedTuple):
    """One quantity: an exact value in its unit, a rate's `per`, and where its words begin and end."""

    value: Rational
    unit: AmountUnit
    per: AmountUnit | None
    start: int
    end: int


class Figures(NamedTuple):
    """The quantities of a text in order, and the words that hold a number which can't be read.

    `foreign` are the numbers among the unread that have a unit of others beside them (`50 cents`), as bare counts.
    """

    known: tuple[Figure, ...]
    unread: tuple[str, ...]
    foreign: tuple[Figure, ...]


def worth(value: Rational, unit: AmountUnit) -> Rational:
    """What a figure counts as in arithmetic: a percentage is a hundredth of its number."""
    return value / 100 if unit == "percent" else value


def counted(amount: Amount) -> Rational:
    """What a recorded amount counts as in arithmetic."""
    return worth(Rational(amount.value), amount.unit)


@lru_cache(maxsize=4096)
def figures(text: str) -> Figures:
    """All quantities that a person would read in the text."""
    chunks = chunks_of(text)
    known: list[Figure] = []
    unread: list[str] = []
    foreign: list[Figure] = []
    place = 0
    while place < len(chunks):
        spaced = spaced_at(chunks, place)
        piece = None if spaced else number_at(chunks, place)
        if piece is None:
            if spaced or numeric(chunks[place]):
                unread.append(" ".join(chunk.word for chunk in chunks[place : place + max(spaced, 1)]))
            place += max(spaced, 1)
            continue
        figure, end = _with_unit(chunks, place, piece)
        others = _foreign(chunks, place, piece) if figure.unit == "count" else None
        if others is not None:
            foreign.append(figure)
            end = max(end, place + piece.took + others)
        if others is not None or _rest_of_one(chunks, place):
            unread.append(text[figure.start : chunks[end - 1].end])
        else:
            known.append(figure)
        place = end
    return Figures(tuple(known), tuple(unread), tuple(foreign))


def _rest_of_one(chunks: Sequence[Chunk], place: int) -> bool:
    """Whether a share belongs to the amount before it (`an hour and a half`)."""
    before = chunks[place - 1] if place else None
    if before is None or before.low != "and" or before.closed:
        return False
    return chunks[place].low.partition("-")[0] in {"a", "an"} and open_words(chunks, place, 1) != ["dozen"]


def _foreign(chunks: Sequence[Chunk], place: int, piece: Piece) -> int | None:
    """How many words a unit of others takes behind a number, 0 where it stands before; None where there is none."""
    before = chunks[place - 1] if place else None
    if before is not None:
        code = before.low + "." if before.marks == "." else before.low
        if (not before.closed and code in OTHER_CODES) or code == "rs.":
            return 0
    following = [] if piece.ended else open_words(chunks, place + piece.took - 1, LONGEST_UNIT)
    for size in range(len(following), 0, -1):
        if " ".join(following[:size]) in OTHERS:
            return size
    return None


def _with_unit(chunks: Sequence[Chunk], place: int, piece: Piece) -> tuple[Figure, int]:
    end = place + piece.took
    unit = piece.unit
    following = [] if unit is not None or piece.ended else open_words(chunks, end - 1, 2)
    for size in range(len(following), 0, -1):
        unit = unit_called(" ".join(following[:size]))
        if unit is not None:
            end += size
            break
    per: AmountUnit | None = None
    following = open_words(chunks, end - 1, 2)
    if following[:1] and following[0] in EACH and (len(following) < 2 or unit_called(following[1]) is None):
        per, end = "count", end + 1
    elif len(following) == 2 and following[0] in {"a", "an", "per", "each", "every"}:
        rate = unit_called(following[1])
        thing = following[0] == "per" and _is_thing(chunks, end + 1)
        if rate is None and (thing or (following[0] in {"a", "an"} and following[1] in HEADS)):
            rate = "count"
        if rate is not None:
            per, end = rate, end + 2
    return Figure(piece.value, unit or "count", per, chunks[place].start, chunks[end - 1].end), end


def _is_thing(chunks: Sequence[Chunk], place: int) -> bool:
    """Whether a word can be what a rate is counted by: no number of its own."""
    first = chunks[place]._replace(word=chunks[place].word.partition("-")[0])
    return bool(re.match("[a-z]", first.low)) and not numeric(first) and number_at([first], 0) is None
