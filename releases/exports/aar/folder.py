"""Writes a folder as upstream's: one JSON file a leg, by variant and level, after upstream's own static checks."""

from __future__ import annotations

import json
import secrets
import shutil
from pathlib import Path

from releases.exports.aar.leg import as_upstream
from releases.reading import open_subject
from schemas.errors import InputError
from schemas.files import write_atomically
from schemas.foreign import parse_foreign
from schemas.legs import Leg
from validators.foreign import audited
from validators.foreign.static import check_static

__all__ = ["write_aar"]

FOLDERS = {"sequential": "aar-linear", "compositional": "aar-dag"}


def write_aar(path: Path, out: Path) -> int:
    """Write every leg of a release, a folder or a file into a new folder; gives how many.

    Raises InputError for what can't be read or holds no legs, for a leg that one of upstream's critical checks would
    refuse, and where `out` exists.
    """
    subject = open_subject(path)
    if subject.unread or subject.damage:
        raise InputError(f"{path}: it is damaged; `benchwright check {path}` says where")
    legs = [item.record for item in subject.items if isinstance(item.record, Leg)]
    if not legs:
        raise InputError(f"{path}: it holds no legs")
    if out.exists():
        raise InputError(f"{out}: exists already; name a new folder")
    partial = out.with_name(f".{out.name}.{secrets.token_hex(6)}.part")
    try:
        for leg in legs:
            name = f"{FOLDERS[leg.variant]}/{leg.level}/{leg.id}.json"
            write_atomically(partial / name, _checked(leg))
        partial.rename(out)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return len(legs)


def _checked(leg: Leg) -> bytes:
    """The record's bytes, once upstream's own checks pass it."""
    text = json.dumps(as_upstream(leg), ensure_ascii=False, indent=2, allow_nan=False) + "\n"
    one = audited(leg.id, parse_foreign(text, leg.id), leg.variant)
    for finding in check_static(one):
        if finding.severity == "critical":
            raise InputError(f"{leg.id}: upstream's tools refuse it: {finding.place}: {finding.message}")
    return text.encode()
