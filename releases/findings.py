"""How a release's own checks put a finding."""

from __future__ import annotations

from schemas.findings import Finding

__all__ = ["critical"]

LONGEST = 1000


def critical(code: str, item: str, place: str, message: str) -> Finding:
    """A critical finding; a message that quotes too much is cut."""
    return Finding(code=code, severity="critical", item=item, place=place, message=message[:LONGEST])
