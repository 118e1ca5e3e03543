"""Harbor tasks: server, oracle and verifier run in a folder as the container would run them, and nothing leaks."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import tomllib
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from releases.exports.harbor.parts import parts_of
from releases.exports.harbor.verify import main as verify
from schemas.base import parse_record
from schemas.canonical import JSON, canonical_bytes
from schemas.legs import Leg
from tests.releases.building import fine, one_line, records, run, shared_higher, shared_release
from tests.serving.agents import PATIENCE


@pytest.fixture(scope="module")
def legs(tmp_path_factory: pytest.TempPathFactory) -> list[Leg]:
    """A leg of each level, of either variant between them."""
    releases = (shared_release(tmp_path_factory), shared_higher(tmp_path_factory))
    found = [parse_record(Leg, canonical_bytes(record), "leg") for one in releases for record in records(one, "legs")]
    return list({(leg.level, leg.variant): leg for leg in found}.values())


@pytest.fixture(scope="module")
def tasks(legs: list[Leg], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A task of each of these legs."""
    out = tmp_path_factory.mktemp("harbor")
    easy = [leg.id for leg in legs if leg.level == "easy"]
    asked = [word for leg in easy for word in ("--leg", leg)]
    told = json.loads(fine("export", "harbor", shared_release(tmp_path_factory), *asked, "-o", out / "easy", "--json"))
    assert sorted(told["tasks"]) == sorted(easy)
    told = json.loads(fine("export", "harbor", shared_higher(tmp_path_factory), "-o", out / "tasks", "--json"))
    assert len(told["tasks"]) == 3
    for task in easy:
        (out / "easy" / task).rename(out / "tasks" / task)
    return out / "tasks"


class Container(NamedTuple):
    """A task's folder, laid out as its container would be, and the words that say where that is."""

    task: Path
    work: Path
    logs: Path
    surroundings: dict[str, str]

    def run(self, script: str) -> subprocess.CompletedProcess[str]:
        """Run a script of the task."""
        line = ["sh", str(self.task / script)]
        return subprocess.run(line, cwd=self.work, env=self.surroundings, capture_output=True, text=True, check=False)

    def reward(self) -> dict[str, JSON]:
        """What the verifier writes."""
        done = self.run("tests/test.sh")
        assert done.returncode == 0, done.stderr
        found: dict[str, JSON] = json.loads((self.logs / "reward.json").read_text(encoding="utf-8"))
        return found


@contextmanager
def container(task: Path, where: Path) -> Iterator[Container]:
    """The task's server started by its own script, on a port of its own."""
    home, work, logs = where / "opt", where / "work", where / "logs"
    for name in ("rooms", "world"):
        shutil.copytree(task / "environment" / name, home / name)
    for folder in (home / "log", work, logs):
        folder.mkdir(parents=True)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    surroundings = {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "BENCHWRIGHT_HOME": str(home),
        "BENCHWRIGHT_WORK": str(work),
        "BENCHWRIGHT_LOGS": str(logs),
        "BENCHWRIGHT_PORT": str(port),
        "BENCHWRIGHT_AS": "",
    }
    line = ["sh", str(task / "environment" / "start.sh"), "sleep", "3600"]
    process = subprocess.Popen(line, cwd=work, env=surroundings, start_new_session=True, stdout=subprocess.DEVNULL)
    try:
        wait_for(port)
        yield Container(task, work, logs, surroundings)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def wait_for(port: int) -> None:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with opener.open(f"http://127.0.0.1:{port}/tools", timeout=PATIENCE) as answer:
                assert answer.status == 200
                return
        except OSError:
            assert time.monotonic() < until
            time.sleep(0.2)


KINDS = [
    ("easy", "sequential"), ("easy", "compositional"), ("medium", "compositional"), ("hard", "sequential"),
    ("extreme", "compositional"),
]  # fmt: skip


def test_there_is_a_task_of_each_level_and_of_either_variant(tasks: Path) -> None:
    told = [tomllib.loads(file.read_text(encoding="utf-8"))["metadata"] for file in tasks.glob("*/task.toml")]
    assert sorted((one["level"], one["variant"]) for one in told) == sorted(KINDS)


@pytest.mark.parametrize(("level", "variant"), KINDS, ids=["-".join(kind) for kind in KINDS])
def test_the_oracle_earns_everything_and_who_does_nothing_nothing(
    tasks: Path, legs: list[Leg], tmp_path: Path, level: str, variant: str
) -> None:
    leg = next(leg for leg in legs if (leg.level, leg.variant) == (level, variant))
    with container(tasks / leg.id, tmp_path) as inside:
        assert inside.reward() == {"reward": 0, "FA": 0, "PVR": 0, "RCR": 0}
        done = inside.run("solution/solve.sh")
        assert done.returncode == 0, done.stderr
        assert (inside.work / "answer.txt").read_text(encoding="utf-8") == f"{leg.answer}\n"
        assert inside.reward() == {"reward": 1, "FA": 1, "PVR": 1, "RCR": 1}
        (inside.work / "answer.txt").write_bytes(b"\xff" * 9)
        assert inside.reward() == {"reward": 0, "FA": 0, "PVR": 1, "RCR": 1}
        calls = (tmp_path / "opt" / "log" / "calls.jsonl").read_text(encoding="utf-8").splitlines()
        assert len(calls) >= len({stop.evidence.title for stop in leg.stops if stop.stop_type == "route_info"})


@pytest.mark.parametrize("log", [b'{"id": "x", broken\n', b"\xff\x00", b"[" * 10_000, b'{"id":1}\n{"id":2}\n', b"\n"])
def test_the_verifier_writes_a_reward_whatever_was_logged_or_written(
    legs: list[Leg], tasks: Path, tmp_path: Path, log: bytes
) -> None:
    leg, answer = legs[0], tmp_path / "answer.txt"
    answer.write_text(str(leg.answer))
    (tmp_path / "log").write_bytes(log)
    told = tasks / leg.id / "tests"
    for given in (answer, tmp_path, tmp_path / "none"):
        verify([*map(str, (told / "leg.json", told / "pages.json", tmp_path / "log", given, tmp_path / "out"))])
        reward = json.loads((tmp_path / "out" / "reward.json").read_text(encoding="utf-8"))
        right = int(given == answer)
        assert reward == {"reward": right, "FA": right, "PVR": 0, "RCR": 0}


def test_each_task_has_what_harbor_reads(tasks: Path, legs: list[Leg]) -> None:
    for folder in tasks.iterdir():
        told = tomllib.loads((folder / "task.toml").read_text(encoding="utf-8"))
        assert told["task"]["name"] == f"benchwright/{folder.name}"
        assert told["environment"]["allow_internet"] is False
        assert "env" not in told["environment"]
        assert os.access(folder / "solution" / "solve.sh", os.X_OK)
        assert os.access(folder / "tests" / "test.sh", os.X_OK)
        leg = next(leg for leg in legs if leg.id == folder.name)
        instruction = (folder / "instruction.md").read_text(encoding="utf-8")
        assert all(clue in instruction for clue in leg.clues)
        filled = [
            path.read_text(encoding="utf-8") for path in folder.rglob("*") if path.suffix in {".toml", ".md", ".sh"}
        ]
        assert not any(re.search(r"@[A-Z]+@", text) for text in filled)
        copied = (folder / "environment" / "Dockerfile").read_text(encoding="utf-8")
        for name in re.findall(r"^COPY (?:--\S+ )?(\S+) ", copied, re.MULTILINE):
            assert (folder / "environment" / name).exists()


def test_a_generated_folder_becomes_tasks_too(
    legs: list[Leg], tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Legs with a recorded world beside them, in no release."""
    (tmp_path / "legs").mkdir()
    (tmp_path / "legs" / "legs.jsonl").write_bytes(canonical_bytes(legs[0]) + b"\n")
    (tmp_path / "legs" / "world").symlink_to(shared_release(tmp_path_factory) / "world")
    fine("export", "harbor", tmp_path / "legs", "-o", tmp_path / "tasks")
    told = tomllib.loads((tmp_path / "tasks" / legs[0].id / "task.toml").read_text(encoding="utf-8"))
    assert told["metadata"]["release"] == f"legs of {legs[0].world.name} {legs[0].world.version}"
    assert one_line(run("export", "harbor", tmp_path, "-o", tmp_path / "more"), 2)


def test_what_the_agent_sees_holds_no_gold(tasks: Path, legs: list[Leg]) -> None:
    for folder in tasks.iterdir():
        leg = next(leg for leg in legs if leg.id == folder.name)
        outside = [folder / "task.toml", folder / "instruction.md"]
        inside = [path for path in (folder / "environment").rglob("*") if path.is_file()]
        for path in (*outside, *inside):
            text = path.read_text(encoding="utf-8")
            assert '"stops":' not in text, path
            assert '"answer":' not in text, path
            assert leg.stops[-2].model_dump_json() not in text
        rooms = {path.name for path in (folder / "environment" / "rooms").iterdir()}
        assert rooms == {"schemas", "worlds"}  # no solver, and nothing that reads clues
        assert not any("evidence" in path.read_text(encoding="utf-8") for path in outside)


def test_no_program_of_a_task_takes_more_than_it_needs() -> None:
    server = parts_of("worlds.serving.__main__")
    assert "worlds/serving/__init__.py" in server.files
    assert all(name.startswith(("schemas/", "worlds/")) for name in server.files)
    assert {"mcp", "starlette", "uvicorn", "pydantic"} <= set(server.outside)
    assert all("==" in line for line in server.requirements())
    verifier = parts_of("releases.exports.harbor.verify")
    assert "releases/scoring/runs/verdict.py" in verifier.files
    solver = parts_of("releases.exports.harbor.solve")
    for program in (verifier, solver):
        assert not {"mcp", "numpy", "ortools", "matplotlib", "libzim"} & set(program.outside)
        assert not any(name.startswith("worlds/zim") for name in program.files)
