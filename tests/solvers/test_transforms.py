"""The fourteen detours against number theory and tables made by other means."""

from __future__ import annotations

from datetime import date

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from solvers.legs.transforms import (
    NUMBER_DETOURS,
    WORD_DETOURS,
    YEAR_DETOURS,
    OutOfDomain,
    transform_number,
    transform_word,
)

NUMBERS = st.integers(2, 10**7)
YEARS = st.integers(1583, 2100)


def test_there_are_fourteen() -> None:
    assert len(NUMBER_DETOURS) + len(YEAR_DETOURS) + len(WORD_DETOURS) == 14


@given(NUMBERS)
def test_number_theory_agrees(n: int) -> None:
    primes = sympy.primefactors(n)
    assert transform_number("next_prime", n) == sympy.nextprime(n)
    assert transform_number("divisor_count", n) == sympy.divisor_count(n)
    assert transform_number("distinct_prime_factor_sum", n) == sum(primes)
    assert transform_number("largest_prime_factor", n) == max(primes)


@given(st.integers(0, 10**17))
def test_digits_agree(n: int) -> None:
    total = sum(map(int, str(n)))
    assert transform_number("digit_sum", n) == total
    assert transform_number("digital_root", n) == (n and (n % 9 or 9))
    assert str(transform_number("digit_reversal", n)) == (str(n)[::-1].lstrip("0") or "0")
    assert transform_number("binary_ones", n) == sum(n >> place & 1 for place in range(60))


@pytest.mark.parametrize(
    ("n", "numeral"),
    [(1, "I"), (4, "IV"), (9, "IX"), (14, "XIV"), (40, "XL"), (90, "XC"), (400, "CD"), (900, "CM"),
     (1888, "MDCCCLXXXVIII"),
     (1994, "MCMXCIV"), (2026, "MMXXVI"), (3999, "MMMCMXCIX")],
)  # fmt: skip
def test_roman_numerals_have_the_length_that_is_written(n: int, numeral: str) -> None:
    assert transform_number("roman_numeral_length", n) == len(numeral)


@given(YEARS)
def test_the_calendar_agrees(year: int) -> None:
    monday = date(2024, 1, 1).toordinal()
    assert transform_number("new_year_weekday", year) == (date(year, 1, 1).toordinal() - monday) % 7 + 1
    low, high = min(year, 2000), max(year, 2000)
    leaps = sum((date(y + 1, 1, 1) - date(y, 1, 1)).days == 366 for y in range(low, high + 1))
    assert transform_number("leap_years_to_2000", year) == leaps


@pytest.mark.parametrize(
    ("word", "vowels", "first", "score"),
    [("Atlantic", 3, 1, 10), ("quiz", 2, 17, 22), ("Zephyr", 1, 26, 23), ("ABC-Paramount", 5, 1, 20)],
)
def test_words_are_worth_what_is_counted_by_hand(word: str, vowels: int, first: int, score: int) -> None:
    assert transform_word("vowel_count", word) == vowels
    assert transform_word("first_letter_position", word) == first
    assert transform_word("scrabble_score", word) == score


@pytest.mark.parametrize(
    ("name", "n"),
    [("divisor_count", 0), ("largest_prime_factor", 1), ("distinct_prime_factor_sum", 0), ("roman_numeral_length", 0),
     ("roman_numeral_length", 4000), ("new_year_weekday", 1582), ("leap_years_to_2000", 2101), ("next_prime", -1),
     ("digit_sum", -5), ("vowel_count", 7)],
)  # fmt: skip
def test_outside_its_domain_a_transform_has_no_value(name: str, n: int) -> None:
    with pytest.raises(OutOfDomain):
        transform_number(name, n)  # type: ignore[arg-type]  # names come from the parameters


@pytest.mark.parametrize("word", ["", "São Paulo", "R2D2", "日本"])
def test_words_of_other_letters_have_no_value(word: str) -> None:
    with pytest.raises(OutOfDomain):
        transform_word("scrabble_score", word)
