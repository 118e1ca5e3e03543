"""Replaying: every answer again from the folder alone, and what a damaged file means for which items."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from releases.families.registry import families
from releases.layout import WORLD
from releases.reading import Subject, item_id, open_subject
from schemas.findings import Finding
from worlds.snapshot import Snapshot

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


def replay(path: Path) -> Replayed:
    """Re-derive every answer of a release or folder, with nothing but its own files.

    Raises InputError for what can't be read at all.
    """
    return replay_subject(open_subject(path))


def replay_subject(subject: Subject) -> Replayed:
    """Re-derive the answers of what was read already. A damaged page or call is named with the items that use it."""
    found = [*subject.damage, *subject.faults]
    pages, calls = set[str](), set[str]()
    if subject.world is not None:
        for fault in Snapshot(subject.world).faults():
            where = f"{WORLD}/{fault.file}" + (f": line {fault.line}" if fault.line else "")
            found.append(_finding("World.damaged", "release", where, f"{fault.name}: {fault.message}".lstrip(": ")))
            (pages if fault.file.startswith("pages") else calls).add(fault.name)
            found.extend(_users(subject, where, fault.file, fault.name))
    for family in families():
        records = [item.record for item in subject.items if item.family is family]
        if records:
            found.extend(family.replay(records, subject.world))
    return Replayed(subject, tuple(found))


def _users(subject: Subject, where: str, file: str, name: str) -> Iterator[Finding]:
    """The items that rest on a damaged page or call; all that need the world when the damage has no name."""
    for item in subject.items:
        pages, calls = item.family.uses(item.record)
        uses = (*pages, *calls)
        if uses and (not name or name in uses):
            what = f"rests on {name}" if name else f"rests on {file}"
            yield _finding("World.damaged", item_id(item.record), where, f"the item {what}, which is damaged")


def _finding(code: str, item: str, place: str, message: str) -> Finding:
    return Finding(code=code, severity="critical", item=item, place=place, message=message[:1000])
