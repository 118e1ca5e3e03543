"""What in a recorded world isn't as it was recorded, and which items rest on it."""

from __future__ import annotations

from collections.abc import Iterator

from releases.findings import critical
from releases.layout import WORLD
from releases.reading import Subject, item_id
from schemas.errors import InputError
from schemas.findings import Finding
from worlds.lines import Fault
from worlds.snapshot import Snapshot

__all__ = ["world_faults"]


def world_faults(subject: Subject) -> Iterator[Finding]:
    """A finding for each damaged page, call or file, and one for each item that rests on it."""
    if subject.world is None:
        return
    snapshot = Snapshot(subject.world)
    for fault in snapshot.faults():
        where = f"{WORLD}/{fault.file}" + (f": line {fault.line}" if fault.line else "")
        told = f"{fault.name}: {fault.message}" if fault.name else fault.message
        yield critical("World.damaged", "release", where, told)
        yield from _users(subject, snapshot, where, fault)


def _users(subject: Subject, snapshot: Snapshot, where: str, fault: Fault) -> Iterator[Finding]:
    """The items that rest on a damaged page or call; all that need the world when the damage has no name."""
    file, name = fault.file, fault.name
    for item in subject.items:
        pages, calls = item.family.uses(item.record)
        considered = {title for page in item.family.left(item.record) for title in _links(snapshot, page)}
        uses = (*pages, *calls, *sorted(considered))
        if uses and (not name or name in uses):
            yield critical(
                "World.damaged", item_id(item.record), where, f"the item rests on {name or file}, which is damaged"
            )


def _links(snapshot: Snapshot, title: str) -> tuple[str, ...]:
    """Where a recorded page links to; nothing for a page that is damaged itself and so named for itself."""
    try:
        return tuple(link.title for link in snapshot.pages.links(title))
    except InputError:
        return ()
