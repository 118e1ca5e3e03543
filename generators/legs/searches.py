"""Singles out the next page among what a search finds first, by words that name it only in part."""

from __future__ import annotations

import random

from generators.legs.index import WorldIndex
from generators.legs.targets import describe
from generators.rejection import Rejected
from schemas.legs import Target
from worlds.search import words_of

__all__ = ["RESULTS", "search_out"]

RESULTS = 10
"""How many results of a search are looked at."""

FEWEST_RESULTS = 3
"""A search that finds fewer pages tells which one is meant."""

SHORTEST = 4
"""Letters of the shortest word that is searched for: nobody looks up `the` or `new`."""

PLAIN = frozenset({"from", "into", "over", "that", "this", "under", "upon", "with", "what", "your"})
"""Longer words that say nothing by themselves."""


def search_out(index: WorldIndex, current: str, following: str, secret: str, rng: random.Random) -> Target:
    """A search, by part of the name of the page to go to next, of whose first results exactly one fits a description.

    `secret` is as in `single_out`. Raises Rejected (`L14.no-search`, `L14.not-unique`).
    """
    words = dict.fromkeys(words_of(following))
    if len(words) < 2:
        raise Rejected("L14.no-search", f"{following} has no name of several words")
    telling = [word for word in words if len(word) >= SHORTEST and word.isalpha() and word not in PLAIN]
    for query in rng.sample(telling, len(telling)):
        results = index.search(query, RESULTS)
        if following in results and len(results) >= FEWEST_RESULTS and current != following:
            described = describe(index, results, following, secret, rng)
            return described.model_copy(update={"query": query, "results": results})
    raise Rejected("L14.no-search", f"no one word of {following} finds it among {RESULTS} pages and not alone")
