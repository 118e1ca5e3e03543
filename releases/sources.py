"""Where items are read from, line by line or row by row, as often as asked and never all in memory at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol, TypeAlias, cast

from releases.families.base import Family
from releases.families.registry import families, family_of_config, family_of_item
from releases.findings import critical
from releases.tables import Row, WrongColumns, read_column, read_rows, shards
from schemas.base import Record
from schemas.canonical import JSON, canonical_bytes, dump
from schemas.errors import InputError
from schemas.files import parse_json, read_jsonl
from schemas.findings import Finding
from schemas.publish import faults

__all__ = [
    "Item",
    "Lines",
    "Misfit",
    "Parsed",
    "Read",
    "Source",
    "Tables",
    "Text",
    "item_id",
    "parse_item",
    "read_line",
]


class Item(NamedTuple):
    """An item, the family it belongs to, and where it is written (a file and its line or row)."""

    family: Family
    record: Record
    where: str


class Text(NamedTuple):
    """An item as it is written, not yet parsed."""

    family: Family
    text: str | bytes
    where: str


class Misfit(NamedTuple):
    """Something written where an item should be that is none."""

    finding: Finding
    where: str


Read: TypeAlias = Item | Misfit | Finding
"""One line or row: the item, or that it is none; and what else is wrong about how it is written."""


class Source(Protocol):
    """Something that holds items. Raises InputError for what can't be read."""

    def checked(self) -> Iterator[Read]:
        """Every item, with what is wrong about how it is written."""
        ...

    def texts(self, config: str | None) -> Iterator[Text]:
        """What `checked` has looked at already, of one config or of all; what can't be read is left out."""
        ...


def item_id(record: Record) -> str:
    """An item's id."""
    return str(getattr(record, "id", "?"))


def read_line(text: str | bytes, where: str) -> JSON:
    """One JSON text. Raises InputError naming `where`."""
    return parse_json(text, where)


class Parsed(NamedTuple):
    """An item and its canonical JSON."""

    record: Record
    canonical: bytes


def parse_item(family: Family, value: JSON, where: str) -> Parsed | Finding:
    """A JSON value as an item of a family, or the finding that says why it is none."""
    wrong = next(faults(family.item, value, limit=1), "")
    if not wrong:
        try:
            canonical = canonical_bytes(value)
            record = family.parse(canonical, where)
            return Parsed(record, canonical if dump(record) == value else canonical_bytes(record))
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


class Lines:
    """JSONL files, each with the name that places in it go by."""

    def __init__(self, files: Sequence[tuple[Path, str]]) -> None:
        self._files = tuple(files)

    def checked(self) -> Iterator[Read]:
        """Every line as an item. Raises InputError for a line that is no JSON object of a known family."""
        for family, value, where in self._values():
            parsed = parse_item(family, value, where)
            yield Misfit(parsed, where) if isinstance(parsed, Finding) else Item(family, parsed.record, where)

    def texts(self, config: str | None) -> Iterator[Text]:
        """Every line of a config's family."""
        for family, value, where in self._values():
            if config in {None, family.config}:
                yield Text(family, canonical_bytes(value), where)

    def _values(self) -> Iterator[tuple[Family, JSON, str]]:
        for path, name in self._files:
            for number, line in read_jsonl(path):
                where = f"{name}: line {number}"
                value = read_line(line, where)
                if not isinstance(value, dict):
                    raise InputError(f"{where}: an item is a JSON object")
                yield family_of_item(value.get("family"), where), value, where


class Tables:
    """The parquet files of a release's configs. Those in `broken`, known not to be as released, may be past reading."""

    def __init__(self, folder: Path, splits: Sequence[tuple[str, str]], broken: frozenset[str] = frozenset()) -> None:
        self._folder = folder
        self._splits = tuple(splits)
        self._broken = broken

    def checked(self) -> Iterator[Read]:
        """Every row, its columns compared with its record. Raises InputError for a sound file of other columns."""
        for family, path, name in self._shards(None):
            try:
                for number, row in enumerate(read_rows(path, family.table(), str(path)), start=1):
                    yield from _checked_row(family, row, f"{name}: row {number}")
            except WrongColumns:
                raise
            except InputError as error:
                if name not in self._broken:
                    raise
                yield critical("Release.unreadable", "release", name, str(error))

    def texts(self, config: str | None) -> Iterator[Text]:
        """The `record` column of every row."""
        for family, path, name in self._shards(config):
            try:
                for number, text in enumerate(read_column(path, "record", str(path)), start=1):
                    yield Text(family, text, f"{name}: row {number}")
            except InputError:
                if name not in self._broken:  # told when it was first read
                    raise

    def _shards(self, config: str | None) -> Iterator[tuple[Family, Path, str]]:
        for known in families():
            for held, split in self._splits:
                if held == known.config and config in {None, held}:
                    for path in shards(self._folder / "data" / held, split):
                        yield family_of_config(held), path, path.relative_to(self._folder).as_posix()


def _checked_row(family: Family, row: Row, where: str) -> Iterator[Read]:
    """A row's item, and where its other columns don't say what its record says."""
    text = cast("str | None", row["record"]) or ""
    parsed = parse_item(family, read_line(text, f"{where}: record"), where)
    if isinstance(parsed, Finding):
        yield Misfit(parsed, where)
        return
    record = parsed.record
    yield Item(family, record, where)
    if parsed.canonical != text.encode():
        yield critical("Table.not-canonical", item_id(record), f"{where}: record", "not the record's canonical JSON")
    for key, value in family.row(record).items():
        if row[key] != value:
            message = f"the column says {str(row[key])[:80]!r}; the record says {str(value)[:80]!r}"
            yield critical("Table.stale-column", item_id(record), f"{where}: {key}", message)
