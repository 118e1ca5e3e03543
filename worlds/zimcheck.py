"""Whether a ZIM file is whole: read against its own checksum before libzim opens it.

libzim trusts what it reads: offsets and indices of a damaged file can end the process. So no byte reaches it that
the file's checksum doesn't vouch for. Large files are read once, and remembered as long as they stay as they are.
"""

from __future__ import annotations

import hashlib
import os
import struct
from contextlib import suppress
from pathlib import Path

from schemas.canonical import sha256_of
from schemas.errors import InputError
from schemas.files import write_atomically
from worlds.net.cache import cache_root

__all__ = ["REMEMBERED", "refuse_damaged"]

REMEMBERED = 256 * 1024 * 1024
"""From this size in bytes on, a file that was found whole is not read again while size and time of change stay."""

_MAGIC = 0x044D495A
_HEADER = 80
_CHECKSUM_AT = 72
_MD5 = 16
_CHUNK = 1024 * 1024
_MEND = "download the file again, or name another .zim"


def refuse_damaged(path: Path) -> None:
    """Raise InputError, which names the file, unless it is a ZIM file of the length and checksum that it states.

    The ZIM file format keeps at byte 72 where the MD5 of everything before stands: the last 16 bytes.
    """
    status = path.stat()
    told = f"{path.resolve()} {status.st_size} {status.st_mtime_ns}"
    note = cache_root(os.environ) / "zim" / sha256_of({"whole": told})
    if status.st_size >= REMEMBERED and note.is_file():
        return
    with path.open("rb") as file:
        header = file.read(_HEADER)
        place = _checksum_place(header)
        if place is None or place + _MD5 != status.st_size:
            raise InputError(f"{path}: not a whole ZIM file: {_why(header, place, status.st_size)}: {_MEND}")
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
    if status.st_size >= REMEMBERED:
        with suppress(InputError):  # where nothing can be kept, the file is read again next time
            write_atomically(note, f"{told}\n".encode())


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
