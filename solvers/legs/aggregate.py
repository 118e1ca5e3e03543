"""Merges and finishes: several whole numbers brought together in one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod

from schemas.legs import FinishName, MergeName
from solvers.legs.transforms import OutOfDomain

__all__ = ["aggregate"]


def aggregate(operation: MergeName | FinishName, numbers: Sequence[int]) -> int:
    """A merge or finish by its name. Raises OutOfDomain."""
    base, _, modulus = operation.partition("_mod_")
    total = AGGREGATES[base](numbers)
    if not modulus:
        return total
    if total < 0:
        raise OutOfDomain("a negative total has no last digit that people agree on")
    return total % int(modulus)


def _two(numbers: Sequence[int]) -> tuple[int, int]:
    """The smaller and the larger of two numbers. Raises OutOfDomain for another count of them."""
    if len(numbers) != 2:
        raise OutOfDomain(f"two numbers are needed, not {len(numbers)}")
    smaller, larger = sorted(numbers)
    return smaller, larger


def _divided(numbers: Sequence[int]) -> tuple[int, int]:
    """Quotient and remainder of the larger of two numbers by the smaller, both above 0. Raises OutOfDomain."""
    smaller, larger = _two(numbers)
    if smaller < 1:
        raise OutOfDomain(f"nothing is divided by {smaller}")
    return divmod(larger, smaller)


def _difference(numbers: Sequence[int]) -> int:
    smaller, larger = _two(numbers)
    return larger - smaller


def _digits_of_sum(numbers: Sequence[int]) -> int:
    total = sum(numbers)
    if total < 0:
        raise OutOfDomain("a negative total has no digit sum that people agree on")
    return sum(map(int, str(total)))


def _complement(numbers: Sequence[int]) -> int:
    total = sum(numbers)
    if total < 0:
        raise OutOfDomain("a negative total has no last digit that people agree on")
    return -total % 10


AGGREGATES: Mapping[str, Callable[[Sequence[int]], int]] = {
    "sum": sum,
    "absolute_difference": _difference,
    "product": prod,
    "quotient": lambda numbers: _divided(numbers)[0],
    "remainder": lambda numbers: _divided(numbers)[1],
    "sum_complement": _complement,
    "digit_sum": _digits_of_sum,
    "triple_first": lambda numbers: 2 * numbers[0] + sum(numbers),
}
"""Merges and finishes before the modulus, by the names of schemas.legs."""
