"""Which families there are, in the order in which a release holds them."""

from __future__ import annotations

from functools import cache

from releases.families.base import Family
from schemas.errors import InputError

__all__ = ["families", "family_of_config", "family_of_item"]


@cache
def families() -> tuple[Family, ...]:
    """Every family, in order."""
    from releases.families.legs import Legs
    from releases.families.tandem import TandemDecision, TandemVerifications
    from releases.families.triplets import Triplets

    return (Legs(), TandemDecision(), TandemVerifications(), Triplets())


def family_of_config(config: str) -> Family:
    """The family whose dataset config goes by that name. Raises InputError for a name that is none."""
    for family in families():
        if family.config == config:
            return family
    raise InputError(f"{config}: no such config; known are {', '.join(family.config for family in families())}")


def family_of_item(name: object, where: str) -> Family:
    """The family that an item's `family` key names. Raises InputError naming `where`."""
    for family in families():
        if family.item == name:
            return family
    known = ", ".join(family.item for family in families())
    raise InputError(f"{where}: family: {name!r} is none of ours ({known})")
