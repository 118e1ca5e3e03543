"""A task folder for Inspect, the UK AI Security Institute's harness: one `task.py` with a task for each config."""

from __future__ import annotations

from pathlib import Path

from releases.exports.harness.folder import template, write_folder
from releases.exports.harness.tasks import Task, tasks
from releases.layout import read_manifest
from releases.scoring.prompts import Style
from schemas.manifest import Manifest

__all__ = ["write_inspect"]


def write_inspect(release: Path, out: Path, style: Style) -> tuple[str, ...]:
    """Write the folder; gives the names of the tasks. Raises InputError."""
    manifest = read_manifest(release)
    found = tasks(release, style)
    made = [f'@task\ndef {task.name}(split="test"):\n    return {task.kind}("{task.name}", split)\n' for task in found]
    text = template("inspect_task.py.txt") + "\n\n" + "\n\n".join(made)
    write_folder(out, found, {"task.py": text, "README.md": _readme(found, manifest)})
    return tuple(task.name for task in found)


def _readme(found: tuple[Task, ...], manifest: Manifest) -> str:
    rows = "\n".join(f"| `task.py@{task.name}` | {len(task.rows)} |" for task in found)
    return (
        f"# {manifest.name} {manifest.version} for Inspect\n\n"
        "Benchwright must be installed beside Inspect: its scorer marks the answers.\n\n"
        f"    inspect eval task.py@{found[0].name} --model PROVIDER/MODEL\n\n"
        f"| task | questions |\n|---|---|\n{rows}\n\nCanary GUID: {manifest.canary}\n"
    )
