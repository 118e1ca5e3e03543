"""What every possible choice of options would give, and which choice the expert's verdicts make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations

from schemas.errors import InputError
from schemas.triplets import Amount, Luck, OperandRole, Operation, Option, Structure
from solvers.triplets.algebra import compute

__all__ = ["chosen_places", "exact", "luck_of", "operands_of", "outcome", "possible_choices"]


def exact(amount: Amount) -> Fraction:
    """What an amount counts as in arithmetic; a percentage is a share of one."""
    value = Fraction(amount.value)
    return value / 100 if amount.unit == "percent" else value


def chosen_places(structure: Structure, options: Sequence[Option]) -> tuple[int, ...]:
    """The places of the options that the verdicts choose: in order, or for take-ends the highest, then the lowest.

    Raises InputError where the verdicts make no clear choice.
    """
    if structure == "take-ends":
        ranks = [option.rank for option in options if option.rank is not None]
        if len(ranks) != len(options) or ranks.count(max(ranks)) > 1 or ranks.count(min(ranks)) > 1:
            raise InputError("take-ends: the ranks give no single highest and lowest option")
        return ranks.index(max(ranks)), ranks.index(min(ranks))
    places = tuple(place for place, option in enumerate(options) if _fits(structure, option))
    if not places or (structure in {"pick-one", "group"} and len(places) > 1):
        raise InputError(f"{structure}: {len(places)} options fit")
    return places


def possible_choices(structure: Structure, roles: Sequence[OperandRole], count: int) -> Iterator[tuple[int, ...]]:
    """Every choice of options that a solver could make and compute with.

    Sets of any size where the operation takes them all, ordered pairs for take-ends, single options else. A set
    is any but the empty one; a single option counts as a set of one, whose own number is the result.
    """
    if structure == "take-ends":
        yield from permutations(range(count), 2)
    elif takes_set(structure, roles):
        for size in range(1, count + 1):
            yield from combinations(range(count), size)
    else:
        yield from ((place,) for place in range(count))


def takes_set(structure: Structure, roles: Sequence[OperandRole]) -> bool:
    """Whether the operation runs over all chosen options and nothing else."""
    return structure in {"choose-set", "exclude"} and tuple(roles) == ("chosen",)


def operands_of(
    roles: Sequence[OperandRole], choice: Sequence[int], numbers: Sequence[Fraction], given: Fraction | None
) -> list[Fraction]:
    """The operands in order, for a choice of options. Raises InputError for a role that nothing fills."""
    operands: list[Fraction] = []
    for role in roles:
        if role == "chosen":
            operands.extend(numbers[place] for place in choice)
        elif role == "given":
            if given is None:
                raise InputError("the operands name a given quantity, and there is none")
            operands.append(given)
        else:
            if len(choice) != 2:
                raise InputError(f"operand {role}: only a choice of two ends has it")
            operands.append(numbers[choice[0 if role == "first" else 1]])
    return operands


def outcome(
    operation: Operation,
    roles: Sequence[OperandRole],
    choice: Sequence[int],
    numbers: Sequence[Fraction],
    given: Fraction | None,
) -> Fraction | None:
    """What a choice gives; a lone number gives itself, and a division by zero nothing."""
    operands = operands_of(roles, choice, numbers, given)
    if len(operands) == 1:
        return operands[0]
    if operation == "division" and operands[1] == 0:
        return None
    return compute(operation, operands)


def luck_of(
    operation: Operation,
    structure: Structure,
    roles: Sequence[OperandRole],
    numbers: Sequence[Fraction],
    given: Fraction | None,
    right: Sequence[int],
    precision: int,
) -> Luck:
    """How many choices there are, how many wrong ones give the right number, and how many a number as good."""
    unit = Fraction(1, 10**precision)
    gold = outcome(operation, roles, right, numbers, given)
    choices = lucky = plausible = 0
    for choice in possible_choices(structure, roles, len(numbers)):
        choices += 1
        if choice == tuple(right):
            continue
        made = outcome(operation, roles, choice, numbers, given)
        if made is None or gold is None:
            continue
        lucky += abs(made - gold) < unit
        plausible += made > 0 and (made / unit).denominator == 1
    return Luck(choices=choices, lucky=lucky, plausible=plausible)


def _fits(structure: Structure, option: Option) -> bool:
    if structure == "group":
        return bool(option.members) and all(member.fits for member in option.members)
    return option.fits is True
