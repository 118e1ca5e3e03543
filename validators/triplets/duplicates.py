"""Near-duplicates between questions, whatever file they come from: exact shares of word triples, by an index of them.

The triples are counted exactly: at the size of such files an index of shared triples is as fast as MinHash, and has
no error to explain.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

__all__ = ["NEAR", "Asked", "NearPair", "near_duplicates"]

NEAR: Final = Fraction(1, 2)
"""The share of word triples from which two questions count as near-duplicates, unless another is asked for."""


class Asked(NamedTuple):
    """A question: what it goes by, its text, the names of its options where they are known, and what it is a twin by
    (items of one template; empty where that is not known).
    """

    name: str
    text: str
    options: tuple[str, ...] = ()
    twins: str = ""


class NearPair(NamedTuple):
    """Two questions that nearly repeat each other, the later one first.

    `words` is the share of word triples they have in common with numbers masked, `frame` the same with the names of
    options masked too: what remains when only the things are exchanged. Either may be what makes them near.
    """

    one: Asked
    two: Asked
    words: Fraction
    frame: Fraction


def near_duplicates(new: Sequence[Asked], earlier: Sequence[Asked] = (), share: Fraction = NEAR) -> Iterator[NearPair]:
    """Every pair of a new question with another new or an earlier one that shares so much, but twins.

    In the order of the new questions, the nearest first.
    """
    everything = [*earlier, *new]
    words = [_triples(_masked(asked, ())) for asked in everything]
    frames = [_triples(_masked(asked, asked.options)) for asked in everything]
    indexes = (_index(words), _index(frames))
    for place in range(len(earlier), len(everything)):
        one = everything[place]
        shared = [_shared(sets[place], index, place) for sets, index in zip((words, frames), indexes, strict=True)]
        found: list[NearPair] = []
        for other in sorted(set(shared[0]) | set(shared[1])):
            two = everything[other]
            if one.twins and one.twins == two.twins and other >= len(earlier):
                continue
            near = [
                _share(counted[other], len(sets[place]), len(sets[other]))
                for counted, sets in zip(shared, (words, frames), strict=True)
            ]
            if max(near) >= share:
                found.append(NearPair(one, two, near[0], near[1]))
        yield from sorted(found, key=lambda pair: -max(pair.words, pair.frame))


def _masked(asked: Asked, names: Iterable[str]) -> str:
    """A question's text with numbers as `#` and the given names as `@`, the longest names first."""
    text = asked.text.casefold()
    for name in sorted((name.casefold() for name in names if name), key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "@", text)
    return re.sub(r"\d+(?:[.,/]\d+)*", "#", text)


def _triples(text: str) -> frozenset[tuple[str, ...]]:
    """The runs of three words; of a text of fewer words, the text itself."""
    words = re.findall(r"[^\W\d_]+|[@#]", text)
    if len(words) < 3:
        return frozenset({tuple(words)}) if words else frozenset()
    return frozenset(zip(words, words[1:], words[2:], strict=False))


def _index(sets: Sequence[frozenset[tuple[str, ...]]]) -> dict[tuple[str, ...], list[int]]:
    index: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    for place, triples in enumerate(sets):
        for triple in triples:
            index[triple].append(place)
    return index


def _shared(triples: Iterable[tuple[str, ...]], index: dict[tuple[str, ...], list[int]], place: int) -> Counter[int]:
    """How many triples each earlier place shares."""
    counted: Counter[int] = Counter()
    for triple in triples:
        counted.update(other for other in index[triple] if other < place)
    return counted


def _share(shared: int, one: int, two: int) -> Fraction:
    together = one + two - shared
    return Fraction(shared, together) if together else Fraction(0)
