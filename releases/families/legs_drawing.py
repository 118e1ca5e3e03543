"""A leg as a picture: pages from top to bottom on the left, values flowing to the right, forks and merges in colour."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

import networkx as nx

from releases.families.layered import Layout, Point, lay_out
from schemas.errors import InputError
from schemas.legs import Detour, FinishLine, Leg, Merge, Roadblock, RouteInfo, Stop
from schemas.values import show_value
from solvers.legs.graph import leg_graph

__all__ = ["draw_leg"]

BOX_WIDTH, BOX_HEIGHT = 216, 62
GAP = 76
"""Pixels between columns, for edges to bend in."""

ROW, LANE = 84, 26
"""Pixels that a stop and a passing edge take in a column."""

LEFT, TOP, BOTTOM = 40, 78, 64
LETTER = 6.3
"""Pixels of a letter, on average, at the size of a box's text."""

COLOURS = {
    "route_info": ("#e8f1fb", "#2f6fb0"),
    "roadblock": ("#fdf0e0", "#b86e12"),
    "detour": ("#eaf6ea", "#3d8540"),
    "merge": ("#f2eafa", "#7a45ad"),
    "finish_line": ("#fbe9ec", "#b5294a"),
}
"""Fill and line of each sort of stop."""

NAMES = {
    "route_info": "route info",
    "roadblock": "roadblock",
    "detour": "detour",
    "merge": "merge",
    "finish_line": "finish line",
}
HOW = {"seed": "", "stay": "stay", "link_follow": "link", "search_query": "search"}
"""How a page is reached from the one before."""

DIAMOND, DATA, WAY = "#7a45ad", "#8a8f98", "#2f6fb0"


class _Spot(NamedTuple):
    """The middle of a box."""

    x: float
    y: float


def draw_leg(leg: Leg) -> str:
    """The leg's graph as an SVG document. Raises InputError where its values feed each other in a circle."""
    graph = leg_graph(leg.stops)
    if not nx.is_directed_acyclic_graph(graph):
        raise InputError(f"{leg.id}: its values feed each other in a circle, so there is nothing to draw")
    layout = lay_out(graph, ROW, LANE)
    width = LEFT * 2 + layout.columns * BOX_WIDTH + (layout.columns - 1) * GAP
    height = TOP + layout.height + BOTTOM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" font-family="DejaVu Sans, Arial, sans-serif" font-size="11">',
        f"<title>{escape(leg.id)}</title>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        *_markers(),
        *_heading(leg),
        *_data_edges(leg, layout),
        *_ways(leg, layout),
        *(part for stop in leg.stops for part in _box(leg, stop, _spot(layout.nodes[stop.index]))),
        *_legend(height),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _spot(point: Point) -> _Spot:
    return _Spot(LEFT + point.column * (BOX_WIDTH + GAP) + BOX_WIDTH / 2, TOP + point.y)


def _markers() -> Iterator[str]:
    for name, colour in (("data", DATA), ("diamond", DIAMOND), ("way", WAY)):
        yield (
            f'<marker id="{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" '
            f'markerUnits="userSpaceOnUse" orient="auto"><path d="M0,0 L8,4 L0,8 z" fill="{colour}"/></marker>'
        )


def _heading(leg: Leg) -> Iterator[str]:
    diamonds = f"{len(leg.diamonds)} diamond{'' if len(leg.diamonds) == 1 else 's'}"
    told = f"{leg.level} {leg.variant} · {len(leg.stops)} stops · {diamonds} · answer {leg.answer}"
    yield f'<text x="{LEFT}" y="28" font-size="15" font-weight="bold">{escape(leg.id)}</text>'
    told = f"{told} · starts at {leg.seed_title}"
    yield f'<text x="{LEFT}" y="48" font-size="12" fill="#444">{escape(told)}</text>'


def _diamond_edges(leg: Leg) -> frozenset[tuple[int, int]]:
    """The data edges inside diamonds: on a way from a source over a branch to its merge."""
    graph = leg_graph(leg.stops)
    found: set[tuple[int, int]] = set()
    for diamond in leg.diamonds:
        for branch in diamond.branches:
            after: set[int] = nx.descendants(graph, diamond.source)
            before: set[int] = nx.ancestors(graph, branch)
            inside = {diamond.source, branch} | (after & before)
            found |= {(one, two) for one, two in graph.edges if {one, two} <= inside}
            found.add((branch, diamond.merge))
    return frozenset(found)


def _data_edges(leg: Leg, layout: Layout) -> Iterator[str]:
    special = _diamond_edges(leg)
    for edge, points in sorted(layout.edges.items()):
        name, colour, thick = ("diamond", DIAMOND, 2.2) if edge in special else ("data", DATA, 1.4)
        yield (
            f'<path d="{_curve([_spot(point) for point in points])}" fill="none" stroke="{colour}" '
            f'stroke-width="{thick}" marker-end="url(#{name})"/>'
        )


def _curve(spots: Sequence[_Spot]) -> str:
    """A smooth way from the right side of the first box through the lanes to the left side of the last."""
    half = BOX_WIDTH / 2
    at = _Spot(spots[0].x + half, spots[0].y)
    path = [f"M{at.x:.1f},{at.y:.1f}"]
    for spot in spots[1:]:
        to = _Spot(spot.x - half, spot.y)
        bend = (to.x - at.x) / 2
        path.append(f"C{at.x + bend:.1f},{at.y:.1f} {to.x - bend:.1f},{to.y:.1f} {to.x:.1f},{to.y:.1f}")
        at = to
        if spot is not spots[-1]:
            at = _Spot(spot.x + half, spot.y)
            path.append(f"L{at.x:.1f},{at.y:.1f}")
    return " ".join(path)


def _ways(leg: Leg, layout: Layout) -> Iterator[str]:
    """From page to page, with how: down a column where nothing stands between, else from side to side."""
    for stop in leg.stops:
        if not isinstance(stop, RouteInfo) or stop.from_stop is None or stop.from_stop not in layout.nodes:
            continue
        one, two = _spot(layout.nodes[stop.from_stop]), _spot(layout.nodes[stop.index])
        if one.x == two.x and two.y > one.y and not _between(layout, stop.from_stop, stop.index):
            x = one.x - BOX_WIDTH / 2 + 26
            path = f"M{x:.1f},{one.y + BOX_HEIGHT / 2:.1f} L{x:.1f},{two.y - BOX_HEIGHT / 2:.1f}"
            label = _Spot(x + 8, (one.y + two.y) / 2 + 4)
        else:
            path, label = _sideways(one, two)
        yield (
            f'<path d="{path}" fill="none" stroke="{WAY}" stroke-width="1.6" stroke-dasharray="5 4" '
            'marker-end="url(#way)"/>'
        )
        yield f'<text x="{label.x:.1f}" y="{label.y:.1f}" font-size="10" fill="{WAY}">{HOW[stop.transition]}</text>'


def _sideways(one: _Spot, two: _Spot) -> tuple[str, _Spot]:
    """A way between the facing sides of two boxes, beside where values leave and arrive; and where its label goes.

    Boxes of one column are joined by their left sides.
    """
    half = BOX_WIDTH / 2
    if two.x > one.x:
        start, end, out, back = _Spot(one.x + half, one.y - 18), _Spot(two.x - half, two.y - 18), GAP / 2, -GAP / 2
    elif two.x < one.x:
        start, end, out, back = _Spot(one.x - half, one.y + 18), _Spot(two.x + half, two.y - 18), -GAP / 2, GAP / 2
    else:
        start, end, out, back = _Spot(one.x - half, one.y + 18), _Spot(two.x - half, two.y - 18), -GAP / 2, -GAP / 2
    path = (
        f"M{start.x:.1f},{start.y:.1f} C{start.x + out:.1f},{start.y:.1f} {end.x + back:.1f},{end.y:.1f} "
        f"{end.x:.1f},{end.y:.1f}"
    )
    return path, _Spot((start.x + end.x) / 2 - 10, (start.y + end.y) / 2 - 6)


def _between(layout: Layout, one: int, two: int) -> bool:
    """Whether another box stands between two of one column."""
    first, last = layout.nodes[one], layout.nodes[two]
    return any(point.column == first.column and first.y < point.y < last.y for point in layout.nodes.values())


def _box(leg: Leg, stop: Stop, spot: _Spot) -> Iterator[str]:
    fill, line = COLOURS[stop.stop_type]
    x, y = spot.x - BOX_WIDTH / 2, spot.y - BOX_HEIGHT / 2
    head, detail = _words(stop)
    clue = leg.clues[stop.index] if stop.index < len(leg.clues) else ""
    yield f"<g><title>{escape(f'clue {stop.index + 1}: {clue}')}</title>"
    yield (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="7" fill="{fill}" '
        f'stroke="{line}" stroke-width="{2.4 if stop.stop_type in {"merge", "finish_line"} else 1.3}"/>'
    )
    yield f'<circle cx="{x + 17:.1f}" cy="{y + 17:.1f}" r="11" fill="{line}"/>'
    yield (
        f'<text x="{x + 17:.1f}" y="{y + 21:.1f}" text-anchor="middle" fill="#fff" font-weight="bold">'
        f"{stop.index + 1}</text>"
    )
    yield _text(x + 34, y + 21, head, 26, 'font-weight="bold"')
    yield _text(x + 12, y + 38, detail, 31, 'fill="#444"')
    yield _text(x + 12, y + 54, f"= {show_value(stop.value)}", 27, f'fill="{line}" font-weight="bold"')
    yield "</g>"


def _words(stop: Stop) -> tuple[str, str]:
    """A stop's two lines: what is done, and where or on what."""
    match stop:
        case RouteInfo():
            return stop.field.replace("_", " "), f"of {stop.evidence.title}"
        case Roadblock():
            return stop.template.replace("_", " "), " → ".join(step.tool for step in stop.chain)
        case Detour():
            year = "the year of " if stop.source.path == "value.year" else ""
            return stop.transform.replace("_", " "), f"of {year}clue {stop.source.stop + 1}"
        case Merge() | FinishLine():
            numbers = ", ".join(str(ref.stop + 1) for ref in stop.sources)
            return stop.operation.replace("_", " "), f"of clue{'s' if len(stop.sources) > 1 else ''} {numbers}"


def _text(x: float, y: float, words: str, letters: int, style: str) -> str:
    """A line of text, cut to the letters that fit; what is cut stands in the tooltip."""
    return f'<text x="{x:.1f}" y="{y:.1f}" {style} data-words={quoteattr(words)}>{escape(_cut(words, letters))}</text>'


def _cut(words: str, letters: int) -> str:
    room = float(letters)
    for place, mark in enumerate(words):
        room -= 2 if unicodedata.east_asian_width(mark) in "WF" else 1
        if room < 0:
            return words[: max(place - 1, 0)].rstrip() + "…"
    return words


def _legend(height: float) -> Iterator[str]:
    x, y = float(LEFT), height - 24
    for kind, (fill, line) in COLOURS.items():
        yield f'<rect x="{x:.0f}" y="{y - 10:.0f}" width="14" height="12" rx="3" fill="{fill}" stroke="{line}"/>'
        yield f'<text x="{x + 20:.0f}" y="{y:.0f}">{NAMES[kind]}</text>'
        x += 34 + len(NAMES[kind]) * LETTER
    for colour, dashes, words in (
        (DATA, "", "a value is used"),
        (DIAMOND, "", "a diamond"),
        (WAY, "5 4", "page to page"),
    ):
        dash = f' stroke-dasharray="{dashes}"' if dashes else ""
        yield f'<path d="M{x:.0f},{y - 4:.0f} h26" stroke="{colour}" stroke-width="2"{dash} fill="none"/>'
        yield f'<text x="{x + 32:.0f}" y="{y:.0f}">{words}</text>'
        x += 46 + len(words) * LETTER
