"""Pulling a release from the Hub: every file of a commit, checked against its manifest as it arrives."""

from __future__ import annotations

import hashlib
import re
import shutil
import tempfile
from pathlib import Path

from releases.hub.address import RepoAddress
from releases.hub.plan import GITATTRIBUTES
from releases.hub.remote import Remote
from releases.layout import MANIFEST, read_manifest
from releases.progress import QUIET, Progress
from schemas.base import parse_record
from schemas.errors import InputError, ReleaseError
from schemas.files import read_bytes
from schemas.manifest import Manifest

__all__ = ["compare", "pull", "remote_manifest"]

SAFE = re.compile(r"[A-Za-z0-9_][^/\\\x00]*(/[A-Za-z0-9_][^/\\\x00]*)*")
"""A path that stays inside the folder: as in a manifest."""


def pull(address: RepoAddress, remote: Remote, out: Path, progress: Progress = QUIET) -> Manifest:
    """Fetch a release into a new folder, whole or not at all.

    Files that an interrupted pull has left beside it are used again where their digests are right. Raises InputError
    when `out` exists, ReleaseError for a repository that holds no release or an unsafe path, and RemoteError.
    """
    if out.exists():
        raise InputError(f"{out}: exists already: name a new folder")
    commit = remote.resolve(address.revision)
    tree = remote.tree(commit)
    paths = sorted(tree.keys() - {GITATTRIBUTES})
    if MANIFEST not in tree:
        raise ReleaseError(f"{address}: holds no release: it has no {MANIFEST}")
    for path in paths:
        if not SAFE.fullmatch(path):
            raise ReleaseError(f"{address}: {path!r} is no path of a release: nothing was kept")
    partial = out.with_name(f".{out.name}.{commit[:12]}.part")
    partial.mkdir(parents=True, exist_ok=True)
    progress.begin("fetching", len(paths))
    for path in paths:
        file = partial / path
        if not (file.is_file() and tree[path].large and _sha256(file) == tree[path].oid):
            remote.download(path, commit, partial)
        progress.step(accepted=1)
    progress.end()
    shutil.rmtree(partial / ".cache", ignore_errors=True)  # what the client keeps beside the files
    manifest = read_manifest(partial)
    partial.rename(out)
    return manifest


def remote_manifest(remote: Remote, commit: str) -> Manifest | None:
    """The manifest of the release that a commit holds; None where it holds none that can be read."""
    if MANIFEST not in remote.tree(commit):
        return None
    with tempfile.TemporaryDirectory(prefix="benchwright-") as folder:
        path = remote.download(MANIFEST, commit, Path(folder))
        try:
            return parse_record(Manifest, read_bytes(path), f"{remote.repo}@{commit[:12]}: {MANIFEST}")
        except InputError:
            return None


def compare(fetched: Path, sent: Path, where: str) -> None:
    """Raise ReleaseError unless two files have the same bytes."""
    found, wanted = _sha256(fetched), _sha256(sent)
    if found != wanted:
        told = f"{where}: came back with SHA-256 {found[:12]}…, {wanted[:12]}… was sent; nothing was tagged: push again"
        raise ReleaseError(told)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
