"""What of a release may not be published, and what to drop so that the rest may (requirement 11 of releases)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from releases.layout import KEY, WORLD
from releases.recording import sources
from schemas.errors import InputError
from schemas.manifest import Manifest

__all__ = ["Obstacle", "obstacles", "refuse_unpublishable"]


class Obstacle(NamedTuple):
    """Something that may not go out, why, and what to do about it."""

    what: str
    why: str
    mend: str

    def __str__(self) -> str:
        return f"{self.what}: {self.why}: {self.mend}"


def obstacles(folder: Path, manifest: Manifest) -> Iterator[Obstacle]:
    """Everything in the way of publishing a release, the gravest first.

    Every recorded page and answer carries its source's licence, with credit and whether it may be passed on
    (`schemas.worlds.LicenceRecord`). Raises InputError when the recorded world can't be read.
    """
    if manifest.variant == "maintainer":
        mend = f"push its public half, `benchwright withhold {folder} -o DIR`"
        yield Obstacle(str(folder), "the maintainer's folder of a private test, with the answers", mend)
    if manifest.variant == "public" and (folder / KEY).exists():
        yield Obstacle(f"{folder / KEY}", "the maintainer's key", "move it back to the maintainer's folder")
    if manifest.world is not None and manifest.world.fictional:
        yield Obstacle(
            str(folder), "its world is fictional, and fictional legs are never pushed", "build from a real one"
        )
    if (folder / WORLD).is_dir():
        for source in sources(folder / WORLD):
            if not source.licence.redistributable:
                why = f"{source.licence.spdx} ({source.licence.attribution}) forbids passing it on"
                yield Obstacle(source.name, why, f"{_mend(source.name)} and build again")


def refuse_unpublishable(folder: Path, manifest: Manifest) -> None:
    """Raise InputError with the first thing in the way, how many more there are, and what to drop."""
    found = list(obstacles(folder, manifest))
    if found:
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise InputError(f"{found[0]}{more}")


def _mend(name: str) -> str:
    if name.startswith("answers of "):
        return f"drop the legs whose roadblocks ask {name.removeprefix('answers of ')}, or take another provider"
    return "take pages whose licence allows it"
