"""The journal: what a killed build found out is there again, what it half wrote is not."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from releases.journal import JOURNAL, Journal, work_folder
from releases.work import Made, Outcome, Refused, Task, Unit
from schemas.errors import InputError
from tests.releases.building import ROOT

KEY = {"recipe": "a", "code": "b"}


def outcome(index: int, first: int = 0) -> Outcome:
    unit = Unit(family="legs", group="easy-sequential", split="test", index=index)
    refused = (Refused(attempt=first, code="plan.no-page", message="None — “found”.", draft={"n": [1, None]}),)
    task = Task(unit=unit, first=first, attempts=8)
    return Outcome(task=task, refused=refused, made=Made(attempt=first + 1, item='{"a":1}', pages=("A", "B")))


def test_outcomes_are_there_after_another_process_wrote_them(tmp_path: Path) -> None:
    with Journal(tmp_path / "w", KEY) as journal:
        journal.add(outcome(0))
        journal.add(outcome(1, first=8))
    with Journal(tmp_path / "w", KEY) as journal:
        assert journal.get(outcome(0).task.unit, 0) == outcome(0)
        assert journal.get(outcome(1).task.unit, 8) == outcome(1, first=8)
        assert journal.get(outcome(1).task.unit, 0) is None


def test_what_is_no_sound_file_is_not_used_and_the_work_is_done_anew(tmp_path: Path) -> None:
    with Journal(tmp_path / "w", KEY) as journal:
        journal.add(outcome(0))
    path = tmp_path / "w" / JOURNAL
    whole = path.read_bytes()
    for spoilt in (whole[:50], b"", b"nothing of SQLite's " * 99):
        path.write_bytes(spoilt)
        with Journal(tmp_path / "w", KEY) as journal:
            assert len(journal) == 0
            journal.add(outcome(1))
            assert journal.get(outcome(1).task.unit, 0) == outcome(1)


WRITING = """
import os, sys
from pathlib import Path
from releases.journal import Journal
from tests.releases.test_journal import KEY, outcome
journal = Journal(Path(sys.argv[1]), KEY)
for index in range(40):
    journal.add(outcome(index))
os.kill(os.getpid(), 9)
"""


def test_a_process_killed_right_after_has_lost_nothing(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", WRITING, str(tmp_path / "w")], cwd=ROOT, check=False)
    assert done.returncode == -signal.SIGKILL
    with Journal(tmp_path / "w", KEY) as journal:
        assert [journal.get(outcome(index).task.unit, 0) for index in range(40)] == [outcome(n) for n in range(40)]


def test_work_of_another_recipe_or_code_is_thrown_away(tmp_path: Path) -> None:
    with Journal(tmp_path / "w", KEY) as journal:
        journal.add(outcome(0))
    with Journal(tmp_path / "w", {**KEY, "code": "c"}) as journal:
        assert len(journal) == 0


def test_two_builds_of_one_output_do_not_mix(tmp_path: Path) -> None:
    with Journal(tmp_path / "w", KEY), pytest.raises(InputError, match="another build is at work"):
        Journal(tmp_path / "w", KEY)
    with Journal(tmp_path / "w", KEY):
        pass


def test_a_parent_that_is_a_file_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match=r"file: can't be written: Not a directory$"):
        Journal(work_folder(tmp_path / "file" / "out"), KEY)


def test_removing_leaves_nothing(tmp_path: Path) -> None:
    with Journal(work_folder(tmp_path / "out"), KEY) as journal:
        journal.add(outcome(0))
        journal.remove()
    assert list(tmp_path.iterdir()) == []
