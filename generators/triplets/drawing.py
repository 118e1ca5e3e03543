"""Draws an instance's options, their order and its numbers."""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from generators.rejection import Rejected
from generators.triplets.ranges import narrowed, place_of, values_of
from schemas.triplets import NumberRange, PoolOption, Template
from solvers.triplets.choices import Working

__all__ = ["Drawn", "Numbers", "draw_numbers", "draw_options"]

TRIES = 100


class Drawn(NamedTuple):
    """One option before it has a number: a thing of the pool, or a group's label and its things."""

    name: str
    entry: PoolOption | None
    members: tuple[PoolOption, ...]


class Numbers(NamedTuple):
    """One number for each option, and the given quantity where the maths step has one."""

    options: tuple[Fraction, ...]
    given: Fraction | None


def draw_options(template: Template, rng: random.Random, places: Sequence[int]) -> tuple[Drawn, ...]:
    """The options in the order shown, with the chosen ones at `places`.

    Raises Rejected when the pool doesn't yield a clear choice.
    """
    structure = template.selection.structure
    if structure == "take-ends":
        return _draw_ranked(template, rng, places)
    if structure == "group":
        return _draw_groups(template, rng, places[0])
    right = rng.sample([option for option in template.options if option.fits], len(places))
    wrong = rng.sample(
        [option for option in template.options if not option.fits], template.selection.shown - len(places)
    )
    rest = iter(wrong)
    at = dict(zip(places, right, strict=True))
    shown = [at[place] if place in at else next(rest) for place in range(template.selection.shown)]
    return tuple(Drawn(option.name, option, ()) for option in shown)


def draw_numbers(template: Template, rng: random.Random, options: Sequence[Drawn]) -> Numbers | None:
    """Different numbers for all options and the given quantity; None when a draw of the given leaves too few.

    Where one option meets the given quantity, every option gets a number that works out exactly: otherwise the
    arithmetic would tell which option is meant.
    """
    given: Fraction | None = None
    if template.given is not None:
        given = rng.choice(values_of(template.given))
    taken = set() if given is None else {given}
    drawn: list[Fraction] = []
    for option in options:
        numbers = template.numbers if option.entry is None else narrowed(template.numbers, option.entry)
        places: Sequence[int] = range(len(values_of(numbers)))
        if given is not None and template.selection.chosen == 1:
            places = _working_out(template, numbers, given)
        at = place_of(numbers)
        gone = sorted(_index(places, at[value]) for value in taken if at.get(value) in places)
        if len(gone) == len(places):
            return None
        choice = rng.choice(range(len(places) - len(gone)))
        for index in gone:
            choice += choice >= index
        drawn.append(values_of(numbers)[places[choice]])
        taken.add(drawn[-1])
    return Numbers(tuple(drawn), given)


def _index(places: Sequence[int], place: int) -> int:
    """Where a place stands among places in order."""
    return bisect_left(places, place)


@lru_cache(maxsize=8192)
def _working_out(template: Template, numbers: NumberRange, given: Fraction) -> tuple[int, ...]:
    """The places of a range's values that work out exactly against a given quantity."""
    structure = template.selection.structure

    def works_out(value: Fraction) -> bool:
        made = Working(structure, template.operation, template.operands, (value,), given, (0,)).result((0,))
        return made is not None and made > 0 and (made * 10**template.precision).denominator == 1

    return tuple(place for place, value in enumerate(values_of(numbers)) if works_out(value))


def _draw_ranked(template: Template, rng: random.Random, places: Sequence[int]) -> tuple[Drawn, ...]:
    """Options whose ranks have a single highest and lowest, those two at `places`, and no listing by rank."""
    for _ in range(TRIES):
        some = sorted(rng.sample(template.options, template.selection.shown), key=lambda option: option.rank or 0)
        ranks = [option.rank for option in some]
        if ranks[0] == ranks[1] or ranks[-1] == ranks[-2]:
            continue
        ends = [some[0], some[-1]]
        rng.shuffle(ends)
        middle = some[1:-1]
        rng.shuffle(middle)
        rest = iter(middle)
        at = dict(zip(places, ends, strict=True))
        shown = [at[place] if place in at else next(rest) for place in range(len(some))]
        order = [option.rank or 0 for option in shown]
        if order not in (sorted(order), sorted(order, reverse=True)):
            return tuple(Drawn(option.name, option, ()) for option in shown)
    raise Rejected("T4.ordered-by-rank", f"{template.name}: no {template.selection.shown} options out of order found")


def _draw_groups(template: Template, rng: random.Random, place: int) -> tuple[Drawn, ...]:
    """Groups of different things: all fit in the one at `place`, some but not all in each other."""
    size = template.selection.members or 2
    right = [option for option in template.options if option.fits]
    wrong = [option for option in template.options if not option.fits]
    for _ in range(TRIES):
        misfits = [rng.randint(1, size - 1) for _ in range(template.selection.shown)]
        misfits[place] = 0
        bad = sum(misfits)
        if bad <= len(wrong) and size * len(misfits) - bad <= len(right):
            break
    else:
        raise Rejected("T0.pool", f"{template.name}: the pool is too small for groups of {size} different things")
    good_ones = iter(rng.sample(right, size * len(misfits) - bad))
    bad_ones = iter(rng.sample(wrong, bad))
    groups: list[Drawn] = []
    for label, count in zip(rng.sample(template.selection.labels, len(misfits)), misfits, strict=True):
        members = [next(bad_ones) for _ in range(count)] + [next(good_ones) for _ in range(size - count)]
        rng.shuffle(members)
        groups.append(Drawn(label, None, tuple(members)))
    return tuple(groups)
