"""Putting a finished build in its place: what is there is replaced whole, or left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from releases.stage import put_in_place, refuse_taken, stage_folder
from schemas.errors import InputError


def never(_folder: Path) -> bool:
    return False


def always(_folder: Path) -> bool:
    return True


@pytest.fixture
def full(tmp_path: Path) -> Path:
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "old").write_text("old")
    return folder


def test_a_missing_or_empty_folder_may_be_taken(tmp_path: Path) -> None:
    refuse_taken(tmp_path / "new", False, never, never)
    (tmp_path / "empty").mkdir()
    refuse_taken(tmp_path / "empty", False, never, never)


def test_a_folder_of_somebody_elses_is_refused_even_by_force(full: Path) -> None:
    with pytest.raises(InputError, match="was not made here"):
        refuse_taken(full, True, never, never)


def test_another_release_is_replaced_by_force_only(full: Path) -> None:
    with pytest.raises(InputError, match="--force"):
        refuse_taken(full, False, always, never)
    refuse_taken(full, True, always, never)


def test_the_same_release_is_replaced(full: Path) -> None:
    refuse_taken(full, False, always, always)


def test_a_file_is_refused(full: Path) -> None:
    with pytest.raises(InputError, match="is a file"):
        refuse_taken(full / "old", True, always, always)


def test_a_stage_takes_the_place_of_a_folder_whole(full: Path, tmp_path: Path) -> None:
    work = tmp_path / ".out.work"
    work.mkdir()
    stage = stage_folder(work)
    (stage / "sub").mkdir()
    (stage / "sub" / "new").write_text("new")
    put_in_place(stage, full)
    assert [path.relative_to(full).as_posix() for path in sorted(full.rglob("*"))] == ["sub", "sub/new"]


def test_a_stage_left_by_a_killed_build_is_begun_anew(tmp_path: Path) -> None:
    stage = stage_folder(tmp_path)
    (stage / "half").write_text("")
    assert list(stage_folder(tmp_path).iterdir()) == []


def test_a_file_takes_the_place_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "made").write_text("new")
    (tmp_path / "out.jsonl").write_text("old")
    put_in_place(tmp_path / "made", tmp_path / "out.jsonl")
    assert (tmp_path / "out.jsonl").read_text() == "new"
