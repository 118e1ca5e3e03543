"""Finds names in texts, and the form in which answers are compared, by the validators' own means."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

__all__ = ["bare", "count_of", "is_normal", "plain_form", "times_of"]


def bare(name: str) -> str:
    """A name without its article, so that `a bungalow` is found again in `the bungalow`."""
    first, space, rest = name.partition(" ")
    return rest if space and first.lower() in {"a", "an", "the"} else name


def count_of(name: str, text: str) -> int:
    """How often a name, with or without its article, stands in a text as whole words, in any case."""
    return times_of(bare(name), text)


def times_of(wanted: str, text: str) -> int:
    """How often words stand in a text as they are, whole and in any case."""
    if not (wanted and wanted.isascii() and text.isascii()):
        return len(_pattern(wanted).findall(text))
    wanted, text = wanted.lower(), _lower(text)
    times, start = 0, text.find(wanted)
    while start >= 0:
        end = start + len(wanted)
        whole = not (start > 0 and _in_word(text[start - 1])) and not _in_word(text[end : end + 1])
        times += whole
        start = text.find(wanted, end if whole else start + 1)
    return times


@lru_cache(maxsize=64)
def _lower(text: str) -> str:
    return text.lower()


def _in_word(mark: str) -> bool:
    return mark.isalnum() or mark == "_"


@lru_cache(maxsize=4096)
def _pattern(wanted: str) -> re.Pattern[str]:
    """A name as a whole word in any case, for letters that have more than one other case."""
    return re.compile(rf"(?<!\w){re.escape(wanted)}(?!\w)", re.IGNORECASE)


def plain_form(answer: str) -> str:
    """An answer as it is compared: folded, straight quotes, single spaces, nothing loose at its ends."""
    folded = unicodedata.normalize("NFKC", answer).casefold().translate({0x2018: "'", 0x2019: "'"})
    words = folded.strip(" .,;:!?'\"“”\t\n").split()
    while len(words) > 1 and words[0] in {"a", "an", "the"}:
        words = words[1:]
    return " ".join(words)


def is_normal(answer: str) -> bool:
    """Whether an accepted answer is already in the form in which answers are compared."""
    return bool(answer) and plain_form(answer) == answer
