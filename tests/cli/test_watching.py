"""`triplets check --watch`: findings with their lines as files are written, and a clean end."""

from __future__ import annotations

import queue
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.annotation.written import FRIDGE_TEXT, SWIM_TEXT
from tests.house.checkout import ROOT
from tests.releases.building import one_line, run

PATIENCE = 120
"""Seconds that a busy machine may take for one look."""


class Watch:
    """The command at work, its lines as they come."""

    def __init__(self, path: Path) -> None:
        command = [sys.executable, "-m", "benchwright", "triplets", "check", str(path), "--watch"]
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1
        )
        self.lines: queue.Queue[str] = queue.Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.strip())

    def until(self, end: str) -> list[str]:
        """The lines up to the one that ends so."""
        seen: list[str] = []
        while not seen or not seen[-1].endswith(end):
            seen.append(self.lines.get(timeout=PATIENCE))
        return seen

    def stop(self) -> tuple[int, str]:
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(PATIENCE)
        assert self.process.stderr is not None
        assert self.process.stdout is not None
        told = self.process.stderr.read()
        self.reader.join(PATIENCE)
        self.process.stderr.close()
        self.process.stdout.close()
        return code, told


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "swim.toml").write_text(SWIM_TEXT.replace('"862.5"', '"826.5"'))
    (tmp_path / "fridge.toml").write_text(FRIDGE_TEXT)
    return tmp_path


def test_each_change_is_checked_until_interrupted(folder: Path) -> None:
    watch = Watch(folder)
    first = watch.until("swim.toml: 1 finding")
    assert any(line.endswith("fridge.toml: no findings") for line in first)
    assert any("swim.toml:8: T1.wrong-answer: the recorded choice and operation give 862.5" in line for line in first)
    new = folder / "new"
    new.write_text(SWIM_TEXT)
    new.replace(folder / "swim.toml")  # as editors save
    assert watch.until("swim.toml: no findings") == [
        f"{folder}/swim.toml: no findings"
    ]  # and fridge.toml is left alone
    (folder / "third.toml").write_bytes(b"\xff")
    assert watch.until("not UTF-8")[-1].endswith("third.toml: byte 0: not UTF-8")
    (folder / "third.toml").write_text("name = 1 2")
    watch.until("third.toml: 1 finding")
    (folder / "third.toml").unlink()
    assert watch.until("third.toml: removed") == [f"{folder}/third.toml: removed"]
    assert watch.stop() == (0, "\n")


def test_what_cannot_be_watched_is_named(tmp_path: Path) -> None:
    assert "there is no such file or folder" in one_line(run("triplets", "check", tmp_path / "no.toml", "--watch"), 2)
    (tmp_path / "items.jsonl").write_text("")
    assert "--watch looks at .toml files" in one_line(run("triplets", "check", tmp_path / "items.jsonl", "--watch"), 2)
