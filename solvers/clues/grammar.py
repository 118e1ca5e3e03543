"""The form of the clue grammar: alternatives of text with slots, each alternative fixing part of a meaning.

A meaning is a mapping from feature names to scalars or to further meanings. An alternative is written as text
with slots: `{noun}` inserts a symbol whose features join the parent's; `{ref:a}` inserts a symbol and stores its
meaning under `a`; an upper-case name (`{INT:n}`) is a terminal. The same tables serve both directions: the
generator chooses among alternatives that agree with a meaning, the parser collects what alternatives fix.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypeAlias

__all__ = ["Alternative", "Grammar", "Meaning", "Scalar", "Slot", "Wording", "alternative", "freeze", "pieces"]

Scalar: TypeAlias = str | int | tuple[int, ...]
Meaning: TypeAlias = "Mapping[str, Scalar | Meaning]"


class Slot(NamedTuple):
    """A place in an alternative: the symbol or terminal to insert, and the feature that keeps its meaning."""

    symbol: str
    key: str | None

    @property
    def terminal(self) -> bool:
        """Whether the slot takes a terminal."""
        return self.symbol.isupper()


@dataclass(frozen=True)
class Alternative:
    """One way to say something: its text, and the features it fixes as sorted pairs."""

    text: str
    fixes: tuple[tuple[str, str], ...]


class Wording(NamedTuple):
    """How one operation is put: as noun phrases, as questions inside a sentence, and as sentences of their own."""

    things: tuple[str, ...] = ()
    hows: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()


Grammar: TypeAlias = Mapping[str, tuple[Alternative, ...]]

SLOT = re.compile(r"\{([A-Za-z_]+)(?::([a-z_]+))?\}")


def alternative(text: str, **fixes: str) -> Alternative:
    """An alternative that fixes the given features."""
    return Alternative(text, tuple(sorted(fixes.items())))


@cache
def pieces(text: str) -> tuple[str | Slot, ...]:
    """An alternative's text as literals and slots, in order."""
    found: list[str | Slot] = []
    position = 0
    for match in SLOT.finditer(text):
        if match.start() > position:
            found.append(text[position : match.start()])
        found.append(Slot(match.group(1), match.group(2)))
        position = match.end()
    if position < len(text):
        found.append(text[position:])
    return tuple(found)


def freeze(meaning: Meaning) -> tuple[tuple[str, object], ...]:
    """A meaning as nested sorted pairs, so that meanings can be compared and put in sets."""
    pairs = ((key, freeze(value) if isinstance(value, Mapping) else value) for key, value in meaning.items())
    return tuple(sorted(pairs))
