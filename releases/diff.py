"""Two releases compared: what was added, removed and changed, what of it can move a score, and what they share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from releases.families.base import Family
from releases.families.registry import families
from releases.layout import read_manifest
from releases.likeness import NearTexts
from releases.reading import Subject, item_id, open_subject
from schemas.canonical import JSON
from schemas.errors import InputError, ReleaseError

__all__ = [
    "Bump",
    "ConfigDiff",
    "Diff",
    "Overlap",
    "comparable",
    "diff",
    "diff_json",
    "diff_lines",
    "diff_subjects",
    "overlap_lines",
    "version_fault",
]

Bump: TypeAlias = Literal["none", "patch", "minor", "major"]
BUMPS: tuple[Bump, ...] = ("none", "patch", "minor", "major")


class Overlap(NamedTuple):
    """How many of the new release's items, pages and structures the old one has too, of how many.

    `near` counts the items whose text nearly repeats one of the old release's; None where texts all read alike.
    """

    paths: int
    items: int
    pages: int
    all_pages: int
    structures: int
    all_structures: int
    near: int | None


class ConfigDiff(NamedTuple):
    """One config: ids by what became of the items.

    `changed` are pairs (old id, new id) whose difference can move a score, `relabelled` those where it can't.
    """

    config: str
    same: int
    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[tuple[str, str], ...]
    relabelled: tuple[tuple[str, str], ...]
    overlap: Overlap

    @property
    def due(self) -> Bump:
        """What the change of this config makes of the version."""
        if self.removed or self.changed:
            return "major"
        return "minor" if self.added else "patch" if self.relabelled else "none"


class Diff(NamedTuple):
    """Two releases compared. `bytes_differ` says whether any file does."""

    old: str
    new: str
    configs: tuple[ConfigDiff, ...]
    bytes_differ: bool

    @property
    def due(self) -> Bump:
        """Which part of the version is due to go up (specs of data: patch, same items; minor, more; major, others)."""
        found = {one.due for one in self.configs}
        due = next((bump for bump in reversed(BUMPS) if bump in found), BUMPS[0])
        return "patch" if due == "none" and self.bytes_differ else due


def diff(old: Path, new: Path) -> Diff:
    """Compare two release folders. Raises InputError for what is no release, ReleaseError for one that is damaged."""
    subjects = [open_subject(path) for path in (old, new)]
    for path, subject in zip((old, new), subjects, strict=True):
        if subject.manifest is None:
            raise InputError(f"{path}: not a release; two release folders are compared")
        if subject.damage or subject.faults:
            raise ReleaseError(f"{path}: it is damaged; `benchwright check {path}` says where")
    names = [_name(path) for path in (old, new)]
    files = [{entry.path: entry.sha256 for entry in read_manifest(path).files} for path in (old, new)]
    return diff_subjects(subjects[0], subjects[1], names[0], names[1], files[0] != files[1])


def diff_subjects(old: Subject, new: Subject, old_name: str, new_name: str, bytes_differ: bool) -> Diff:
    """Compare what was opened already."""
    configs = tuple(_config(family, old, new) for family in families() if old.of(family) or new.of(family))
    return Diff(old_name, new_name, configs, bytes_differ)


def version_fault(old: str, new: str, due: Bump) -> str | None:
    """Why a release can't have the version `new` after `old`, when so much is due; None when it can."""
    before, after = (tuple(map(int, version.split("."))) for version in (old, new))
    if after < before or (after == before and due != "none"):
        return f"version {new} doesn't come after {old}"
    least = {"none": before, "patch": before, "minor": (before[0], before[1] + 1, 0), "major": (before[0] + 1, 0, 0)}
    if after < least[due]:
        wanted = ".".join(map(str, least[due]))
        why = {"major": "answers or items changed", "minor": "items were added"}[due]
        return f"version {new} after {old}: {why}, so {wanted} is due at least"
    return None


def _name(path: Path) -> str:
    manifest = read_manifest(path)
    return f"{manifest.name} {manifest.version}"


class _Known(NamedTuple):
    id: str
    scored: str


def _config(family: Family, old: Subject, new: Subject) -> ConfigDiff:
    before: dict[str, list[_Known]] = {}
    pages: set[str] = set()
    structures: set[str] = set()
    for record in old.of(family):
        like = family.likeness(record)
        before.setdefault(like.about, []).append(_Known(item_id(record), like.scored))
        pages.update(like.pages)
        structures.add(like.structure)
    near = NearTexts(text for record in old.of(family) if (text := family.likeness(record).text))
    compared = _Compared(before, pages, structures, near)
    for record in new.of(family):
        compared.see(item_id(record), *family.likeness(record))
    return compared.result(family.config)


class _Compared:
    """Goes through the new items and keeps what became of the old ones."""

    def __init__(self, before: dict[str, list[_Known]], pages: set[str], structures: set[str], near: NearTexts) -> None:
        self._before, self._pages, self._structures, self._near = before, pages, structures, near
        self._same = self._items = self._paths = self._nearly = self._texts = 0
        self._added: list[str] = []
        self._changed: list[tuple[str, str]] = []
        self._relabelled: list[tuple[str, str]] = []
        self._new_pages: set[str] = set()
        self._new_structures: set[str] = set()

    def see(self, name: str, about: str, scored: str, pages: tuple[str, ...], structure: str, text: str) -> None:
        """Count one item of the new release."""
        self._items += 1
        self._new_pages.update(pages)
        self._new_structures.add(structure)
        if text:
            self._texts += 1
            self._nearly += self._near.has_near(text)
        there = self._before.get(about, [])
        if not there:
            self._added.append(name)
            return
        self._paths += 1
        by_id = next((one for one in there if one.id == name), None)
        old = by_id or next((one for one in there if one.scored == scored), there[0])
        there.remove(old)
        if old.id == name:
            self._same += 1
        else:
            (self._relabelled if old.scored == scored else self._changed).append((old.id, name))

    def result(self, config: str) -> ConfigDiff:
        """What it came to, once every new item was seen."""
        removed = tuple(one.id for left in self._before.values() for one in left)
        overlap = Overlap(
            self._paths, self._items,
            len(self._new_pages & self._pages), len(self._new_pages),
            len(self._new_structures & self._structures), len(self._new_structures),
            self._nearly if self._texts else None,
        )  # fmt: skip
        pairs = (tuple(self._changed), tuple(self._relabelled))
        return ConfigDiff(config, self._same, tuple(self._added), removed, *pairs, overlap)


def diff_json(found: Diff) -> dict[str, JSON]:
    """A comparison for machines."""
    return {
        "old": found.old,
        "new": found.new,
        "due": found.due,
        "configs": {one.config: _config_json(one) for one in found.configs},
    }


def _config_json(one: ConfigDiff) -> dict[str, JSON]:
    def pairs(found: tuple[tuple[str, str], ...]) -> list[JSON]:
        return [{"old": old, "new": new} for old, new in found]

    return {
        "due": one.due,
        "same": one.same,
        "added": [*one.added],
        "removed": [*one.removed],
        "changed": pairs(one.changed),
        "relabelled": pairs(one.relabelled),
        "overlap": {**one.overlap._asdict()},
    }


def diff_lines(found: Diff) -> Iterator[str]:
    """A comparison for people."""
    yield f"{found.old} → {found.new}"
    for one in found.configs:
        counts = (
            f"{one.same} the same, {len(one.added)} added, {len(one.removed)} removed, {len(one.changed)} changed so "
            f"that scores can move, {len(one.relabelled)} changed otherwise"
        )
        yield f"  {one.config}: {counts}"
        yield f"    {comparable(one)}"
        yield from (f"    {line}" for line in overlap_lines(one.overlap))
    yield f"due: {found.due}" + ("" if found.due != "none" else " (not a byte differs)")


def comparable(one: ConfigDiff) -> str:
    """Which scores of a config stay comparable."""
    if one.due in {"none", "patch"}:
        return "scores stay comparable"
    if one.due == "minor":
        return "scores over the items of the old release stay comparable; over all items they do not"
    if one.same or one.relabelled:
        return f"scores stay comparable over the {one.same + len(one.relabelled)} items that both have"
    return "no score is comparable: no item is in both"


def overlap_lines(overlap: Overlap) -> Iterator[str]:
    """How much two releases share, a line each."""
    yield f"about the same as an item of the old release: {overlap.paths} of {overlap.items} items"
    if overlap.all_pages:
        yield f"pages visited there too: {overlap.pages} of {overlap.all_pages}"
    yield f"structures there too: {overlap.structures} of {overlap.all_structures}"
    if overlap.near is not None:
        yield f"text nearly that of an item there (half of the word triples or more): {overlap.near} of {overlap.items}"
