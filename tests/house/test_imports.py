"""Imports go only downwards, and the contracts that say so would notice one that doesn't."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.checkout import ORDER, PROJECT, ROOT, imports, modules


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()", "--no-cache"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_contracts_cover_every_room_in_the_order_of_the_design() -> None:
    contracts = PROJECT["tool"]["importlinter"]["contracts"]
    assert [contract["layers"] for contract in contracts if contract["type"] == "layers"] == [list(ORDER)]
    assert {"generators", "validators"} in [set(c["modules"]) for c in contracts if c["type"] == "independence"]
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert packages == set(ORDER) == set(PROJECT["tool"]["importlinter"]["root_packages"])


def test_the_checkout_keeps_the_contracts() -> None:
    done = lint_imports(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("room", "planted"),
    [
        ("schemas", "import worlds.pages"),
        ("validators", "def late():\n    from generators import rejection\n    return rejection"),
        ("generators", "import validators"),
        ("worlds", "from benchwright import cli"),
    ],
)
def test_an_import_that_is_not_allowed_breaks_a_contract(tmp_path: Path, room: str, planted: str) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for name in ORDER:
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "*.json", "*.toml"))
    (tmp_path / room / "planted.py").write_text(planted + "\n", encoding="utf-8")
    done = lint_imports(tmp_path)
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"{room}.planted" in done.stdout


@pytest.mark.parametrize("room", ORDER)
def test_no_module_imports_upwards(room: str) -> None:
    """By another reader than import-linter's: also what `TYPE_CHECKING` hides, and files it does not reach."""
    above = set(ORDER[: ORDER.index(room)]) | ({"generators"} if room == "validators" else set())
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in modules(room)
        for name, line in imports(path)
        if name.partition(".")[0] in above | {"tests"}
    ]
    assert wrong == []
