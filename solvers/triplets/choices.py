"""What every possible choice of options would give, and which choice the expert's verdicts make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import NamedTuple

from schemas.amounts import Operation
from schemas.errors import InputError
from schemas.triplets import Amount, Luck, OperandRole, Option, Structure
from solvers.triplets.algebra import compute

__all__ = ["Working", "amounts_of", "chosen_places", "exact"]

ORDERED = frozenset({"subtraction", "division"})


def exact(amount: Amount) -> Fraction:
    """What an amount counts as in arithmetic; a percentage is a share of one."""
    value = Fraction(amount.value)
    return value / 100 if amount.unit == "percent" else value


def amounts_of(options: Sequence[Option]) -> tuple[Amount, ...]:
    """The options' amounts: one each, or none at all in a maths-first item."""
    return tuple(option.amount for option in options if option.amount is not None)


def chosen_places(structure: Structure, options: Sequence[Option]) -> tuple[int, ...]:
    """The places of the options that the verdicts choose: in order, or for take-ends the highest, then the lowest.

    Raises InputError where the verdicts make no clear choice.
    """
    if structure == "take-ends":
        ranks = [option.rank for option in options if option.rank is not None]
        if len(ranks) != len(options) or ranks.count(max(ranks)) > 1 or ranks.count(min(ranks)) > 1:
            raise InputError("take-ends: the ranks give no single highest and lowest option")
        return ranks.index(max(ranks)), ranks.index(min(ranks))
    if structure == "group":
        fitting = [bool(option.members) and all(member.fits for member in option.members) for option in options]
    else:
        fitting = [option.fits is True for option in options]
    places = tuple(place for place, fits in enumerate(fitting) if fits)
    if not places or (structure in {"pick-one", "group"} and len(places) > 1):
        raise InputError(f"{structure}: {len(places)} options fit")
    return places


class Working(NamedTuple):
    """The arithmetic of an item: an operation, where its operands come from, the numbers, and the right choice.

    `numbers` are those of the options, in order; `right` are places in them.
    """

    structure: Structure
    operation: Operation
    roles: tuple[OperandRole, ...]
    numbers: tuple[Fraction, ...]
    given: Fraction | None
    right: tuple[int, ...]

    def operands(self, choice: Sequence[int]) -> list[int | None]:
        """The operands for a choice of options: places of their numbers, None for the given quantity.

        Raises InputError for a role that nothing fills.
        """
        operands: list[int | None] = []
        for role in self.roles:
            if role == "chosen":
                operands.extend(choice)
            elif role == "given":
                if self.given is None:
                    raise InputError("the operands name a given quantity, and there is none")
                operands.append(None)
            elif len(choice) == 2:
                operands.append(choice[0 if role == "first" else 1])
            else:
                raise InputError(f"operand {role}: only a choice of two ends has it")
        return operands

    def values(self, choice: Sequence[int]) -> list[Fraction]:
        """The operands' exact values. Raises InputError for a role that nothing fills."""
        places = self.operands(choice)
        return [self.numbers[place] if place is not None else self.given or Fraction(0) for place in places]

    def result(self, choice: Sequence[int]) -> Fraction | None:
        """What a choice gives; a lone number gives itself, and a division by zero nothing."""
        values = self.values(choice)
        if len(values) == 1:
            return values[0]
        if self.operation == "division" and values[1] == 0:
            return None
        return compute(self.operation, values)

    def choices(self) -> Iterator[tuple[int, ...]]:
        """Every choice that a solver could make and compute with.

        Pairs for take-ends, in both orders where the order matters to the operation; any set but the empty one
        where the operation runs over all that is chosen, and nothing else; single options otherwise.
        """
        count = len(self.numbers)
        if self.structure == "take-ends":
            pairs = permutations if self.operation in ORDERED else combinations
            yield from pairs(range(count), 2)
        elif self.structure in {"choose-set", "exclude"} and self.roles == ("chosen",):
            for size in range(1, count + 1):
                yield from combinations(range(count), size)
        else:
            yield from ((place,) for place in range(count))

    def luck(self, precision: int) -> Luck:
        """How many choices there are, how many wrong ones give the right number, and how many one as good."""
        unit = Fraction(1, 10**precision)
        gold = self.result(self.right)
        ordered = self.operation in ORDERED
        right = self.right if ordered else tuple(sorted(self.right))
        results = [self.result(choice) for choice in self.choices() if choice != right]
        known = [] if gold is None else [(made, abs(made - gold)) for made in results if made is not None]
        return Luck(
            choices=len(results) + 1,
            lucky=sum(distance < unit for _, distance in known),
            plausible=sum(made > 0 and (made / unit).denominator == 1 for made, _ in known),
        )
