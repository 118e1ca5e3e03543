"""Whether a release's items still hold in the world as it is now: stable, drifted or dead."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from releases.layout import WORLD
from releases.progress import QUIET, Progress
from releases.reading import Item, Subject, item_id, open_subject
from schemas.canonical import JSON
from schemas.errors import InputError
from schemas.manifest import Manifest
from schemas.randomness import stream
from worlds.snapshot import Snapshot
from worlds.world import World, open_world

__all__ = ["Checked", "DriftReport", "drift", "drift_json", "drift_lines"]

Fate: TypeAlias = Literal["stable", "drifted", "dead"]


class Checked(NamedTuple):
    """One item read again. `place` and `why` are empty where it is stable."""

    item: str
    config: str
    fate: Fate
    place: str
    why: str


class DriftReport(NamedTuple):
    """What reading again came to. `unsourced` counts the items that rest on no source."""

    release: str
    world: str
    checked: tuple[Checked, ...]
    unsourced: int
    proposal: str | None

    def of(self, fate: Fate) -> tuple[Checked, ...]:
        """The items of one fate."""
        return tuple(one for one in self.checked if one.fate == fate)


def drift(path: Path, spec: str | None, sample: int | None, progress: Progress = QUIET) -> DriftReport:
    """Read the sources of a release's items again, of all or of a drawn sample, in a world by its specification.

    Without one it is the world that the release was recorded from. Raises InputError for what is no release or names
    no world, and RemoteError when a source can't be reached: that tells nothing of an item.
    """
    subject = open_subject(path)
    manifest = subject.manifest
    if manifest is None:
        raise InputError(f"{path}: not a release")
    sourced = [item for item in subject.items if item.family.needs_world]
    chosen = _sample(sourced, manifest, sample)
    world = _world(subject, spec) if chosen else None
    progress.begin("reading again", len(chosen))
    checked: list[Checked] = []
    for item in chosen:
        if world is not None:
            checked.append(_again(item, world))
        progress.step(accepted=1)
    progress.end()
    moved = any(one.fate != "stable" for one in checked)
    major, minor, patch = manifest.version.split(".")
    return DriftReport(
        f"{manifest.name} {manifest.version}",
        f"{world.name} {world.version}" if world else "none",
        tuple(checked),
        len(subject.items) - len(sourced),
        f"{major}.{minor}.{int(patch) + 1}" if moved else None,
    )


def _sample(items: list[Item], manifest: Manifest, sample: int | None) -> list[Item]:
    """So many items, drawn with the release's seed: the same each time, whatever was drifted last time."""
    if sample is None or sample >= len(items):
        return items
    places = stream(manifest.seed or 0, "drift", sample).sample(range(len(items)), sample)
    return [items[place] for place in sorted(places)]


def _world(subject: Subject, spec: str | None) -> World:
    if spec is not None:
        return open_world(spec)
    folder = subject.path / WORLD
    source = Snapshot(folder).record.source
    try:
        return open_world(source)
    except InputError as error:
        raise InputError(
            f"{subject.path}: it was recorded from {source}; name that world, or another: --world ({error})"
        ) from error


def _again(item: Item, world: World) -> Checked:
    found = item.family.drift(item.record, world)
    name, config = item_id(item.record), item.family.config
    if found is None:
        return Checked(name, config, "stable", "", "")
    return Checked(name, config, "dead" if found.dead else "drifted", found.place, found.why)


def drift_json(found: DriftReport) -> dict[str, JSON]:
    """The report for machines."""
    return {
        "release": found.release,
        "world": found.world,
        "checked": len(found.checked),
        "unsourced": found.unsourced,
        "stable": len(found.of("stable")),
        "drifted": [_told(one) for one in found.of("drifted")],
        "dead": [_told(one) for one in found.of("dead")],
        "proposal": found.proposal,
    }


def _told(one: Checked) -> JSON:
    return {"item": one.item, "config": one.config, "place": one.place, "why": one.why}


def drift_lines(found: DriftReport) -> Iterator[str]:
    """The report for people."""
    for fate in ("drifted", "dead"):
        for one in found.of(fate):
            yield f"{one.item}: {one.place}: {fate}: {one.why}"
    counts = ", ".join(f"{len(found.of(fate))} {fate}" for fate in ("stable", "drifted", "dead"))
    yield f"{found.release} in {found.world}: {len(found.checked)} items read again: {counts}"
    if found.unsourced:
        yield f"{found.unsourced} items rest on no source outside the release"
    if found.proposal is not None:
        yield (
            f"proposed: patch release {found.proposal}, whose card says which items no longer hold live; their answers "
            "stay right for the recorded world"
        )
