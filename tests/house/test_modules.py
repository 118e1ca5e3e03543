"""Every module keeps the house's form: short, and its first line says what it is for."""

from __future__ import annotations

import ast
import re

from tests.house.checkout import ORDER, ROOT, modules

LONGEST = 400

ALL = [path for folder in (*ORDER, "tests", "bench") for path in modules(folder)]


def test_no_module_is_two_modules() -> None:
    lengths = {str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in ALL}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


def test_the_first_line_of_a_module_says_what_it_is_for() -> None:
    wrong = []
    for path in ALL:
        text = path.read_text(encoding="utf-8")
        docstring = ast.get_docstring(ast.parse(text)) or ""
        if not text.startswith('"""') or not re.match(r"\S.{10,}", docstring):
            wrong.append(str(path.relative_to(ROOT)))
    assert wrong == []


def test_every_room_is_typed_for_those_who_import_it() -> None:
    assert [room for room in ORDER if not (ROOT / room / "py.typed").is_file()] == []


def test_every_folder_of_modules_is_a_package() -> None:
    """A folder without `__init__.py` is left out by import-linter, and its name can be shadowed."""
    folders = {path.parent for room in ORDER for path in modules(room)}
    assert [str(folder.relative_to(ROOT)) for folder in folders if not (folder / "__init__.py").is_file()] == []
