"""Reading what can be checked: a release, a folder with JSONL files, or one JSONL file. Each item keeps its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal, NamedTuple

from releases.families.base import Family
from releases.families.registry import families
from releases.hashing import damaged
from releases.layout import RECIPE, WORLD, is_release, read_manifest
from releases.recipe import parse_recipe
from releases.sources import Item, Lines, Misfit, Source, Tables, item_id
from schemas.base import Record
from schemas.errors import InputError
from schemas.files import read_bytes
from schemas.findings import Finding
from schemas.manifest import Manifest
from schemas.recipes import Recipe

__all__ = ["Item", "Items", "Kind", "Reading", "Records", "Subject", "find_item", "item_id", "open_subject"]

Kind = Literal["release", "folder", "file"]

KEPT = 2000
"""How many items stay in memory; more are read again each time they are gone through."""


class Reading(NamedTuple):
    """What one reading of every item came to.

    `faults` are the findings that come of reading alone; `unread` counts the items that fit no schema, and `misfits`
    says where they are. `counts` has the other items by config, `rows` all of both by file; `kept` are the items
    themselves, where they are few.
    """

    faults: tuple[Finding, ...]
    unread: int
    misfits: frozenset[str]
    counts: Counter[str]
    rows: Counter[str]
    kept: tuple[Item, ...] | None


@dataclass(frozen=True)
class Subject:
    """What holds the items: read once with care, and after that as often as needed, item after item.

    `damage` are the findings about files. `recipe` is the release's, if it can be read.
    """

    path: Path
    kind: Kind
    source: Source
    manifest: Manifest | None = None
    damage: tuple[Finding, ...] = ()
    world: Path | None = None
    recipe: Recipe | None = None

    @cached_property
    def reading(self) -> Reading:
        """What the careful reading came to. Raises InputError for what can't be read."""
        found: list[Finding] = []
        misfits: list[str] = []
        kept: list[Item] = []
        counts: Counter[str] = Counter()
        rows: Counter[str] = Counter()
        for one in self.source.checked():
            match one:
                case Item():
                    counts[one.family.config] += 1
                    rows[one.where.rpartition(": ")[0]] += 1
                    kept.append(one) if len(kept) <= KEPT else None
                case Misfit():
                    found.append(one.finding)
                    misfits.append(one.where)
                    rows[one.where.rpartition(": ")[0]] += 1
                case Finding():
                    found.append(one)
        few = tuple(kept) if len(kept) <= KEPT else None
        return Reading(tuple(found), len(misfits), frozenset(misfits), counts, rows, few)

    @property
    def faults(self) -> tuple[Finding, ...]:
        """The findings about single items that come of reading alone."""
        return self.reading.faults

    @property
    def unread(self) -> int:
        """How many items fit no schema; they are not among `items`."""
        return self.reading.unread

    @property
    def items(self) -> Items:
        """Every item that fits its schema."""
        return Items(self)

    def of(self, family: Family) -> Records:
        """The records of one family's items."""
        return Records(Items(self, family))


class Items(Collection[Item]):
    """The items of a subject, or those of one family; they can be gone through as often as needed."""

    def __init__(self, subject: Subject, family: Family | None = None) -> None:
        self._subject = subject
        self._family = family

    def __iter__(self) -> Iterator[Item]:
        reading, wanted = self._subject.reading, self._family
        if reading.kept is not None:
            yield from (item for item in reading.kept if wanted is None or item.family is wanted)
            return
        for family, text, where in self._subject.source.texts(wanted.config if wanted else None):
            if where not in reading.misfits:
                yield Item(family, family.parse(text, where), where)

    def __len__(self) -> int:
        counts = self._subject.reading.counts
        return counts.total() if self._family is None else counts[self._family.config]

    def __contains__(self, wanted: object) -> bool:
        return any(item == wanted for item in self)


class Records(Collection[Record]):
    """Items without their places."""

    def __init__(self, items: Items) -> None:
        self._items = items

    def __iter__(self) -> Iterator[Record]:
        return (item.record for item in self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __contains__(self, wanted: object) -> bool:
        return any(record == wanted for record in self)


def open_subject(path: Path, world: Path | None = None) -> Subject:
    """Open a release, a folder with `legs.jsonl` or `triplets.jsonl`, or one JSONL file.

    `world` is a recorded world's folder; without it, the folder `world` beside the items is taken where there is
    one. Raises InputError for anything that can't be read.
    """
    if is_release(path):
        manifest = read_manifest(path)
        if manifest.variant == "public":
            raise InputError(f"{path}: the public half of a private test: only its maintainer's folder has the answers")
        damage = tuple(damaged(path, manifest))
        splits = [(entry.config, entry.split) for entry in manifest.splits]
        source: Source = Tables(path, splits, frozenset(finding.place for finding in damage))
        recipe = None if any(finding.place == RECIPE for finding in damage) else _recipe(path)
        return Subject(path, "release", source, manifest, damage, world or _beside(path), recipe)
    if path.is_dir():
        files = [path / f"{family.config}.jsonl" for family in families()]
        present = [file for file in files if file.is_file()]
        if not present:
            names = " or ".join(file.name for file in files)
            raise InputError(f"{path}: neither a release (no manifest.json) nor a folder with {names}")
        source = Lines([(file, file.name) for file in present])
        return Subject(path, "folder", source, world=world or _beside(path))
    return Subject(path, "file", Lines([(path, str(path))]), world=world or _beside(path.parent))


def find_item(subject: Subject, wanted: str) -> Item:
    """The item of an id, or of an unambiguous beginning of it. Raises InputError."""
    found = [item for item in subject.items if item_id(item.record).startswith(wanted)]
    exact = [item for item in found if item_id(item.record) == wanted]
    if len(exact or found) == 1:
        return (exact or found)[0]
    if found:
        raise InputError(f"{subject.path}: {len(found)} items begin with {wanted!r}; give more of the id")
    example = next((item_id(item.record) for item in subject.items), "none: it holds no items")
    raise InputError(f"{subject.path}: no item {wanted!r} (an id of it: {example})")


def _recipe(path: Path) -> Recipe | None:
    if not (path / RECIPE).is_file():
        return None
    try:
        return parse_recipe(read_bytes(path / RECIPE), str(path / RECIPE)).recipe
    except InputError:  # a check of the release says so
        return None


def _beside(folder: Path) -> Path | None:
    return folder / WORLD if (folder / WORLD).is_dir() else None
