"""Drawings of a joint state: a grid of characters, and an SVG."""

from __future__ import annotations

from html import escape

from schemas.tandem import Facing
from worlds.kitchen.layout import COOKS
from worlds.kitchen.picture import Picture, document
from worlds.kitchen.prose import TITLES, words
from worlds.kitchen.rules import Kitchen
from worlds.kitchen.states import State, Utensil

__all__ = ["draw_state", "picture_state", "svg_state"]

_ARROWS: dict[Facing, str] = {"north": "^", "south": "v", "east": ">", "west": "<"}
_COLOURS = {"chef": "#b5651d", "assistant": "#2a6f97"}
SIDE = 96
"""A cell's width and height in the SVG, in its own units."""


def draw_state(kitchen: Kitchen, state: State) -> str:
    """The kitchen as text: a grid with the cooks as arrows, then what lies where."""
    rows = [list(row.replace("1", ".").replace("2", ".").replace("#", "X")) for row in kitchen.layout.grid]
    lines = []
    for number, name in enumerate(COOKS):
        pose = state.poses[number]
        rows[pose.at[1]][pose.at[0]] = _ARROWS[pose.faces]
        lines.append(f"{TITLES[name]:9} {pose.at} {_ARROWS[pose.faces]}  {words(state.hands[number] or '-')}")
    for counter, item in zip(kitchen.layout.counters, state.counters, strict=True):
        if item:
            lines.append(f"{counter.name:9} {counter.cell}    {words(item)}")
    for place, inside in zip(kitchen.layout.utensils, state.utensils, strict=True):
        if inside.product or inside.contents:
            lines.append(f"{place.name:9} {place.cell}    {_label(inside)}")
    if state.delivered:
        lines.append("delivered")
    return "\n".join([" ".join(row) for row in rows] + lines) + "\n"


def _label(inside: Utensil) -> str:
    if inside.product:
        return f"{words(inside.product)} ({inside.left} to go)" if inside.left else f"{words(inside.product)} (ready)"
    return " + ".join(words(item) for item in inside.contents) + " (waiting)"


def svg_state(kitchen: Kitchen, state: State) -> str:
    """The same as a self-contained SVG; every cell, cook and thing carries its name as text."""
    return document(f"{kitchen.name}: joint state", picture_state(kitchen, state))


def picture_state(kitchen: Kitchen, state: State) -> Picture:
    """The same as a picture to be set beside others."""
    grid = kitchen.layout.grid
    parts = ['<g font-size="12" text-anchor="middle">']
    inside = {
        place.cell: _label(utensil) if utensil.product or utensil.contents else ""
        for place, utensil in zip(kitchen.layout.utensils, state.utensils, strict=True)
    }
    inside |= {
        place.cell: words(item or "") for place, item in zip(kitchen.layout.counters, state.counters, strict=True)
    }
    for y, row in enumerate(grid):
        for x, letter in enumerate(row):
            station = kitchen.layout.station_at((x, y))
            fill = "#ffffff" if letter in ".12" else "#e9dcc3" if station else "#c9c4ba"
            parts.append(
                f'<rect x="{x * SIDE}" y="{y * SIDE}" width="{SIDE}" height="{SIDE}" fill="{fill}" stroke="#8a8376"/>'
            )
            if station:
                parts.append(_text(x, y, 0.24, station.name, bold=True))
                parts += [_text(x, y, 0.5 + 0.16 * n, line) for n, line in enumerate(_wrapped(inside.get((x, y), "")))]
    for number, name in enumerate(COOKS):
        parts += _cook(state, number, TITLES[name], _COLOURS[name])
    return Picture(len(grid[0]) * SIDE, len(grid) * SIDE, (*parts, "</g>"))


def _cook(state: State, number: int, title: str, colour: str) -> list[str]:
    pose, hand = state.poses[number], state.hands[number]
    (x, y), (dx, dy) = pose.at, (pose.ahead[0] - pose.at[0], pose.ahead[1] - pose.at[1])
    middle_x, middle_y = (x + 0.5) * SIDE, (y + 0.42) * SIDE

    def point(along: float, aside: float) -> str:
        right, down = dx * along + dy * aside, dy * along + dx * aside
        return f"{middle_x + right * SIDE:.1f},{middle_y + down * SIDE:.1f}"

    arrow = " ".join((point(0.34, 0), point(0.18, 0.12), point(0.18, -0.12)))
    return [
        f'<circle cx="{middle_x:.1f}" cy="{middle_y:.1f}" r="{0.2 * SIDE:.1f}" fill="{colour}"/>',
        f'<polygon points="{arrow}" fill="{colour}"/>',
        _text(x, y, 0.45, title[0], bold=True, colour="#ffffff"),
        *(_text(x, y, 0.87 + 0.11 * n, line) for n, line in enumerate(_wrapped(words(hand or "")))),
    ]


def _text(x: int, y: int, down: float, text: str, bold: bool = False, colour: str = "#222222") -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{(x + 0.5) * SIDE:.1f}" y="{(y + down) * SIDE:.1f}" fill="{colour}"{weight}>{escape(text)}</text>'


def _wrapped(text: str, most: int = 15) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= most:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
