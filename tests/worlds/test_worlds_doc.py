"""docs/worlds.md names the knobs and settings that there are, with their defaults, and tests that exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from schemas.recipes import SeedPages
from worlds.live.settings import LiveSettings

HERE = Path(__file__).resolve().parent
TEXT = (HERE.parents[1] / "docs" / "worlds.md").read_text(encoding="utf-8")


def table(heading: str) -> dict[str, str]:
    """The first and last column of the table below a heading."""
    part = TEXT.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines() if line.startswith("| `")
    ]
    return {row[0].strip("`"): row[-1] for row in rows}


def test_every_knob_is_told_with_its_default() -> None:
    told = table("Seed pages")
    assert told.keys() == SeedPages.model_fields.keys()
    for name, field in SeedPages.model_fields.items():
        words = {"titles": "none", "views": "not asked"}
        assert told[name] == words.get(name, str(field.default))


def test_every_setting_is_told() -> None:
    told = table("Settings")
    assert told.keys() == LiveSettings.model_fields.keys()
    assert told["patience"] == str(LiveSettings().patience)
    assert told["fictional"] == str(LiveSettings().fictional).lower()


def test_the_tests_that_are_named_exist() -> None:
    named = set(re.findall(r"`(test_[a-z0-9_]+)`", TEXT))
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(HERE.glob("test_*.py"))]
    known = {node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    assert len(named) > 20
    assert named - known == set()
