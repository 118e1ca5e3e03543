"""Sizes and SHA-256 of a release's files: taken when it is frozen, compared when it is checked."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from releases.findings import critical
from releases.layout import MANIFEST, MANIFEST_DIGEST, release_files
from schemas.canonical import dump, sha256_bytes
from schemas.errors import InputError
from schemas.files import read_bytes, write_atomically
from schemas.findings import Finding
from schemas.manifest import FileEntry, Manifest

__all__ = ["damaged", "entries", "file_digest", "write_manifest"]

CHUNK = 1 << 20


def entries(folder: Path) -> tuple[FileEntry, ...]:
    """The entry of every file of a release, sorted by path; the manifest and its digest are left out."""
    return tuple(
        FileEntry(path=path, bytes=(folder / path).stat().st_size, sha256=file_digest(folder / path))
        for path in release_files(folder)
        if path not in {MANIFEST, MANIFEST_DIGEST}
    )


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write manifest.json, and manifest.sha256 in the form that `sha256sum --check` reads."""
    text = (json.dumps(dump(manifest), indent=1, ensure_ascii=False, sort_keys=True) + "\n").encode()
    write_atomically(folder / MANIFEST, text)
    write_atomically(folder / MANIFEST_DIGEST, f"{sha256_bytes(text)}  {MANIFEST}\n".encode())


def damaged(folder: Path, manifest: Manifest) -> Iterator[Finding]:
    """Every file that is not what the manifest says, that it doesn't list, or that is missing."""
    stated = (folder / MANIFEST_DIGEST).read_bytes() if (folder / MANIFEST_DIGEST).is_file() else b""
    if stated != f"{sha256_bytes(read_bytes(folder / MANIFEST))}  {MANIFEST}\n".encode():
        yield critical("Release.wrong-hash", "release", MANIFEST, f"its SHA-256 is not the one in {MANIFEST_DIGEST}")
    listed = {entry.path: entry for entry in manifest.files}
    present = {path for path in release_files(folder) if path not in {MANIFEST, MANIFEST_DIGEST}}
    for path in sorted(present - listed.keys()):
        yield critical("Release.unlisted-file", "release", path, "the manifest doesn't list this file")
    for path, entry in listed.items():
        if path not in present:
            yield critical("Release.missing-file", "release", path, "the manifest lists this file, and it is not there")
        elif (folder / path).stat().st_size != entry.bytes:
            size = (folder / path).stat().st_size
            yield critical(
                "Release.wrong-hash", "release", path, f"it has {size} bytes; the manifest says {entry.bytes}"
            )
        elif (found := file_digest(folder / path)) != entry.sha256:
            yield critical(
                "Release.wrong-hash",
                "release",
                path,
                f"its SHA-256 is {found[:12]}…; the manifest says {entry.sha256[:12]}…",
            )


def file_digest(path: Path) -> str:
    """A file's SHA-256. Raises InputError when it can't be read."""
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while chunk := file.read(CHUNK):
                digest.update(chunk)
    except OSError as error:
        raise InputError(f"{path}: can't be read: {error.strerror or error}") from error
    return digest.hexdigest()
