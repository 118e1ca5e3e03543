"""A plan as a two-lane timeline, in characters and as an SVG: what each cook does in each joint step."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from worlds.kitchen.layout import COOKS
from worlds.kitchen.picture import Picture, document
from worlds.kitchen.prose import TITLES, words
from worlds.kitchen.rules import Kitchen
from worlds.kitchen.simulator import Action
from worlds.kitchen.states import State

__all__ = ["Stretch", "draw_timeline", "picture_timeline", "stretches", "svg_timeline", "utensil_runs"]

_SHADES = {"move": "#d9d9d9", "wait": "#ffffff", "act": "#f2b880"}
STEP, LANE, NARROW, LABEL, TOP = 26, 118, 50, 90, 24
"""Width of a joint step, height of a cook's and of a utensil's lane, width of a lane's name, and where lanes begin."""


class Stretch(NamedTuple):
    """A run of joint steps (from 1, both ends included) in which one cook does the same kind of thing."""

    first: int
    last: int
    kind: str
    label: str


def stretches(
    kitchen: Kitchen, actions: Sequence[tuple[Action, Action]], states: Sequence[State], cook: int
) -> list[Stretch]:
    """One cook's lane: moves and waits put together, each interaction by itself with its place."""
    lane: list[Stretch] = []
    for step, pair in enumerate(actions, start=1):
        action = pair[cook]
        if action.verb in ("move", "wait"):
            label = "walks" if action.verb == "move" else "waits"
            if lane and lane[-1].kind == action.verb:
                lane[-1] = lane[-1]._replace(last=step)
            else:
                lane.append(Stretch(step, step, action.verb, label))
            continue
        station = kitchen.layout.station_at(states[step - 1].poses[cook].ahead)
        place = station.name if station else "?"
        what = f" {words(action.what)}" if action.what else ""
        lane.append(Stretch(step, step, "act", f"{action.verb}{what} @ {place}"))
    return lane


def utensil_runs(kitchen: Kitchen, states: Sequence[State]) -> list[tuple[str, Stretch]]:
    """When each utensil works: its name and the joint steps, the start step included, with the product."""
    runs: list[tuple[str, Stretch]] = []
    for place in kitchen.layout.utensils:
        for step, state in enumerate(states):
            inside = state.utensils[place.slot]
            if inside.left and (step == 0 or states[step - 1].utensils[place.slot].product is None):
                last = min(step + inside.left, len(states) - 1)
                runs.append((place.name, Stretch(max(step, 1), max(last, 1), "run", words(inside.product or ""))))
    return sorted(runs, key=lambda row: (row[1].first, row[0]))


def draw_timeline(kitchen: Kitchen, actions: Sequence[tuple[Action, Action]], states: Sequence[State]) -> str:
    """Two columns, Chef's and the Assistant's, and beside them the utensils that work; joint steps run down."""
    lanes = [stretches(kitchen, actions, states, cook) for cook in (0, 1)]
    labels = [{s.first: s for s in lane} for lane in lanes]
    width = max([len(s.label) for lane in lanes for s in lane] + [9]) + 2
    running = utensil_runs(kitchen, states)
    lines = [f"{'step':>4}  " + "".join(f"{TITLES[name]:{width}}" for name in COOKS) + "at work"]
    for step in range(1, len(actions) + 1):
        cells = []
        for cook in (0, 1):
            stretch = labels[cook].get(step)
            verb = actions[step - 1][cook].verb
            cells.append(stretch.label if stretch else "|" if verb in ("move", "wait") else "")
        busy = ", ".join(f"{name}: {run.label}" for name, run in running if run.first <= step <= run.last)
        lines.append(f"{step:4}  {cells[0]:{width}}{cells[1]:{width}}{busy}".rstrip())
    return "\n".join(lines) + "\n"


def svg_timeline(kitchen: Kitchen, actions: Sequence[tuple[Action, Action]], states: Sequence[State]) -> str:
    """The same as a self-contained SVG: one lane a cook, then one a working utensil; joint steps run to the right."""
    return document(f"{kitchen.name}: {len(actions)} joint steps", picture_timeline(kitchen, actions, states))


def picture_timeline(kitchen: Kitchen, actions: Sequence[tuple[Action, Action]], states: Sequence[State]) -> Picture:
    """The same as a picture to be set beside others."""
    runs = utensil_runs(kitchen, states)
    names = sorted({name for name, _ in runs})
    below = TOP + len(COOKS) * LANE
    parts = ['<g font-size="11">']
    for step in range(1, len(actions) + 1):
        if step == 1 or step % 5 == 0:
            x = LABEL + (step - 0.5) * STEP
            parts.append(f'<text x="{x:.1f}" y="16" text-anchor="middle" fill="#666666">{step}</text>')
    for cook, name in enumerate(COOKS):
        parts.append(_name(TITLES[name], TOP + cook * LANE, LANE))
        for stretch in stretches(kitchen, actions, states, cook):
            lines = stretch.label.split(" @ ") if stretch.kind == "act" else []
            parts += _box(stretch, TOP + cook * LANE, LANE, _SHADES[stretch.kind], _upright(stretch, cook, lines))
    for row, owner in enumerate(names):
        parts.append(_name(owner, below + row * NARROW, NARROW))
        for run in (run for name, run in runs if name == owner):
            parts += _box(run, below + row * NARROW, NARROW, "#b7d3b0", _lying(run, below + row * NARROW))
    width = LABEL + max(len(actions), 1) * STEP + 60
    return Picture(width, below + len(names) * NARROW, (*parts, "</g>"))


def _name(name: str, top: int, height: int) -> str:
    return f'<text x="8" y="{top + height / 2 + 4:.0f}" font-weight="bold">{escape(name)}</text>'


def _upright(stretch: Stretch, cook: int, lines: Sequence[str]) -> list[str]:
    """What a cook does in one joint step, written from the bottom up: the deed, then its place."""
    bottom = TOP + (cook + 1) * LANE - 12
    left = LABEL + (stretch.first - 1) * STEP
    return [
        f'<text transform="translate({left + 11 + 11 * n} {bottom}) rotate(-90)" font-size="9">{escape(line)}</text>'
        for n, line in enumerate(lines)
    ]


def _lying(run: Stretch, top: int) -> list[str]:
    """What a utensil makes, in as many lines as its working time is wide for; beyond the box where that is short."""
    letters = max(13, (run.last - run.first + 1) * STEP // 6)
    lines = textwrap.wrap(run.label, letters, break_long_words=False)
    left = LABEL + (run.first - 1) * STEP + 3
    return [
        f'<text x="{left}" y="{top + 15 + 10 * n}" font-size="9">{escape(line)}</text>' for n, line in enumerate(lines)
    ]


def _box(stretch: Stretch, top: int, height: int, fill: str, inside: list[str]) -> list[str]:
    left, wide = LABEL + (stretch.first - 1) * STEP, (stretch.last - stretch.first + 1) * STEP
    return [
        f"<g><title>{stretch.first}-{stretch.last}: {escape(stretch.label)}</title>",
        f'<rect x="{left}" y="{top + 4}" width="{wide}" height="{height - 8}" fill="{fill}" stroke="#777777"/>',
        *inside,
        "</g>",
    ]
