"""The audit of legs that others published: every finding, and how often each code is found where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from releases.foreign.figures import Cell, Group, groups, measure
from releases.foreign.source import read_legs
from schemas.findings import Finding
from validators.foreign import AuditContext, Audited, check_foreign
from validators.foreign.meanings import MEANINGS
from validators.foreign.static import check_static

__all__ = ["CodeCount", "LegAudit", "audit_legs", "counts_by_group"]

SAMPLES = 3


class CodeCount(NamedTuple):
    """How often a code was found in a group, in how many legs, and three of them."""

    code: str
    severity: str
    hits: int
    legs: int
    samples: tuple[str, ...]


class LegAudit(NamedTuple):
    """What an audit found. `static` are the findings of upstream's own checks, which are told apart."""

    path: Path
    legs: tuple[Audited, ...]
    misfits: tuple[Finding, ...]
    findings: tuple[Finding, ...]
    static: tuple[Finding, ...]

    @property
    def items(self) -> int:
        """How many texts were looked at, those that are no leg included."""
        return len(self.legs) + len(self.misfits)

    @property
    def all_findings(self) -> tuple[Finding, ...]:
        """The findings, those about texts that are no leg first."""
        return self.misfits + self.findings

    def not_found(self) -> tuple[str, ...]:
        """The codes that were looked for and found in no leg."""
        found = {finding.code for finding in self.findings}
        return tuple(code for code in MEANINGS if code not in found)

    def cells(self) -> dict[Group, Cell]:
        """The figures by variant and level."""
        return {group: measure(legs, self.findings) for group, legs in groups(self.legs).items()}


def audit_legs(path: Path) -> LegAudit:
    """Audit the legs of a folder, an archive or a file. Raises InputError for what holds none."""
    read = read_legs(path)
    findings = tuple(check_foreign(read.legs, AuditContext()))
    static = tuple(finding for one in read.legs for finding in check_static(one))
    return LegAudit(path, read.legs, read.misfits, findings, static)


def counts_by_group(audit: LegAudit) -> Mapping[Group, tuple[CodeCount, ...]]:
    """Every code's counts in each group, in the order of the rules; a code that isn't found in a group is left out."""
    by_leg: dict[str, list[Finding]] = {}
    for finding in audit.findings:
        by_leg.setdefault(finding.item, []).append(finding)
    made = {}
    for group, legs in groups(audit.legs).items():
        by_code: dict[str, list[Finding]] = {}
        for finding in (finding for one in legs for finding in by_leg.get(one.name, ())):
            by_code.setdefault(finding.code, []).append(finding)
        made[group] = tuple(_count(code, by_code[code]) for code in sorted(by_code, key=_order))
    return made


def _order(code: str) -> tuple[str, int, str]:
    rule, _, kind = code.partition(".")
    letters = rule.rstrip("0123456789")
    return letters, int(rule[len(letters) :] or 0), kind


def _count(code: str, hits: Sequence[Finding]) -> CodeCount:
    names = tuple(dict.fromkeys(finding.item for finding in hits))
    return CodeCount(code, hits[0].severity, len(hits), len(names), names[:SAMPLES])
