"""Finds names in texts, and the form in which answers are compared, by the validators' own means."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["bare", "count_of", "is_normal", "plain_form"]


def bare(name: str) -> str:
    """A name without its article, so that `a bungalow` is found again in `the bungalow`."""
    first, space, rest = name.partition(" ")
    return rest if space and first.lower() in {"a", "an", "the"} else name


def count_of(name: str, text: str) -> int:
    """How often a name stands in a text as whole words, in any case."""
    return len(re.findall(rf"(?<!\w){re.escape(bare(name))}(?!\w)", text, re.IGNORECASE))


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
