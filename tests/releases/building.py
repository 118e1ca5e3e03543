"""A small release that tests share, and ways to run the command and to change what it made."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from releases.hashing import entries, write_manifest
from releases.layout import MANIFEST, read_manifest
from schemas.canonical import JSON, canonical_bytes

ROOT = Path(__file__).resolve().parents[2]
ZIM = ROOT.parent / "shared" / "data" / "wikipedia_en_ray_charles_2015-06.zim"

RECIPE = """
name = "small"
version = "0.3.0"
title = "A small release"
published = "2026-02-03"
seed = {seed}
world = "atlas"

[[legs]]
level = "easy"
variant = "sequential"
count = 2

[[legs]]
level = "easy"
variant = "compositional"
count = 1

[triplets]
dev = 2
test = 4
unreviewed = true
"""

HIGHER = """
name = "higher"
version = "0.3.0"
title = "A leg of each higher level"
seed = 23
world = "atlas"

[[legs]]
level = "medium"
variant = "compositional"
count = 1

[[legs]]
level = "hard"
variant = "sequential"
count = 1

[[legs]]
level = "extreme"
variant = "compositional"
count = 1
"""

QUESTIONS = """
name = "questions"
version = "0.3.0"
title = "Questions"
seed = 9

[tandem]
scenarios = 1
levels = [1]

[triplets]
dev = 1
test = 3
unreviewed = true
"""

TRIPLETS = """
name = "questions"
version = "0.1.0"
title = "Questions"
seed = {seed}

[triplets]
dev = 3
test = 12
unreviewed = true
"""


def run(*words: str | Path, cwd: Path = ROOT, hash_seed: str = "0", **env: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, wherever it stands."""
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": hash_seed, **env}
    command = [sys.executable, "-m", "benchwright", *map(str, words)]
    return subprocess.run(command, cwd=cwd, env=surroundings, capture_output=True, text=True, check=False)


def fine(*words: str | Path, cwd: Path = ROOT, hash_seed: str = "0") -> str:
    """Run the command, which must succeed, and give what it printed."""
    done = run(*words, cwd=cwd, hash_seed=hash_seed)
    assert done.returncode == 0, done.stderr
    return done.stdout


def one_line(done: subprocess.CompletedProcess[str], code: int) -> str:
    """The one line of an error, apart from progress bars; no traceback."""
    assert done.returncode == code, (done.returncode, done.stdout, done.stderr)
    lines = [line for line in done.stderr.replace("\r", "\n").splitlines() if line.startswith("benchwright: ")]
    assert len(lines) == 1, done.stderr
    assert "Traceback" not in done.stderr
    return lines[0]


def shared_release(factory: pytest.TempPathFactory) -> Path:
    """The small release of legs and triplets, built once a run of the tests, whichever test process comes first."""
    return _shared(factory, "small", RECIPE.format(seed=11))


def shared_higher(factory: pytest.TempPathFactory) -> Path:
    """A release with a leg of each level above easy, of either variant, built once a run of the tests likewise."""
    return _shared(factory, "higher", HIGHER)


def shared_questions(factory: pytest.TempPathFactory) -> Path:
    """A small release of tandem questions and triplets, built once a run of the tests likewise."""
    return _shared(factory, "questions", QUESTIONS)


def _shared(factory: pytest.TempPathFactory, name: str, text: str) -> Path:
    base = factory.getbasetemp()
    common = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    out = common / f"{name}-release"
    with (common / f"{name}-release.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not out.is_dir():
            recipe = common / f"{name}.toml"
            recipe.write_text(text)
            fine("build", recipe, "-o", out, "--workers", "2")
    return out


def copied(release: Path, target: Path) -> Path:
    """A copy that a test may spoil."""
    shutil.copytree(release, target)
    return target


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def ids(folder: Path) -> set[str]:
    """The ids of a release's items."""
    return {str(row["id"]) for path in folder.rglob("*.parquet") for row in pq.read_table(path).to_pylist()}


def records(release: Path, config: str) -> list[dict[str, JSON]]:
    """The items of a config, in order."""
    rows = [row for path in sorted((release / "data" / config).iterdir()) for row in pq.read_table(path).to_pylist()]
    return [json.loads(row["record"]) for row in rows]


def fix_manifest(release: Path) -> None:
    """Make the manifest say what the files are now, as somebody would who edits a release and hides it."""
    manifest = read_manifest(release)
    (release / MANIFEST).unlink()
    (release / "manifest.sha256").unlink()
    write_manifest(release, manifest.model_copy(update={"files": entries(release)}))


def edit_first(release: Path, config: str, split: str, changes: dict[str, JSON], columns: dict[str, object]) -> str:
    """Change the first item of a split, in its record and its columns, with all hashes right; gives its id."""
    path = next((release / "data" / config).glob(f"{split}-*"))
    table = pq.read_table(path)
    rows = table.to_pylist()
    record = {**json.loads(rows[0]["record"]), **changes}
    rows[0] = {**rows[0], **columns, "record": canonical_bytes(record).decode()}
    pq.write_table(pa.Table.from_pylist(rows, schema=table.schema), path)
    fix_manifest(release)
    return str(rows[0]["id"])
