"""Checks of legs against their recorded world, each by other means than the generator's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from schemas.findings import Finding
from schemas.legs import Leg
from validators.legs import (
    adversaries,
    clues,
    exact,
    facts,
    fairness,
    identity,
    inputs,
    lasting,
    leaks,
    live,
    paraphrases,
    pools,
    references,
    release,
    sentinels,
    shape,
    targets,
    variety,
)
from validators.legs.context import LegContext
from validators.legs.levels import LEVELS, Knobs
from validators.registry import run_rules

__all__ = ["LEVELS", "RULE_MODULES", "Knobs", "LegContext", "check_leg", "check_legs"]

FAMILY = "leg"

RULE_MODULES = (
    adversaries, clues, exact, facts, fairness, identity, inputs, lasting, leaks, live, paraphrases, pools,
    references, release, sentinels, shape, targets, variety,
)  # fmt: skip
"""The modules whose import registers the checks of legs."""


def check_leg(leg: Leg, context: LegContext) -> Iterator[Finding]:
    """Every finding about one leg, in the order of the rules."""
    yield from run_rules(FAMILY, "item", leg, context)


def check_legs(legs: Sequence[Leg], context: LegContext) -> Iterator[Finding]:
    """Every finding about each leg and about all of them together, as a release."""
    for leg in legs:
        yield from check_leg(leg, context)
    yield from run_rules(FAMILY, "release", tuple(legs), context)
