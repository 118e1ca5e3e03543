"""The validators' own search for words that hide a step: word by word, where the solvers match patterns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from schemas.amounts import HIDDEN_STEPS

__all__ = ["hidden_in"]

GAP: Final = "…"
WIDEST: Final = 4
ENDS: Final = frozenset(".;?!")


@lru_cache(maxsize=512)
def hidden_in(text: str) -> tuple[str, ...]:
    """The phrases of HIDDEN_STEPS that the text holds, in the list's order."""
    words = _words(text)
    return tuple(phrase for phrase, wanted in PHRASES if any(_fits(words, at, wanted) for at in _starts(words, wanted)))


def _words(text: str) -> list[str]:
    return [word.casefold() for word in re.findall(r"\w+|[^\w\s]", text)]


def _starts(words: Sequence[str], wanted: Sequence[str]) -> Iterator[int]:
    return (at for at, word in enumerate(words) if word == wanted[0])


def _fits(words: Sequence[str], at: int, wanted: Sequence[str]) -> bool:
    for place, word in enumerate(wanted):
        if word == GAP:
            rest = wanted[place + 1 :]
            for size in range(1, WIDEST + 1):
                if len(words) < at + size or ENDS & set(words[at : at + size]):
                    return False
                if _fits(words, at + size, rest):
                    return True
            return False
        if words[at : at + 1] != [word]:
            return False
        at += 1
    return True


PHRASES: Final = tuple((phrase, tuple(_words(phrase))) for phrase in HIDDEN_STEPS)
