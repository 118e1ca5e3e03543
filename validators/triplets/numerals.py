"""The second reader's numbers: digits, words to twenty, fractions in digits, glyphs and words, dozens."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from schemas.amounts import CURRENCIES, CURRENCY_CODES, SPELLINGS, AmountUnit
from validators.triplets.chunks import Chunk, open_words
from validators.triplets.exact import Rational

__all__ = ["Piece", "number_at", "numeric", "spaced_at", "unit_called"]

COUNTING: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
LARGER: Final = frozenset(
    {"thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred", "hundreds", "thousand"}
    | {"thousands", "million", "millions", "billion", "billions", "dozen", "dozens"}
)
TENTHS: Final = ("third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
TEENS: Final = (
    *("eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth"),
    *("nineteenth", "twentieth", "hundredth"),
)
FRACTIONS: Final = {
    **{name: place + 3 for place, name in enumerate(TENTHS)},
    "half": 2,
    "quarter": 4,
    "twelfth": 12,
    "twentieth": 20,
    "hundredth": 100,
}
LOOSE: Final = frozenset(
    {"half", "halves", "quarter", "quarters", *TENTHS, *TEENS, *(f"{name}s" for name in (*TENTHS, *TEENS))}
)

MINUS: Final = frozenset("-−")
CALLED: Final[dict[str, AmountUnit]] = {
    spelling.casefold(): unit for unit, spellings in SPELLINGS.items() for spelling in spellings
}


def _glyph(mark: str) -> Rational:
    top, _, bottom = unicodedata.normalize("NFKC", mark).partition("\u2044")
    return Rational(int(top), int(bottom))


VULGAR: Final = {mark: _glyph(mark) for mark in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒"}


class Piece(NamedTuple):
    """A number and how many chunks it took; `unit` when it was written into the same chunk."""

    value: Rational
    took: int
    unit: AmountUnit | None
    ended: bool


def number_at(chunks: Sequence[Chunk], place: int) -> Piece | None:
    """The number that begins with a chunk; None where none does, or none that can be read."""
    if not _may_begin(chunks[place].word):
        return None
    piece = _with_sign(chunks, place)
    if piece is not None:
        return piece
    piece = _fraction(chunks, place) or _word(chunks, place) or _digits(chunks, place)
    if piece is None:
        return None
    if piece.unit is None and not chunks[place + piece.took - 1].closed:
        piece = _dozens(chunks, place, _and_part(chunks, place, piece))
    return piece._replace(ended=chunks[place + piece.took - 1].closed)


def numeric(chunk: Chunk) -> bool:
    """Whether a chunk that is no number holds one: a digit of any script, a large number word, a loose part."""
    return _holds_number(chunk.word)


def spaced_at(chunks: Sequence[Chunk], place: int) -> int:
    """How many chunks a number with spaces for its thousands takes (`1 299`), which could also be two; 0 for none."""
    if chunks[place].word.isalpha() and chunks[place].word.upper() not in CURRENCY_CODES:
        return 0
    sign = rf"[-−]?(?:(?:us)?[$]|[£€]|{'|'.join(CURRENCY_CODES).casefold()})"
    if re.fullmatch(sign, chunks[place].low) and not chunks[place].closed and place + 1 < len(chunks):
        after = spaced_at(chunks, place + 1) if chunks[place + 1].word[0].isdecimal() else 0
        return after and after + 1
    first = re.fullmatch(rf"(?:[-−]|{sign})?[0-9]{{1,3}}", chunks[place].low)
    took = 1
    while first and not chunks[place + took - 1].closed and place + took < len(chunks):
        group = chunks[place + took]
        if not re.match(r"[0-9]{3}(?![0-9/])", group.word):
            break
        took += 1
        if len(group.word) > 3:
            break
    return took if took > 1 else 0


def unit_called(word: str) -> AmountUnit | None:
    """The unit with a spelling, in lower case."""
    return CALLED.get(word)


@lru_cache(maxsize=8192)
def _may_begin(word: str) -> bool:
    """Whether a number may begin with a word: most words are none that any of its forms begins with."""
    low = word.casefold()
    head = low.partition("-")[0]
    return head in COUNTING or head in {"half", "a", "an"} or not low.isalpha() or low.upper() in CURRENCY_CODES


@lru_cache(maxsize=8192)
def _holds_number(word: str) -> bool:
    low = word.casefold()
    head, hyphen, _ = low.partition("-")
    return (
        any(unicodedata.category(mark).startswith("N") for mark in word)
        or bool(LARGER & set(low.split("-")))
        or low in LOOSE
        or bool(hyphen and (head in COUNTING or head == "half"))
    )


def _with_sign(chunks: Sequence[Chunk], place: int) -> Piece | None:
    """A sign or code of money that stands alone before its number."""
    word = chunks[place].low
    minus = -1 if word[:1] in MINUS else 1
    word = word[1:] if minus < 0 else word
    unit = CURRENCIES.get(word.removeprefix("us")) or CURRENCY_CODES.get(word.upper())
    if unit is None or chunks[place].closed or place + 1 == len(chunks) or not chunks[place + 1].word[0].isnumeric():
        return None
    piece = _digits(chunks, place + 1)
    if piece is not None and piece.unit is not None and piece.took > 1:
        piece = _digits(chunks[: place + 2], place + 1)  # `$ 5 3/4kg`: the share is of the kilogram
    if piece is None or piece.unit is not None:
        return None
    took = piece.took + 1
    return Piece(minus * piece.value, took, unit, chunks[place + took - 1].closed)


def _share(chunks: Sequence[Chunk], place: int) -> tuple[Rational, int] | None:
    """`a third`, `two-thirds`, `one half`: the share, and how many chunks it takes."""
    if place == len(chunks):
        return None
    count, hyphen, part = chunks[place].low.partition("-")
    took = 1
    if not hyphen:
        following = open_words(chunks, place, 1)
        part, took = (following[0], 2) if following else ("", 1)
    bottom = FRACTIONS.get("half" if part == "halves" else part.removesuffix("s"))
    top = 1 if count in {"a", "an"} else COUNTING.index(count) if count in COUNTING else None
    return None if bottom is None or top is None else (Rational(top, bottom), took)


def _fraction(chunks: Sequence[Chunk], place: int) -> Piece | None:
    shared = (Rational(1, 2), 1) if chunks[place].low == "half" else _share(chunks, place)
    if shared is None:
        return None
    value, took = shared
    return Piece(value, took + _of_a(chunks, place + took - 1, bare=True), None, ended=False)


def _of_a(chunks: Sequence[Chunk], place: int, *, bare: bool = False) -> int:
    """How many chunks `of a` takes after a fraction, or the `a` of `half an hour`."""
    following = open_words(chunks, place, 2)
    if following[:1] == ["of"] and following[1:2] in (["a"], ["an"]):
        return 0 if chunks[place + 2].closed or place + 3 == len(chunks) else 2
    if bare and following[:1] in (["a"], ["an"]):
        return 0 if chunks[place + 1].closed or place + 2 == len(chunks) else 1
    return 0


def _word(chunks: Sequence[Chunk], place: int) -> Piece | None:
    chunk = chunks[place]
    head, hyphen, tail = chunk.low.partition("-")
    if head in COUNTING:
        unit = unit_called(tail) if hyphen else None
        if hyphen and unit is None:
            return None  # two-bedroom, twenty-one: told as unread
        return Piece(Rational(COUNTING.index(head)), 1, unit, chunk.closed)
    if chunk.low in {"a", "an"} and open_words(chunks, place, 1) == ["dozen"]:
        return Piece(Rational(1), 1, None, ended=False)
    return None


def _digits(chunks: Sequence[Chunk], place: int) -> Piece | None:
    chunk = chunks[place]
    written = _written(chunk.word)
    if written is None:
        return None
    value, unit, tailed = written
    took, part = 1, "/" in chunk.word or any(mark in VULGAR for mark in chunk.word)
    following = open_words(chunks, place, 1)
    if not tailed and chunk.word[-1:].isdecimal() and following and re.search(rf"/|^[{''.join(VULGAR)}]", following[0]):
        more = None if set(chunk.word) & set(",./") else _written(following[0])
        if more is not None and following[0][:1].isnumeric() and not (more[1] and unit):
            value += -more[0] if chunk.word[0] in MINUS else more[0]
            took, part, unit, tailed = 2, True, unit or more[1], more[2]
    if part and not tailed:
        took += _of_a(chunks, place + took - 1)
    return Piece(value, took, unit, chunk.closed)


@lru_cache(maxsize=8192)
def _written(word: str) -> tuple[Rational, AmountUnit | None, bool] | None:
    """A number in one word with the sign, currency and unit written into it, and whether a unit stands behind it.

    None where it is no number.
    """
    sign = -1 if word[:1] in MINUS else 1
    rest = word[1:] if sign < 0 else word
    rest = rest[2:] if rest[:3].casefold() == "us$" else rest
    unit = CURRENCIES.get(rest[:1]) or CURRENCY_CODES.get(rest[:3].upper())
    rest = (rest[1:] if rest[:1] in CURRENCIES else rest[3:]) if unit else rest
    size = len(rest) - len(rest.lstrip("0123456789.,/" + "".join(VULGAR)))
    value, tail = _plain(rest[:size]), rest[size:]
    if value is None or (tail and unit):
        return None
    if tail:
        unit = unit_called(tail.removeprefix("-").casefold())
        if unit is None:
            return None
    return sign * value, unit, bool(tail)


def _plain(body: str) -> Rational | None:
    if body[-1:] in VULGAR:
        whole = body[:-1]
        return Rational(int(whole or 0)) + VULGAR[body[-1]] if not whole or whole.isdecimal() else None
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


def _and_part(chunks: Sequence[Chunk], place: int, piece: Piece) -> Piece:
    """`two and a half`, `3 and three quarters`."""
    end = place + piece.took
    if open_words(chunks, end - 1, 2)[:1] != ["and"] or len(open_words(chunks, end - 1, 2)) < 2:
        return piece
    shared = _share(chunks, end + 1)
    if shared is None:
        return piece
    part = -shared[0] if chunks[place].word[0] in MINUS else shared[0]
    return piece._replace(value=piece.value + part, took=piece.took + 1 + shared[1])


def _dozens(chunks: Sequence[Chunk], place: int, piece: Piece) -> Piece:
    if open_words(chunks, place + piece.took - 1, 1) == ["dozen"]:
        return piece._replace(value=piece.value * 12, took=piece.took + 1)
    return piece
