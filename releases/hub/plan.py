"""What a push will do, known before a byte is sent: files, bytes and commits, within a budget."""

from __future__ import annotations

import hashlib
from pathlib import Path

from releases.hub.remote import RemoteFile
from releases.layout import MANIFEST, MANIFEST_DIGEST, release_files
from schemas.base import Record
from schemas.errors import InputError
from schemas.manifest import Manifest

__all__ = [
    "GITATTRIBUTES", "MOST_BYTES", "MOST_FILES", "PushPlan", "same_file", "stale", "uploads", "within_budget",
]  # fmt: skip

GITATTRIBUTES = ".gitattributes"
"""The Hub's own file in every repository; a release neither brings nor removes it."""

MOST_FILES = 1_000
MOST_BYTES = 300 * 2**30
"""What a release may have at most: the Hub asks for few, large files, and takes public datasets up to this size."""


class PushPlan(Record):
    """A push in figures. `files` and `bytes` are the release's; `send_files` and `send_bytes` what isn't there yet.

    `commits` counts every commit on any branch; `remove_files` what an earlier release left that this one hasn't;
    `xet` says whether large files would go over the Xet protocol.
    """

    repository: str
    version: str
    revision: str
    files: int
    bytes: int
    send_files: int
    send_bytes: int
    remove_files: int
    commits: int
    xet: bool


def within_budget(folder: Path) -> dict[str, int]:
    """Every file of a release and its size in bytes. Raises InputError where they are too many or too large."""
    sizes = {path: (folder / path).stat().st_size for path in release_files(folder)}
    if len(sizes) > MOST_FILES:
        raise InputError(f"{folder}: {len(sizes)} files; a push takes at most {MOST_FILES}: make fewer, larger shards")
    if (total := sum(sizes.values())) > MOST_BYTES:
        raise InputError(f"{folder}: {total} bytes; a push takes at most {MOST_BYTES}: split the release")
    return sizes


def uploads(folder: Path, manifest: Manifest, tree: dict[str, RemoteFile]) -> list[str]:
    """The files of a release that a tree doesn't hold as they are."""
    digests = {entry.path: entry.sha256 for entry in manifest.files}
    paths = [*digests, MANIFEST, MANIFEST_DIGEST]
    return [path for path in paths if not same_file(folder / path, digests.get(path), tree.get(path))]


def stale(manifest: Manifest, tree: dict[str, RemoteFile]) -> list[str]:
    """The files of a tree that the release doesn't have."""
    kept = {GITATTRIBUTES, MANIFEST, MANIFEST_DIGEST, *(entry.path for entry in manifest.files)}
    return sorted(tree.keys() - kept)


def same_file(path: Path, sha256: str | None, remote: RemoteFile | None) -> bool:
    """Whether the Hub's digest of a file is that of the file here; `sha256` is the latter's, where it is known."""
    if remote is None or remote.size != path.stat().st_size:
        return False
    if remote.large:
        return remote.oid == (sha256 or hashlib.sha256(path.read_bytes()).hexdigest())
    return remote.oid == _git_blob(path.read_bytes())


def _git_blob(data: bytes) -> str:
    """The digest that git gives a file (gitformat: SHA-1 over a header and the bytes)."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
