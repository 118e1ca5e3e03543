"""The same recipe gives the same bytes: whatever the hash seed, folder and workers, in one go or killed and resumed."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from releases.journal import JOURNAL
from tests.releases.building import RECIPE, ROOT, TRIPLETS, fine, ids, one_line, run, shared_release, tree


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared_release(tmp_path_factory)


def test_another_hash_seed_folder_and_number_of_workers_change_no_byte(release: Path, tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text(RECIPE.format(seed=11))
    fine("build", "other.toml", "-o", "elsewhere/out", "--workers", "1", cwd=tmp_path, hash_seed="4711")
    assert tree(tmp_path / "elsewhere" / "out") == tree(release)
    assert [path.name for path in (tmp_path / "elsewhere").iterdir()] == ["out"], "the work folder is gone"


def outcomes(journal: Path) -> int:
    """How many outcomes a journal holds, that another process may be writing."""
    if not journal.is_file():
        return 0
    with closing(sqlite3.connect(f"file:{journal}?mode=ro", uri=True, timeout=30)) as base:
        try:
            return int(base.execute("SELECT count(*) FROM outcomes").fetchone()[0])
        except sqlite3.OperationalError:  # its tables are not there yet
            return 0


def test_a_build_killed_again_and_again_ends_with_the_same_bytes(release: Path, tmp_path: Path) -> None:
    recipe = tmp_path / "r.toml"
    recipe.write_text(RECIPE.format(seed=11))
    out = tmp_path / "out"
    journal = tmp_path / ".out.work" / JOURNAL
    command = [sys.executable, "-m", "benchwright", "build", str(recipe), "-o", str(out), "--workers", "2"]
    killed = 0
    for wanted in (1, 4):
        process = subprocess.Popen(
            command, cwd=ROOT, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True
        )
        while process.poll() is None and outcomes(journal) < wanted:
            time.sleep(0.05)
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
            killed += 1
            assert not out.exists()
    assert killed > 0
    fine("build", recipe, "-o", out, "--workers", "2")
    assert tree(out) == tree(release)


def test_another_seed_shares_no_item(tmp_path: Path) -> None:
    for seed in (11, 12):
        (tmp_path / f"{seed}.toml").write_text(TRIPLETS.format(seed=seed))
        fine("build", tmp_path / f"{seed}.toml", "-o", tmp_path / str(seed), "--workers", "1")
    one, two = ids(tmp_path / "11"), ids(tmp_path / "12")
    assert len(one) == len(two) == 15
    assert one.isdisjoint(two)


def test_another_seed_shares_no_leg(release: Path, tmp_path: Path) -> None:
    (tmp_path / "r.toml").write_text(RECIPE.format(seed=12).split("[triplets]")[0])
    fine("build", tmp_path / "r.toml", "-o", tmp_path / "out", "--workers", "2")
    found = ids(tmp_path / "out")
    assert len(found) == 3
    assert found.isdisjoint(ids(release))


def test_a_release_is_built_again_over_itself_and_over_another_by_force_only(tmp_path: Path) -> None:
    recipe = tmp_path / "r.toml"
    out = tmp_path / "out"
    recipe.write_text(TRIPLETS.format(seed=1))
    fine("build", recipe, "-o", out, "--workers", "1")
    first = tree(out)
    fine("build", recipe, "-o", out, "--workers", "1")
    assert tree(out) == first
    recipe.write_text(TRIPLETS.format(seed=2))
    assert "--force" in one_line(run("build", recipe, "-o", out), 2)
    assert tree(out) == first
    fine("build", recipe, "-o", out, "--workers", "1", "--force")
    assert tree(out) != first
