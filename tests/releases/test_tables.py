"""Parquet files: the same rows give the same bytes, types are the declared ones, and a misfit is named."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from releases.tables import ROWS_A_GROUP, WrongColumns, read_rows, shard_name, shards, write_shards
from schemas.errors import InputError

SCHEMA = pa.schema([("id", pa.string()), ("tags", pa.list_(pa.string())), ("n", pa.int8())])
ABOUT = {"canary": "guid"}


def rows(count: int) -> list[dict[str, object]]:
    return [{"id": f"row-{number}", "tags": ["x"] * (number % 3), "n": number % 100} for number in range(count)]


def written(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@given(
    st.lists(
        st.fixed_dictionaries(
            {"id": st.text(), "tags": st.lists(st.text(), max_size=3), "n": st.none() | st.integers(-128, 127)}
        ),
        max_size=20,
    )
)
def test_what_is_written_is_read_back_and_the_same_rows_give_the_same_bytes(
    tmp_path_factory: pytest.TempPathFactory, given_rows: list[dict[str, object]]
) -> None:
    one, two = tmp_path_factory.mktemp("one"), tmp_path_factory.mktemp("two")
    assert write_shards(one, "test", SCHEMA, given_rows, ABOUT) == 1
    write_shards(two, "test", SCHEMA, iter(given_rows), ABOUT)
    assert written(one) == written(two)
    assert list(read_rows(one / shard_name("test", 0, 1), SCHEMA, "it")) == given_rows


def test_a_column_that_is_empty_or_null_throughout_keeps_its_declared_type(tmp_path: Path) -> None:
    write_shards(tmp_path, "test", SCHEMA, [{"id": "a", "tags": [], "n": None}], ABOUT)
    found = pq.read_schema(tmp_path / shard_name("test", 0, 1))
    assert found.remove_metadata().equals(SCHEMA)
    assert found.metadata[b"canary"] == b"guid"


def test_a_big_split_becomes_several_shards_whose_rows_are_all_there_in_order(tmp_path: Path) -> None:
    many = rows(3 * ROWS_A_GROUP + 1)
    count = write_shards(tmp_path, "test", SCHEMA, many, ABOUT, limit=1)
    assert count == 4
    assert [path.name for path in shards(tmp_path, "test")] == [shard_name("test", number, 4) for number in range(4)]
    assert [row for path in shards(tmp_path, "test") for row in read_rows(path, SCHEMA, "it")] == many


def test_shards_of_one_split_are_not_those_of_another(tmp_path: Path) -> None:
    write_shards(tmp_path, "test", SCHEMA, rows(1), ABOUT)
    write_shards(tmp_path, "dev", SCHEMA, rows(2), ABOUT)
    assert [path.name for path in shards(tmp_path, "dev")] == ["dev-00000-of-00001.parquet"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda table: table.drop_columns(["tags"]), "column 'tags' is missing; the declared type is list<"),
        (lambda table: table.set_column(2, "n", table["n"].cast(pa.int64())), "column 'n' is int64; the declared"),
        (lambda table: table.append_column("extra", table["n"]), "column 'extra' is not one of the config's"),
    ],
)
def test_columns_that_are_not_the_declared_ones_are_named(tmp_path: Path, change: object, told: str) -> None:
    assert callable(change)
    path = tmp_path / "x.parquet"
    pq.write_table(change(pa.Table.from_pylist(rows(3), schema=SCHEMA)), path)
    with pytest.raises(WrongColumns) as caught:
        list(read_rows(path, SCHEMA, "x.parquet"))
    assert str(caught.value).startswith(f"x.parquet: {told}")


@pytest.mark.parametrize("spoil", [b"", b"PAR1", b"not parquet at all, and long enough to have a footer"])
def test_a_file_that_is_no_parquet_is_one_line(tmp_path: Path, spoil: bytes) -> None:
    path = tmp_path / "x.parquet"
    path.write_bytes(spoil)
    with pytest.raises(InputError, match=r"^x: not a parquet file that can be read: .+$"):
        list(read_rows(path, SCHEMA, "x"))


def test_a_parquet_file_cut_short_anywhere_is_one_line(tmp_path: Path) -> None:
    write_shards(tmp_path, "test", SCHEMA, rows(50), ABOUT)
    path = tmp_path / shard_name("test", 0, 1)
    whole = path.read_bytes()
    for length in range(0, len(whole), 37):
        path.write_bytes(whole[:length])
        with pytest.raises(InputError):
            list(read_rows(path, SCHEMA, "x"))
