"""What two releases are compared by: what an item is about, what can move its score, and what it may share."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from hashlib import blake2b
from typing import NamedTuple

__all__ = ["NEAR", "Likeness", "NearTexts"]

NEAR = Fraction(1, 2)
"""The share of word triples, of both texts' together, from which two texts count as near-duplicates."""


class Likeness(NamedTuple):
    """An item as releases compare it.

    `about` tells which items of two releases are versions of one: a leg's page path, a triplet's composed question, a
    kitchen's state with goal and half. `scored` holds all that can move a score. `pages` are those visited,
    `structure` is the item without its things. `text` is empty where items of a config all read alike.
    """

    about: str
    scored: str
    pages: tuple[str, ...]
    structure: str
    text: str


class NearTexts:
    """Texts by their runs of three words, so that those which nearly repeat another are found without comparing all."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._sizes: list[int] = []
        self._places: defaultdict[int, list[int]] = defaultdict(list)
        for place, text in enumerate(texts):
            triples = set(_triples(text))
            self._sizes.append(len(triples))
            for triple in triples:
                self._places[triple].append(place)

    def has_near(self, text: str) -> bool:
        """Whether a text is nearly one of these: numbers count as equal, names don't."""
        triples = set(_triples(text))
        shared: defaultdict[int, int] = defaultdict(int)
        for triple in triples:
            for place in self._places.get(triple, ()):
                shared[place] += 1
        return any(
            Fraction(count, len(triples) + self._sizes[place] - count) >= NEAR for place, count in shared.items()
        )


def _triples(text: str) -> Iterator[int]:
    words = re.findall(r"[^\W\d_]+|\d+", text.casefold())
    words = ["#" if word.isdigit() else word for word in words]
    for triple in zip(words, words[1:], words[2:], strict=False):
        yield int.from_bytes(blake2b(" ".join(triple).encode(), digest_size=8).digest())
