"""Single operations over exact numbers: what they give, and every reading of a text's numbers that gives a result."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import reduce
from itertools import combinations, permutations
from math import lcm, prod
from typing import NamedTuple

from schemas.amounts import OPERATIONS, Operation
from schemas.errors import InputError

__all__ = ["SingleOperation", "compute", "single_operations"]


class SingleOperation(NamedTuple):
    """One way to read a text's numbers: an operation on the numbers at `places`, in that order."""

    operation: Operation
    places: tuple[int, ...]


def compute(operation: Operation, operands: Sequence[Fraction]) -> Fraction:
    """The result of one operation: n-ary for + and ×, first and second operand for − and ÷.

    Raises InputError for the wrong number of operands and for a division by zero.
    """
    if len(operands) < 2 or (operation in {"subtraction", "division"} and len(operands) != 2):
        raise InputError(f"{operation}: can't be done on {len(operands)} operand(s)")
    if operation == "addition":
        return sum(operands, start=Fraction(0))
    if operation == "multiplication":
        return reduce(operator.mul, operands)
    if operation == "subtraction":
        return operands[0] - operands[1]
    if operands[1] == 0:
        raise InputError("division: by zero")
    return operands[0] / operands[1]


def single_operations(numbers: Sequence[Fraction], result: Fraction) -> Iterator[SingleOperation]:
    """Every single operation on two or more of the numbers that gives exactly `result`.

    All subsets for + and ×, all ordered pairs for − and ÷; equal numbers at two places are two readings.
    """
    scale = lcm(result.denominator, *(number.denominator for number in numbers))
    whole = [number.numerator * scale // number.denominator for number in numbers]
    gold = result.numerator * scale // result.denominator
    places = range(len(numbers))
    for operation in OPERATIONS:
        tried: Iterator[tuple[int, ...]]
        if operation in {"addition", "multiplication"}:
            tried = (chosen for size in range(2, len(numbers) + 1) for chosen in combinations(places, size))
        else:
            tried = permutations(places, 2)
        yield from (
            SingleOperation(operation, chosen)
            for chosen in tried
            if _gives(operation, [whole[place] for place in chosen], gold, scale)
        )


def _gives(operation: Operation, operands: Sequence[int], result: int, scale: int) -> bool:
    """Whether an operation gives a result exactly, all numbers being whole: `scale` times the true ones."""
    if operation == "addition":
        return sum(operands) == result
    if operation == "subtraction":
        return operands[0] - operands[1] == result
    if operation == "multiplication":
        return prod(operands) == result * int(scale ** (len(operands) - 1))
    return operands[1] != 0 and operands[0] * scale == result * operands[1]
