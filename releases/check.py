"""Every check that can be made of a release, a folder or a file: hashes first, then schemas, items and rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from releases.damage import world_faults
from releases.families.base import Context, Family
from releases.families.registry import families
from releases.findings import critical
from releases.layout import CARD, FICTIONAL, RECIPE, REJECTED, REVIEW, UNREVIEWED, WORLD
from releases.progress import QUIET, Progress
from releases.reading import Subject, item_id, open_subject, read_line
from releases.recipe import parse_recipe
from releases.review_card import review_faults
from releases.tables import shards
from schemas.canonical import JSON, sha256_bytes
from schemas.errors import InputError
from schemas.files import read_bytes, read_jsonl
from schemas.findings import Finding
from schemas.legs import WorldRef
from schemas.manifest import Manifest
from schemas.publish import faults
from schemas.worlds import WorldRecord
from worlds.snapshot import Snapshot

__all__ = ["Report", "check", "check_subject"]


class Report(NamedTuple):
    """What a check found."""

    subject: Subject
    findings: tuple[Finding, ...]
    not_checkable: tuple[str, ...]
    rules: tuple[str, ...]
    stats: dict[str, JSON]

    @property
    def items(self) -> int:
        """How many items were looked at, those that fit no schema included."""
        return len(self.subject.items) + self.subject.unread

    @property
    def critical(self) -> tuple[Finding, ...]:
        """The findings that keep an item out of a release."""
        return tuple(finding for finding in self.findings if finding.severity == "critical")


def check(path: Path, world: Path | None = None, progress: Progress = QUIET) -> Report:
    """Check a release, a folder or a JSONL file. Raises InputError for what can't be read, or holds no item."""
    subject = open_subject(path, world)
    if not (subject.items or subject.unread or subject.faults or subject.damage):
        raise InputError(f"{path}: it holds no item")
    return check_subject(subject, progress=progress)


def check_subject(subject: Subject, rules: bool = True, progress: Progress = QUIET) -> Report:
    """Check what was read already; without `rules`, only what holds for items of any family."""
    found: list[Finding] = list(subject.damage)
    if subject.manifest is not None:
        found.extend(_release_faults(subject, subject.manifest))
    found.extend(subject.faults)
    damage = tuple(world_faults(subject))
    found.extend(damage)
    not_checkable: list[str] = []
    applied: list[str] = []
    stats: dict[str, JSON] = {}
    for family in families():
        records = [item.record for item in subject.items if item.family is family]
        if not records or not rules:
            continue
        context = _context(family, subject, bool(damage))
        progress.begin(f"checking {family.config}", len(records))
        found.extend(family.check(records, context, lambda: progress.step(accepted=1)))
        missing = family.not_checkable(context)
        not_checkable.extend(missing)
        applied.extend(rule.name for rule in family.rules())
        stats.update(family.stats(records, context))
    progress.end()
    return Report(subject, tuple(found), tuple(not_checkable), tuple(dict.fromkeys(applied)), stats)


def _context(family: Family, subject: Subject, damaged: bool) -> Context:
    """What a family's rules are run against; a world too damaged to read is left out, and its rules with it."""
    try:
        return family.context(subject.world, subject.recipe, damaged)
    except InputError:
        if not damaged:
            raise
        return family.context(None, subject.recipe)


def _release_faults(subject: Subject, manifest: Manifest) -> Iterator[Finding]:
    """Where a release contradicts itself, apart from hashes and rules. A damaged file is not looked into."""
    broken = {finding.place for finding in subject.damage}
    if RECIPE not in broken:
        yield from _recipe_faults(subject.path, manifest)
    if REJECTED not in broken:
        yield from _rejected_faults(subject.path)
    if CARD not in broken:
        yield from _card_faults(subject.path, manifest)
    yield from _split_faults(subject, manifest)
    yield from _world_faults(subject, manifest)
    if broken.isdisjoint({CARD, REVIEW}):
        yield from review_faults(subject.path, subject.items)
    drafts = any(getattr(item.record, "status", None) == "draft" for item in subject.items)
    if drafts != manifest.unreviewed:
        told = f"the manifest says unreviewed is {manifest.unreviewed}, its triplets say {drafts}".lower()
        yield critical("Release.wrong-review", "release", "manifest.json: unreviewed", told)
    for item in subject.items:
        if getattr(item.record, "canary", None) != manifest.canary:
            yield critical("Item.wrong-canary", item_id(item.record), f"{item.where}: canary", "not the release's GUID")


def _card_faults(folder: Path, manifest: Manifest) -> Iterator[Finding]:
    """Where the card's first words or its counts aren't those of the release."""
    text = read_bytes(folder / CARD).decode("utf-8", errors="replace")
    opening = text.partition("\n# ")[2].partition("\n## ")[0]
    marks = (
        ("unreviewed", UNREVIEWED, manifest.unreviewed),
        ("fictional", FICTIONAL, bool(manifest.world and manifest.world.fictional)),
    )
    for name, mark, wanted in marks:
        if (mark in opening) != wanted:
            told = f"its first lines must {'say' if wanted else 'not say'} that the release is {name}"
            yield critical("Release.wrong-card", "release", CARD, told)
    for entry in manifest.splits:
        if f"| {entry.config} | {entry.split} | {entry.items} |" not in text:
            told = f"it doesn't say that {entry.config} has {entry.items} items in {entry.split}"
            yield critical("Release.wrong-card", "release", CARD, told)


def _recipe_faults(folder: Path, manifest: Manifest) -> Iterator[Finding]:
    source = read_bytes(folder / RECIPE)
    recipe = parse_recipe(source, str(folder / RECIPE)).recipe
    if sha256_bytes(source) != manifest.recipe:
        yield critical("Release.wrong-recipe", "release", RECIPE, "the manifest names another recipe's SHA-256")
    for key in ("name", "version", "seed", "canary"):
        if getattr(recipe, key) != getattr(manifest, key):
            yield critical("Release.wrong-recipe", "release", f"{RECIPE}: {key}", "the manifest says otherwise")


def _split_faults(subject: Subject, manifest: Manifest) -> Iterator[Finding]:
    for entry in manifest.splits:
        inside = f"data/{entry.config}/{entry.split}-"
        rows = sum(item.where.startswith(inside) for item in subject.items)
        rows += sum(found.code == "Schema.misfit" and found.place.startswith(inside) for found in subject.faults)
        files = len(shards(subject.path / "data" / entry.config, entry.split))
        if (rows, files) != (entry.items, entry.shards):
            told = f"{rows} items in {files} shards; the manifest says {entry.items} in {entry.shards}"
            yield critical("Release.wrong-count", "release", inside.removesuffix("-"), told)
    for item in subject.items:
        split = str(getattr(item.record, "split", ""))
        if not item.where.startswith(f"data/{item.family.config}/{split}-"):
            yield critical("Item.wrong-split", item_id(item.record), f"{item.where}: split", f"the item says {split}")


def _world_faults(subject: Subject, manifest: Manifest) -> Iterator[Finding]:
    """Where manifest, recorded world and items name different worlds."""
    named = manifest.world and (manifest.world.name, manifest.world.version, manifest.world.fictional)
    if subject.world is not None and f"{WORLD}/world.json" not in {finding.place for finding in subject.damage}:
        record = Snapshot(subject.world).record
        if manifest.world is None or (*named_of(record), record.digest) != (*(named or ()), manifest.world.digest):
            yield critical("Release.wrong-world", "release", f"{WORLD}/world.json", "the manifest names another world")
    for item in subject.items:
        about = getattr(item.record, "world", None)
        if about is not None and named_of(about) != named:
            where = f"{item.where}: world"
            yield critical("Release.wrong-world", item_id(item.record), where, "the item is about another world")


def named_of(world: WorldRef | WorldRecord) -> tuple[str, str, bool]:
    """What a world goes by."""
    return world.name, world.version, world.fictional


def _rejected_faults(folder: Path) -> Iterator[Finding]:
    for number, line in read_jsonl(folder / REJECTED):
        where = f"{REJECTED}: line {number}"
        for fault in faults("rejection", read_line(line, where), limit=1):
            place, _, message = fault.partition(": ")
            yield critical("Schema.misfit", "release", f"{where}: {place}", message)
