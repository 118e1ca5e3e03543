"""A plan as a two-lane timeline, in characters and as an SVG: what each cook does in each joint step."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from worlds.kitchen.layout import COOKS
from worlds.kitchen.prose import TITLES, words
from worlds.kitchen.rules import Kitchen
from worlds.kitchen.simulator import Action
from worlds.kitchen.states import State

__all__ = ["Stretch", "draw_timeline", "stretches", "svg_timeline", "utensil_runs"]

_SHADES = {"move": "#d9d9d9", "wait": "#ffffff", "act": "#f2b880"}
STEP, LANE, LABEL = 24, 44, 110
"""Width of a joint step, height of a lane and width of the lane's name in the SVG, in its own units."""


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
    runs = utensil_runs(kitchen, states)
    names = sorted({name for name, _ in runs})
    rows = [*(TITLES[name] for name in COOKS), *names]
    width, height = LABEL + len(actions) * STEP + 10, 30 + LANE * len(rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="11" role="img">',
        f"<title>{escape(kitchen.name)}: {len(actions)} joint steps</title>",
    ]
    for step in range(1, len(actions) + 1):
        if step == 1 or step % 5 == 0:
            x = LABEL + (step - 0.5) * STEP
            parts.append(f'<text x="{x:.1f}" y="18" text-anchor="middle" fill="#666666">{step}</text>')
    for row, name in enumerate(rows):
        y = 30 + row * LANE
        parts.append(f'<text x="8" y="{y + 24}" font-weight="bold">{escape(name)}</text>')
    for cook in (0, 1):
        for stretch in stretches(kitchen, actions, states, cook):
            parts.append(_box(stretch, 30 + cook * LANE, _SHADES[stretch.kind]))
    for name, run in runs:
        parts.append(_box(run, 30 + rows.index(name) * LANE, "#b7d3b0"))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _box(stretch: Stretch, top: int, fill: str) -> str:
    left, wide = LABEL + (stretch.first - 1) * STEP, (stretch.last - stretch.first + 1) * STEP
    return (
        f"<g><title>{stretch.first}-{stretch.last}: {escape(stretch.label)}</title>"
        f'<rect x="{left}" y="{top + 4}" width="{wide}" height="{LANE - 12}" fill="{fill}" stroke="#777777"/></g>'
    )
