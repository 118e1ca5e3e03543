"""A release's manifest: where it comes from, and the size and digest of every file in it."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StringConstraints, model_validator

from schemas.base import CanaryString, Record, Sha256
from schemas.legs import Split
from schemas.recipes import RecipeName, Seed, SemanticVersion

__all__ = [
    "Commitment",
    "ConfigName",
    "EarlierEntry",
    "FileEntry",
    "Manifest",
    "SplitEntry",
    "Variant",
    "WorldEntry",
]

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
    """The recorded world: what it was recorded from, and the digest of what was recorded.

    The public half of a private test doesn't give the digest.
    """

    name: str
    version: str
    fictional: bool
    digest: Sha256 | None


class EarlierEntry(Record):
    """The earlier release that this one was compared with; `manifest` is the SHA-256 of its manifest."""

    name: RecipeName
    version: SemanticVersion
    manifest: Sha256


class Commitment(Record):
    """What binds the maintainer of a private test to answers that are withheld.

    `value` is the HMAC, under a key that stays with the maintainer, of the canonical JSON of the maintainer's
    manifest, which covers every file with an answer. The public half of the test shows it; whoever is later given
    key and folder can tell that nothing was changed. (RFC 2104, FIPS 180-4.)
    """

    algorithm: Literal["HMAC-SHA-256"]
    of: Literal["manifest.json"]
    value: Sha256


Variant: TypeAlias = Literal["open", "maintainer", "public"]
"""An ordinary release; the folder of a private test that its maintainer keeps; the half of it that is published."""


class Manifest(Record):
    """What a release claims to be. `recipe` is the SHA-256 of recipe.toml; `files` is sorted by path.

    The manifest itself, `manifest.sha256`, which holds its digest, and the maintainer's key are the only files not
    listed. The public half of a private test says neither recipe nor seed, and has the commitment.
    """

    format: Literal["benchwright-release-1"]
    name: RecipeName
    version: SemanticVersion
    variant: Variant
    seed: Seed | None
    canary: CanaryString
    recipe: Sha256 | None
    code_version: str
    unreviewed: bool
    earlier: EarlierEntry | None
    commitment: Commitment | None
    world: WorldEntry | None
    splits: tuple[SplitEntry, ...]
    files: tuple[FileEntry, ...]

    @model_validator(mode="after")
    def _lists_each_file_once(self) -> Manifest:
        paths = [entry.path for entry in self.files]
        if paths != sorted(set(paths)):
            raise ValueError("files are not listed once each in the order of their paths")
        return self

    @model_validator(mode="after")
    def _withholds_what_is_private(self) -> Manifest:
        public = self.variant == "public"
        if public != (self.commitment is not None) or public != (self.seed is None) or public != (self.recipe is None):
            raise ValueError("the public half of a private test, and no other, has a commitment and no recipe and seed")
        return self
