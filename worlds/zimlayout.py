"""Whether a ZIM file's tables lead where they may: read by ourselves before libzim follows any pointer of them.

The checksum says that a file is as it was made, not that it was made well: a crafted one has a right checksum. The
layout is that of the openZIM specification (header, MIME list, path and title pointers, directory entries, clusters).
"""

from __future__ import annotations

import mmap
import struct
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.errors import InputError

__all__ = ["refuse_misplaced"]

_HEADER = struct.Struct("<II16xIIQQQQIIQ")
_NONE = 0xFFFFFFFF
_NOWHERE = 0xFFFFFFFFFFFFFFFF
_REDIRECT, _LINK_TARGET, _DELETED = 0xFFFF, 0xFFFE, 0xFFFD
_ITEM = struct.Struct("<HBsIII")
_POINTING = struct.Struct("<HBsII")
_COMPRESSIONS = frozenset((0, 1, 4, 5))
"""None (two codes), LZMA and Zstandard: what libzim reads."""

_EXTENDED = 0x10
_LONGEST_TEXT = 1 << 16
_MOST_TYPES = 1 << 12


class _Wrong(Exception):
    """What leads nowhere; the file is named by the caller."""


class _Header(NamedTuple):
    magic: int
    version: int
    entries: int
    clusters: int
    paths_at: int
    titles_at: int
    clusters_at: int
    types_at: int
    main: int
    layout: int
    end: int


def refuse_misplaced(path: Path) -> None:
    """Raise InputError, which names the file and what is wrong, where a table or pointer leads outside its bounds.

    Reads the header, the tables and every directory entry, no content: about 2 s for a million entries.
    """
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        try:
            _check(data, _Header(*_HEADER.unpack_from(data)))
        except (_Wrong, struct.error) as error:
            raise InputError(
                f"{path}: damaged ZIM file: {error}: its maker's fault; name another file, or make it anew"
            ) from error


def _check(data: mmap.mmap, header: _Header) -> None:
    types = _types(data, header)
    paths = _table(data, header, header.paths_at, header.entries, "<u8", "path pointers")
    clusters = _table(data, header, header.clusters_at, header.clusters, "<u8", "cluster pointers")
    if header.titles_at != _NOWHERE:
        titles = _table(data, header, header.titles_at, header.entries, "<u4", "title pointers")
        _inside(titles, header.entries, "a title pointer")
    for what, entry in (("main page", header.main), ("layout page", header.layout)):
        if entry not in {_NONE, 0} and entry >= header.entries:
            raise _Wrong(f"its {what} is entry {entry} of {header.entries}")
    blobs = _blobs(data, header, clusters)
    for number, at in enumerate(paths.tolist()):
        _entry(data, header, number, at, types, blobs)


def _types(data: mmap.mmap, header: _Header) -> int:
    """How many MIME types there are; the list ends with an empty one."""
    at = header.types_at
    for count in range(_MOST_TYPES):
        text, at = _text(data, at, header.end, "MIME list")
        if not text:
            return count
    raise _Wrong("its MIME list doesn't end")


def _table(
    data: mmap.mmap, header: _Header, at: int, count: int, kind: str, what: str
) -> NDArray[np.uint64] | NDArray[np.uint32]:
    size = np.dtype(kind).itemsize
    if not _HEADER.size <= at <= header.end or count * size > header.end - at:
        raise _Wrong(f"its {count} {what} at byte {at} lie outside the file")
    return np.frombuffer(data[at : at + count * size], dtype=kind)


def _inside(numbers: NDArray[np.uint64] | NDArray[np.uint32], count: int, what: str) -> None:
    if len(numbers) and int(numbers.max()) >= count:
        raise _Wrong(f"{what} leads to {int(numbers.max())} of {count}")


def _text(data: mmap.mmap, at: int, end: int, what: str) -> tuple[bytes, int]:
    """A text that ends in a zero byte, and where the next begins."""
    if not _HEADER.size <= at < end:
        raise _Wrong(f"its {what} at byte {at} lies outside the file")
    stop = data.find(b"\0", at, min(end, at + _LONGEST_TEXT))
    if stop < 0:
        raise _Wrong(f"its {what} at byte {at} doesn't end")
    text = data[at:stop]
    try:
        text.decode()
    except UnicodeDecodeError as error:
        raise _Wrong(f"its {what} at byte {at} isn't UTF-8") from error
    return text, stop + 1


def _blobs(data: mmap.mmap, header: _Header, clusters: NDArray[np.uint64] | NDArray[np.uint32]) -> list[int | None]:
    """How many blobs each cluster holds, where that can be read without unpacking it; None for packed ones."""
    _inside(clusters, header.end, "a cluster pointer")
    starts = clusters.tolist()
    places = sorted({*starts, header.end})
    ends = dict(pairwise(places))
    found: list[int | None] = []
    for number, at in enumerate(starts):
        if at < _HEADER.size:
            raise _Wrong(f"cluster {number} lies in the header")
        kind = data[at]
        if kind & 0x0F not in _COMPRESSIONS or kind & ~(0x0F | _EXTENDED):
            raise _Wrong(f"cluster {number} is packed in a way ({kind}) that nothing reads")
        found.append(None if kind & 0x0F > 1 else _plain(data, number, at, ends[at], extended=bool(kind & _EXTENDED)))
    return found


def _plain(data: mmap.mmap, number: int, at: int, end: int, *, extended: bool) -> int:
    """How many blobs a cluster holds that isn't packed: its offsets rise, and the last is no farther than its end."""
    kind = np.dtype("<u8" if extended else "<u4")
    room = end - at - 1
    first = int.from_bytes(data[at + 1 : at + 1 + kind.itemsize], "little")
    if room < kind.itemsize or not kind.itemsize <= first <= room or first % kind.itemsize:
        raise _Wrong(f"cluster {number} has no table of its blobs")
    offsets = np.frombuffer(data[at + 1 : at + 1 + first], dtype=kind)
    if bool((offsets[1:] < offsets[:-1]).any()) or int(offsets[-1]) > room:
        raise _Wrong(f"a blob of cluster {number} lies outside it")
    return len(offsets) - 1


def _entry(data: mmap.mmap, header: _Header, number: int, at: int, types: int, blobs: list[int | None]) -> None:
    """Check one directory entry: its MIME type, what it points to, its path and title."""
    what = f"entry {number}"
    if not _HEADER.size <= at < header.end - _ITEM.size:
        raise _Wrong(f"{what} at byte {at} lies outside the file")
    kind, _, space, _, first, second = _ITEM.unpack_from(data, at)
    if not 32 < space[0] < 127:
        raise _Wrong(f"{what} has no namespace")
    texts_at = at + _ITEM.size
    if kind == _REDIRECT:
        texts_at = at + _POINTING.size
        if first >= header.entries:
            raise _Wrong(f"{what} redirects to {first} of {header.entries}")
    elif kind in {_LINK_TARGET, _DELETED}:
        texts_at = at + _POINTING.size - 4
    elif kind >= types:
        raise _Wrong(f"{what} has MIME type {kind} of {types}")
    elif first >= header.clusters:
        raise _Wrong(f"{what} lies in cluster {first} of {header.clusters}")
    elif (held := blobs[first]) is not None and second >= held:
        raise _Wrong(f"{what} is blob {second} of {held} of its cluster")
    _, title_at = _text(data, texts_at, header.end, f"path of {what}")
    _text(data, title_at, header.end, f"title of {what}")
