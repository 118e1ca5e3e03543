"""Cuts a text into words without the marks around them, which is all that the second reader looks at."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

__all__ = ["Chunk", "chunks_of", "open_words"]

BEFORE: Final = "([{\"'“‘"
AFTER: Final = ".,;:!?)]}\"'”’…"
DASH: Final = "—"
FEET_AND_INCHES: Final = "'\""


class Chunk(NamedTuple):
    """A word and the marks behind it, which end a quantity."""

    word: str
    start: int
    end: int
    marks: str

    @property
    def low(self) -> str:
        """The word in lower case."""
        return self.word.casefold()

    @property
    def closed(self) -> bool:
        """Whether something cuts the word off from the next one."""
        return bool(self.marks)


def chunks_of(text: str) -> list[Chunk]:
    """The words of a text in order. A dash between words ends one; a mark of feet or inches stays with its digits."""
    made: list[Chunk] = []
    for match in re.finditer(rf"[^\s{DASH}]+|{DASH}", text):
        word = match.group()
        bare = word.lstrip(BEFORE)
        start = match.start() + len(word) - len(bare)
        if made and (word == DASH or len(bare) < len(word)):
            made[-1] = made[-1]._replace(marks=made[-1].marks + word[0])
        core = bare.rstrip(AFTER)
        marks = bare[len(core) :]
        if core and marks[:1] in FEET_AND_INCHES and marks and core[-1].isnumeric():
            core, marks = core + marks[0], marks[1:]
        if core and core != DASH:
            made.append(Chunk(core, start, start + len(core), marks))
    return made


def open_words(chunks: Sequence[Chunk], place: int, count: int) -> list[str]:
    """The words after a chunk, up to the first that a mark cuts off from the one before."""
    words: list[str] = []
    for here in range(place, min(place + count, len(chunks) - 1)):
        if chunks[here].closed:
            break
        words.append(chunks[here + 1].low)
    return words
