"""`ATTRIBUTION.md`: every article whose text a release holds, and the revision it was taken from (CC BY-SA, 3(a))."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from releases.licences import Source
from schemas.base import parse_record
from schemas.files import read_jsonl
from schemas.worlds import PageRecord
from worlds.record import PAGES

__all__ = ["attribution", "needs_attribution"]


def needs_attribution(pages: Source) -> bool:
    """Whether a source's licence asks that the authors of its pages be named."""
    return "BY" in pages.licence.spdx.split("-") or pages.licence.spdx.startswith("GFDL")


def attribution(world: Path, pages: Source, canary: str) -> Iterator[bytes]:
    """The file's lines, page after page."""
    yield (
        f"# Articles in this release\n\n{pages.licence.attribution}. Licence: {pages.licence.spdx}. The text of each "
        "article was taken from the revision named here, rendered as HTML and cut to its body; its page history lists "
        f"its authors.\n\nCanary GUID: {canary}\n\n"
    ).encode()
    for number, line in read_jsonl(world / PAGES):
        page = parse_record(PageRecord, line, f"{world / PAGES}: line {number}")
        title = page.title.replace("[", "\\[").replace("]", "\\]")
        yield f"- [{title}](<{page.url}>), revision {page.revision}\n".encode()
