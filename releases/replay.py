"""Replaying: every answer again from the folder alone, and what a damaged file means for which items."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from releases.damage import world_faults
from releases.families.registry import families
from releases.progress import QUIET, Progress
from releases.reading import Subject, open_subject
from schemas.findings import Finding

__all__ = ["Replayed", "replay", "replay_subject"]


class Replayed(NamedTuple):
    """What replaying came to. `items` is how many were looked at."""

    subject: Subject
    findings: tuple[Finding, ...]

    @property
    def items(self) -> int:
        """How many items there are, those that can't be read included."""
        return len(self.subject.items) + self.subject.unread

    @property
    def same(self) -> int:
        """How many items come out as recorded."""
        return self.items - len(self.different)

    @property
    def different(self) -> tuple[str, ...]:
        """The items that don't come out as recorded, each once."""
        return tuple(dict.fromkeys(finding.item for finding in self.findings if finding.item != "release"))


def replay(path: Path, progress: Progress = QUIET) -> Replayed:
    """Re-derive every answer of a release or folder, with nothing but its own files.

    Raises InputError for what can't be read at all.
    """
    return replay_subject(open_subject(path), progress)


def replay_subject(subject: Subject, progress: Progress = QUIET) -> Replayed:
    """Re-derive the answers of what was read already. A damaged page or call is named with the items that use it."""
    found = [*subject.damage, *subject.faults, *world_faults(subject)]
    for family in families():
        records = subject.of(family)
        if records:
            progress.begin(f"replaying {family.config}", len(records))
            found.extend(family.replay(records, subject.world, lambda: progress.step(accepted=1)))
    progress.end()
    return Replayed(subject, tuple(found))
