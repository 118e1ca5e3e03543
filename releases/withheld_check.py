"""Checking the public half of a private test: by itself, and against the folder that its maintainer keeps."""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterator
from pathlib import Path

from releases.check import Report
from releases.families.base import Family
from releases.families.registry import families
from releases.findings import critical
from releases.hashing import damaged
from releases.layout import CARD, RECIPE, REJECTED, WORLD, read_manifest
from releases.reading import open_subject
from releases.tables import Row, read_rows, shards
from releases.withheld import commit, key_of, public_config, public_rows, public_table
from schemas.errors import InputError
from schemas.files import read_bytes
from schemas.findings import Finding
from schemas.manifest import Manifest, SplitEntry
from schemas.seen import Seen

__all__ = ["check_public", "commitment_faults"]

NOT_CHECKABLE = ("answers, evidence and rules (withheld by the maintainer, who is bound by the commitment)",)
NEVER = (RECIPE, REJECTED, WORLD)
"""What would tell answers, or let anybody make them again."""


def check_public(folder: Path) -> Report:
    """Every check that can be made without the answers: hashes, columns, ids, canary, counts, commitment.

    Raises InputError for what can't be read.
    """
    manifest = read_manifest(folder)
    found = list(damaged(folder, manifest))
    broken = {finding.place for finding in found}
    found += [_shown(folder, name) for name in NEVER if (folder / name).exists()]
    items = 0
    for family, entry in _splits(manifest):
        rows = _rows(folder, family, entry, broken)
        seen = Seen()
        count = 0
        for where, row in rows:
            count += 1
            found += _row_faults(manifest, family, entry, where, row, seen)
        items += count
        if count != entry.items:
            told = f"{count} items; the manifest says {entry.items}"
            found.append(critical("Release.wrong-count", "release", f"data/{entry.config}/{entry.split}", told))
    if CARD not in broken and manifest.commitment is not None:
        text = read_bytes(folder / CARD).decode("utf-8", errors="replace")
        if manifest.commitment.value not in text:
            found.append(critical("Release.wrong-card", "release", CARD, "it doesn't show the commitment"))
    return Report(items, tuple(found), NOT_CHECKABLE, (), {})


def commitment_faults(public: Path, maintainer: Path) -> Iterator[Finding]:
    """Where a public half isn't what the maintainer's folder gives, or the commitment isn't to that folder.

    Raises InputError when either can't be read, or the key is not there.
    """
    manifest, own = read_manifest(public), read_manifest(maintainer)
    if manifest.commitment is None:
        raise InputError(f"{public}: not the public half of a private test")
    key = key_of(maintainer)
    if not hmac.compare_digest(commit(key, own).value, manifest.commitment.value):
        told = f"it commits to something else than {maintainer} under the key there"
        yield critical("Release.wrong-commitment", "release", "manifest.json: commitment", told)
    subject = open_subject(maintainer)
    yield from subject.damage
    for family, entry in _splits(manifest):
        theirs = iter(public_rows(subject, family, entry.split, key))
        for where, row in _rows(public, family, entry, set()):
            if row != next(theirs, None):
                told = "not the row that the maintainer's folder gives"
                yield critical("Release.wrong-half", str(row["id"]), where, told)


def _splits(manifest: Manifest) -> Iterator[tuple[Family, SplitEntry]]:
    known = {public_config(family): family for family in families()}
    for entry in manifest.splits:
        if entry.config not in known:
            raise InputError(f"manifest.json: splits: {entry.config} is no private config ({', '.join(known)})")
        yield known[entry.config], entry


def _rows(folder: Path, family: Family, entry: SplitEntry, broken: set[str]) -> Iterator[tuple[str, Row]]:
    """Rows with their places; a damaged file that can't be read is named among the damage."""
    for path in shards(folder / "data" / entry.config, entry.split):
        name = path.relative_to(folder).as_posix()
        try:
            for number, row in enumerate(read_rows(path, public_table(family), str(path)), start=1):
                yield f"{name}: row {number}", row
        except InputError:
            if name not in broken:
                raise


def _row_faults(
    manifest: Manifest, family: Family, entry: SplitEntry, where: str, row: Row, seen: Seen
) -> Iterator[Finding]:
    name = str(row["id"])
    if not re.fullmatch(rf"{family.item}-[0-9a-f]{{20}}", name):
        yield critical("Schema.misfit", name, f"{where}: id", "not a family and 20 hexadecimal digits")
    if (other := seen.name_of(name)) is not None:
        yield critical("Item.twice", name, f"{where}: id", f"{other} has this id too")
    seen.add(name, where)
    if row["canary"] != manifest.canary:
        yield critical("Item.wrong-canary", name, f"{where}: canary", "not the release's GUID")
    if row["split"] != entry.split:
        yield critical("Item.wrong-split", name, f"{where}: split", f"the item says {row['split']}")


def _shown(folder: Path, name: str) -> Finding:
    return critical("Release.not-withheld", "release", name, f"{folder.name} is public, and this tells of the answers")
