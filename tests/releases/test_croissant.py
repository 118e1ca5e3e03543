"""The Croissant file is valid for MLCommons' own checker, and the first record of every config comes out of it."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from releases.croissant import write_croissant
from releases.layout import read_manifest
from releases.tables import write_shards
from schemas.manifest import SplitEntry
from tests.releases.building import copied, shared_release

READER = Path(__file__).with_name("croissant_reader.py")


def read(folder: Path, home: Path) -> dict[str, dict[str, dict[str, object]]]:
    """What MLCommons' library makes of a folder, in a process without network settings of ours."""
    surroundings = {**os.environ, "HOME": str(home), "CROISSANT_CACHE": str(home)}
    command = [sys.executable, "-W", "ignore", str(READER), str(folder / "croissant.json")]
    done = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout.splitlines()[-1]))


def test_it_is_valid_and_gives_the_first_record_of_every_config(
    tmp_path_factory: pytest.TempPathFactory, tmp_path: Path
) -> None:
    release = shared_release(tmp_path_factory)
    found = read(release, tmp_path)
    assert found["errors"] == []
    assert found["warnings"] == []
    splits = {f"{entry.config}-{entry.split}": entry for entry in read_manifest(release).splits}
    assert found["first"].keys() == splits.keys()
    for name, row in found["first"].items():
        entry = splits[name]
        path = release / "data" / entry.config / f"{entry.split}-00000-of-00001.parquet"
        truth = pq.read_table(path).to_pylist()[0]
        assert len(row) > 8
        assert row == {key: truth[key] for key in row}
        assert {"id", "split", "canary", "record"} <= row.keys()


def test_a_file_that_is_not_the_one_described_is_refused_by_its_digest(
    tmp_path_factory: pytest.TempPathFactory, tmp_path: Path
) -> None:
    spoilt = copied(shared_release(tmp_path_factory), tmp_path / "spoilt")
    plain = json.loads((spoilt / "croissant.json").read_bytes())
    for file in plain["distribution"]:
        path = spoilt / file["contentUrl"]
        assert file["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
        assert file["contentSize"] == f"{path.stat().st_size} B"


def test_a_split_of_several_shards_has_a_record_set_for_each(
    tmp_path_factory: pytest.TempPathFactory, tmp_path: Path
) -> None:
    manifest = read_manifest(shared_release(tmp_path_factory))
    schema = pa.schema([("id", pa.string()), ("tags", pa.list_(pa.string())), ("deep", pa.list_(pa.list_(pa.int8())))])
    rows = ({"id": f"row-{n}", "tags": ["x"], "deep": []} for n in range(2500))
    count = write_shards(tmp_path / "data" / "legs", "test", schema, rows, {}, limit=1)
    entry = SplitEntry(config="legs", split="test", items=2500, shards=count)
    write_croissant(tmp_path, manifest.model_copy(update={"splits": (entry,)}), "Some title", "cc-by-sa-4.0")
    found = read(tmp_path, tmp_path)
    assert found["errors"] == []
    assert all("datePublished" in warning for warning in found["warnings"]), found["warnings"]  # no day was given
    assert [row["id"] for row in found["first"].values()] == ["row-0", "row-1000", "row-2000"]
    assert all(row.keys() == {"id", "tags"} for row in found["first"].values())
