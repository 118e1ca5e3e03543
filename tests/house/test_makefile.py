"""`make` says in one line what it needs, and installs again only when the pins change."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.house.checkout import ROOT


def make(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("MAKE", "MFLAGS"))}
    command = ["make", "--no-print-directory", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def test_a_python_that_is_too_old_is_named_in_one_line(tmp_path: Path) -> None:
    old = tmp_path / "python3"
    old.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    old.chmod(0o755)
    done = make(f"VENV={tmp_path / 'venv'}", f"PYTHON={old} no-such-python", f"{tmp_path / 'venv'}/venv.stamp")
    assert done.returncode == 2
    first = done.stderr.splitlines()[0]
    assert first.startswith(f"Python 3.11 or newer is needed, and none of these is one: {old} no-such-python.")
    assert not (tmp_path / "venv").exists()


@pytest.mark.parametrize(
    ("changed", "job", "installs"),
    [
        (None, "test", set()),
        (None, "quickstart", set()),
        ("requirements.txt", "quickstart", {"-r requirements.txt", "-e ."}),
        ("requirements-test.txt", "quickstart", set()),
        ("requirements-test.txt", "test", {"-r requirements-test.txt"}),
        ("requirements-harness.txt", "test", {"-r requirements-harness.txt"}),
        ("requirements-harness.txt", "quickstart", set()),
        ("pyproject.toml", "test", {"-e ."}),
    ],
)
def test_only_what_changed_is_installed_again(
    tmp_path: Path, changed: str | None, job: str, installs: set[str]
) -> None:
    """By make's own dry run: stamps newer than every file, then one file taken as changed."""
    for name in ("venv", "runtime", "test", "harness", "project"):
        (tmp_path / f"{name}.stamp").touch()
    done = make("--dry-run", f"VENV={tmp_path}", job, *(["--what-if", changed] if changed else []))
    assert done.returncode == 0, done.stderr
    found = {line[line.rindex(" -") + 1 :] for line in done.stdout.splitlines() if " -m pip " in line}
    assert found == installs


def test_every_install_checks_hashes_or_uses_no_index() -> None:
    lines = [line for line in (ROOT / "Makefile").read_text(encoding="utf-8").splitlines() if "PIP) install" in line]
    assert len(lines) == 4
    assert [line for line in lines if "--require-hashes" not in line and "--no-index --no-deps" not in line] == []


def test_continuous_integration_runs_the_same_tests() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert script.splitlines()[-1] == "exec make test"
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    subprocess.run(["bash", "-n", str(ROOT / ".ci" / "run")], check=True)
