"""Reads a ZIM file's parts once, in a process of its own: libzim ends the process that reads what is made wrong.

Run as `python -P zimprobe.py FILE` by worlds.zimcheck, and imports nothing of ours. Prints what is wrong, if it can.
"""

from __future__ import annotations

import sys
from pathlib import Path

from libzim.reader import Archive, Entry  # type: ignore[import-untyped]  # ships stubs, but no py.typed
from libzim.search import Query, Searcher  # type: ignore[import-untyped]
from libzim.suggestion import SuggestionSearcher  # type: ignore[import-untyped]

ENTRIES = 4000
"""At most so many entries are read, evenly over the file; every cluster of a file below some 100 MB holds one."""

BYTES = 256 * 1024 * 1024
"""Contents that would make it more than so much are left."""


def main(path: Path) -> int:
    """0 for a file whose parts can be read, 1 for one that libzim says is damaged."""
    try:
        _read(Archive(path))
    except (RuntimeError, LookupError, UnicodeDecodeError, OverflowError, MemoryError) as error:
        sys.stdout.write((str(error).splitlines() or ["unknown"])[0])
        return 1
    return 0


def _read(archive: Archive) -> None:
    if archive.has_main_entry:
        _follow(archive.main_entry)
    for key in archive.metadata_keys:
        archive.get_metadata(key)
    left = BYTES
    count = archive.all_entry_count
    for number in range(0, count, max(1, count // ENTRIES)):
        entry = archive._get_entry_by_id(number)  # noqa: SLF001 - libzim's only way to list
        archive.has_entry_by_path(entry.path)
        archive.has_entry_by_title(entry.title)
        target = _follow(entry)
        size = target.get_item().size if target else 0
        if target is not None and size <= left:
            left -= len(bytes(target.get_item().content))
    if archive.has_fulltext_index:
        list(Searcher(archive).search(Query().set_query("a")).getResults(0, 5))
    list(SuggestionSearcher(archive).suggest("a").getResults(0, 5))


def _follow(entry: Entry) -> Entry | None:
    """The entry that redirects lead to; None where they go round in a circle."""
    for _ in range(16):
        if not entry.is_redirect:
            return entry
        entry = entry.get_redirect_entry()
    return None


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
