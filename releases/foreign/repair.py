"""Mends a set of published legs into a folder: what could be mended, what could not and why, and the counts."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from releases.foreign.audit import audit_legs
from releases.foreign.mended import mend_leg
from releases.foreign.mending import NotMendable
from schemas.canonical import JSON, canonical_bytes, dump
from schemas.errors import InputError
from schemas.files import write_atomically
from schemas.findings import Finding
from schemas.mended import MendedLeg, MendedPage
from validators.foreign import Audited
from validators.foreign.context import found

__all__ = ["MENDED", "Repair", "repair", "repair_json", "repair_text"]

MENDED, REJECTED = "mended.jsonl", "rejected.jsonl"


class Repair(NamedTuple):
    """The legs that were mended, and those that were not, each with its reasons."""

    mended: tuple[MendedLeg, ...]
    rejected: tuple[tuple[str, tuple[Finding, ...]], ...]

    def changes(self) -> dict[str, int]:
        """In how many mended legs each kind of change was made."""
        counted = Counter(code for leg in self.mended for code in {change.code for change in leg.changes})
        return dict(sorted(counted.items()))

    def reasons(self) -> dict[str, int]:
        """For how many rejected legs each code is a reason; one leg may have several."""
        counted = Counter(code for _, found in self.rejected for code in {finding.code for finding in found})
        return dict(sorted(counted.items()))


def repair(path: Path, out: Path, force: bool = False) -> Repair:
    """Mend the legs of a folder, an archive or a file, and write `mended.jsonl` and `rejected.jsonl` into `out`.

    Raises InputError for legs that can't be read, and for an `out` that holds either file unless `force` is given.
    """
    held = [name for name in (MENDED, REJECTED) if (out / name).exists()]
    if held and not force:
        raise InputError(f"{out / held[0]}: it is there already; --force replaces it")
    audit = audit_legs(path)
    by_leg: dict[str, list[Finding]] = {}
    for finding in audit.findings:
        by_leg.setdefault(finding.item, []).append(finding)
    mended: list[MendedLeg] = []
    rejected: list[tuple[str, tuple[Finding, ...]]] = [(finding.item, (finding,)) for finding in audit.misfits]
    paths: dict[tuple[str, ...], str] = {}
    for one in audit.legs:
        try:
            leg = mend_leg(one, by_leg.get(one.name, ()))
            _refuse_twin(one, leg, paths)
            mended.append(leg)
        except NotMendable as reason:
            rejected.append((one.name, reason.reasons))
    made = Repair(tuple(mended), tuple(rejected))
    write_atomically(out / MENDED, b"".join(canonical_bytes(leg) + b"\n" for leg in made.mended))
    lines = [{"item": name, "findings": [dump(finding) for finding in reasons]} for name, reasons in made.rejected]
    write_atomically(out / REJECTED, b"".join(json.dumps(line, ensure_ascii=False).encode() + b"\n" for line in lines))
    return made


def _refuse_twin(one: Audited, leg: MendedLeg, paths: dict[tuple[str, ...], str]) -> None:
    """Refuse a leg of which the same pages are left, in the same order, as of one that was mended before it."""
    path = tuple(stop.page_url for stop in leg.stops if isinstance(stop, MendedPage))
    other = paths.setdefault(path, one.name)
    if other != one.name:
        raise NotMendable([found(one, "L17.same-path", "stops", f"what is left visits the pages of {other}")])


def repair_json(made: Repair) -> dict[str, JSON]:
    """The counts for machines."""
    return {
        "mended": len(made.mended),
        "rejected": len(made.rejected),
        "changes": {**made.changes()},
        "reasons": {**made.reasons()},
    }


def repair_text(made: Repair) -> str:
    """The counts for people."""
    lines = [f"{len(made.mended)} legs mended, {len(made.rejected)} rejected"]
    lines += [f"  changed   {code:26}{count:5} legs" for code, count in made.changes().items()]
    lines += [f"  rejected  {code:26}{count:5} legs" for code, count in made.reasons().items()]
    return "\n".join(lines)
