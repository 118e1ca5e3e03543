"""Reading what can be checked: a release, a folder with JSONL files, or one JSONL file. Each item keeps its place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias, cast

from releases.families.base import Family
from releases.families.registry import families, family_of_config, family_of_item
from releases.findings import critical
from releases.hashing import damaged
from releases.layout import RECIPE, WORLD, is_release, read_manifest
from releases.recipe import parse_recipe
from releases.tables import Row, WrongColumns, read_rows, shards
from schemas.base import Record
from schemas.canonical import JSON, canonical_bytes
from schemas.errors import InputError
from schemas.files import parse_json, read_bytes, read_jsonl
from schemas.findings import Finding
from schemas.manifest import Manifest
from schemas.publish import faults
from schemas.recipes import Recipe

__all__ = ["Item", "Kind", "Subject", "find_item", "item_id", "open_subject", "parse_item", "read_line"]

Kind = Literal["release", "folder", "file"]


class Item(NamedTuple):
    """An item, the family it belongs to, and where it is written (a file and its line or row)."""

    family: Family
    record: Record
    where: str


class Subject(NamedTuple):
    """What was read.

    `damage` are the findings about files, `faults` those about single items that come of reading alone; `unread`
    counts the items that fit no schema and are not among `items`. `recipe` is the release's, if it can be read.
    """

    path: Path
    kind: Kind
    manifest: Manifest | None
    items: tuple[Item, ...]
    damage: tuple[Finding, ...]
    faults: tuple[Finding, ...]
    unread: int
    world: Path | None
    recipe: Recipe | None


Read: TypeAlias = Item | Finding
"""One line or row: the item, or a finding about it (`Schema.misfit` when it is no item)."""


def item_id(record: Record) -> str:
    """An item's id."""
    return str(getattr(record, "id", "?"))


def open_subject(path: Path, world: Path | None = None) -> Subject:
    """Read a release, a folder with `legs.jsonl` or `triplets.jsonl`, or one JSONL file.

    `world` is a recorded world's folder; without it, the folder `world` beside the items is taken where there is
    one. Raises InputError for anything that can't be read.
    """
    if is_release(path):
        manifest = read_manifest(path)
        damage = tuple(damaged(path, manifest))
        read = _release_items(path, manifest, {finding.place for finding in damage})
        return _subject(path, "release", manifest, damage, read, world or _beside(path))
    if path.is_dir():
        files = [path / f"{family.config}.jsonl" for family in families()]
        present = [file for file in files if file.is_file()]
        if not present:
            names = " or ".join(file.name for file in files)
            raise InputError(f"{path}: neither a release (no manifest.json) nor a folder with {names}")
        read = (line for file in present for line in _jsonl_items(file, file.name))
        return _subject(path, "folder", None, (), read, world or _beside(path))
    return _subject(path, "file", None, (), _jsonl_items(path, str(path)), world or _beside(path.parent))


def find_item(subject: Subject, wanted: str) -> Item:
    """The item of an id, or of an unambiguous beginning of it. Raises InputError."""
    found = [item for item in subject.items if item_id(item.record).startswith(wanted)]
    exact = [item for item in found if item_id(item.record) == wanted]
    if len(exact or found) == 1:
        return (exact or found)[0]
    if found:
        raise InputError(f"{subject.path}: {len(found)} items begin with {wanted!r}; give more of the id")
    example = item_id(subject.items[0].record) if subject.items else "none: it holds no items"
    raise InputError(f"{subject.path}: no item {wanted!r} (an id of it: {example})")


def parse_item(family: Family, value: JSON, where: str) -> Record | Finding:
    """A JSON value as an item of a family, or the finding that says why it is none."""
    wrong = next(faults(family.item, value, limit=1), "")
    if not wrong:
        try:
            return family.parse(canonical_bytes(value), where)
        except InputError as error:
            wrong = str(error).removeprefix(f"{where}: ")
        except ValueError as error:
            wrong = f"the whole record: it has no canonical form: {error}"
    name = value.get("id") if isinstance(value, dict) else None
    place, _, message = wrong.partition(": ")
    return Finding(
        code="Schema.misfit", severity="critical", item=name if isinstance(name, str) else "unknown",
        place=f"{where}: {place}", message=(message or wrong)[:1000],
    )  # fmt: skip


def _recipe(path: Path, kind: Kind) -> Recipe | None:
    if kind != "release" or not (path / RECIPE).is_file():
        return None
    try:
        return parse_recipe(read_bytes(path / RECIPE), str(path / RECIPE)).recipe
    except InputError:  # a check of the release says so
        return None


def _beside(folder: Path) -> Path | None:
    return folder / WORLD if (folder / WORLD).is_dir() else None


def _subject(
    path: Path, kind: Kind, manifest: Manifest | None, damage: tuple[Finding, ...], read: Iterator[Read],
    world: Path | None,
) -> Subject:  # fmt: skip
    items: list[Item] = []
    found: list[Finding] = []
    for one in read:
        if isinstance(one, Finding):
            found.append(one)
        else:
            items.append(one)
    unread = sum(finding.code == "Schema.misfit" for finding in found)
    return Subject(path, kind, manifest, tuple(items), damage, tuple(found), unread, world, _recipe(path, kind))


def _release_items(folder: Path, manifest: Manifest, broken: set[str]) -> Iterator[Read]:
    """The rows of a release's tables. A file whose hash is wrong may be past reading: then it is skipped."""
    for entry in manifest.splits:
        family = family_of_config(entry.config)
        for path in shards(folder / "data" / entry.config, entry.split):
            name = path.relative_to(folder).as_posix()
            try:
                for number, row in enumerate(read_rows(path, family.table(), str(path)), start=1):
                    yield from _row(family, row, f"{name}: row {number}")
            except WrongColumns:
                raise
            except InputError as error:
                if name not in broken:
                    raise
                yield critical("Release.unreadable", "release", name, str(error))


def _row(family: Family, row: Row, where: str) -> Iterator[Read]:
    """A row's item, and where its other columns don't say what its record says."""
    text = cast("str | None", row["record"]) or ""
    parsed = parse_item(family, read_line(text, f"{where}: record"), where)
    if isinstance(parsed, Finding):
        yield parsed
        return
    yield Item(family, parsed, where)
    if canonical_bytes(parsed) != text.encode():
        yield critical("Table.not-canonical", item_id(parsed), f"{where}: record", "not the record's canonical JSON")
    for key, value in family.row(parsed).items():
        if row[key] != value:
            message = f"the column says {str(row[key])[:80]!r}; the record says {str(value)[:80]!r}"
            yield critical("Table.stale-column", item_id(parsed), f"{where}: {key}", message)


def _jsonl_items(path: Path, name: str) -> Iterator[Read]:
    for number, line in read_jsonl(path):
        where = f"{name}: line {number}"
        value = read_line(line, where)
        if not isinstance(value, dict):
            raise InputError(f"{where}: an item is a JSON object")
        family = family_of_item(value.get("family"), where)
        parsed = parse_item(family, value, where)
        yield parsed if isinstance(parsed, Finding) else Item(family, parsed, where)


def read_line(text: str | bytes, where: str) -> JSON:
    """One JSON text. Raises InputError naming `where`."""
    return parse_json(text, where)
