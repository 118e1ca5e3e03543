"""Whether a ZIM file is whole: read against its own checksum and tables before libzim opens it here.

libzim trusts what it reads: offsets and indices of a damaged file can end the process. So no byte reaches it that the
file's checksum doesn't vouch for, and what a checksum can't vouch for is tried in a process that may end.
"""

from __future__ import annotations

import hashlib
import os
import struct
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from schemas.canonical import sha256_of
from schemas.errors import InputError
from schemas.files import write_atomically
from worlds import zimprobe
from worlds.net.cache import cache_root
from worlds.zimlayout import refuse_misplaced

__all__ = ["REMEMBERED", "refuse_damaged"]

REMEMBERED = 256 * 1024 * 1024
"""From this size in bytes on, a file that was found whole is not read again while size and time of change stay."""

PROBE = 1
"""Counts up when more is asked of a file, so that files found whole before are read again."""

_PATIENCE = 300
"""Seconds after which reading counts as endless; the largest files take some 10."""

_MAGIC = 0x044D495A
_HEADER = 80
_CHECKSUM_AT = 72
_MD5 = 16
_CHUNK = 1024 * 1024
_MEND = "download the file again, or name another .zim"


def refuse_damaged(path: Path) -> None:
    """Raise InputError, which names the file, unless it is a whole ZIM file that libzim can read.

    It must have the length and checksum that it states: the format keeps at byte 72 where the MD5 of everything before
    stands, the last 16 bytes. Then its tables are read (worlds.zimlayout), and its parts by libzim in another process
    (worlds.zimprobe), once for each content: a crafted file has a right checksum.
    """
    status = path.stat()
    whole = f"{path.resolve()} {status.st_size} {status.st_mtime_ns}"
    if status.st_size >= REMEMBERED and _note(whole).is_file():
        return
    read = f"{_refuse_changed(path, status.st_size)} {status.st_size} {PROBE}"
    if not _note(read).is_file():
        refuse_misplaced(path)
        _refuse_unreadable(path)
        _keep(read)
    if status.st_size >= REMEMBERED:
        _keep(whole)


def _note(told: str) -> Path:
    """Where it is kept that a file was found whole."""
    return cache_root(os.environ) / "zim" / sha256_of({"whole": told})


def _keep(told: str) -> None:
    with suppress(InputError):  # where nothing can be kept, the file is read again next time
        write_atomically(_note(told), f"{told}\n".encode())


def _refuse_changed(path: Path, size: int) -> str:
    """The file's checksum in hexadecimal digits, after it was found to be right."""
    with path.open("rb") as file:
        header = file.read(_HEADER)
        place = _checksum_place(header)
        if place is None or place + _MD5 != size:
            raise InputError(f"{path}: not a whole ZIM file: {_why(header, place, size)}: {_MEND}")
        file.seek(0)
        digest = hashlib.md5(usedforsecurity=False)
        left = place
        while left:
            chunk = file.read(min(_CHUNK, left))
            if not chunk:
                break
            digest.update(chunk)
            left -= len(chunk)
        if digest.digest() != file.read(_MD5):
            raise InputError(f"{path}: damaged ZIM file: its checksum doesn't match: {_MEND}")
    return digest.hexdigest()


def _refuse_unreadable(path: Path) -> None:
    """Have another process read the file's parts, and raise InputError where that fails, dies or doesn't end."""
    command = [sys.executable, "-P", zimprobe.__file__, str(path.resolve())]
    try:
        done = subprocess.run(command, capture_output=True, timeout=_PATIENCE, check=False)  # noqa: S603 (our own interpreter)
    except subprocess.TimeoutExpired as error:
        raise InputError(f"{path}: damaged ZIM file: libzim doesn't end reading it: {_MEND}") from error
    if done.returncode:
        said = done.stdout.decode(errors="replace").strip().rstrip(".")
        why = said or f"libzim ends the process that reads it (status {done.returncode})"
        raise InputError(f"{path}: damaged ZIM file: {why}: {_MEND}")


def _checksum_place(header: bytes) -> int | None:
    """Where the header says that the checksum stands; None where it is no header of a ZIM file that has one."""
    if len(header) < _HEADER or struct.unpack_from("<I", header)[0] != _MAGIC:
        return None
    place: int = struct.unpack_from("<Q", header, _CHECKSUM_AT)[0]
    return place if place >= _HEADER else None


def _why(header: bytes, place: int | None, size: int) -> str:
    if place is None:
        return "it doesn't begin as one" if header else "it is empty"
    return f"it has {size} bytes and should have {place + _MD5}"
