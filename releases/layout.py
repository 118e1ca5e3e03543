"""What stands where in a release folder."""

from __future__ import annotations

from pathlib import Path

from schemas.base import parse_record
from schemas.errors import InputError
from schemas.files import read_bytes
from schemas.manifest import Manifest

__all__ = [
    "ATTRIBUTION",
    "CANARY",
    "CARD",
    "CROISSANT",
    "FICTIONAL",
    "KEY",
    "MAINTAINER",
    "MANIFEST",
    "MANIFEST_DIGEST",
    "PLOTS",
    "RECIPE",
    "REJECTED",
    "REVIEW",
    "UNREVIEWED",
    "WORLD",
    "is_release",
    "read_manifest",
    "release_files",
]

ATTRIBUTION = "ATTRIBUTION.md"
CARD = "README.md"
CROISSANT = "croissant.json"
FICTIONAL = "> **Fictional.**"
MAINTAINER = "> **Withheld.**"
UNREVIEWED = "> **Unreviewed.**"
"""How the first lines of a card say what its readers must know first."""
MANIFEST = "manifest.json"
MANIFEST_DIGEST = "manifest.sha256"
PLOTS = "plots"
RECIPE = "recipe.toml"
REJECTED = "rejected.jsonl"
REVIEW = "review.json"
CANARY = "CANARY"
WORLD = "world"
KEY = "commitment.key"
"""The maintainer's key of a private test: in no manifest, and never published."""


def is_release(path: Path) -> bool:
    """Whether a path is a folder with a release's manifest."""
    return (path / MANIFEST).is_file()


def read_manifest(folder: Path) -> Manifest:
    """A release's manifest. Raises InputError when the folder is no release or the manifest can't be read."""
    if not is_release(folder):
        raise InputError(f"{folder}: not a release: it has no {MANIFEST}")
    return parse_record(Manifest, read_bytes(folder / MANIFEST), str(folder / MANIFEST))


def release_files(folder: Path) -> list[str]:
    """Every file below a folder but the key, as sorted relative paths with forward slashes."""
    found = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir())
    return sorted(name for name in found if name != KEY)
