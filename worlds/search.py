"""Search over titles whose order doesn't depend on what else a source holds."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

__all__ = ["TitleIndex", "words_of"]

WORD = re.compile(r"[^\W_]+")


def words_of(text: str) -> tuple[str, ...]:
    """A text's words, case-folded and without marks, so that `Beyoncé` and `beyonce` are one."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return tuple(WORD.findall(plain.casefold()))


class TitleIndex:
    """Titles and their aliases by word.

    Scores use only the query and the title, so the results in a part of a source are its results in the whole,
    less the pages that the part lacks: a recorded world answers as the world it was recorded from.
    """

    def __init__(self, names: Mapping[str, Iterable[str]]) -> None:
        """`names` gives each title its aliases."""
        self._by_word: dict[str, set[str]] = {}
        self._names: dict[str, tuple[tuple[str, ...], ...]] = {}
        for title, aliases in names.items():
            self._names[title] = tuple(words_of(name) for name in (title, *aliases))
            for words in self._names[title]:
                for word in words:
                    self._by_word.setdefault(word, set()).add(title)

    def search(self, query: str, limit: int) -> tuple[str, ...]:
        """Titles that share a word with the query: most words in common first, then fewest others, then A to Z."""
        wanted = words_of(query)
        candidates: set[str] = set().union(*(self._by_word.get(word, ()) for word in wanted))
        return tuple(sorted(candidates, key=lambda title: (self._rank(title, wanted), title))[: max(0, limit)])

    def _rank(self, title: str, wanted: tuple[str, ...]) -> tuple[int, int, bool]:
        asked = set(wanted)
        return min(
            (-len(asked.intersection(words)), len(set(words) - asked), words != wanted) for words in self._names[title]
        )
