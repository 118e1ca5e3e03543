"""The fourteen detours and the aggregations anew: number theory by sympy, calendars and numerals by formulas."""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping
from fractions import Fraction

from sympy.ntheory import (  # type: ignore[import-untyped]  # has neither stubs nor py.typed
    divisor_count,
    nextprime,
    primefactors,
)

__all__ = ["TransformError", "aggregate", "is_word_transform", "transform"]

FACTORABLE = 10**12
"""Numbers above it are outside the domain of what needs their factors."""

COUNTABLE = 10**18
"""Numbers above it are outside the domain of what needs their digits."""

LETTERS_OF_A_DIGIT = (0, 1, 2, 3, 2, 1, 2, 3, 4, 2)
"""How many Roman letters each decimal digit takes below 4000, whatever its place (VIII, LXXX and DCCC take four)."""

POINTS = {letter: points for points, letters in (
    (1, "eaionrtlsu"), (2, "dg"), (3, "bcmp"), (4, "fhvwy"), (5, "k"), (8, "jx"), (10, "qz"),
) for letter in letters}  # fmt: skip
"""Points of the English Scrabble tiles (Hasbro's English edition)."""


class TransformError(ValueError):
    """A transform that isn't defined for this input."""


def _domain(n: int, low: int, high: int) -> int:
    if n < low or n > high:
        raise TransformError(f"{n} lies outside {low} to {high}")
    return n


def _next_prime(n: int) -> int:
    return int(nextprime(_domain(n, 0, FACTORABLE)))


def _divisors(n: int) -> int:
    return int(divisor_count(_domain(n, 1, FACTORABLE)))


def _factors(n: int) -> list[int]:
    return [int(prime) for prime in primefactors(_domain(n, 2, FACTORABLE))]


def _roman_letters(n: int) -> int:
    return sum(LETTERS_OF_A_DIGIT[digit] for digit in _digits(_domain(n, 1, 3999)))


def _digits(n: int) -> list[int]:
    """Decimal digits, the last first."""
    digits = []
    while n:
        n, digit = divmod(n, 10)
        digits.append(digit)
    return digits or [0]


def _ones(n: int) -> int:
    ones = 0
    while n:
        n &= n - 1
        ones += 1
    return ones


def _reversed(n: int) -> int:
    turned = 0
    for digit in _digits(n):
        turned = 10 * turned + digit
    return turned


def _root(n: int) -> int:
    while n > 9:
        n = sum(_digits(n))
    return n


def _weekday(year: int) -> int:
    """ISO weekday of 1 January by Gauss's formula, which counts from Sunday as 0."""
    before = _domain(year, 1583, 2100) - 1
    sunday_is_0 = (1 + 5 * (before % 4) + 4 * (before % 100) + 6 * (before % 400)) % 7
    return sunday_is_0 or 7


def _leap_years(year: int) -> int:
    def through(last: int) -> int:
        return last // 4 - last // 100 + last // 400

    first, last = sorted((_domain(year, 1583, 2100), 2000))
    return through(last) - through(first - 1)


def _within(function: Callable[[int], int], low: int, high: int) -> Callable[[int], int]:
    return lambda n: function(_domain(n, low, high))


_OF_NUMBERS: Mapping[str, Callable[[int], int]] = {
    "next_prime": _next_prime,
    "divisor_count": _divisors,
    "distinct_prime_factor_sum": lambda n: sum(_factors(n)),
    "largest_prime_factor": lambda n: max(_factors(n)),
    "roman_numeral_length": _roman_letters,
    "binary_ones": _within(_ones, 0, COUNTABLE),
    "digit_reversal": _within(_reversed, 0, COUNTABLE),
    "digital_root": _within(_root, 0, COUNTABLE),
    "digit_sum": _within(lambda n: sum(_digits(n)), 0, COUNTABLE),
    "new_year_weekday": _weekday,
    "leap_years_to_2000": _leap_years,
}


def _letters(word: str) -> str:
    """The letters of a word in lower case, marks and spaces between them left out; all must be a to z."""
    letters = "".join(c for c in word.casefold() if c not in " -'.,&")
    if not letters or any(letter not in string.ascii_lowercase for letter in letters):
        raise TransformError(f"{word!r} has other letters than a to z")
    return letters


_OF_WORDS: Mapping[str, Callable[[str], int]] = {
    "vowel_count": lambda word: len([letter for letter in _letters(word) if letter in "aeiou"]),
    "first_letter_position": lambda word: 1 + string.ascii_lowercase.index(_letters(word)[0]),
    "scrabble_score": lambda word: sum(POINTS[letter] for letter in _letters(word)),
}


def is_word_transform(name: str) -> bool:
    """Whether a detour takes a word rather than a number."""
    return name in _OF_WORDS


def transform(name: str, given: int | str) -> int:
    """A detour of a whole number or of a word. Raises TransformError outside its domain."""
    if isinstance(given, str):
        if name not in _OF_WORDS:
            raise TransformError(f"{name} takes a number")
        return _OF_WORDS[name](given)
    if name not in _OF_NUMBERS:
        raise TransformError(f"{name} takes a word")
    return _OF_NUMBERS[name](given)


def aggregate(operation: str, numbers: tuple[int, ...]) -> int:
    """A merge or finish by its name. Raises TransformError for a number of operands, or a sign, it can't take."""
    kind, _, modulus = operation.partition("_mod_")
    if kind not in _AGGREGATES:
        raise TransformError(f"nothing is called {operation}")
    total = _AGGREGATES[kind](numbers)
    if not modulus:
        return total
    if total < 0:
        raise TransformError("a negative total has no last digit")
    return total - int(modulus) * (total // int(modulus))


def _pair(numbers: tuple[int, ...]) -> tuple[int, int]:
    """The larger and the smaller of two numbers."""
    if len(numbers) != 2:
        raise TransformError(f"this takes two numbers, not {len(numbers)}")
    return max(numbers), min(numbers)


def _difference(numbers: tuple[int, ...]) -> int:
    larger, smaller = _pair(numbers)
    return larger - smaller


def _product(numbers: tuple[int, ...]) -> int:
    total = 1
    for number in numbers:
        total *= number
    return total


def _quotient(numbers: tuple[int, ...]) -> int:
    larger, smaller = _pair(numbers)
    if smaller <= 0:
        raise TransformError(f"{larger} isn't divided by {smaller}")
    return Fraction(larger, smaller).__floor__()


def _remainder(numbers: tuple[int, ...]) -> int:
    larger, smaller = _pair(numbers)
    return larger - smaller * _quotient(numbers)


def _to_tens(numbers: tuple[int, ...]) -> int:
    """What is missing from the sum to the next multiple of ten."""
    return -(-_positive(numbers) // 10) * 10 - _positive(numbers)


def _positive(numbers: tuple[int, ...]) -> int:
    if sum(numbers) < 0:
        raise TransformError("a negative total has no digits that people agree on")
    return sum(numbers)


_AGGREGATES: Mapping[str, Callable[[tuple[int, ...]], int]] = {
    "sum": sum,
    "absolute_difference": _difference,
    "product": _product,
    "quotient": _quotient,
    "remainder": _remainder,
    "sum_complement": _to_tens,
    "digit_sum": lambda numbers: sum(_digits(_positive(numbers))),
    "triple_first": lambda numbers: numbers[0] * 3 + sum(numbers[1:]),
}
