"""Writes a folder as upstream's: one JSON file a leg, by variant and level, after upstream's own static checks."""

from __future__ import annotations

import json
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from releases.exports.aar.leg import as_upstream
from releases.exports.aar.mended import mended_as_upstream
from releases.foreign.again import holds_mended, read_mended
from releases.reading import open_subject
from schemas.canonical import JSON
from schemas.errors import InputError
from schemas.files import write_atomically
from schemas.foreign import parse_foreign
from schemas.legs import Leg, Variant
from validators.foreign import audited
from validators.foreign.static import check_static
from validators.mended import check_mended

__all__ = ["write_aar"]

FOLDERS: dict[Variant, str] = {"sequential": "aar-linear", "compositional": "aar-dag"}


class Made(NamedTuple):
    """A leg's variant, level and name, and its record in upstream's shape."""

    variant: Variant
    level: str
    name: str
    record: dict[str, JSON]


def write_aar(path: Path, out: Path) -> int:
    """Write every leg of a release, a folder or a file, mended ones too, into a new folder; gives how many.

    Raises InputError for what can't be read or holds no legs, for a leg that one of upstream's critical checks would
    refuse, and where `out` exists.
    """
    made = list(_mended(path) if holds_mended(path) else _legs(path))
    if not made:
        raise InputError(f"{path}: it holds no legs")
    if out.exists():
        raise InputError(f"{out}: exists already; name a new folder")
    partial = out.with_name(f".{out.name}.{secrets.token_hex(6)}.part")
    try:
        for variant, level, name, record in made:
            write_atomically(partial / FOLDERS[variant] / level / f"{name}.json", _checked(name, variant, record))
        partial.rename(out)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return len(made)


def _legs(path: Path) -> Iterator[Made]:
    subject = open_subject(path)
    if subject.unread or subject.damage:
        raise _damaged(path)
    for item in subject.items:
        if isinstance(item.record, Leg):
            yield Made(item.record.variant, item.record.level, item.record.id, as_upstream(item.record))


def _mended(path: Path) -> Iterator[Made]:
    read = read_mended(path)
    if read.misfits or any(check_mended(read.legs)):
        raise _damaged(path)
    for leg in read.legs:
        yield Made(leg.variant, leg.level, leg.id, mended_as_upstream(leg))


def _damaged(path: Path) -> InputError:
    return InputError(f"{path}: it is damaged; `benchwright check {path}` says where")


def _checked(name: str, variant: Variant, record: dict[str, JSON]) -> bytes:
    """The record's bytes, once upstream's own checks pass it."""
    text = json.dumps(record, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
    one = audited(name, parse_foreign(text, name), variant)
    for finding in check_static(one):
        if finding.severity == "critical":
            raise InputError(f"{name}: upstream's tools refuse it: {finding.place}: {finding.message}")
    return text.encode()
