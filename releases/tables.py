"""Parquet with a declared Arrow schema: the same rows give the same bytes, and a misfit is refused by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import cast

import pyarrow as pa
import pyarrow.parquet as pq

from schemas.errors import InputError

__all__ = ["ROWS_A_GROUP", "SHARD_BYTES", "Row", "WrongColumns", "read_rows", "shard_name", "shards", "write_shards"]

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


def write_shards(
    folder: Path, split: str, schema: pa.Schema, rows: Iterable[Row], about: dict[str, str], limit: int = SHARD_BYTES
) -> int:
    """Write a split and return its number of shards. `about` goes into each file's metadata.

    Bytes depend on the rows, `about` and pyarrow's version alone: no time, no host, no thread count.
    """
    folder.mkdir(parents=True, exist_ok=True)
    labelled = schema.with_metadata(about)
    coming = iter(rows)
    written: list[Path] = []
    group = list(islice(coming, ROWS_A_GROUP))
    while group or not written:
        path = folder / f"{split}.{len(written)}.part"
        with path.open("wb") as file, _writer(file, labelled) as writer:
            while True:
                writer.write_table(pa.Table.from_pylist(group, schema=labelled), row_group_size=ROWS_A_GROUP)
                group = list(islice(coming, ROWS_A_GROUP))
                if not group or file.tell() >= limit:
                    break
        written.append(path)
    for number, path in enumerate(written):
        path.rename(folder / shard_name(split, number, len(written)))
    return len(written)


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
    except (pa.ArrowException, OSError) as error:
        reason = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
        raise InputError(f"{where}: not a parquet file that can be read: {reason}") from error


def _misfit(found: pa.Schema, declared: pa.Schema) -> str:
    """What sets a file's schema apart from the declared one, or nothing."""
    for field in declared:
        if field.name not in found.names:
            return f"column {field.name!r} is missing; the declared type is {field.type}"
        if found.field(field.name).type != field.type:
            return f"column {field.name!r} is {found.field(field.name).type}; the declared type is {field.type}"
    extra = [name for name in found.names if name not in declared.names]
    return f"column {extra[0]!r} is not one of the config's" if extra else ""
