"""A release's manifest: where it comes from, and the size and digest of every file in it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from schemas.base import CanaryString, Record, Sha256
from schemas.legs import Split
from schemas.recipes import RecipeName, Seed, SemanticVersion

__all__ = ["ConfigName", "FileEntry", "Manifest", "SplitEntry", "WorldEntry"]

ConfigName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z_]*$")]

RelativePath = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_][^/\\\x00]*(/[A-Za-z0-9_][^/\\\x00]*)*$")]
"""A path inside the release: forward slashes, never absolute, and no part starts with a dot."""


class FileEntry(Record):
    """One file: `bytes` is its size."""

    path: RelativePath
    bytes: Annotated[int, Field(ge=0)]
    sha256: Sha256


class SplitEntry(Record):
    """One split of one config."""

    config: ConfigName
    split: Split
    items: Annotated[int, Field(ge=0)]
    shards: Annotated[int, Field(ge=1)]


class WorldEntry(Record):
    """The recorded world: what it was recorded from, and the digest of what was recorded."""

    name: str
    version: str
    fictional: bool
    digest: Sha256


class Manifest(Record):
    """What a release claims to be. `recipe` is the SHA-256 of recipe.toml; `files` is sorted by path.

    The manifest itself and `manifest.sha256`, which holds its digest, are the only files not listed.
    """

    format: Literal["benchwright-release-1"]
    name: RecipeName
    version: SemanticVersion
    seed: Seed
    canary: CanaryString
    recipe: Sha256
    code_version: str
    unreviewed: bool
    world: WorldEntry | None
    splits: tuple[SplitEntry, ...]
    files: tuple[FileEntry, ...]

    @model_validator(mode="after")
    def _lists_each_file_once(self) -> Manifest:
        paths = [entry.path for entry in self.files]
        if paths != sorted(set(paths)):
            raise ValueError("files are not listed once each in the order of their paths")
        return self
