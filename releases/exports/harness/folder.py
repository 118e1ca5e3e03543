"""Writes a task folder whole or not at all: rows as JSON lines, and the harness's own files beside them."""

from __future__ import annotations

import json
import secrets
import shutil
from pathlib import Path

from releases.exports.harness.tasks import Task
from schemas.errors import InputError
from schemas.files import write_atomically

__all__ = ["template", "write_folder"]

TEMPLATES = Path(__file__).parent / "templates"


def template(name: str) -> str:
    """The text of a file that is shipped with every folder of a kind."""
    return (TEMPLATES / name).read_text(encoding="utf-8")


def write_folder(out: Path, found: tuple[Task, ...], files: dict[str, str]) -> None:
    """Write `data/TASK.jsonl` for each task, and the other files, into a new folder. Raises InputError if it exists."""
    if out.exists():
        raise InputError(f"{out}: exists already; name a new folder")
    partial = out.with_name(f".{out.name}.{secrets.token_hex(6)}.part")
    try:
        for task in found:
            lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in task.rows)
            write_atomically(partial / "data" / f"{task.name}.jsonl", (line.encode() for line in lines))
        for name, text in files.items():
            write_atomically(partial / name, text.encode())
        partial.rename(out)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
