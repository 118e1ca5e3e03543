"""How the leg validators word what they find."""

from __future__ import annotations

from schemas.findings import Finding, Severity
from schemas.legs import Leg

__all__ = ["LONGEST", "found"]

LONGEST = 1000
"""Characters that a finding's sentence may have; longer ones are cut."""


def found(leg: Leg, code: str, place: str, message: str, severity: Severity = "critical") -> Finding:
    """A finding about a leg, at a path into its record."""
    sentence = message if len(message) <= LONGEST else message[: LONGEST - 1] + "…"
    return Finding(code=code, severity=severity, item=leg.id, place=place, message=sentence)
