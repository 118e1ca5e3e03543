"""Recipes: trees of processing steps, checked, and the structural class that a recipe belongs to."""

from __future__ import annotations

from typing import NamedTuple

from schemas.errors import InputError
from schemas.tandem import RecipeRecord, UtensilKindRecord

__all__ = ["DISH", "Recipe", "Step", "build_recipe"]

DISH = "dish"
"""The item that a plated order is served in."""


class Step(NamedTuple):
    """One piece of work of a utensil. `time` is in joint steps, the start step included."""

    utensil: str
    takes: tuple[str, ...]
    gives: str
    time: int


class Recipe(NamedTuple):
    """An order with its steps in canonical order: what a step takes comes before it, siblings by structure.

    `leaves` are the raw ingredients in the order in which the steps use them. `structure` is equal for two
    recipes exactly when one is the other with ingredients and products renamed; then steps, leaves and `items`
    correspond one by one.
    """

    order: str
    level: int
    plated: bool
    steps: tuple[Step, ...]
    leaves: tuple[str, ...]
    structure: str

    @property
    def items(self) -> tuple[str, ...]:
        """Every item that can be carried: raw ingredients, products in the order of the steps, then the dish.

        A plated order exists unplated only inside its last utensil; its name as an item means the filled dish.
        """
        return (*self.leaves, *(step.gives for step in self.steps), *((DISH,) if self.plated else ()))


def build_recipe(record: RecipeRecord, kinds: dict[str, UtensilKindRecord], contents: int, where: str) -> Recipe:
    """Check one recipe and put it in canonical order.

    Raises InputError in one line for an unknown utensil, a product made or used twice, a raw ingredient used
    twice, a step that leads nowhere, a circle, more contents than a utensil holds, or a last step that doesn't
    give the order.
    """
    where = f"{where}: recipe {record.order}"
    made: dict[str, Step] = {}
    for raw in record.steps:
        if raw.utensil not in kinds:
            raise InputError(f"{where}: utensil {raw.utensil} isn't one of this kitchen's ({', '.join(sorted(kinds))})")
        if raw.gives in made:
            raise InputError(f"{where}: {raw.gives} is made by two steps")
        if len(raw.takes) > contents:
            raise InputError(
                f"{where}: the step for {raw.gives} takes {len(raw.takes)} items; a utensil holds {contents}"
            )
        time = kinds[raw.utensil].time if raw.time is None else raw.time
        made[raw.gives] = Step(raw.utensil, raw.takes, raw.gives, time)
    used = [item for step in made.values() for item in step.takes]
    for item in used:
        if used.count(item) > 1:
            raise InputError(f"{where}: {item} is used twice; an order takes each ingredient and product once")
    if DISH in used or DISH in made:
        raise InputError(f"{where}: a dish is neither an ingredient nor a product; say plated = true")
    if record.order in used or record.order not in made:
        raise InputError(f"{where}: exactly the last step has to give {record.order}")
    steps: list[Step] = []
    leaves: list[str] = []
    structure = _arrange(made[record.order], made, steps, leaves)
    lost = sorted(set(made) - {step.gives for step in steps})
    if lost:
        raise InputError(f"{where}: {lost[0]} is made but doesn't lead to {record.order}")
    plating = "plated" if record.plated else "bare"
    return Recipe(record.order, record.level, record.plated, tuple(steps), tuple(leaves), f"{plating} {structure}")


def _shape(item: str, made: dict[str, Step]) -> str:
    if item not in made:
        return "raw"
    step = made[item]
    return f"{step.utensil}/{step.time}({' '.join(sorted(_shape(taken, made) for taken in step.takes))})"


def _arrange(step: Step, made: dict[str, Step], steps: list[Step], leaves: list[str]) -> str:
    """Append the subtree of `step`, children by shape (deepest first) and then by name; return its shape."""
    ordered = sorted(step.takes, key=lambda item: (-len(_shape(item, made)), _shape(item, made), item))
    for item in ordered:
        if item in made:
            _arrange(made[item], made, steps, leaves)
        else:
            leaves.append(item)
    steps.append(step._replace(takes=tuple(ordered)))
    return _shape(step.gives, made)
