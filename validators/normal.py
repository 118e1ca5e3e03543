"""Texts made comparable: without accents, case and punctuation, and with number words as numbers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

__all__ = ["forms", "holds", "numbers_in"]

_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_SMALL = {word: number for number, word in enumerate(_UNITS)} | {word: 10 * n for n, word in enumerate(_TENS, start=2)}
_LARGE = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_WORD = re.compile(r"\b(?:" + "|".join([*_SMALL, "hundred", *_LARGE]) + r")\b")
_SPELLED = re.compile(rf"{_WORD.pattern}(?:(?:[\s-]+|,\s+)(?:and\s+)?{_WORD.pattern})*")
_DIGITS = re.compile(r"(?<![\d.])\d{1,3}(?:[, ]\d{3})+(?:\.\d+)?(?![\d])|\d+(?:\.\d+)?")


@lru_cache(maxsize=8192)
def forms(text: str) -> frozenset[str]:
    """A text as words in lower case, a space on either side; two forms, as apostrophes join words or part them."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    if not plain.isascii():
        plain = "".join(mark for mark in plain if not unicodedata.combining(mark))
    made = set()
    for apostrophe in ("", " "):
        parted = re.sub(r"['’‘ʼ`´]", apostrophe, plain)
        words = re.sub(r"[\W_]+", " ", parted).split()
        if words:
            made.add(f" {' '.join(words)} ")
    return frozenset(made)


def holds(text: str, name: str) -> bool:
    """Whether a text has a name in it as whole words, on normalised text."""
    return any(part in whole for whole in forms(text) for part in forms(name))


def numbers_in(text: str) -> Iterator[str]:
    """Every number of a text, in digits or words, as plain decimal digits; `one` as a word is a pronoun, no number."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    for digits in _DIGITS.findall(plain):
        bare = re.sub(r"[, ]", "", digits)
        yield (bare.rstrip("0").rstrip(".") if "." in bare else bare).lstrip("0") or "0"
    for spelled in _SPELLED.findall(plain):
        words = _WORD.findall(spelled)
        if words != ["one"]:
            yield str(_spelled(words))


def _spelled(words: list[str]) -> int:
    """The number that words spell: `two hundred and five`, and years as `nineteen sixty one`."""
    if len(words) > 1 and not set(words) & {"hundred", *_LARGE} and 10 <= _SMALL[words[0]] <= 99:
        first = _SMALL[words[0]]
        if first < 20 or _SMALL[words[1]] >= 10:
            return 100 * first + sum(_SMALL[word] for word in words[1:])
    total = group = 0
    for word in words:
        if word in _SMALL:
            group += _SMALL[word]
        elif word == "hundred":
            group = max(1, group) * 100
        else:
            total, group = total + max(1, group) * _LARGE[word], 0
    return total + group
