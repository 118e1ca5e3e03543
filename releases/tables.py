"""Parquet with a declared Arrow schema: the same rows give the same bytes, and a misfit is refused by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, NamedTuple, cast

import pyarrow as pa
import pyarrow.parquet as pq

from schemas.errors import InputError

__all__ = [
    "ROWS_A_GROUP",
    "SHARD_BYTES",
    "Row",
    "Shards",
    "WrongColumns",
    "read_column",
    "read_rows",
    "shard_name",
    "shards",
    "write_shards",
]

ROWS_A_GROUP = 1000
"""Rows a row group: what a reader has in memory at a time."""

SHARD_BYTES = 256 * 1024 * 1024
"""A shard is closed at the first row group that brings it to this size, so shards of a big split fit the Hub."""

Row = dict[str, object]


class WrongColumns(InputError):
    """A parquet file whose columns are not the declared ones."""


def shard_name(split: str, number: int, count: int) -> str:
    """A shard's file name."""
    return f"{split}-{number:05d}-of-{count:05d}.parquet"


def shards(folder: Path, split: str) -> list[Path]:
    """The shards of a split in a config's folder, in order."""
    return sorted(folder.glob(f"{split}-[0-9]*-of-[0-9]*.parquet"))


class _Shard(NamedTuple):
    """A shard that is being written."""

    file: BinaryIO
    writer: pq.ParquetWriter


class Shards:
    """Writes a split row after row: a row group at a time, and a new shard where one has grown to `limit` bytes.

    `about` goes into each file's metadata. Bytes depend on the rows, `about` and pyarrow's version alone: no time, no
    host, no thread count. Only a whole `with` block gives the shards their names.
    """

    def __init__(self, folder: Path, split: str, schema: pa.Schema, about: dict[str, str], limit: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.count = 0
        self._folder, self._split, self._limit = folder, split, limit
        self._schema = schema.with_metadata(about)
        self._group: list[Row] = []
        self._shard: _Shard | None = None

    def __enter__(self) -> Shards:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self._shard.file.close() if self._shard is not None else None
            return
        if self._group or self.count == 0:
            self._flush()
        self._close()
        for number in range(self.count):
            self._part(number).rename(self._folder / shard_name(self._split, number, self.count))

    def add(self, row: Row) -> None:
        """Write one row."""
        self._group.append(row)
        if len(self._group) == ROWS_A_GROUP:
            self._flush()

    def _part(self, number: int) -> Path:
        return self._folder / f"{self._split}.{number}.part"

    def _flush(self) -> None:
        group = pa.Table.from_pylist(self._group, schema=self._schema)
        self._group.clear()
        if self._shard is None:
            file = self._part(self.count).open("wb")
            self._shard = _Shard(file, _writer(file, self._schema))
            self.count += 1
        self._shard.writer.write_table(group, row_group_size=ROWS_A_GROUP)
        if self._shard.file.tell() >= self._limit:
            self._close()

    def _close(self) -> None:
        if self._shard is not None:
            self._shard.writer.close()
            self._shard.file.close()
            self._shard = None


def write_shards(
    folder: Path, split: str, schema: pa.Schema, rows: Iterable[Row], about: dict[str, str], limit: int = SHARD_BYTES
) -> int:
    """Write a split and return its number of shards, as `Shards` does."""
    with Shards(folder, split, schema, about, limit) as writer:
        for row in rows:
            writer.add(row)
    return writer.count


def _writer(file: object, schema: pa.Schema) -> pq.ParquetWriter:
    return pq.ParquetWriter(
        file, schema, version="2.6", data_page_version="1.0", compression="zstd", compression_level=3,
        use_dictionary=True, write_statistics=True, write_page_index=True, store_schema=True,
    )  # fmt: skip


def read_rows(path: Path, schema: pa.Schema, where: str) -> Iterator[Row]:
    """The rows of one file.

    Raises WrongColumns naming `where` and the first column that is not as declared, InputError when the file
    can't be read.
    """
    try:
        with pq.ParquetFile(path, memory_map=False) as file:
            misfit = _misfit(file.schema_arrow, schema)
            if misfit:
                raise WrongColumns(f"{where}: {misfit}")
            for batch in file.iter_batches(batch_size=ROWS_A_GROUP):
                yield from cast("list[Row]", batch.to_pylist())
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise _unreadable(where, error) from error


def read_column(path: Path, column: str, where: str) -> Iterator[str]:
    """One column of text of a file; null is the empty text. Raises InputError when it can't be read."""
    try:
        with pq.ParquetFile(path, memory_map=False) as file:
            for batch in file.iter_batches(batch_size=ROWS_A_GROUP, columns=[column]):
                yield from (text or "" for text in cast("list[str | None]", batch.column(0).to_pylist()))
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise _unreadable(where, error) from error


def _unreadable(where: str, error: Exception) -> InputError:
    reason = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
    return InputError(f"{where}: not a parquet file that can be read: {reason}")


def _misfit(found: pa.Schema, declared: pa.Schema) -> str:
    """What sets a file's schema apart from the declared one, or nothing."""
    for field in declared:
        if field.name not in found.names:
            return f"column {field.name!r} is missing; the declared type is {field.type}"
        if found.field(field.name).type != field.type:
            return f"column {field.name!r} is {found.field(field.name).type}; the declared type is {field.type}"
    extra = [name for name in found.names if name not in declared.names]
    return f"column {extra[0]!r} is not one of the config's" if extra else ""
