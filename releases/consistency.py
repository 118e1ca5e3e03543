"""Where a release contradicts itself: recipe, card, counts, world and items, apart from hashes and rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from releases.findings import critical
from releases.layout import CARD, FICTIONAL, MAINTAINER, RECIPE, REJECTED, REVIEW, UNREVIEWED, WORLD
from releases.reading import Item, Subject, item_id
from releases.recipe import parse_recipe
from releases.review_card import review_faults, unbacked_faults
from releases.sources import read_line
from releases.tables import shards
from schemas.canonical import sha256_bytes
from schemas.files import read_bytes, read_jsonl
from schemas.findings import Finding
from schemas.legs import WorldRef
from schemas.manifest import Manifest
from schemas.publish import faults
from schemas.worlds import WorldRecord
from worlds.snapshot import Snapshot

__all__ = ["release_faults"]


def release_faults(subject: Subject, manifest: Manifest) -> Iterator[Finding]:
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
    reviewed = (subject.path / REVIEW).is_file() or not broken.isdisjoint({CARD, REVIEW})
    drafts = False
    for item in subject.items:
        drafts |= getattr(item.record, "status", None) == "draft"
        yield from _item_faults(item, manifest)
        yield from unbacked_faults(item, reviewed)
    if drafts != manifest.unreviewed:
        told = f"the manifest says unreviewed is {manifest.unreviewed}, its triplets say {drafts}".lower()
        yield critical("Release.wrong-review", "release", "manifest.json: unreviewed", told)


def _item_faults(item: Item, manifest: Manifest) -> Iterator[Finding]:
    """Where an item isn't in its split, has another canary, or is about another world."""
    name = item_id(item.record)
    if getattr(item.record, "canary", None) != manifest.canary:
        yield critical("Item.wrong-canary", name, f"{item.where}: canary", "not the release's GUID")
    split = str(getattr(item.record, "split", ""))
    if not item.where.startswith(f"data/{item.family.config}/{split}-"):
        yield critical("Item.wrong-split", name, f"{item.where}: split", f"the item says {split}")
    about = getattr(item.record, "world", None)
    named = manifest.world and (manifest.world.name, manifest.world.version, manifest.world.fictional)
    if about is not None and _named(about) != named:
        yield critical("Release.wrong-world", name, f"{item.where}: world", "the item is about another world")


def _card_faults(folder: Path, manifest: Manifest) -> Iterator[Finding]:
    """Where the card's first words or its counts aren't those of the release."""
    text = read_bytes(folder / CARD).decode("utf-8", errors="replace")
    opening = text.partition("\n# ")[2].partition("\n## ")[0]
    marks = (
        ("unreviewed", UNREVIEWED, manifest.unreviewed),
        ("fictional", FICTIONAL, bool(manifest.world and manifest.world.fictional)),
        ("withheld", MAINTAINER, manifest.variant == "maintainer"),
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
    if recipe.private != (manifest.variant == "maintainer"):
        yield critical("Release.wrong-recipe", "release", f"{RECIPE}: private", "the manifest says otherwise")
    if sha256_bytes(source) != manifest.recipe:
        yield critical("Release.wrong-recipe", "release", RECIPE, "the manifest names another recipe's SHA-256")
    for key in ("name", "version", "seed", "canary"):
        if getattr(recipe, key) != getattr(manifest, key):
            yield critical("Release.wrong-recipe", "release", f"{RECIPE}: {key}", "the manifest says otherwise")


def _split_faults(subject: Subject, manifest: Manifest) -> Iterator[Finding]:
    for entry in manifest.splits:
        inside = f"data/{entry.config}/{entry.split}-"
        rows = sum(count for name, count in subject.reading.rows.items() if name.startswith(inside))
        files = len(shards(subject.path / "data" / entry.config, entry.split))
        if (rows, files) != (entry.items, entry.shards):
            told = f"{rows} items in {files} shards; the manifest says {entry.items} in {entry.shards}"
            yield critical("Release.wrong-count", "release", inside.removesuffix("-"), told)


def _world_faults(subject: Subject, manifest: Manifest) -> Iterator[Finding]:
    """Where manifest and recorded world are not the same world."""
    named = manifest.world and (manifest.world.name, manifest.world.version, manifest.world.fictional)
    if subject.world is not None and f"{WORLD}/world.json" not in {finding.place for finding in subject.damage}:
        record = Snapshot(subject.world).record
        if manifest.world is None or (*_named(record), record.digest) != (*(named or ()), manifest.world.digest):
            yield critical("Release.wrong-world", "release", f"{WORLD}/world.json", "the manifest names another world")


def _named(world: WorldRef | WorldRecord) -> tuple[str, str, bool]:
    """What a world goes by."""
    return world.name, world.version, world.fictional


def _rejected_faults(folder: Path) -> Iterator[Finding]:
    for number, line in read_jsonl(folder / REJECTED):
        where = f"{REJECTED}: line {number}"
        for fault in faults("rejection", read_line(line, where), limit=1):
            place, _, message = fault.partition(": ")
            yield critical("Schema.misfit", "release", f"{where}: {place}", message)
