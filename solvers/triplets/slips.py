"""What the arithmetic of a maths-first item gives, what its slips give, and which options that would choose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import Final, NamedTuple

from schemas.amounts import AmountUnit, Operation
from schemas.errors import InputError
from schemas.triplets import Luck, Span, Triplet
from solvers.triplets.algebra import compute
from solvers.triplets.answers import normalise
from solvers.triplets.choices import exact

__all__ = ["Reckoning", "composed_again", "holding", "reckoning_of"]

OF_ANY: Final[tuple[Operation, ...]] = ("addition", "multiplication")
OF_PAIRS: Final[tuple[Operation, ...]] = ("subtraction", "division")


class Reckoning(NamedTuple):
    """The arithmetic of a maths-first item: an operation, all its operands in order, and the unit of the number."""

    operation: Operation
    operands: tuple[Fraction, ...]
    unit: AmountUnit

    @property
    def number(self) -> Fraction:
        """What the operation gives, in the unit. Raises InputError where it gives nothing."""
        return self._in_unit(compute(self.operation, self.operands))

    def slips(self) -> Iterator[Fraction]:
        """What each slip gives, in the unit: a number alone, and each operation on some of the numbers but the right
        working; differences and quotients both ways round. A division by zero gives nothing.
        """
        yield from map(self._in_unit, self.operands)
        for size in range(2, len(self.operands) + 1):
            for some in combinations(self.operands, size):
                for operation in OF_ANY:
                    if size < len(self.operands) or operation != self.operation:
                        yield self._in_unit(compute(operation, some))
        places = tuple(range(len(self.operands)))
        for pair in permutations(places, 2):
            for operation in OF_PAIRS:
                values = [self.operands[place] for place in pair]
                right = operation == self.operation and pair == places
                if not right and (operation == "subtraction" or values[1] != 0):
                    yield self._in_unit(compute(operation, values))

    def luck(self, spans: Sequence[Span], right: int) -> Luck:
        """How many slips there are, how many choose the right option all the same, and how many another."""
        chosen = [holding(spans, number) for number in self.slips()]
        lucky = sum(right in places for places in chosen)
        plausible = sum(bool(places) and right not in places for places in chosen)
        return Luck(choices=len(chosen) + 1, lucky=lucky, plausible=plausible)

    def _in_unit(self, value: Fraction) -> Fraction:
        return value * 100 if self.unit == "percent" else value


def holding(spans: Sequence[Span], number: Fraction) -> tuple[int, ...]:
    """The places of the options for which a number is sensible."""
    return tuple(place for place, one in enumerate(spans) if Fraction(one.low) <= number <= Fraction(one.high))


def reckoning_of(item: Triplet) -> Reckoning:
    """The arithmetic of a maths-first item's record."""
    return Reckoning(item.operation, tuple(exact(amount) for amount in item.amounts), item.answer_unit)


def composed_again(item: Triplet) -> str:
    """The composed answer of a maths-first item, from amounts, operation and ranges alone.

    Raises InputError, naming the item, where they choose no single option.
    """
    try:
        number = reckoning_of(item).number
    except InputError as error:
        raise InputError(f"{item.id}: can't be replayed: {error}") from error
    places = holding([option.sensible for option in item.options if option.sensible is not None], number)
    if len(places) != 1:
        raise InputError(f"{item.id}: can't be replayed: {len(places)} options are sensible for {number}")
    return normalise(item.options[places[0]].name)
