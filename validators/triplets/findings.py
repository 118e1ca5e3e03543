"""How the triplet validators word what they find."""

from __future__ import annotations

from schemas.findings import Finding, Severity
from schemas.triplets import Triplet

__all__ = ["found", "found_together"]

LONGEST = 1000


def found(item: Triplet, code: str, place: str, message: str, severity: Severity = "critical") -> Finding:
    """A finding about a triplet, at a path into its record."""
    return Finding(code=code, severity=severity, item=item.id, place=place, message=message[:LONGEST])


def found_together(code: str, place: str, message: str) -> Finding:
    """A finding about all triplets of a release."""
    return Finding(code=code, severity="critical", item="release", place=place, message=message[:LONGEST])
