"""Plots of a dataset card: plain data in, small SVG files out, the same bytes every time."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import cycle
from textwrap import fill
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Bars", "Grid", "Plot", "Series", "draw", "histogram"]

SIZE = (5.6, 3.0)
INK, SHADES = "#333333", "Blues"
COLOURS = ("#2f6f9f", "#d98a3d", "#5a9e6f", "#9a6fb0")
MOST_TICKS = 24
LINE = 68
"""How many letters of a title fit into a line."""


class Series(NamedTuple):
    """Bars of one colour: a height for each of the plot's labels."""

    name: str
    heights: tuple[int, ...]


class Bars(NamedTuple):
    """Bars over labels, several series side by side."""

    labels: tuple[str, ...]
    series: tuple[Series, ...]
    across: str
    up: str


class Grid(NamedTuple):
    """A count for each row and column, shaded."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]


class Plot(NamedTuple):
    """One plot: `name` is its file's, `title` says what is seen and stands above it."""

    name: str
    title: str
    data: Bars | Grid


def histogram(numbers: Mapping[str, Iterable[int]], across: str, up: str) -> Bars:
    """How often each whole number comes up, by series, from the least to the greatest of all."""
    counted = {name: Counter(found) for name, found in numbers.items()}
    every = [number for found in counted.values() for number in found]
    span = range(min(every, default=0), max(every, default=-1) + 1)
    series = tuple(Series(name, tuple(found[number] for number in span)) for name, found in sorted(counted.items()))
    return Bars(tuple(map(str, span)), series, across, up)


def draw(plot: Plot, canary: str) -> bytes:
    """The plot as SVG: no time, no version and no chance in it; the canary is among its metadata."""
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rc("svg", hashsalt="benchwright", fonttype="none")
        mpl.rc("font", family="DejaVu Sans", size=9)
        mpl.rc("axes", edgecolor=INK, labelcolor=INK)
        mpl.rc("axes.spines", right=False, top=False)
        mpl.rc("text", color=INK)
        mpl.rc("xtick", color=INK)
        mpl.rc("ytick", color=INK)
        figure = Figure(figsize=SIZE)
        FigureCanvasSVG(figure)
        figure.text(0.5, 0.985, fill(plot.title, LINE), ha="center", va="top", weight="bold")
        match plot.data:
            case Bars() as bars:
                _bars(figure, bars)
            case Grid() as grid:
                _grid(figure, grid)
        out = io.BytesIO()
        told = {"Date": None, "Creator": "Benchwright", "Title": plot.title, "Description": f"Canary GUID: {canary}"}
        figure.savefig(out, format="svg", metadata=told)
    return out.getvalue()


def _bars(figure: Figure, bars: Bars) -> None:
    from matplotlib.ticker import MaxNLocator

    axes = figure.add_axes((0.11, 0.18, 0.86, 0.65))
    width = 0.8 / max(1, len(bars.series))
    for number, (series, colour) in enumerate(zip(bars.series, cycle(COLOURS), strict=False)):
        places = [place + (number - (len(bars.series) - 1) / 2) * width for place in range(len(bars.labels))]
        axes.bar(places, series.heights, width=width * 0.92, color=colour, label=series.name)
    every = -(-len(bars.labels) // MOST_TICKS) or 1
    axes.set_xticks(range(0, len(bars.labels), every), bars.labels[::every])
    axes.set_xlabel(bars.across)
    axes.set_ylabel(bars.up)
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.margins(x=0.01)
    if [series.name for series in bars.series] != [bars.up]:
        axes.legend(frameon=False, fontsize=8)


def _grid(figure: Figure, grid: Grid) -> None:
    axes = figure.add_axes((0.26, 0.12, 0.72, 0.75))
    most = max((count for row in grid.counts for count in row), default=0) or 1
    axes.pcolormesh(grid.counts, cmap=SHADES, vmin=0, vmax=most * 2.2, edgecolors="white", linewidth=1)
    axes.invert_yaxis()
    axes.set_xticks([place + 0.5 for place in range(len(grid.columns))], grid.columns)
    axes.set_yticks([place + 0.5 for place in range(len(grid.rows))], grid.rows)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    for row, counts in enumerate(grid.counts):
        for column, count in enumerate(counts):
            axes.text(column + 0.5, row + 0.5, str(count), ha="center", va="center")
