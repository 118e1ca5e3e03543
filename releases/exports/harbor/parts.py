"""Which of our modules a program needs, and which distributions those need: what goes into a task's folders."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions, version
from pathlib import Path
from typing import NamedTuple

__all__ = ["Parts", "parts_of"]

HERE = Path(__file__).resolve().parents[3]
"""The folder that holds the rooms, in a checkout and in a wheel."""


class Parts(NamedTuple):
    """Files below the rooms' folder, and the top-level names of everything else that is imported."""

    files: tuple[str, ...]
    outside: tuple[str, ...]

    def requirements(self) -> tuple[str, ...]:
        """The distributions that own the names, pinned to the versions that are installed here."""
        owners = packages_distributions()
        names = {owner for name in self.outside for owner in owners.get(name, [])}
        return tuple(sorted(f"{name}=={version(name)}" for name in names))


def parts_of(*modules: str) -> Parts:
    """Modules, and those that they import, at their top or within, as far as they are ours."""
    waiting, files, outside = [*modules], dict[str, None](), set[str]()
    while waiting:
        name = waiting.pop()
        file = _file(name)
        if file is None:
            outside.add(name.partition(".")[0])
            continue
        for part in (*_packages(name), file):
            if part not in files:
                files[part] = None
                waiting.extend(_imports(HERE / part))
    stdlib = sys.stdlib_module_names
    return Parts(tuple(sorted(files)), tuple(sorted(name for name in outside if name not in stdlib)))


def _file(name: str) -> str | None:
    """Where a module of ours stands; None where the name is none of ours."""
    path = name.replace(".", "/")
    return next((one for one in (f"{path}.py", f"{path}/__init__.py") if (HERE / one).is_file()), None)


def _packages(name: str) -> Iterator[str]:
    parts = name.split(".")[:-1]
    yield from ("/".join(parts[: end + 1]) + "/__init__.py" for end in range(len(parts)))


def _imports(path: Path) -> Iterator[str]:
    """Every module that a file may import; of `from a import b` both `a` and, if it is a module, `a.b`."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node.module
            inner = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (name for name in inner if _file(name))
