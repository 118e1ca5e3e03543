"""What is declared is what is imported, and every pin can be installed by its hash alone."""

from __future__ import annotations

import re
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.house.checkout import ORDER, PROJECT, ROOT, imports, modules, requirement_names

RUNTIME = PROJECT["project"]["dependencies"]
EXTRAS = PROJECT["project"]["optional-dependencies"]
PINS = ("requirements.txt", "requirements-test.txt")
FIRST_PARTY = {*ORDER, "bench", "tests"}

TOOLS = {"datasets", "import-linter", "mypy", "pytest-xdist", "ruff", "validators"}
"""Test requirements that are run, plug in or only stand beside us, rather than being imported."""


def third_party(paths: list[Path]) -> dict[str, set[str]]:
    """The distributions that files import, each with the files that do."""
    owners = packages_distributions()
    found: dict[str, set[str]] = {}
    for path in paths:
        for name, _ in imports(path):
            top = name.partition(".")[0]
            if top in FIRST_PARTY or top in sys.stdlib_module_names:
                continue
            for owner in owners.get(top, [f"nothing installed ({top})"]):
                found.setdefault(canonicalize_name(owner), set()).add(str(path.relative_to(ROOT)))
    return found


def pinned(file: str) -> dict[str, tuple[str, int]]:
    """The pins of a file: name, version, and how many hashes stand under it."""
    pins: dict[str, tuple[str, int]] = {}
    name = ""
    for line in (ROOT / file).read_text(encoding="utf-8").splitlines():
        if match := re.match(r"([A-Za-z0-9._-]+)==([^ ]+)(?: ; [^\\]+)? \\$", line):
            name = canonicalize_name(match[1])
            assert name not in pins, f"{file}: {name} stands twice"
            pins[name] = (match[2], 0)
        elif re.match(r"    --hash=sha256:[0-9a-f]{64}( \\)?$", line):
            pins[name] = (pins[name][0], pins[name][1] + 1)
        else:
            assert re.match(r" *#|$", line), f"{file}: {line!r} is neither a pin, a hash nor a comment"
    return pins


def test_the_rooms_import_what_is_declared_and_nothing_else() -> None:
    imported = third_party([path for room in ORDER for path in modules(room)])
    declared = requirement_names(RUNTIME) | requirement_names(EXTRAS["review"]) | requirement_names(EXTRAS["serve"])
    assert {name: files for name, files in imported.items() if name not in declared} == {}
    assert declared - set(imported) == set()


def test_what_only_an_extra_needs_is_imported_where_the_extra_is_asked_for() -> None:
    """Each of these packages by the folders that may import it: their commands say what to install."""
    homes = {"review": ("annotation/",), "serve": ("worlds/serving/",)}
    allowed: dict[str, tuple[str, ...]] = {}
    for extra, folders in homes.items():
        for name in requirement_names(EXTRAS[extra]):
            allowed[name] = (*allowed.get(name, ()), *folders)
    imported = third_party([path for room in ORDER for path in modules(room)])
    strays = {name: [file for file in imported.get(name, ()) if not file.startswith(allowed[name])] for name in allowed}
    assert {name: files for name, files in strays.items() if files} == {}


def test_the_tests_import_what_is_declared() -> None:
    imported = third_party(modules("tests"))
    extras = (name for extra in ("review", "serve", "test") for name in requirement_names(EXTRAS[extra]))
    declared = requirement_names(RUNTIME) | set(extras)
    assert {name: files for name, files in imported.items() if name not in declared} == {}
    unused = requirement_names(EXTRAS["test"]) - set(imported) - TOOLS
    assert {name for name in unused if not name.startswith("types-") and not name.endswith("-stubs")} == set()


@pytest.mark.parametrize("file", [*PINS, "requirements-harness.txt"])
def test_every_pin_has_hashes_and_no_address(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    assert re.findall(r"://|--index-url|--extra-index-url|--find-links|--trusted-host|\.(?:org|com|io)\b", text) == []
    assert {name for name, (_, hashes) in pinned(file).items() if hashes == 0} == set()


@pytest.mark.parametrize(
    ("file", "requirements"),
    [
        ("requirements.txt", RUNTIME + EXTRAS["build"]),
        ("requirements-test.txt", RUNTIME + EXTRAS["review"] + EXTRAS["serve"] + EXTRAS["test"]),
    ],
)
def test_the_pins_answer_what_is_declared(file: str, requirements: list[str]) -> None:
    pins = pinned(file)
    for requirement in map(Requirement, requirements):
        version, _ = pins[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version), f"{file} is stale, run `make pins`: {requirement}"


def test_both_files_pin_the_same_versions() -> None:
    runtime, test = (pinned(file) for file in PINS)
    assert {name: (pin, test.get(name)) for name, pin in runtime.items() if test.get(name) != pin} == {}


def test_the_build_backend_is_pinned_once_and_for_all() -> None:
    assert PROJECT["build-system"]["requires"] == EXTRAS["build"]
    (backend,) = map(Requirement, EXTRAS["build"])
    assert str(backend.specifier) == f"=={pinned('requirements.txt')[backend.name][0]}"
