"""The Python that upstream's records carry for what is computed: detours, merges, finishes, days and units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from schemas.legs import DetourName, FinishName, MergeName
from schemas.values import DateValue, NumberValue, Value
from worlds.tools.units import factor

__all__ = ["computed", "expression", "finish_code", "merge_code", "transform_code"]

SMALL_FACTORS = """\
n, factors, d = {0}, set(), 2
while n > 1:
    if d * d > n:
        d = n
    if n % d == 0:
        factors.add(d)
        n //= d
    else:
        d += 1
"""
ROMAN = """\
n, result = {0}, 0
for value, letters in ((1000, 1), (900, 2), (500, 1), (400, 2), (100, 1), (90, 2), (50, 1), (40, 2), (10, 1), (9, 2),
                       (5, 1), (4, 2), (1, 1)):
    result += n // value * letters
    n %= value
"""
SCRABBLE = """\
points = {{}}
for value, letters in ((1, 'AEIOULNSTR'), (2, 'DG'), (3, 'BCMP'), (4, 'FHVWY'), (5, 'K'), (8, 'JX'), (10, 'QZ')):
    points.update(dict.fromkeys(letters, value))
result = sum(points.get(letter, 0) for letter in {0}.upper())
"""
TRANSFORMS: Mapping[DetourName, str] = {
    "next_prime": "n = {0} + 1\nwhile n < 2 or any(n % d == 0 for d in range(2, int(n**0.5) + 1)):\n    n += 1\n"
    "result = n\n",
    "divisor_count": "n = {0}\n"
    "result = sum((1 if d * d == n else 2) for d in range(1, int(n**0.5) + 1) if n % d == 0)\n",
    "distinct_prime_factor_sum": SMALL_FACTORS + "result = sum(factors)\n",
    "largest_prime_factor": SMALL_FACTORS + "result = max(factors)\n",
    "roman_numeral_length": ROMAN,
    "binary_ones": "result = bin({0}).count('1')\n",
    "digit_reversal": "result = int(str({0})[::-1])\n",
    "digital_root": "result = 1 + ({0} - 1) % 9 if {0} else 0\n",
    "digit_sum": "result = sum(map(int, str({0})))\n",
    "new_year_weekday": "from datetime import date\nresult = date({0}, 1, 1).isoweekday()\n",
    "leap_years_to_2000": "from calendar import isleap\n"
    "result = sum(isleap(year) for year in range(min({0}, 2000), max({0}, 2000) + 1))\n",
    "vowel_count": "result = sum(letter in 'aeiou' for letter in {0}.lower())\n",
    "first_letter_position": "result = ord({0}[0].upper()) - ord('A') + 1\n",
    "scrabble_score": SCRABBLE,
}
MERGES: Mapping[MergeName, str] = {
    "sum": "int({0}) + int({1})",
    "absolute_difference": "abs(int({0}) - int({1}))",
    "product": "int({0}) * int({1})",
    "quotient": "max({0}, {1}) // min({0}, {1})",
    "remainder": "max({0}, {1}) % min({0}, {1})",
}
PRINTED = "print(result)"


def transform_code(name: DetourName, source: int | str) -> str:
    """A detour of a number or a word."""
    return TRANSFORMS[name].format(repr(source)) + PRINTED


def merge_code(name: MergeName, sources: Sequence[int]) -> str:
    """A merge of two numbers."""
    return f"result = {MERGES[name].format(*sources)}\n{PRINTED}"


def expression(name: FinishName, sources: Sequence[int]) -> str:
    """A finish as one expression over its numbers; `digit_sum` is what `finish_code` defines."""
    total = " + ".join(map(str, sources))
    match name:
        case "sum_mod_10":
            return f"({total}) % 10"
        case "absolute_difference_mod_10":
            return f"abs({sources[0]} - {sources[1]}) % 10"
        case "product_mod_10":
            return f"({' * '.join(map(str, sources))}) % 10"
        case "sum_complement_mod_10":
            return f"(10 - ({total}) % 10) % 10"
        case "digit_sum_mod_10":
            return f"digit_sum({total}) % 10"
        case "triple_first_mod_10":
            return f"({' + '.join(['3 * ' + str(sources[0]), *map(str, sources[1:])])}) % 10"


def finish_code(name: FinishName, sources: Sequence[int]) -> str:
    """The program of a finish."""
    told = expression(name, sources)
    defined = "def digit_sum(n):\n    return sum(map(int, str(n)))\n" if "digit_sum" in told else ""
    return f"{defined}result = {told}\n{PRINTED}"


def computed(given: Mapping[str, Value | str], rounding: str | None) -> str:
    """Days between two dates, or a quantity in another unit, rounded by a named rule."""
    start, end, quantity = given.get("start"), given.get("end"), given.get("quantity")
    if isinstance(start, DateValue) and isinstance(end, DateValue):
        return (
            f"from datetime import date\nd1 = date.fromisoformat({start.value!r})\n"
            f"d2 = date.fromisoformat({end.value!r})\nresult = abs((d2 - d1).days)\n{PRINTED}"
        )
    scale = factor(quantity.unit, str(given.get("to_unit"))) if isinstance(quantity, NumberValue) else None
    if not isinstance(quantity, NumberValue) or scale is None:
        raise ValueError(f"no program computes {', '.join(sorted(given))}")
    rule = {"nearest": "round(exact)", "down": "int(exact)", "tenths": "round(exact * 10)"}
    return (
        "from fractions import Fraction\n"
        f"exact = Fraction({quantity.value!r}) * Fraction({scale.numerator}, {scale.denominator})\n"
        f"result = {rule[rounding] if rounding else 'float(exact)'}\n{PRINTED}"
    )
