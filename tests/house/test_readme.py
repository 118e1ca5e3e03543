"""The README's commands are run, in order, and what it shows of their output is what they print.

A `console` block holds commands (`$ …`) and their output; a line of only `…` stands for any lines left out.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
ZIM = ROOT.parent / "shared/data/wikipedia_en_ray_charles_2015-06.zim"
MAKE = {"make quickstart", "make test"}


class Shown(NamedTuple):
    """A command of the README and the output that stands below it."""

    command: str
    output: tuple[str, ...]


def shown() -> list[Shown]:
    found: list[Shown] = []
    for block in re.findall(r"^```console\n(.*?)^```$", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *output = part.rstrip("\n").split("\n")
            found.append(Shown(command.partition("  # ")[0].strip(), tuple(output)))
    return found


def made_by_make(target: str) -> list[str]:
    """The commands of ours that a target of the Makefile runs once everything is installed."""
    dry = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [line.partition("-m ")[2] for line in dry.splitlines() if " -m benchwright " in line]


def run(command: str, folder: Path) -> str:
    """Run a command of ours in a folder laid out like the checkout; its output."""
    words = shlex.split(command)
    assert words[0] == "benchwright", f"not a command of ours: {command}"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "120", "HOME": str(folder)}
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}: {done.stderr[-2000:]}"
    return done.stdout


def compare(command: str, expected: tuple[str, ...], printed: str) -> None:
    """Every shown line is printed, in this order, and next to the line before it unless `…` stands between."""
    lines = [line.rstrip() for line in printed.splitlines()]
    place, gap = 0, True
    for line in expected:
        if line.strip() == "…":
            gap = True
            continue
        ends = range(place, len(lines)) if gap else range(place, min(place + 1, len(lines)))
        found = next((i for i in ends if lines[i] == line.rstrip()), None)
        assert found is not None, f"{command}: the README shows a line that isn't printed here: {line!r}\n{printed}"
        place, gap = found + 1, False


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("readme")
    (place / "releases").symlink_to(ROOT / "releases")
    return place


def test_the_readme_says_what_is_true(folder: Path) -> None:
    commands = shown()
    assert {one.command for one in commands} >= MAKE
    assert sum(bool(one.output) for one in commands) >= 3
    for one in commands:
        if one.command == "make quickstart":
            for command in made_by_make("quickstart"):
                run(command, folder)
        elif one.command in MAKE or one.command.startswith(("git ", "cd ")):
            continue
        elif "zim:PATH" in one.command:
            if ZIM.is_file():
                compare(one.command, one.output, run(one.command.replace("PATH", str(ZIM), 1), folder))
        else:
            compare(one.command, one.output, run(one.command, folder))


def test_make_test_is_what_runs_this() -> None:
    dry = subprocess.run(["make", "-n", "test"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "-m pytest" in dry
