"""What the rules of foreign legs are handed: a leg with its graph and clues, and how they say what they find."""

from __future__ import annotations

from typing import NamedTuple

from schemas.findings import Finding, Severity
from schemas.foreign import ForeignLeg, ForeignStop
from schemas.legs import Variant
from validators.foreign.graph import LegGraph, read_graph
from validators.foreign.riddle import Riddle, read_riddle

__all__ = ["FAMILY", "AuditContext", "Audited", "audited", "found"]

FAMILY = "foreign-leg"


class Audited(NamedTuple):
    """A leg, the name it goes by in findings (unique among those audited), its graph and its clues."""

    name: str
    leg: ForeignLeg
    variant: Variant
    graph: LegGraph
    riddle: Riddle

    @property
    def level(self) -> str:
        """The level that the record states."""
        return self.leg.difficulty.level

    @property
    def finish(self) -> ForeignStop | None:
        """The finish line, or None where the last stop is none."""
        return None if self.graph.finish is None else self.leg.stops[self.graph.finish]


class AuditContext(NamedTuple):
    """How rules of all legs together are applied: the share of legs (percent) that may visit one page."""

    page_share: int = 1


def audited(name: str, leg: ForeignLeg, variant: Variant) -> Audited:
    """A leg made ready for the rules."""
    return Audited(name, leg, variant, read_graph(leg), read_riddle(leg.riddle))


def found(one: Audited, code: str, place: str, message: str, severity: Severity = "critical") -> Finding:
    """A finding about a leg."""
    return Finding(code=code, severity=severity, item=one.name, place=place, message=message[:1000])
