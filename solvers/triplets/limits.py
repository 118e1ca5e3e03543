"""Whether an operation is one a person does by hand, and whether its units give the unit of the answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from schemas.amounts import BOUNDS, AmountUnit, Operation
from solvers.triplets.quantities import Quantity

__all__ = ["by_hand", "significant_digits", "units_agree"]

PURE = frozenset({"count", "percent"})


def by_hand(operation: Operation, operands: Sequence[Fraction], result: Fraction) -> bool:
    """Whether operands and result keep the bounds of the operation."""
    bounds = BOUNDS[operation]
    if len(operands) > bounds.operands or max(operands) > bounds.operand or not 0 < result <= bounds.result:
        return False
    if operation == "multiplication":
        return min(significant_digits(operand) for operand in operands) <= bounds.digits
    if operation == "division":
        return significant_digits(operands[1]) <= bounds.digits
    return all(significant_digits(operand) <= bounds.digits for operand in operands)


def significant_digits(number: Fraction) -> int:
    """How many digits a number has without the zeros at its ends: 2 for 4.50 and for 120."""
    scaled = abs(number)
    for _ in range(12):
        if scaled.denominator == 1:
            break
        scaled *= 10
    return max(1, len(str(int(scaled)).strip("0")))


def units_agree(operation: Operation, operands: Sequence[Quantity], answer: AmountUnit) -> bool:
    """Whether the units combine to the answer's: the same for + and −; for × and ÷ multiplied out, where bare
    counts and percentages are pure numbers and a rate (`$80 a night`) is one unit per another.
    """
    if operation in {"addition", "subtraction"}:
        return all(operand.unit == answer and operand.per is None for operand in operands)
    total: Counter[str] = Counter()
    for place, operand in enumerate(operands):
        sign = -1 if operation == "division" and place else 1
        total[operand.unit] += sign
        if operand.per is not None:
            total[operand.per] -= sign
    left = {unit: power for unit, power in total.items() if power and unit not in PURE}
    return left == ({} if answer in PURE else {answer: 1})
