"""Writes a Harbor task folder for each leg: what the agent may see in `environment`, the gold elsewhere."""

from __future__ import annotations

import json
import secrets
import shutil
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from releases.exports.harbor.parts import HERE, Parts, parts_of
from releases.reading import Subject, find_item, open_subject
from schemas.canonical import JSON, canonical_bytes
from schemas.errors import InputError
from schemas.files import write_atomically
from schemas.legs import Leg
from worlds.record import CALLS, PAGES, WORLD
from worlds.snapshot import Snapshot

__all__ = ["write_harbor"]

TEMPLATES = Path(__file__).parent / "templates"
SERVER = ("worlds.serving.__main__", "worlds.tools.sandbox.child")
"""The server, and the program that it starts by its path."""
SOLVER = "releases.exports.harbor.solve"
VERIFIER = "releases.exports.harbor.verify"


class _Task(NamedTuple):
    """What the folders of one release share."""

    release: str
    world: Path
    pages: bytes


def write_harbor(release: Path, out: Path, wanted: Sequence[str]) -> tuple[str, ...]:
    """Write a task for each leg that is asked for, or for all, into a new folder; gives their names.

    `release` is one, or a folder as `legs generate` makes it. Raises InputError for what can't be read, holds no legs
    or no recorded world, for an id that no leg has, and where `out` exists.
    """
    subject = open_subject(release)
    if subject.unread or subject.damage:
        raise InputError(f"{release}: it is damaged; `benchwright check {release}` says where")
    chosen = [find_item(subject, one).record for one in wanted] or [item.record for item in subject.items]
    legs = [record for record in chosen if isinstance(record, Leg)]
    if not legs or len(legs) < len(wanted):
        raise InputError(f"{release}: {', '.join(wanted) or 'it holds no legs'}: only legs become tasks")
    if subject.world is None:
        raise InputError(f"{release}: it holds no recorded world, so its legs can't be served")
    if out.exists():
        raise InputError(f"{out}: exists already; name a new folder")
    pages = Snapshot(subject.world).pages
    names: dict[str, JSON] = {title: [*pages.aliases(title)] for title in pages.titles()}
    task = _Task(_called(subject, legs[0]), subject.world, canonical_bytes(names))
    partial = out.with_name(f".{out.name}.{secrets.token_hex(6)}.part")
    try:
        for leg in legs:
            _write(partial / leg.id, leg, task)
        partial.rename(out)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return tuple(leg.id for leg in legs)


def _called(subject: Subject, leg: Leg) -> str:
    """What a task says it comes from: a release by name and version, legs that are in none by their world."""
    if subject.manifest is not None:
        return f"{subject.manifest.name} {subject.manifest.version}"
    return f"legs of {leg.world.name} {leg.world.version}"


def _write(folder: Path, leg: Leg, task: _Task) -> None:
    known = {
        "LEG": leg.id,
        "RELEASE": json.dumps(task.release),
        "LEVEL": leg.level,
        "VARIANT": leg.variant,
        "SPLIT": leg.split,
        "BUDGET": str(leg.step_budget),
        "CANARY": leg.canary,
        "SEED": leg.seed_title,
    }
    clues = "\n".join(f"{number}. {clue}" for number, clue in enumerate(leg.clues, 1))
    _put(folder / "task.toml", _filled("task.toml", known | {"CLUES": str(len(leg.clues))}))
    _put(folder / "instruction.md", _filled("instruction.md", known | {"CLUES": clues}))
    place = folder / "environment"
    _put(place / "Dockerfile", _filled("Dockerfile", known))
    _put(place / "start.sh", _filled("start.sh", known), executable=True)
    _put(place / "requirements.txt", "".join(f"{line}\n" for line in _parts(*SERVER, SOLVER, VERIFIER).requirements()))
    _copy_parts(_parts(*SERVER), place / "rooms")
    for name in (WORLD, PAGES, CALLS):
        (place / "world").mkdir(exist_ok=True)
        shutil.copyfile(task.world / name, place / "world" / name)
    for name, script, module in (("solution", "solve.sh", SOLVER), ("tests", "test.sh", VERIFIER)):
        _put(folder / name / script, _filled(script, known), executable=True)
        _put(folder / name / "leg.json", canonical_bytes(leg).decode())
        _copy_parts(_parts(module), folder / name / "rooms")
    write_atomically(folder / "tests" / "pages.json", task.pages)


@cache
def _parts(*modules: str) -> Parts:
    return parts_of(*modules)


def _copy_parts(parts: Parts, target: Path) -> None:
    for name in parts.files:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(HERE / name, target / name)


def _filled(name: str, known: Mapping[str, str]) -> str:
    text = (TEMPLATES / f"{name}.txt").read_text(encoding="utf-8")
    for key, value in known.items():
        text = text.replace(f"@{key}@", value)
    return text


def _put(path: Path, text: str, *, executable: bool = False) -> None:
    write_atomically(path, text.encode())
    path.chmod(0o755 if executable else 0o644)
