"""Titles as a MediaWiki has them: which can be, what a title asked for stands for, and how links spell them."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

from worlds.live.replies import ApiPage
from worlds.pages import DamagedPage

__all__ = ["Resolution", "fault_in", "resolution", "trusted"]

MOST_BYTES = 255
"""Bytes of UTF-8 that a title has at most."""

NEVER = frozenset("#<>[]{}|")
"""Characters that no title holds: links and templates are written with them."""

DIRECTIONS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Invisible characters that turn the direction of writing: a title with one looks like another title."""

MOST_HOPS = 16


class Resolution(NamedTuple):
    """What a title that was asked for stands for: how it is normalised, the redirects it takes, and the exact title.

    `title` is None where the wiki has no such article.
    """

    asked: str
    normalised: str
    redirects: tuple[str, ...]
    title: str | None


def fault_in(title: str) -> str:
    """Why no article can have this title, or nothing."""
    if not title.strip(" _"):
        return "it is empty"
    for character in title:
        if character in DIRECTIONS:
            return f"it holds the invisible direction mark U+{ord(character):04X}"
        if character in NEVER or unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"} or character == "\ufffd":
            return f"it holds the character U+{ord(character):04X}, which no title has"
    if len(title.encode()) > MOST_BYTES:
        return f"it is longer than {MOST_BYTES} bytes"
    return ""


def trusted(title: str, where: str) -> str:
    """A title that the wiki gave, once it can be one. Raises DamagedPage, which names it in plain characters."""
    fault = fault_in(title)
    if fault:
        raise DamagedPage(f"{where}: page {title!a}: no usable title: {fault}")
    return title


def resolution(
    asked: str, normalised: Mapping[str, str], redirects: Mapping[str, str], pages: Mapping[str, ApiPage], where: str
) -> Resolution:
    """What a title asked for stands for, by a query's `normalized` and `redirects` and its pages by title."""
    first = at = normalised.get(asked, asked)
    through: list[str] = []
    while at in redirects and len(through) < MOST_HOPS:
        through.append(at)
        at = redirects[at]
    page = pages.get(at)
    held = page is not None and page.ns == 0 and page.exists
    return Resolution(asked, first, tuple(through), trusted(at, where) if held else None)
