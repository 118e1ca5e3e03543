"""Plain bar plots as SVG text, for reports that need no script and no file beside them."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

__all__ = ["COLOURS", "Bar", "bars", "columns", "stacks"]

COLOURS = ("#1f5a94", "#d9822b", "#5b8c5a", "#8a6bb0", "#6f6f6f")
"""Told apart in print and by colour-blind readers; every bar carries its number as well."""

INK, GRID = "#222", "#ddd"


class Bar(NamedTuple):
    """A label, and one number for each series."""

    label: str
    values: tuple[float, ...]


def _text(x: float, y: float, words: str, anchor: str = "start", size: int = 12) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{INK}">{escape(words)}</text>'
    )


def _box(x: float, y: float, width: float, height: float, colour: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{max(height, 0):.1f}" fill="{colour}"/>'


def _svg(width: float, height: float, title: str, parts: Sequence[str]) -> str:
    name = escape(title, quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'role="img" aria-label="{name}" font-family="system-ui, sans-serif">' + "".join(parts) + "</svg>"
    )


def _legend(names: Sequence[str], x: float, y: float) -> list[str]:
    parts: list[str] = []
    for number, name in enumerate(names):
        parts += [_box(x, y - 10, 12, 12, COLOURS[number % len(COLOURS)]), _text(x + 17, y, name)]
        x += 36 + 6.4 * len(name)
    return parts


def bars(title: str, names: Sequence[str], rows: Sequence[Bar], unit: str = " %", most: float = 100) -> str:
    """Horizontal bars, one for each series in each row, up to `most`."""
    left, right, thick, gap = 190.0, 70.0, 13.0, 8.0
    width, top = 760.0, 46.0
    scale = (width - left - right) / most
    step = thick * len(names) + gap
    parts = _legend(names, left, 16)
    for number in range(5):
        x = left + scale * most * number / 4
        parts.append(f'<path d="M{x:.1f} {top - 6}V{top + step * len(rows)}" stroke="{GRID}"/>')
        parts.append(_text(x, top - 9, f"{most * number / 4:.0f}{unit}", "middle", 10))
    for number, row in enumerate(rows):
        y = top + step * number
        parts.append(_text(left - 8, y + step / 2, row.label, "end"))
        for series, value in enumerate(row.values):
            parts.append(_box(left, y + thick * series, scale * value, thick - 2, COLOURS[series]))
            parts.append(_text(left + scale * value + 5, y + thick * series + 10, f"{value:.1f}{unit}", size=11))
    return _svg(width, top + step * len(rows) + 6, title, parts)


def columns(title: str, rows: Sequence[Bar], level: float, told: str) -> str:
    """Upright bars of one series, with a dashed line at `level` and what it tells."""
    width, height, bottom, left = 760.0, 240.0, 26.0, 20.0
    most = max([level, *(row.values[0] for row in rows), 1.0])
    scale = (height - bottom - 30) / most
    step = (width - left - 150) / max(len(rows), 1)
    ground = height - bottom
    parts: list[str] = []
    for number, row in enumerate(rows):
        x, value = left + step * number, row.values[0]
        parts.append(_box(x + 6, ground - scale * value, step - 12, scale * value, COLOURS[0]))
        parts.append(_text(x + step / 2, ground - scale * value - 5, f"{value:.0f}", "middle", 11))
        parts.append(_text(x + step / 2, ground + 17, row.label, "middle"))
    line = ground - scale * level
    parts.append(f'<path d="M{left} {line:.1f}H{width - 150}" stroke="{COLOURS[1]}" stroke-dasharray="5 4"/>')
    parts.append(_text(width - 145, line + 4, told, size=11))
    return _svg(width, height, title, parts)


def stacks(title: str, names: Sequence[str], rows: Sequence[Bar]) -> str:
    """One bar a row, parted into the series' shares of it."""
    left, right, thick, gap, top, width = 190.0, 20.0, 22.0, 10.0, 34.0, 760.0
    parts = _legend(names, left, 16)
    for number, row in enumerate(rows):
        y, x = top + (thick + gap) * number, left
        parts.append(_text(left - 8, y + 15, row.label, "end"))
        total = sum(row.values) or 1.0
        for series, value in enumerate(row.values):
            long = (width - left - right) * value / total
            parts.append(_box(x, y, long, thick, COLOURS[series % len(COLOURS)]))
            if long > 34:
                share = f"{100 * value / total:.0f} %"
                parts.append(_text(x + long / 2, y + 15, share, "middle", 11).replace(f'fill="{INK}"', 'fill="#fff"'))
            x += long
    return _svg(width, top + (thick + gap) * len(rows) + 4, title, parts)
