"""Every check that can be made of a release, a folder or a file: hashes first, then schemas, items and rules."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from releases.consistency import release_faults
from releases.damage import world_faults
from releases.families.base import Context, Family
from releases.families.registry import families
from releases.layout import is_release, read_manifest
from releases.progress import QUIET, Progress
from releases.reading import Subject, open_subject
from schemas.canonical import JSON
from schemas.errors import InputError
from schemas.findings import Finding

__all__ = ["Report", "check", "check_subject"]


class Report(NamedTuple):
    """What a check found. `items` is how many were looked at, those that fit no schema included."""

    items: int
    findings: tuple[Finding, ...]
    not_checkable: tuple[str, ...]
    rules: tuple[str, ...]
    stats: dict[str, JSON]

    @property
    def critical(self) -> tuple[Finding, ...]:
        """The findings that keep an item out of a release."""
        return tuple(finding for finding in self.findings if finding.severity == "critical")


def check(path: Path, world: Path | None = None, progress: Progress = QUIET) -> Report:
    """Check a release, a folder or a JSONL file. Raises InputError for what can't be read, or holds no item."""
    if is_release(path) and read_manifest(path).variant == "public":
        from releases.withheld_check import check_public

        return check_public(path)
    subject = open_subject(path, world)
    if not (subject.items or subject.unread or subject.faults or subject.damage):
        raise InputError(f"{path}: it holds no item")
    return check_subject(subject, progress=progress)


def check_subject(subject: Subject, progress: Progress = QUIET) -> Report:
    """Check what was opened already."""
    found: list[Finding] = list(subject.damage)
    if subject.manifest is not None:
        found.extend(release_faults(subject, subject.manifest))
    found.extend(subject.faults)
    damage = tuple(world_faults(subject))
    found.extend(damage)
    not_checkable: list[str] = []
    applied: list[str] = []
    stats: dict[str, JSON] = {}
    for family in families():
        records = subject.of(family)
        if not records:
            continue
        context = _context(family, subject, bool(damage))
        progress.begin(f"checking {family.config}", len(records))
        found.extend(family.check(records, context, lambda: progress.step(accepted=1)))
        few = family.too_few(records)
        missing = (*family.not_checkable(context), *few)
        not_checkable.extend(name for name in missing if name not in not_checkable)
        idle = {name.partition(" ")[0] for name in few}
        applied.extend(rule.name for rule in family.rules() if rule.name not in idle)
        stats.update(family.stats(records, context))
    progress.end()
    items = len(subject.items) + subject.unread
    return Report(items, tuple(found), tuple(not_checkable), tuple(dict.fromkeys(applied)), stats)


def _context(family: Family, subject: Subject, damaged: bool) -> Context:
    """What a family's rules are run against; a world too damaged to read is left out, and its rules with it."""
    try:
        return family.context(subject.world, subject.recipe, damaged)
    except InputError:
        if not damaged:
            raise
        return family.context(None, subject.recipe)
