"""A build's output: staged in a hidden folder beside it, put in its place at the end, never half-written."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

from releases.layout import is_release, read_manifest
from schemas.errors import InputError

__all__ = ["put_in_place", "refuse_taken", "same_release", "stage_folder"]


def refuse_taken(out: Path, force: bool, is_ours: Callable[[Path], bool], same: Callable[[Path], bool]) -> None:
    """Raise InputError where `out` must not be replaced.

    A folder that is missing or empty may be; so may one made from the same recipe and world (`same`), and with
    `force` any other that is one of ours (`is_ours`). Anything else never is.
    """
    try:
        taken = out.exists() or out.is_symlink()
    except OSError as error:
        raise InputError(f"{out}: can't be used: {error.strerror or error}") from error
    if not taken:
        return
    if not out.is_dir():
        raise InputError(f"{out}: is a file; name a folder to write to")
    if not any(out.iterdir()) or same(out):
        return
    if not is_ours(out):
        raise InputError(f"{out}: is not empty and was not made here; name another folder, or empty it")
    if not force:
        raise InputError(f"{out}: holds something else made here before; name another folder, or replace it: --force")


def same_release(recipe: str, world: str | None) -> Callable[[Path], bool]:
    """Whether a folder is a release made from a recipe (its digest) and a world (name and version)."""

    def same(folder: Path) -> bool:
        if not is_release(folder):
            return False
        try:
            manifest = read_manifest(folder)
        except InputError:  # a release of another time, or a broken one
            return False
        made_in = f"{manifest.world.name} {manifest.world.version}" if manifest.world else None
        return (manifest.recipe, made_in) == (recipe, world)

    return same


def stage_folder(work: Path) -> Path:
    """An empty folder inside the work folder, on the same file system as the output."""
    stage = work / "stage"
    if stage.exists():
        shutil.rmtree(stage)
    stage.mkdir()
    return stage


def put_in_place(stage: Path, out: Path) -> None:
    """Move a finished folder or file to `out`, in the place of what is there. It is on disk before it moves."""
    if stage.is_file():
        _sync(stage)
    for folder, _, files in os.walk(stage, topdown=False):
        for name in files:
            _sync(Path(folder) / name)
        _sync(Path(folder))
    old = stage.with_name("replaced")
    if old.exists():
        shutil.rmtree(old)
    try:
        if out.is_dir():
            out.rename(old)
        stage.rename(out)
    except OSError as error:
        if old.exists() and not out.exists():
            old.rename(out)
        raise InputError(f"{out}: can't be written: {error.strerror or error}") from error
    _sync(out.parent)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
