"""Checks of mended legs: by the rules of our own legs where a mended record shows enough, else by those of an audit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from schemas.findings import Finding
from schemas.mended import MendedLeg
from validators.foreign import FAMILY as FOREIGN
from validators.foreign import AuditContext, Audited, audited
from validators.mended import steps, whole
from validators.mended.published import published
from validators.registry import run_rules

__all__ = ["FAMILY", "RULE_MODULES", "check_mended"]

FAMILY = "mended_leg"

RULE_MODULES = (steps, whole)
"""The modules whose import registers the checks."""

OTHERWISE = frozenset({"L3.literal", "L7.absent"})
"""Notes about the published format, which a mended record isn't in."""


def check_mended(legs: Sequence[MendedLeg]) -> Iterator[Finding]:
    """Every finding about each leg, then about all of them together."""
    ready: list[Audited] = []
    for leg in legs:
        found = list(run_rules(FAMILY, "item", leg, None))
        yield from found
        if not any(finding.code.startswith("Shape.") for finding in found):
            one = audited(leg.id, published(leg), leg.variant)
            ready.append(one)
            yield from _others(run_rules(FOREIGN, "item", one, AuditContext()))
    yield from _others(run_rules(FOREIGN, "release", tuple(ready), AuditContext()))


def _others(found: Iterator[Finding]) -> Iterator[Finding]:
    return (finding for finding in found if finding.code not in OTHERWISE)
