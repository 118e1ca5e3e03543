"""The wheel beside another distribution's `validators`: neither touches the other, each works in its own process."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import sysconfig
import zipfile
from importlib.metadata import distribution
from pathlib import Path
from typing import NamedTuple

import pytest

import benchwright
from tests.house.checkout import ORDER, ROOT

OFFLINE = ("--disable-pip-version-check", "--no-input", "--quiet", "--no-index", "--no-deps")


class Installed(NamedTuple):
    """A fresh environment that holds our wheel beside PyPI's `validators`."""

    python: Path
    site: Path
    wheel: Path
    foreign_before: dict[str, str]

    def run(self, *command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
        """Run a command of the environment with nothing of the checkout on its path."""
        environment = {key: value for key, value in os.environ.items() if key not in {"PYTHONPATH", "PYTHONHOME"}}
        return subprocess.run(
            [str(self.python.parent / command[0]), *command[1:]],
            cwd=cwd,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )


def pip(*arguments: str) -> None:
    done = subprocess.run([sys.executable, "-m", "pip", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def hashes(folder: Path) -> dict[str, str]:
    """Every file below a folder with its digest, byte code left out."""
    files = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Build the wheel without network or isolation, and install it after the other distribution."""
    folder = tmp_path_factory.mktemp("wheel")
    pip("wheel", *OFFLINE, "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT))
    (wheel,) = folder.glob("benchwright-*.whl")
    environment = folder / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    python = environment / "bin" / "python"
    site = Path(sysconfig.get_path("purelib", "venv", {"base": str(environment), "platbase": str(environment)}))
    for file in distribution("validators").files or ():
        if "__pycache__" not in file.parts:
            target = site / file
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(Path(str(file.locate())).read_bytes())
    foreign_before = hashes(site)
    # Our dependencies come from the environment of the tests, behind everything installed here.
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    pip("--python", str(python), "install", *OFFLINE, str(wheel))
    return Installed(python, site, wheel, foreign_before)


def test_the_wheel_owns_nothing_outside_its_own_folders(installed: Installed) -> None:
    info = f"benchwright-{benchwright.__version__}.dist-info"
    with zipfile.ZipFile(installed.wheel) as archive:
        names = archive.namelist()
    assert {name.partition("/")[0] for name in names} == {"benchwright", info}
    record = (installed.site / info / "RECORD").read_text(encoding="utf-8").splitlines()
    outside = {line.partition(",")[0] for line in record if not line.startswith(("benchwright/", f"{info}/"))}
    assert outside == {"../../../bin/benchwright"}


def test_the_rooms_travel_whole(installed: Installed) -> None:
    """Every tracked file of every room, recipes and other data included, with the bytes of the checkout."""
    listed = subprocess.run(["git", "ls-files", "-z", *ORDER], cwd=ROOT, capture_output=True, check=True).stdout
    tracked = {name for name in listed.decode().split("\0") if name and (ROOT / name).is_file()}
    with zipfile.ZipFile(installed.wheel) as archive:
        for name in sorted(tracked):
            packed = name if name.startswith("benchwright/") else f"benchwright/_rooms/{name}"
            assert archive.read(packed) == (ROOT / name).read_bytes(), name


def test_no_file_of_the_other_distribution_changes(installed: Installed) -> None:
    after = hashes(installed.site)
    assert "validators/__init__.py" in installed.foreign_before
    assert {name: after.get(name) for name in installed.foreign_before} == installed.foreign_before


def test_each_works_in_its_own_process(installed: Installed, tmp_path: Path) -> None:
    ours = "import benchwright, validators, validators.registry; print(validators.__file__)"
    done = installed.run("python", "-c", ours, cwd=tmp_path)
    packed = installed.site / "benchwright" / "_rooms" / "validators" / "__init__.py"
    assert (done.stdout, done.stderr) == (f"{packed}\n", "")
    theirs = "import validators; print(validators.__file__, validators.email('a@example.com'))"
    done = installed.run("python", "-c", theirs, cwd=tmp_path)
    assert (done.stdout, done.stderr) == (f"{installed.site / 'validators' / '__init__.py'} True\n", "")


def test_theirs_first_is_refused_in_one_line(installed: Installed, tmp_path: Path) -> None:
    code = "import validators\ntry:\n    import benchwright\nexcept ImportError as error:\n    print(error)"
    done = installed.run("python", "-c", code, cwd=tmp_path)
    assert done.stderr == ""
    assert re.fullmatch(r"another module named 'validators' is already imported .* separate processes\n", done.stdout)


@pytest.mark.parametrize("command", [("benchwright",), ("python", "-m", "benchwright")])
def test_the_command_works_anywhere(installed: Installed, tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "schemas.py").write_text("raise SystemExit('a file of the user was imported')\n", encoding="utf-8")
    done = installed.run(*command, "--version", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split()[-1] == benchwright.__version__
    done = installed.run(*command, "--help", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Usage: ")


def test_every_module_can_be_imported_from_the_wheel(installed: Installed, tmp_path: Path) -> None:
    code = """
import importlib, pkgutil, sys
import benchwright
from benchwright._paths import ROOMS, ROOMS_FOLDER
for room in ROOMS:
    for module in pkgutil.walk_packages([str(ROOMS_FOLDER / room)], room + "."):
        importlib.import_module(module.name)
print({sys.modules[room].__file__.startswith(str(ROOMS_FOLDER)) for room in ROOMS if room in sys.modules})
"""
    done = installed.run("python", "-W", "error", "-c", code, cwd=tmp_path)
    assert (done.stdout, done.stderr) == ("{True}\n", "")


def test_the_recipes_are_found_in_the_wheel(installed: Installed, tmp_path: Path) -> None:
    code = (
        "import benchwright, tomllib; from importlib.resources import files\n"
        "for recipe in sorted(files('releases').joinpath('recipes').iterdir(), key=lambda recipe: recipe.name):\n"
        "    print(recipe.name, bool(tomllib.loads(recipe.read_text())))\n"
    )
    done = installed.run("python", "-c", code, cwd=tmp_path)
    assert done.stderr == ""
    expected = sorted(path.name for path in (ROOT / "releases" / "recipes").glob("*.toml"))
    assert "quickstart.toml" in expected
    assert done.stdout.splitlines() == [f"{name} True" for name in expected]
