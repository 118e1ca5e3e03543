"""Figures of call graphs as a row of a table and as JSON."""

from __future__ import annotations

from releases.foreign.figures import percent
from releases.structure.files import Graphs
from releases.structure.graphs import measure
from schemas.canonical import JSON

__all__ = ["COLUMNS", "structure_json", "structure_row"]

COLUMNS = (
    "file", "shape", "items", "% linear", "% DAG", "mean steps", "mean path", "longest path", "diamonds",
    "items with one",
)  # fmt: skip


def structure_row(read: Graphs) -> tuple[str, ...]:
    """The figures of one path in the order of `COLUMNS`."""
    told = measure(read.graphs)
    proxy = " (order of steps)" if told.proxies == told.items else ""
    left_out = f" ({read.left_out} more without steps)" if read.left_out else ""
    return (
        read.path.name,
        read.shape + proxy,
        str(told.items) + left_out,
        percent(told.share_linear),
        percent(told.share_dag),
        f"{float(told.mean_steps):.1f}",
        f"{float(told.mean_longest):.1f}",
        str(told.longest_path),
        str(told.diamonds),
        str(told.with_diamonds),
    )


def structure_json(read: Graphs) -> dict[str, JSON]:
    """The figures of one path for machines."""
    told = measure(read.graphs)
    return {
        "file": str(read.path),
        "shape": read.shape,
        "items": told.items,
        "without_steps": read.left_out,
        "percent_linear": percent(told.share_linear),
        "percent_dag": percent(told.share_dag),
        "mean_steps": f"{float(told.mean_steps):.2f}",
        "mean_longest_path": f"{float(told.mean_longest):.2f}",
        "longest_path": told.longest_path,
        "diamonds": told.diamonds,
        "items_with_diamonds": told.with_diamonds,
        "linear_by_proxy": told.proxies,
    }
