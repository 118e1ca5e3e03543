"""The rooms come first on the path, in this process and in its workers, or the process says why they can't."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from benchwright._paths import ROOMS, ROOMS_FOLDER, initialise_worker
from tests.house.checkout import ORDER, ROOT

WORKERS = """
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import benchwright
from benchwright._paths import initialise_worker

def look(_):
    import validators
    from validators import registry
    return sys.path[0], validators.__file__, registry.__name__

if __name__ == "__main__":
    initializer = initialise_worker if sys.argv[2] == "initialised" else None
    with ProcessPoolExecutor(2, mp_context=get_context(sys.argv[1]), initializer=initializer) as pool:
        for first, file, name in pool.map(look, range(4)):
            print(first, file, name)
"""


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """A folder that holds another distribution's `validators` and stands first on the path of every new process."""
    package = tmp_path / "elsewhere" / "validators"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text('"""Somebody else\'s."""\n', encoding="utf-8")
    return package.parent


def python(*arguments: str, path: tuple[Path, ...], cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path))}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False, timeout=120)


def test_the_rooms_are_those_of_the_design() -> None:
    assert ("benchwright", *ROOMS) == ORDER
    assert ROOMS_FOLDER == ROOT


def test_the_rooms_move_to_the_front_even_where_they_stand_further_down(foreign: Path, tmp_path: Path) -> None:
    code = "import sys, benchwright, validators; print(sys.path.count(sys.argv[1]), sys.path[0], validators.__file__)"
    done = python("-c", code, str(ROOT), path=(foreign, ROOT), cwd=tmp_path)
    assert (done.stdout, done.stderr) == (f"1 {ROOT} {ROOT / 'validators' / '__init__.py'}\n", "")


def test_our_own_room_may_be_imported_before(tmp_path: Path) -> None:
    done = python("-c", "import validators, schemas.base, benchwright", path=(ROOT,), cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("kind", ["package", "module", "namespace"])
def test_a_foreign_module_of_the_same_name_is_refused_in_one_line(foreign: Path, tmp_path: Path, kind: str) -> None:
    if kind == "module":
        (foreign / "solvers.py").write_text("", encoding="utf-8")
    if kind == "namespace":
        (foreign / "worlds").mkdir()
    # Found by a link, without the site packages of an editable install, which hold our own rooms.
    (foreign / "benchwright").symlink_to(ROOT / "benchwright")
    name = {"package": "validators", "module": "solvers", "namespace": "worlds"}[kind]
    code = f"import sys; sys.path.insert(0, sys.argv[1]); import {name}\ntry:\n    import benchwright\n"
    code += "except ImportError as error:\n    print(error.name, error)"
    done = python("-S", "-c", code, str(foreign), path=(), cwd=foreign)
    assert done.stderr == ""
    (line,) = done.stdout.splitlines()
    assert line.startswith(f"{name} another module named '{name}' is already imported in this process (from {foreign}")


@pytest.mark.parametrize(
    "start", [("-m", "benchwright"), ("-mbenchwright",), (f"{Path(sys.executable).parent}/benchwright",)]
)
def test_the_command_says_so_in_one_line_and_exits_with_2(
    foreign: Path, tmp_path: Path, start: tuple[str, ...]
) -> None:
    (foreign / "sitecustomize.py").write_text("import validators\n", encoding="utf-8")
    if not start[0].startswith("-") and not Path(start[0]).exists():
        pytest.skip("the project is not installed beside this Python, so there is no command to start")
    done = python(*start, "--version", path=(foreign, ROOT), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("benchwright: another module named 'validators' is already imported in this process (from")


def test_a_library_that_starts_as_a_module_still_gets_the_exception(foreign: Path, tmp_path: Path) -> None:
    (foreign / "caller").mkdir()
    (foreign / "caller" / "__init__.py").write_text("import validators, benchwright\n", encoding="utf-8")
    (foreign / "caller" / "__main__.py").write_text("", encoding="utf-8")
    done = python("-m", "caller", path=(foreign, ROOT), cwd=tmp_path)
    assert done.returncode == 1
    assert "benchwright._paths.RoomTakenError: another module named 'validators'" in done.stderr


@pytest.mark.parametrize("method", ["spawn", "forkserver", "fork"])
@pytest.mark.parametrize("initialised", ["initialised", "bare"])
def test_workers_find_the_rooms_first(foreign: Path, tmp_path: Path, method: str, initialised: str) -> None:
    script = tmp_path / "run.py"
    script.write_text(WORKERS, encoding="utf-8")
    done = python(str(script), method, initialised, path=(foreign, ROOT), cwd=tmp_path)
    ours = ROOT / "validators" / "__init__.py"
    assert (done.stderr, done.stdout.splitlines()) == ("", [f"{ROOT} {ours} validators.registry"] * 4)


def test_a_worker_started_elsewhere_finds_them_by_unpickling_the_initializer(foreign: Path, tmp_path: Path) -> None:
    """A worker of another engine (Dask's, say) inherits no path: it has the distribution installed, and the pickle."""
    code = (
        "import pickle, sys; pickle.loads(bytes.fromhex(sys.argv[1]))(); import validators; print(validators.__file__)"
    )
    done = python("-c", code, pickle.dumps(initialise_worker).hex(), path=(foreign, ROOT), cwd=tmp_path)
    assert (done.stdout, done.stderr) == (f"{ROOT / 'validators' / '__init__.py'}\n", "")


def test_the_initializer_brings_the_rooms_back_to_the_front(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", ["/elsewhere", *sys.path])
    initialise_worker()
    assert sys.path[:2] == [str(ROOMS_FOLDER), "/elsewhere"]
