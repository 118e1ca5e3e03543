"""The fourteen detours: analytical transforms of a number, a year or a word."""

from __future__ import annotations

from calendar import isleap
from collections.abc import Callable, Mapping
from datetime import date
from functools import lru_cache

from schemas.legs import DetourName

__all__ = ["NUMBER_DETOURS", "WORD_DETOURS", "YEAR_DETOURS", "OutOfDomain", "transform_number", "transform_word"]

LARGEST = 10**12
"""Numbers past this aren't factored: nobody is asked to."""

BASES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
"""Sorenson and Webster, Strong pseudoprimes to twelve prime bases (2015), and one base more."""

KEPT = 1 << 16
"""How many numbers' factors are remembered."""

TILES = {
    **dict.fromkeys("AEILNORSTU", 1), **dict.fromkeys("DG", 2), **dict.fromkeys("BCMP", 3),
    **dict.fromkeys("FHVWY", 4), "K": 5, **dict.fromkeys("JX", 8), **dict.fromkeys("QZ", 10),
}  # fmt: skip
"""Letter points of English Scrabble."""

UNLETTERED = {ord(mark): None for mark in " -'.,&"}
"""Marks in words that are no letters and aren't counted."""

NUMERALS = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
    (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
)  # fmt: skip


class OutOfDomain(ValueError):
    """A transform that isn't defined for this value."""


def _within(n: int, low: int, high: int) -> None:
    if not low <= n <= high:
        raise OutOfDomain(f"{n} is not between {low} and {high}")


def is_prime(n: int) -> bool:
    """Whether n is prime, by Miller and Rabin's test with bases that decide every n below 3.3 * 10**24."""
    if n < 2:
        return False
    for base in BASES:
        if n % base == 0:
            return n == base
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    return all(_passes(n, base, odd, twos) for base in BASES)


def _passes(n: int, base: int, odd: int, twos: int) -> bool:
    power = pow(base, odd, n)
    if power in {1, n - 1}:
        return True
    for _ in range(twos - 1):
        power = power * power % n
        if power == n - 1:
            return True
    return False


@lru_cache(maxsize=KEPT)
def _prime_factors(n: int) -> tuple[int, ...]:
    """Prime factors with repeats, ascending, by trial division of what isn't prime yet."""
    _within(n, 2, LARGEST)
    found: list[int] = []
    divisor = 2
    while n > 1 and not is_prime(n):
        while n % divisor:
            divisor += 1 if divisor == 2 else 2
        found.append(divisor)
        n //= divisor
    return (*found, n) if n > 1 else tuple(found)


@lru_cache(maxsize=KEPT)
def next_prime(n: int) -> int:
    """The smallest prime strictly greater than n."""
    _within(n, 0, LARGEST)
    candidate = n + 1
    while not is_prime(candidate):
        candidate += 1
    return candidate


def divisor_count(n: int) -> int:
    """How many positive divisors n has, from n = 1."""
    _within(n, 1, LARGEST)
    factors = _prime_factors(n) if n > 1 else ()
    count = 1
    for prime in sorted(set(factors)):
        count *= factors.count(prime) + 1
    return count


def roman_numeral_length(n: int) -> int:
    """How many letters n has as a Roman numeral, 1 to 3999."""
    _within(n, 1, 3999)
    letters = 0
    for size, numeral in NUMERALS:
        letters += n // size * len(numeral)
        n %= size
    return letters


def digital_root(n: int) -> int:
    """The digit left when digits are added until one is left."""
    _within(n, 0, 10**18)
    return 0 if n == 0 else 1 + (n - 1) % 9


def digit_sum(n: int) -> int:
    _within(n, 0, 10**18)
    return sum(int(digit) for digit in str(n))


def digit_reversal(n: int) -> int:
    _within(n, 0, 10**18)
    return int(str(n)[::-1])


def binary_ones(n: int) -> int:
    _within(n, 0, 10**18)
    return n.bit_count()


def new_year_weekday(year: int) -> int:
    """The ISO number (Monday 1) of the weekday of 1 January, 1583 to 2100."""
    _within(year, 1583, 2100)
    return date(year, 1, 1).isoweekday()


def leap_years_to_2000(year: int) -> int:
    """How many leap years lie between this year and 2000, both included, 1583 to 2100."""
    _within(year, 1583, 2100)
    return sum(isleap(y) for y in range(min(year, 2000), max(year, 2000) + 1))


def _letters(word: str) -> str:
    letters = word.upper().translate(UNLETTERED)
    if not letters or not letters.isascii() or not letters.isalpha():
        raise OutOfDomain(f"“{word}” is not of plain letters A to Z")
    return letters


def vowel_count(word: str) -> int:
    return sum(letter in "AEIOU" for letter in _letters(word))


def first_letter_position(word: str) -> int:
    return ord(_letters(word)[0]) - ord("A") + 1


def scrabble_score(word: str) -> int:
    return sum(TILES[letter] for letter in _letters(word))


NUMBER_DETOURS: Mapping[DetourName, Callable[[int], int]] = {
    "next_prime": next_prime,
    "divisor_count": divisor_count,
    "distinct_prime_factor_sum": lambda n: sum(set(_prime_factors(n))),
    "largest_prime_factor": lambda n: _prime_factors(n)[-1],
    "roman_numeral_length": roman_numeral_length,
    "binary_ones": binary_ones,
    "digit_reversal": digit_reversal,
    "digital_root": digital_root,
    "digit_sum": digit_sum,
}
YEAR_DETOURS: Mapping[DetourName, Callable[[int], int]] = {
    "new_year_weekday": new_year_weekday,
    "leap_years_to_2000": leap_years_to_2000,
}
WORD_DETOURS: Mapping[DetourName, Callable[[str], int]] = {
    "vowel_count": vowel_count,
    "first_letter_position": first_letter_position,
    "scrabble_score": scrabble_score,
}


def transform_number(name: DetourName, n: int) -> int:
    """A transform of a number or a year. Raises OutOfDomain, also for transforms of words."""
    transform = NUMBER_DETOURS.get(name) or YEAR_DETOURS.get(name)
    if transform is None:
        raise OutOfDomain(f"{name} takes a word, not {n}")
    return transform(n)


def transform_word(name: DetourName, word: str) -> int:
    """A transform of a word. Raises OutOfDomain, also for transforms of numbers."""
    transform = WORD_DETOURS.get(name)
    if transform is None:
        raise OutOfDomain(f"{name} takes a number, not “{word}”")
    return transform(word)
