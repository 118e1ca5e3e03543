"""The parts of an audit by means of their own: clues, numbers, derived values, holidays, countries."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import get_args

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from schemas.legs import DetourName
from validators.foreign.countries import country_named, is_country
from validators.foreign.derive import DETOURS, transformed
from validators.foreign.market import easter, market_holidays
from validators.foreign.riddle import cited, read_riddle, renumbered
from validators.foreign.values import number, truncated


@pytest.mark.parametrize(
    ("text", "preamble", "clues"),
    [
        ("1. One.\n\n2. Two.", "", ("One.", "Two.")),
        ("Here you are:\n\n1) One.\n2) Two.", "Here you are:", ("One.", "Two.")),
        ("**1.** One\n**2.** Two", "", ("One", "Two")),
        ("**Clue 1**\nOne\n\n**Clue 2**\nTwo", "", ("One", "Two")),
        ("1. One:\n1. a list inside\n2. Two.", "", ("One:\n1. a list inside", "Two.")),
        ("2. Starts at two.", "2. Starts at two.", ()),
        ("", "", ()),
    ],
)
def test_a_riddle_is_parted_at_the_numbers_that_come_next(text: str, preamble: str, clues: tuple[str, ...]) -> None:
    assert read_riddle(text) == (preamble, clues)


@pytest.mark.parametrize(
    ("clue", "numbers"),
    [
        ("Compute (clue 3 + clue 10) % 10.", {3, 10}),
        ("Add clues 1, 2, and 4.", {1, 2, 4}),
        ("the results of clues three and twenty-one", {3, 21}),
        ("the sum of clues 2 to 5", {2, 3, 4, 5}),
        ("abs(**clue 1** - 72) % 10", {1}),
        ("add the result of clue 2 to clue 7", {2, 7}),
        ("reduce the digit in clue 6 and 1921 modulo 10", {6}),
        ("Take the height and the fleet.", set()),
        ("the outcome of clue one", {1}),
        ("from the year in the first clue and the height from the fifth stop", {1, 5}),
        ("the second value of the third page", set()),
    ],
)
def test_the_clues_that_a_clue_cites(clue: str, numbers: set[int]) -> None:
    assert cited(clue) == numbers


def test_clues_are_cited_by_new_numbers_however_they_were_cited() -> None:
    new = {1: 1, 3: 2, 7: 3}
    told = "Add **clue 3** and clue seven to what the First clue and the third clue gave, 3 in all."
    assert renumbered(told, new) == "Add clue 2 and clue 3 to what the First clue and the second clue gave, 3 in all."
    assert renumbered("Add clue one and clue three.", {1: 1, 3: 3}) == "Add clue one and clue three."


@pytest.mark.parametrize(
    ("value", "exact"),
    [
        (3, Fraction(3)), (3.5, Fraction(7, 2)), ("524,930", Fraction(524930)), (" 7 ", Fraction(7)), (True, None),
        (None, None), ("c. 1776", None), (float("nan"), None), (float("inf"), None), (10**19, None), ([1], None),
        ("26 October 1945", None), ("1e5", None),
    ],
)  # fmt: skip
def test_what_is_a_number(value: JsonValue, exact: Fraction | None) -> None:
    assert number(value) == exact


def test_upstream_cuts_off_toward_zero() -> None:
    assert (truncated(-0.22), truncated(12.99), truncated("45.2")) == (0, 12, 45)


@given(st.integers(-(10**9), 10**9))
def test_detours_of_numbers_agree_with_sympy(n: int) -> None:
    """A second implementation; upstream drops the sign and keeps 0 and 1 where factors end."""
    size = abs(n)
    assert transformed("num_divisors", n) == (sympy.divisor_count(size) if size else 0)
    assert transformed("sum_prime_factors", n) == (sum(sympy.primefactors(size)) if size > 1 else 0)
    assert transformed("largest_prime_factor", n) == (max(sympy.primefactors(size)) if size > 1 else size)
    assert transformed("next_prime", n) == sympy.nextprime(size)
    assert transformed("digit_sum", n) == sum(map(int, str(size)))
    assert transformed("binary_1bit_count", n) == f"{size:b}".count("1")
    assert transformed("digit_reversal", n) == int(str(size)[::-1])


def test_detours_of_words_and_what_has_no_value() -> None:
    assert transformed("vowel_count", "San Diego, California") == 9
    assert transformed("alpha_position_first_letter", "zebra") == 26
    assert transformed("alpha_position_first_letter", "22 Avenue") == 0
    assert transformed("digit_sum", "forty") is None
    assert transformed("roman_numeral_letter_count", 4000) is None
    assert transformed("an_unknown_transform", 5) is None
    assert transformed("next_prime", 10**17) is None, "too large to factor: not derived, rather than never done"
    assert set(DETOURS.values()) == set(get_args(DetourName))


def test_easter_and_the_days_without_trading() -> None:
    """Dates from the calendars that the exchange published, and from astronomical tables of Easter."""
    assert [easter(year) for year in (1818, 1961, 2000, 2024, 2038)] == [
        date(1818, 3, 22), date(1961, 4, 2), date(2000, 4, 23), date(2024, 3, 31), date(2038, 4, 25)
    ]  # fmt: skip
    assert market_holidays(2024) == {
        date(2024, 1, 1), date(2024, 1, 15), date(2024, 2, 19), date(2024, 3, 29), date(2024, 5, 27),
        date(2024, 6, 19), date(2024, 7, 4), date(2024, 9, 2), date(2024, 11, 28), date(2024, 12, 25),
    }  # fmt: skip
    assert date(2021, 7, 5) in market_holidays(2021), "a Sunday's holiday is kept on Monday"
    assert date(2020, 7, 3) in market_holidays(2020), "a Saturday's on Friday"
    assert date(2021, 12, 31) not in market_holidays(2021), "but not New Year's Day"
    assert date(2021, 6, 18) not in market_holidays(2021), "Juneteenth is kept from 2022"


def test_countries_are_meant_by_their_exact_names() -> None:
    france = country_named("France")
    assert france is not None
    assert france.code == "FR"
    assert country_named("Korea") is None
    assert country_named("france") is None
    assert is_country("People's Republic of China")
    assert not is_country("Indian rupee")
