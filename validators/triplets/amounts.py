"""A second reader of quantities, word by word, so that no item is judged by the reader that made it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from schemas.triplets import CURRENCIES, SPELLINGS, Amount, AmountUnit
from validators.triplets.exact import Rational

__all__ = ["Figure", "Figures", "counted", "figures", "worth"]

COUNTING: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
LARGER: Final = frozenset(
    {"thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred", "hundreds", "thousand"}
    | {"thousands", "million", "millions", "billion", "billions", "dozen", "dozens"}
)
VULGAR: Final = {"½": (1, 2), "¼": (1, 4), "¾": (3, 4), "⅓": (1, 3), "⅔": (2, 3)}
EACH: Final = frozenset({"each", "apiece"})
HEADS: Final = frozenset({"person", "head", "piece"})
OPENING: Final = frozenset({"half", "a", "an"})
"""Words that are no numbers by themselves and may begin one: `half a cup`, `a quarter`, `a dozen`."""

WORD: Final = re.compile(r"\S+")
BEFORE: Final = "([{\"'“‘"
AFTER: Final = ".,;:!?)]}\"'”’…"


class Figure(NamedTuple):
    """One quantity: an exact value in its unit, a rate's `per`, and where its words begin and end."""

    value: Rational
    unit: AmountUnit
    per: AmountUnit | None
    start: int
    end: int


class Figures(NamedTuple):
    """The quantities of a text in order, and the words that hold a number which can't be read."""

    known: tuple[Figure, ...]
    unread: tuple[str, ...]


class Chunk(NamedTuple):
    """A word without the marks around it; `closed` when a mark follows, which ends a quantity."""

    word: str
    start: int
    end: int
    closed: bool

    @property
    def low(self) -> str:
        """The word in lower case."""
        return self.word.casefold()


class Piece(NamedTuple):
    """A number and how many chunks it took; `unit` when it was written into the same chunk."""

    value: Rational
    took: int
    unit: AmountUnit | None
    ended: bool


def worth(value: Rational, unit: AmountUnit) -> Rational:
    """What a figure counts as in arithmetic: a percentage is a hundredth of its number."""
    return value / 100 if unit == "percent" else value


def counted(amount: Amount) -> Rational:
    """What a recorded amount counts as in arithmetic."""
    return worth(Rational(amount.value), amount.unit)


@lru_cache(maxsize=4096)
def figures(text: str) -> Figures:
    """All quantities that a person would read in the text."""
    chunks = _chunks(text)
    known: list[Figure] = []
    unread: list[str] = []
    place = 0
    while place < len(chunks):
        word = chunks[place].word
        piece = _number(chunks, place) if _may_begin(word) else None
        if piece is None:
            if _holds_number(word):
                unread.append(word)
            place += 1
            continue
        figure, place = _with_unit(chunks, place, piece)
        known.append(figure)
    return Figures(tuple(known), tuple(unread))


@lru_cache(maxsize=8192)
def _may_begin(word: str) -> bool:
    """Whether a quantity may begin with a word: most words are none of those that `_number` knows."""
    low = word.casefold()
    head, _, _ = low.partition("-")
    return low.removeprefix("us") in CURRENCIES or low in OPENING or head in COUNTING or _written(word) is not None


@lru_cache(maxsize=8192)
def _holds_number(word: str) -> bool:
    """Whether a word that begins no quantity has a number in it all the same."""
    low = word.casefold()
    digits = any(mark.isdecimal() or mark in VULGAR for mark in low)
    return digits or bool(LARGER & set(low.split("-"))) or _joined(low)


def _chunks(text: str) -> list[Chunk]:
    chunks: list[Chunk] = []
    for match in WORD.finditer(text):
        word, begin = match[0], match.start()
        core = word.lstrip(BEFORE)
        start = begin + len(word) - len(core)
        core = core.rstrip(AFTER)
        if start > begin and chunks:
            chunks[-1] = chunks[-1]._replace(closed=True)
        if core:
            end = start + len(core)
            chunks.append(Chunk(core, start, end, end < begin + len(word)))
    return chunks


def _number(chunks: Sequence[Chunk], place: int) -> Piece | None:
    chunk = chunks[place]
    following = _open_words(chunks, place, 4)
    sign = chunk.low.removeprefix("us")
    if sign in CURRENCIES and following and (written := _written(following[0])) and written[1] is None:
        return Piece(written[0], 2, CURRENCIES[sign], chunks[place + 1].closed)
    piece = _words(chunk, following) or _digits(chunk, following)
    if piece is None:
        return None
    ended = chunks[place + piece.took - 1].closed
    after = _open_words(chunks, place + piece.took - 1, 3)
    if after[:3] == ["and", "a", "half"] and piece.unit is None and not ended:
        piece = piece._replace(value=piece.value + Rational(1, 2), took=piece.took + 3)
        after = _open_words(chunks, place + piece.took - 1, 1)
    if after[:1] == ["dozen"] and piece.unit is None:
        piece = piece._replace(value=piece.value * 12, took=piece.took + 1)
    return piece._replace(ended=chunks[place + piece.took - 1].closed)


def _words(chunk: Chunk, following: Sequence[str]) -> Piece | None:
    parts = {("half",): (1, 2), ("a", "quarter"): (1, 4), ("three", "quarters"): (3, 4)}
    for words, (top, bottom) in parts.items():
        if (chunk.low, *following)[: len(words)] == words:
            rest = list(following[len(words) - 1 :])
            took = len(words)
            if rest[:1] == ["of"] and rest[1:2] in (["a"], ["an"]):
                took += 2
            elif rest[:1] in (["a"], ["an"]):
                took += 1
            return Piece(Rational(top, bottom), took, None, ended=False)
    head, _, tail = chunk.low.partition("-")
    if head in COUNTING and tail not in COUNTING:
        unit = _unit(tail) if tail else None
        if tail and unit is None:
            return None  # one-way, two-bedroom: no quantity
        return Piece(Rational(COUNTING.index(head)), 1, unit, chunk.closed)
    if chunk.low in {"a", "an"} and following[:1] == ["dozen"]:
        return Piece(Rational(1), 1, None, ended=False)
    return None


def _digits(chunk: Chunk, following: Sequence[str]) -> Piece | None:
    written = _written(chunk.word)
    if written is None:
        return None
    value, unit = written
    if unit is None and chunk.word.isdecimal() and following and re.search(rf"/|^[{''.join(VULGAR)}]", following[0]):
        part = _written(following[0])
        if part is not None:
            return Piece(value + part[0], 2, part[1], ended=False)
    return Piece(value, 1, unit, chunk.closed)


@lru_cache(maxsize=8192)
def _written(word: str) -> tuple[Rational, AmountUnit | None] | None:
    """A number in one word with the sign, currency and unit written into it; None where it is no number."""
    sign = -1 if word[:1] in {"-", "−"} else 1
    rest = word[1:] if sign < 0 else word
    rest = rest[2:] if rest.startswith("US$") else rest
    unit = CURRENCIES.get(rest[:1])
    rest = rest[1:] if unit else rest
    size = len(rest) - len(rest.lstrip("0123456789.,/" + "".join(VULGAR)))
    value, tail = _plain(rest[:size]), rest[size:]
    if value is None or (tail and unit):
        return None
    if tail:
        unit = _unit(tail.removeprefix("-"))
        if unit is None:
            return None
    return sign * value, unit


def _plain(body: str) -> Rational | None:
    if body[-1:] in VULGAR:
        whole = body[:-1]
        return Rational(int(whole or 0)) + Rational(*VULGAR[body[-1]]) if not whole or whole.isdecimal() else None
    top, slash, bottom = body.partition("/")
    if slash:
        simple = top.isdecimal() and bottom.isdecimal() and int(bottom) > 0
        return Rational(int(top), int(bottom)) if simple else None
    whole, point, decimals = body.partition(".")
    groups = whole.split(",")
    if len(groups) > 1 and not (0 < len(groups[0]) < 4 and all(len(group) == 3 for group in groups[1:])):
        return None
    if not "".join(groups).isdecimal() or (point and not decimals.isdecimal()):
        return None
    return Rational("".join(groups) + (f".{decimals}" if point else ""))


def _with_unit(chunks: Sequence[Chunk], place: int, piece: Piece) -> tuple[Figure, int]:
    end = place + piece.took
    unit, ended = piece.unit, piece.ended
    if unit is None and not ended:
        following = [chunk.low for chunk in chunks[end : end + 2]]
        if len(following) == 2 and not chunks[end].closed and (unit := _unit(" ".join(following))):
            end += 2
        elif following and (unit := _unit(following[0])):
            end += 1
    per: AmountUnit | None = None
    following = _open_words(chunks, end - 1, 2)
    if following[:1] and following[0] in EACH and (len(following) < 2 or _unit(following[1]) is None):
        per, end = "count", end + 1
    elif len(following) == 2 and following[0] in {"a", "an", "per", "each", "every"}:
        rate = _unit(following[1])
        if rate is None and (following[0] == "per" or (following[0] != "each" and following[1] in HEADS)):
            rate = "count"
        if rate is not None:
            per, end = rate, end + 2
    return Figure(piece.value, unit or "count", per, chunks[place].start, chunks[end - 1].end), end


def _open_words(chunks: Sequence[Chunk], place: int, count: int) -> list[str]:
    """The words after a chunk, up to the first that a mark cuts off from the one before."""
    words: list[str] = []
    for here in range(place, min(place + count, len(chunks) - 1)):
        if chunks[here].closed:
            break
        words.append(chunks[here + 1].low)
    return words


@lru_cache(maxsize=4096)
def _unit(word: str) -> AmountUnit | None:
    for unit, spellings in SPELLINGS.items():
        if any(word == spelling.casefold() for spelling in spellings):
            return unit
    return None


def _joined(word: str) -> bool:
    head, _, tail = word.partition("-")
    return head in COUNTING and tail in COUNTING
