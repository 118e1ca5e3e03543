"""Pictures made of SVG lines with a size, set one below the other, and written out as one document."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

__all__ = ["Picture", "document", "stacked"]

HEADING, GAP = 26, 14


class Picture(NamedTuple):
    """Lines of SVG that draw within a width and a height, in SVG's own units."""

    width: int
    height: int
    lines: tuple[str, ...]


def document(title: str, picture: Picture) -> str:
    """A self-contained SVG document."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {picture.width} {picture.height}" '
        f'width="{picture.width}" height="{picture.height}" font-family="sans-serif" role="img">'
    )
    return "\n".join([head, f"<title>{escape(title)}</title>", *picture.lines, "</svg>"]) + "\n"


def stacked(parts: Sequence[tuple[str, Picture]]) -> Picture:
    """Pictures one below the other on white, each under its heading."""
    lines: list[str] = []
    top = 0
    for heading, picture in parts:
        lines.append(f'<text x="8" y="{top + 18}" font-size="14" font-weight="bold">{escape(heading)}</text>')
        lines += [f'<g transform="translate(0 {top + HEADING})">', *picture.lines, "</g>"]
        top += HEADING + picture.height + GAP
    width = max(max(picture.width, 16 + 9 * len(heading)) for heading, picture in parts)
    return Picture(width, top, (f'<rect width="{width}" height="{top}" fill="#ffffff"/>', *lines))
