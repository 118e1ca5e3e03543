"""How alike clues are: the measure agrees with looking at every pair, and no kind of clue is monotonous."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generators.legs.clues import realise
from tests.solvers.clue_meanings import EXAMPLES
from validators.legs.variety import MOST_ALIKE, similarity

CLUES_OF_A_KIND = 60
WORD = st.sampled_from(["go", "to", "the", "page", "and", "find", "clue", "7", "1,204", "“Soul”"])


def trigrams(clue: str) -> set[tuple[str, ...]]:
    words = re.sub(r"\d[\d,.]*", "#", clue.casefold()).replace("“", "").replace("”", "").split()
    return {tuple(words[i : i + 3]) for i in range(max(1, len(words) - 2))}


def pair_by_pair(clues: Sequence[str]) -> float:
    """The same by the definition."""
    alike = [
        len(trigrams(a) & trigrams(b)) / math.sqrt(len(trigrams(a)) * len(trigrams(b)))
        for a, b in combinations(clues, 2)
    ]
    return sum(alike) / len(alike)


@given(st.lists(st.lists(WORD, min_size=1, max_size=8).map(" ".join), min_size=2, max_size=12))
def test_the_mean_over_all_pairs_is_what_looking_at_every_pair_gives(clues: list[str]) -> None:
    assert similarity(clues) == pytest.approx(pair_by_pair(clues), abs=1e-9)


def test_clues_that_differ_in_their_numbers_only_are_the_same() -> None:
    assert similarity(["Add up the digits of clue 3.", "Add up the digits of clue 14."]) == pytest.approx(1)
    assert similarity(["Add up the digits of it.", "Which prime comes next?"]) == 0


@pytest.mark.parametrize("kind", EXAMPLES)
def test_no_kind_of_clue_is_monotonous(kind: str) -> None:
    clues = [realise(EXAMPLES[kind], random.Random(seed)) for seed in range(CLUES_OF_A_KIND)]
    assert similarity(clues) <= MOST_ALIKE
