"""The checkout as the tests of the house look at it: its folders, its modules, what it declares."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]

ORDER = ("benchwright", "releases", "annotation", "validators", "generators", "solvers", "worlds", "schemas")
"""The design's order: each may import only those after it. Written again here, so that the tests don't read it
from what they check."""

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def modules(folder: str) -> list[Path]:
    """Every Python file below a folder of the checkout."""
    return sorted((ROOT / folder).rglob("*.py"))


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """Every absolute import of a file, wherever it stands in it, with its line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), filename=str(path))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module, node.lineno


def requirement_names(requirements: list[str]) -> set[str]:
    """The normalised names of the distributions that requirement lines ask for."""
    return {canonicalize_name(re.split(r"[\[<>=!~; ]", line, maxsplit=1)[0]) for line in requirements}
