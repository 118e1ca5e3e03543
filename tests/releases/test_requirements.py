"""The page of releases names a test for each requirement, and every test that it names is there."""

from __future__ import annotations

import ast
import re

from tests.releases.building import ROOT

ROW = re.compile(r"^\| (\d+) [^|]+\| (.+) \|$", re.MULTILINE)


def named(cell: str) -> list[tuple[str, str]]:
    """Each test of a cell with the file that is named before it."""
    found: list[tuple[str, str]] = []
    file = ""
    for name in re.findall(r"`([a-z_/]+\.py|test_[a-z0-9_]+)`", cell):
        if name.endswith(".py"):
            file = name
        else:
            found.append((file, name))
    return found


def test_every_requirement_has_tests_by_name_and_they_exist() -> None:
    page = (ROOT / "docs" / "releases.md").read_text(encoding="utf-8")
    rows = ROW.findall(page.partition("## What each requirement is shown by")[2])
    assert [number for number, _ in rows] == [str(number) for number in range(1, 13)]
    for number, cell in rows:
        assert named(cell), f"requirement {number} names no test"
        for file, name in named(cell):
            tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
            assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, (file, name)
