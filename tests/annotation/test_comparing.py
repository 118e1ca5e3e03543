"""Answers that are the author's in other clothes are recognised; others are left to an adjudicator."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.comparing import is_same_answer
from annotation.events import Part
from schemas.triplets import Triplet
from tests.annotation.written import FRIDGE, JOBS, SWIM
from tests.triplets.making import edited


@pytest.mark.parametrize(
    ("gold", "unit", "told", "same"),
    [
        ("850", "US dollars", "850", True),
        ("850", "US dollars", "$850.00", True),
        ("850", "US dollars", "850 dollars.", True),
        ("850", "US dollars", "€850", False),
        ("850", "US dollars", "851", False),
        ("850", "US dollars", "about 850 or so", True),
        ("850", "US dollars", "850 or 900", False),
        ("1299.5", "US dollars", "1,299.50", True),
        ("-5", "degrees Celsius", "-5", True),
        ("-5", "degrees Celsius", "5", False),
        ("0.5", "cups", "1/2 cup", True),
        ("20", "percent", "20 %", True),
        ("20", "percent", "20", True),
        ("35", "minutes", "35 hours", False),
        ("12", "count", "twelve", True),
        ("12", "count", "no idea", False),
        ("12", "count", "12 of 9:30", False),
    ],
)
def test_numbers(gold: str, unit: str, told: str, same: bool) -> None:
    item = edited(FRIDGE, ("answer_composition", gold), ("answer_math", gold), ("answer_unit", unit))
    assert is_same_answer(item, "composition", told) is same
    assert is_same_answer(item, "math", told) is same


@pytest.mark.parametrize("mark", [", ", ",", " and ", "; ", "\n", ", and ", " & "])
def test_chosen_names_may_stand_in_any_order(mark: str) -> None:
    for names in permutations(FRIDGE.choice):
        assert is_same_answer(FRIDGE, "commonsense", f"The {mark.join(names)}.")
    assert not is_same_answer(FRIDGE, "commonsense", mark.join(FRIDGE.choice[1:]))
    assert not is_same_answer(FRIDGE, "commonsense", mark.join(option.name for option in FRIDGE.options))


def test_take_ends_has_an_order() -> None:
    first, last = JOBS.choice
    assert is_same_answer(JOBS, "commonsense", f"{first} and {last}")
    assert not is_same_answer(JOBS, "commonsense", f"{last} and {first}")


def test_a_name_may_hold_an_and() -> None:
    item = edited(
        SWIM,
        ("options.0.name", "a bed and breakfast"),
        ("choice", ["a bed and breakfast"]),
        ("answers_commonsense", ["bed and breakfast"]),
    )
    assert is_same_answer(item, "commonsense", "A bed and breakfast!")
    assert not is_same_answer(item, "commonsense", "bed, breakfast")


PARTS_TRIED: list[Part] = ["composition", "commonsense", "math"]


@given(st.text(max_size=80), st.sampled_from([FRIDGE, SWIM, JOBS]))
def test_any_text_is_an_answer_of_some_kind(text: str, item: Triplet) -> None:
    for part in PARTS_TRIED:
        assert is_same_answer(item, part, text) in {True, False}
