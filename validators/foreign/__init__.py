"""Checks of legs that others published: each by the rules of our own legs, as far as their records show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from schemas.findings import Finding
from validators.foreign import clues, exactness, liveness, market, places, readings, sentinels, stale, together
from validators.foreign.context import FAMILY, AuditContext, Audited, audited
from validators.registry import run_rules

__all__ = ["FAMILY", "NOT_CHECKABLE", "RULE_MODULES", "AuditContext", "Audited", "audited", "check_foreign"]

RULE_MODULES = (clues, exactness, liveness, market, places, readings, sentinels, stale, together)
"""The modules whose import registers the checks."""

NOT_CHECKABLE = (
    "L1 sensitivity (no other values to draw: the records hold no pool)",
    "L7 beyond absent (no revision, span, request or response is recorded)",
    "L10.centroid beyond answers that repeat (no coordinates are recorded)",
    "L13 inversion (free text has no grammar to invert)",
    "L14 (no links or search results are recorded)",
    "L16 (the world isn't recorded, so agents that skip the work can't be played)",
)
"""What the records can't show, with the reason."""


def check_foreign(legs: Sequence[Audited], context: AuditContext) -> Iterator[Finding]:
    """Every finding about each leg, then about all of them together."""
    for one in legs:
        yield from run_rules(FAMILY, "item", one, context)
    yield from run_rules(FAMILY, "release", tuple(legs), context)
