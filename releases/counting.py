"""Findings counted by code, as reports print them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from schemas.canonical import JSON
from schemas.findings import Finding, Severity

__all__ = ["Count", "as_json", "by_code"]

SAMPLES = 5


class Count(NamedTuple):
    """One code: how often it was found, in how many items, and the ids of some of them."""

    code: str
    severity: Severity
    hits: int
    items: int
    samples: tuple[str, ...]


def by_code(findings: Sequence[Finding]) -> tuple[Count, ...]:
    """The counts, sorted by code."""
    counts: list[Count] = []
    for code in sorted({finding.code for finding in findings}):
        hits = [finding for finding in findings if finding.code == code]
        ids = tuple(dict.fromkeys(finding.item for finding in hits))
        counts.append(Count(code, hits[0].severity, len(hits), len(ids), ids[:SAMPLES]))
    return tuple(counts)


def as_json(findings: Sequence[Finding]) -> dict[str, JSON]:
    """The counts as machines read them: `{code: {"hits", "items", "samples"}}`."""
    return {
        count.code: {"hits": count.hits, "items": count.items, "samples": list(count.samples)}
        for count in by_code(findings)
    }
