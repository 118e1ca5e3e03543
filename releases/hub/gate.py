"""What may not leave this machine: fictional worlds, items that nobody reviewed, and releases with findings."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from releases.check import check
from releases.layout import CARD, MANIFEST, UNREVIEWED
from releases.publishable import refuse_unpublishable
from schemas.canonical import sha256_bytes
from schemas.errors import InputError, ReleaseError
from schemas.files import read_bytes
from schemas.manifest import Manifest

__all__ = ["Allowances", "refuse"]


class Allowances(NamedTuple):
    """What the user says may go out all the same."""

    unreviewed: bool = False


def refuse(folder: Path, manifest: Manifest, allowances: Allowances) -> None:
    """Raise unless a release may be pushed: InputError for what it is, ReleaseError for what is wrong with it."""
    refuse_unpublishable(folder, manifest)
    if manifest.unreviewed:
        card = read_bytes(folder / CARD).decode("utf-8", errors="replace")
        if UNREVIEWED not in card.partition("\n## ")[0]:
            raise ReleaseError(f"{folder / CARD}: its first lines don't say that items are unreviewed: build it again")
        if not allowances.unreviewed:
            raise InputError(f"{folder}: no expert has reviewed its triplets: review them, or say --allow-unreviewed")
    fault = _first_fault(folder, sha256_bytes(read_bytes(folder / MANIFEST)))
    if fault is not None:
        raise ReleaseError(f"{folder}: {fault}: a release with findings is not pushed")


@lru_cache(maxsize=16)
def _first_fault(folder: Path, _digest: str) -> str | None:
    """The first critical finding of a release whose hashes were compared before; `_digest` is its manifest's."""
    for finding in check(folder).critical:
        return f"{finding.item}: {finding.place}: {finding.code}: {finding.message}"
    return None
