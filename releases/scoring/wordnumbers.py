"""Reads numbers written in English words: forty-five, a hundred and thirty, two and a half, three quarters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

__all__ = ["WordNumber", "word_numbers"]

ONES: Final = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen".split()
    )
}
TENS: Final = {
    "twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
    "ninety": 90,
}  # fmt: skip
SCALES: Final = {"thousand": 10**3, "million": 10**6, "billion": 10**9}
PARTS: Final = {
    "half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fourth": 4, "fourths": 4,
    "fifth": 5, "fifths": 5, "sixth": 6, "sixths": 6, "eighth": 8, "eighths": 8, "ninth": 9, "ninths": 9,
    "tenth": 10, "tenths": 10,
}  # fmt: skip
BEFORE_ONE: Final = frozenset(
    "is are be was need needs minus negative exactly about approximately roughly leaves to of and plus times total "
    "gives makes just answer".split()
)
"""After these words `one` is a number; after others (`the red one`) it stands for a thing."""

_TOKEN: Final = re.compile(r"[a-z]+|\d+/\d+|[^\sa-z]")


class WordNumber(NamedTuple):
    """A number in words and where it stands."""

    value: Fraction
    start: int
    end: int


class _Word(NamedTuple):
    text: str
    start: int
    end: int


def word_numbers(text: str) -> Iterator[WordNumber]:
    """Every number in words of a text, the longest reading at each place."""
    words = [_Word(match.group(), match.start(), match.end()) for match in _TOKEN.finditer(text.casefold())]
    place = 0
    while place < len(words):
        value, after = _number(words, place)
        if value is None or _pronoun(words, place, after):
            place += 1
            continue
        yield WordNumber(value, words[place].start, words[after - 1].end)
        place = after


def _number(words: list[_Word], place: int) -> tuple[Fraction | None, int]:
    """A whole number, a share, or both joined by `and`; the place after it."""
    if _is(words, place, "half") and not _is(words, place - 1, "first", "second", "other", "last", "top", "bottom"):
        after = place + 1
        if _is(words, after, "a", "an") and _is(words, after + 1, "dozen"):
            return Fraction(6), after + 2
        return Fraction(1, 2), after
    share, after = _share(words, place)
    if share is not None:
        return share, after
    whole, after = _whole(words, place)
    if whole is None:
        return None, place
    made = Fraction(whole)
    if _is(words, after, "point"):
        digits = ""
        while _text(words, after + 1 + len(digits)) in ONES and ONES[_text(words, after + 1 + len(digits))] < 10:
            digits += str(ONES[_text(words, after + 1 + len(digits))])
        if digits:
            return made + Fraction(int(digits), 10 ** len(digits)), after + 1 + len(digits)
    if _is(words, after, "and"):
        share, end = _share(words, after + 1)
        if share is not None:
            return made + share, end
    if _is(words, after, "dozen"):
        return made * 12, after + 1
    return made, after


def _share(words: list[_Word], place: int) -> tuple[Fraction | None, int]:
    """`a half`, `two thirds`, `three-quarters`, `1/2`; `a third` only where no thing follows it."""
    head = _text(words, place)
    if match := re.fullmatch(r"(\d{1,9})/(\d{1,9})", head):
        usable = place > 0 and _is(words, place - 1, "and") and int(match[2]) > 0
        return (Fraction(int(match[1]), int(match[2])), place + 1) if usable else (None, place)
    top = 1 if head in {"a", "an", "one"} else ONES.get(head)
    after = place + 1
    if _is(words, after, "-"):
        after += 1
    bottom = PARTS.get(_text(words, after))
    if not top or bottom is None:
        return None, place
    follows = _text(words, after + 1)
    if head in {"a", "an"} and bottom > 2 and not _is(words, after, "quarter") and follows[:1].isalpha():
        return (Fraction(1, bottom), after + 1) if follows == "of" else (None, place)
    return Fraction(top, bottom), after + 1


def _whole(words: list[_Word], place: int) -> tuple[int | None, int]:
    """A whole number from its groups: `one thousand, two hundred and ninety-nine`."""
    total, limit, after, any_read = 0, 10**12, place, False
    while True:
        start = after
        if any_read:
            while _is(words, start, ",", "and"):
                start += 1
        group, end = _group(words, start)
        if group is None:
            break
        scale = SCALES.get(_text(words, end), 1)
        if scale > 1:
            end += 1
        if scale >= limit or (any_read and group >= limit):
            break
        total, limit, after, any_read = total + group * scale, scale, end, True
        if scale == 1:
            break
    return (total, after) if any_read else (None, place)


def _group(words: list[_Word], place: int) -> tuple[int | None, int]:
    """A number below a thousand, or so many hundreds: `twelve hundred`, `two hundred and forty-three`."""
    if _is(words, place, "a") and _is(words, place + 1, "hundred", "thousand", "million", "dozen"):
        small, after = 1, place + 1
    else:
        below, after = _below_hundred(words, place)
        if below is None:
            return None, place
        small = below
    if not _is(words, after, "hundred"):
        return small, after
    made, after = small * 100, after + 1
    start = after + 1 if _is(words, after, "and") else after
    rest, end = _below_hundred(words, start)
    return (made, after) if rest is None else (made + rest, end)


def _below_hundred(words: list[_Word], place: int) -> tuple[int | None, int]:
    head = _text(words, place)
    if head in ONES:
        return ONES[head], place + 1
    if head not in TENS:
        return None, place
    after = place + 1
    unit = after + 1 if _is(words, after, "-") else after
    if 0 < ONES.get(_text(words, unit), 0) < 10:
        return TENS[head] + ONES[_text(words, unit)], unit + 1
    return TENS[head], after


def _pronoun(words: list[_Word], place: int, after: int) -> bool:
    """Whether a lone `one` stands for a thing or a person."""
    if after - place != 1 or not _is(words, place, "one") or place == 0:
        return False
    before = _text(words, place - 1)
    return before.isalpha() and before not in BEFORE_ONE


def _text(words: list[_Word], place: int) -> str:
    return words[place].text if 0 <= place < len(words) else ""


def _is(words: list[_Word], place: int, *texts: str) -> bool:
    return _text(words, place) in texts
