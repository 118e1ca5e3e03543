"""A second arithmetic: readings found by looking results up, choices valued one by one, units multiplied out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import lcm, prod
from typing import Final, NamedTuple

from schemas.amounts import AmountUnit, Operation
from schemas.triplets import Triplet
from validators.triplets.amounts import Figure
from validators.triplets.exact import Rational

__all__ = ["MOST_NUMBERS", "Way", "choice_value", "operands_of", "rival_choices", "unit_of", "ways_to"]

MOST_NUMBERS: Final = 14
"""More numbers than this in one text are not searched: every subset counts."""

EXCHANGEABLE: Final = frozenset({"addition", "multiplication"})


class Way(NamedTuple):
    """An operation, and the places of the numbers it is done on; for − and ÷ in order."""

    operation: Operation
    places: tuple[int, ...]


def ways_to(gold: Rational, numbers: Sequence[Rational]) -> Iterator[Way]:
    """Every single operation on at least two of the numbers whose result is the gold number.

    Sums and products of all subsets are grown number by number, in integers: every number times their common
    denominator. Differences and quotients are found backwards, by looking up what the first number would have to be.
    """
    scale = lcm(*(int(number.q) for number in numbers))
    whole = [int(number.p) * scale // int(number.q) for number in numbers]
    top, bottom = int(gold.p), int(gold.q)
    grown = _subsets(whole)
    yield from (Way("addition", one.places) for one in grown if one.total * bottom == top * scale)
    places_of: defaultdict[Rational, list[int]] = defaultdict(list)
    for place, number in enumerate(numbers):
        places_of[number].append(place)
    for second, number in enumerate(numbers):
        yield from (Way("subtraction", (first, second)) for first in places_of[gold + number] if first != second)
    for one in grown:
        if one.product * bottom == top * scale ** len(one.places):
            yield Way("multiplication", one.places)
    for second, number in enumerate(numbers):
        if number != 0:
            yield from (Way("division", (first, second)) for first in places_of[gold * number] if first != second)


def operands_of(
    item: Triplet, choice: Sequence[int], numbers: Sequence[Rational], given: Sequence[Rational]
) -> list[Rational] | None:
    """The operands that a choice of options by place brings, in order; None where a role stays empty."""
    values: list[Rational] = []
    for role in item.operands:
        if role == "chosen":
            values.extend(numbers[place] for place in choice)
        elif role == "given" and given:
            values.extend(given)
        elif role in {"first", "last"} and len(choice) == 2:
            values.append(numbers[choice[role == "last"]])
        else:
            return None
    return values


def choice_value(
    item: Triplet, choice: Sequence[int], numbers: Sequence[Rational], given: Sequence[Rational]
) -> Rational | None:
    """What the item's operation gives for a choice of options by place; None where it gives nothing."""
    values = operands_of(item, choice, numbers, given)
    if values is None:
        return None
    if len(values) == 1:
        return values[0]
    if item.operation == "addition":
        return sum(values, start=Rational(0))
    if item.operation == "multiplication":
        return prod(values, start=Rational(1))
    if len(values) != 2:
        return None
    if item.operation == "subtraction":
        return values[0] - values[1]
    return values[0] / values[1] if values[1] != 0 else None


def rival_choices(item: Triplet, right: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every wrong choice that a solver could compute with."""
    count = len(item.options)
    if item.structure == "take-ends":
        for one in range(count):
            for two in range(count):
                same = (one, two) == tuple(right) or (item.operation in EXCHANGEABLE and {one, two} == set(right))
                if one != two and not same and (item.operation not in EXCHANGEABLE or one < two):
                    yield one, two
    elif item.structure in {"choose-set", "exclude"} and item.operands == ("chosen",):
        for mask in range(1, 2**count):
            choice = tuple(place for place in range(count) if mask >> place & 1)
            if set(choice) != set(right):
                yield choice
    else:
        yield from ((place,) for place in range(count) if (place,) != tuple(right))


def unit_of(operation: Operation, operands: Sequence[Figure]) -> dict[AmountUnit, int] | None:
    """The unit of a result as powers of units, empty for a pure number; None where sums mix units or rates."""
    if operation in {"addition", "subtraction"}:
        units = {(operand.unit, operand.per) for operand in operands}
        if len(units) != 1:
            return None
        unit, per = units.pop()
        return _without_pure({unit: 1}) if per is None else None
    powers: defaultdict[AmountUnit, int] = defaultdict(int)
    for place, operand in enumerate(operands):
        power = -1 if operation == "division" and place > 0 else 1
        powers[operand.unit] += power
        if operand.per is not None:
            powers[operand.per] -= power
    return _without_pure(powers)


class Grown(NamedTuple):
    """Some of a text's numbers, all times one scale that makes them whole: their sum and product."""

    total: int
    product: int
    places: tuple[int, ...]


def _subsets(numbers: Sequence[int]) -> list[Grown]:
    """All subsets of two and more numbers."""
    grown = [Grown(0, 1, ())]
    for place, number in enumerate(numbers):
        grown += [Grown(one.total + number, one.product * number, (*one.places, place)) for one in grown]
    return [one for one in grown if len(one.places) > 1]


def _without_pure(powers: dict[AmountUnit, int]) -> dict[AmountUnit, int]:
    return {unit: power for unit, power in powers.items() if power and unit not in {"count", "percent"}}
