"""The clue language: whatever is written is read back as the same step and nothing else, and in many ways."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generators.legs.clues import realise, wordings
from generators.legs.gate import BARE
from generators.rejection import Rejected
from solvers.clues import parse
from solvers.clues.grammar import Grammar, Meaning
from solvers.clues.phrases import CLUES
from tests.solvers.clue_meanings import EXAMPLES, flat, meanings
from validators.legs.exact import ignores_units

NUMBER_WORDS = set(
    "zero one two three four five six seven eight nine ten eleven twelve twenty thirty hundred thousand million".split()
)
FEWEST = 10
DETAILS = frozenset(
    "ref number year word place country date share coin day noun relation kind some modifier clause statement known "
    "unit poi rounded then_round source query".split()
)
"""The symbols that make a sentence longer or shorter, and no other sentence."""


def plain_grammar() -> Grammar:
    """The grammar with one wording for every detail."""
    return {
        symbol: tuple({option.fixes: option for option in reversed(options)}.values()) if symbol in DETAILS else options
        for symbol, options in CLUES.items()
    }


@given(meanings(), st.integers(0, 2**32))
def test_a_clue_is_read_back_as_the_step_it_was_made_from(meaning: Meaning, seed: int) -> None:
    clue = realise(meaning, random.Random(seed))
    assert [dict(reading) for reading in parse(clue)] == [flat(dict(meaning))], clue


@pytest.mark.parametrize("kind", EXAMPLES)
def test_every_kind_of_clue_reads_back_in_whatever_words_it_is_put(kind: str) -> None:
    for seed in range(25):
        clue = realise(EXAMPLES[kind], random.Random(seed))
        assert [dict(reading) for reading in parse(clue)] == [flat(EXAMPLES[kind])], clue


@pytest.mark.parametrize("kind", EXAMPLES)
def test_every_kind_of_clue_has_at_least_ten_phrasings(kind: str) -> None:
    """Counted over the grammar with references, names of fields and of pages held to one wording each."""
    assert len(set(wordings(EXAMPLES[kind], random.Random(0), plain_grammar()))) >= FEWEST


@given(meanings(), st.integers(0, 2**32), st.data())
def test_a_clue_with_a_letter_changed_is_not_read_as_another_step_of_the_same_numbers(
    meaning: Meaning, seed: int, data: st.DataObject
) -> None:
    clue = realise(meaning, random.Random(seed))
    letters = [i for i, mark in enumerate(clue) if mark.isalpha()]
    place = data.draw(st.sampled_from(letters))
    broken = f"{clue[:place]}ж{clue[place + 1 :]}"
    inside_name = clue[:place].count("“") > clue[:place].count("”")
    if not inside_name:
        assert parse(broken) == ()


@given(st.text(max_size=300))
def test_other_text_is_no_clue(text: str) -> None:
    assert all(reading.get("type") for reading in parse(text))
    assert parse(f"{text}\x00") == ()


def test_the_fixed_words_of_clues_hold_no_numbers_that_could_be_taken_for_values() -> None:
    for options in CLUES.values():
        for option in options:
            words = re.sub(r"\{[^}]*\}", " ", option.text).casefold().replace("the year 2000", "")
            assert not re.search(r"\d", words), option.text
            assert not NUMBER_WORDS & set(re.findall(r"[a-z]+", words)), option.text


def test_no_sentence_inside_a_clue_begins_with_a_slot() -> None:
    """Only a clue's own first letter is made a capital."""
    assert [o.text for options in CLUES.values() for o in options if re.search(r"[.?!] \{", o.text)] == []


@pytest.mark.parametrize("kind", [kind for kind in EXAMPLES if kind.startswith(("merge ", "finish "))])
def test_clues_that_bring_values_together_say_that_units_are_ignored(kind: str) -> None:
    """In every wording, and in words that rule L5 and the gate of paraphrases know; one value keeps its unit."""
    for text in set(wordings(EXAMPLES[kind], random.Random(0), plain_grammar())):
        together = not kind.endswith(" of one")
        assert ignores_units(text) == together, text
        assert bool(BARE.search(text)) == together, text


def test_a_step_without_words_is_rejected_and_not_invented() -> None:
    with pytest.raises(Rejected, match=r"clue\.unsayable"):
        realise({"type": "route_info", "transition": "seed", "field": "flavour"}, random.Random(1))
