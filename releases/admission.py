"""The one serial pass that admits items in the order of their units, so that release-wide rules hold."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from releases.families.base import Door
from releases.families.registry import families, family_of_config
from releases.progress import Progress
from releases.work import Made, Refused, Unit
from releases.workshop import Workshop
from schemas.errors import InputError
from schemas.recipes import Recipe

__all__ = ["Admitted", "Attempt", "KeepOut", "Turned", "admit", "all_units", "keep_nothing_out"]


class Attempt(NamedTuple):
    """Which try at which unit."""

    unit: Unit
    attempt: int


class Admitted(NamedTuple):
    """An item of the release."""

    unit: Unit
    made: Made


class Turned(NamedTuple):
    """An attempt that was turned away."""

    unit: Unit
    refused: Refused


def all_units(recipe: Recipe) -> Iterator[Unit]:
    """Every item that a recipe asks for, family after family."""
    for family in families():
        yield from family.units(recipe)


KeepOut: TypeAlias = Callable[[Unit, Made], Refused | None]
"""Says why an item can't join, whatever its family, or None."""


def keep_nothing_out(_unit: Unit, _made: Made) -> None:
    """Keep nothing out."""


def admit(
    recipe: Recipe, workshop: Workshop, barred: Mapping[Attempt, Refused], progress: Progress, ahead: int,
    keep_out: KeepOut = keep_nothing_out,
) -> Iterator[Admitted | Turned]:  # fmt: skip
    """Each unit's item, and before it the attempts turned away.

    `barred` are attempts that failed a check made after an earlier pass. `ahead` is how many units are tried
    before their turn. `keep_out` refuses what an earlier release has. Raises InputError when a unit's attempts run out.
    """
    doors: dict[str, Door] = {}
    for family in families():  # what a family sets up once, as compiled code, is under way while others' items are made
        if (first := next(iter(family.units(recipe)), None)) is not None:
            workshop.prefetch(first)
    coming = all_units(recipe)
    window: deque[Unit] = deque()
    while True:
        while len(window) <= ahead and (unit := next(coming, None)) is not None:
            window.append(unit)
            workshop.prefetch(unit)
        if not window:
            return
        unit = window.popleft()
        if unit.family not in doors:
            doors[unit.family] = family_of_config(unit.family).door(recipe)
        rejected = 0
        for step in _admit_one(unit, doors[unit.family], workshop, barred, recipe.max_attempts, keep_out):
            rejected += isinstance(step, Turned)
            yield step
        progress.step(accepted=1, rejected=rejected)


def _admit_one(
    unit: Unit, door: Door, workshop: Workshop, barred: Mapping[Attempt, Refused], limit: int, keep_out: KeepOut
) -> Iterator[Admitted | Turned]:
    reasons: Counter[str] = Counter()
    first = 0
    while first < limit:
        outcome = workshop.outcome(unit, first)
        for refused in outcome.refused:
            reasons[refused.code] += 1
            yield Turned(unit, refused)
        made = outcome.made
        if made is None:
            first += outcome.task.attempts
            continue
        no = barred.get(Attempt(unit, made.attempt)) or door.refuse(unit, made) or keep_out(unit, made)
        if no is None:
            door.admit(made)
            yield Admitted(unit, made)
            return
        reasons[no.code] += 1
        yield Turned(unit, no)
        first = made.attempt + 1
    told = ", ".join(f"{code} {count}" for code, count in reasons.most_common(4))
    raise InputError(
        f"{unit}: no item in {limit} attempts ({told}); "
        "ask for fewer items, raise max_attempts, or change the recipe's knobs"
    )
