"""ruff and mypy agree with every file of the checkout, as the project configures them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.checkout import ORDER, PROJECT, ROOT


def run(*arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", *arguments], cwd=cwd, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("arguments", [("ruff", "check", "."), ("ruff", "format", "--check", "."), ("mypy",)])
def test_the_gate_is_open(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.returncode == 0, done.stdout + done.stderr


def test_types_are_checked_strictly_in_every_room() -> None:
    mypy = PROJECT["tool"]["mypy"]
    assert set(mypy["files"]) == set(ORDER)
    assert mypy["strict"] is True
    assert [o for o in mypy.get("overrides", []) if set(o) - {"module", "ignore_missing_imports"}] == []


@pytest.mark.parametrize(
    ("code", "rule"),
    [
        ("def f(x: Any) -> None:\n    print(x)\n", "ANN401"),
        ("try:\n    pass\nexcept Exception:\n    pass\n", "BLE001"),
        ("from . import base\n", "TID252"),
        ("x = 1  # TODO later\n", "FIX002"),
        ("def f(x: int) -> int:\n    assert x\n    return x\n", "S101"),
        ("x = f()  # type: ignore\n", "PGH003"),
        ("now = datetime.datetime.now()\n", "DTZ005"),
        ("def f() -> None:\n    pass\n", "D103"),
    ],
)
def test_ruff_refuses_what_the_house_rules_out(tmp_path: Path, code: str, rule: str) -> None:
    (tmp_path / "schemas").mkdir()
    file = tmp_path / "schemas" / "planted.py"
    heading = (
        '"""A planted fault."""\n\nfrom __future__ import annotations\n\nimport datetime\nfrom typing import Any\n\n'
    )
    file.write_text(heading + code, encoding="utf-8")
    done = run("ruff", "check", "--config", str(ROOT / "pyproject.toml"), "--output-format", "concise", str(file))
    assert done.returncode == 1
    assert f" {rule} " in done.stdout
