"""Values of foreign stops derived once more from the values that they refer to, by upstream's definitions.

Upstream cuts a number off toward zero and drops its sign before a transform. What can't be derived (an unknown
transform, a text where a number is needed, a number too large to factor) is None, never a guess.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from pydantic import JsonValue

from schemas.foreign import ForeignStop
from schemas.legs import DetourName
from solvers.legs.transforms import OutOfDomain, transform_number, transform_word
from validators.foreign.graph import is_difference
from validators.foreign.values import truncated

__all__ = ["DETOURS", "aggregate", "merged", "transformed"]

DETOURS: Mapping[str, DetourName] = {
    "next_prime": "next_prime",
    "num_divisors": "divisor_count",
    "sum_prime_factors": "distinct_prime_factor_sum",
    "largest_prime_factor": "largest_prime_factor",
    "roman_numeral_letter_count": "roman_numeral_length",
    "binary_1bit_count": "binary_ones",
    "digit_reversal": "digit_reversal",
    "digital_root": "digital_root",
    "digit_sum": "digit_sum",
    "day_of_week": "new_year_weekday",
    "leap_years_to_2000": "leap_years_to_2000",
    "vowel_count": "vowel_count",
    "alpha_position_first_letter": "first_letter_position",
    "scrabble_score": "scrabble_score",
}
"""Upstream's names of the detours, with ours."""

_AT_THE_EDGE: Mapping[tuple[str, int], int] = {
    ("num_divisors", 0): 0,
    ("sum_prime_factors", 0): 0,
    ("sum_prime_factors", 1): 0,
    ("largest_prime_factor", 0): 0,
    ("largest_prime_factor", 1): 1,
    ("roman_numeral_letter_count", 0): 0,
}
"""Where upstream's code gives a value and mathematics has none."""

_WORDS: Mapping[str, Callable[[str], int]] = {
    "vowel_count": lambda word: sum(letter in "aeiou" for letter in word.lower()),
    "alpha_position_first_letter": lambda word: ord(word[0].upper()[0]) - ord("A") + 1 if word[0].isalpha() else 0,
    "scrabble_score": lambda word: transform_word("scrabble_score", word),
}


def transformed(name: str | None, value: JsonValue) -> int | None:
    """A detour of a value."""
    if name is None or name not in DETOURS:
        return None
    try:
        if name in _WORDS:
            return _WORDS[name](value) if isinstance(value, str) and value else None
        whole = truncated(value)
        if whole is None:
            return None
        edge = _AT_THE_EDGE.get((name, abs(whole)))
        return transform_number(DETOURS[name], abs(whole)) if edge is None else edge
    except OutOfDomain:
        return None


def merged(stop: ForeignStop, values: Sequence[JsonValue]) -> int | None:
    """A merge of two branches' values: their sum or absolute difference, as the stop's code says."""
    whole = [truncated(value) for value in values]
    code = next((str(step.arguments.get("code", "")) for step in stop.bridge.tool_chain), "")
    if len(whole) != 2 or whole[0] is None or whole[1] is None:
        return None
    if re.search(r"=\s*abs\(.*-.*\)", code):
        return abs(whole[0] - whole[1])
    return whole[0] + whole[1] if re.search(r"=\s*int\(.*\)\s*\+\s*int\(", code) else None


def aggregate(stop: ForeignStop, values: Sequence[JsonValue]) -> int | None:
    """A finish over the values that it takes, in order: by its expression a digital root, a sum or a difference."""
    whole = [truncated(value) for value in values]
    known = [value for value in whole if value is not None]
    expression = (stop.bridge.expression or "").replace(" ", "")
    if not known or len(known) < len(whole):
        return None
    if is_difference(stop):
        return abs(known[0] - known[1]) % 10 if len(known) == 2 else None
    if expression.startswith("digital_root("):
        total = abs(sum(known))
        return 0 if total == 0 else 1 + (total - 1) % 9
    return sum(known) % 10 if re.fullmatch(r"\([-+\d]+\)%10", expression) else None
