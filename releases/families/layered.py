"""A layered layout of a directed acyclic graph: nodes in columns by depth, edges with lanes of their own.

After Sugiyama, Tagawa and Toda (1981): layers, a stand-in for an edge in every layer it crosses, an order with few
crossings, and rows close to those of the neighbours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import networkx as nx

__all__ = ["Layout", "Point", "lay_out"]

Node: TypeAlias = "int | tuple[int, int, int]"
"""A node of the graph, or the stand-in of an edge (from, to, layer)."""

SWEEPS = 12


class Point(NamedTuple):
    """A column, from 0, and the distance of a centre from the top in the unit of the heights given."""

    column: int
    y: float


@dataclass(frozen=True)
class Layout:
    """Where each node stands, and through which points each edge goes, its ends included."""

    nodes: Mapping[int, Point]
    edges: Mapping[tuple[int, int], tuple[Point, ...]]
    columns: int
    height: float


def lay_out(graph: nx.DiGraph[int], node_height: float, lane_height: float) -> Layout:
    """Columns by the longest way from a source; within the first, nodes keep their order by number.

    `node_height` and `lane_height` are the room that a node and a passing edge take. The graph must have no cycle.
    """
    layer = {node: depth for depth, nodes in enumerate(nx.topological_generations(graph)) for node in nodes}
    full = _with_lanes(graph, layer)
    columns = _ordered(full, 1 + max(layer.values(), default=0))
    heights = {node: node_height if isinstance(node, int) else lane_height for node in full}
    y = _placed(full, columns, heights)
    top = min((y[node] - heights[node] / 2 for node in full), default=0.0)
    where = {node: Point(full.nodes[node]["layer"], y[node] - top) for node in full}
    edges = {
        (one, two): (
            where[one],
            *(where[one, two, depth] for depth in range(layer[one] + 1, layer[two])),
            where[two],
        )
        for one, two in graph.edges
    }
    height = max((point.y + heights[node] / 2 for node, point in where.items()), default=0.0)
    return Layout({node: where[node] for node in graph}, edges, len(columns), height)


def _with_lanes(graph: nx.DiGraph[int], layer: Mapping[int, int]) -> nx.DiGraph[Node]:
    """The graph with a stand-in for every layer that an edge passes."""
    full: nx.DiGraph[Node] = nx.DiGraph()
    for node in sorted(graph):
        full.add_node(node, layer=layer[node])
    for one, two in sorted(graph.edges):
        before: Node = one
        for depth in range(layer[one] + 1, layer[two]):
            lane = (one, two, depth)
            full.add_node(lane, layer=depth)
            full.add_edge(before, lane)
            before = lane
        full.add_edge(before, two)
    return full


def _ordered(full: nx.DiGraph[Node], layers: int) -> list[list[Node]]:
    """The nodes of each layer from top to bottom, in the order with the fewest crossings that sweeps come upon."""
    columns: list[list[Node]] = [[] for _ in range(layers)]
    for node in sorted(full, key=_number):
        columns[full.nodes[node]["layer"]].append(node)
    best, fewest = [list(column) for column in columns], _crossings(full, columns)
    for sweep in range(SWEEPS):
        forward = sweep % 2 == 0
        for depth in range(1, layers) if forward else range(layers - 2, 0, -1):
            beside = columns[depth - 1 if forward else depth + 1]
            rank = {node: place for place, node in enumerate(beside)}
            columns[depth].sort(key=partial(_middle, full, rank, forward))
        crossings = _crossings(full, columns)
        if crossings < fewest:
            best, fewest = [list(column) for column in columns], crossings
    return best


def _number(node: Node) -> tuple[int, int, int]:
    """Nodes and stand-ins in one order: a stand-in goes with the stop that its edge comes from."""
    return (node, 0, 0) if isinstance(node, int) else node


def _beside(full: nx.DiGraph[Node], node: Node, forward: bool) -> list[Node]:
    return list(full.predecessors(node) if forward else full.successors(node))


def _middle(full: nx.DiGraph[Node], rank: Mapping[Node, int], forward: bool, node: Node) -> float:
    """The mean rank of a node's neighbours in the layer beside."""
    ranks = [rank[other] for other in _beside(full, node, forward)]
    return sum(ranks) / len(ranks) if ranks else 0.0


def _crossings(full: nx.DiGraph[Node], columns: Sequence[Sequence[Node]]) -> int:
    """How many pairs of edges between neighbouring layers cross."""
    total = 0
    for column in columns[:-1]:
        rank = {node: place for place, node in enumerate(column)}
        following = columns[full.nodes[column[0]]["layer"] + 1]
        ends = [sorted(rank[before] for before in full.predecessors(node)) for node in following]
        for place, lower in enumerate(ends):
            for upper in ends[:place]:
                total += sum(up > low for up in upper for low in lower)
    return total


def _placed(
    full: nx.DiGraph[Node], columns: Sequence[Sequence[Node]], heights: Mapping[Node, float]
) -> dict[Node, float]:
    """A height for every node: near the mean of its neighbours', in its column's order, none on another."""
    y: dict[Node, float] = {}
    for column in columns:
        wanted = [_mean(y, _beside(full, node, True)) for node in column]
        y.update(zip(column, _apart(wanted, [heights[node] for node in column]), strict=True))
    for sweep in range(SWEEPS):
        for column in columns if sweep % 2 else columns[::-1]:
            near = [_beside(full, node, bool(sweep % 2)) or [node] for node in column]
            wanted = [_mean(y, nodes) for nodes in near]
            y.update(zip(column, _apart(wanted, [heights[node] for node in column]), strict=True))
    return y


def _mean(y: Mapping[Node, float], nodes: Sequence[Node]) -> float:
    return sum(y[node] for node in nodes) / len(nodes) if nodes else 0.0


def _apart(wanted: Sequence[float], heights: Sequence[float]) -> list[float]:
    """The heights nearest to those wanted at which boxes in this order don't overlap (least squares).

    With each box's own offset taken off it is isotonic regression: pool adjacent violators.
    """
    offsets = [0.0]
    for above, below in pairwise(heights):
        offsets.append(offsets[-1] + (above + below) / 2)
    blocks: list[tuple[float, int]] = []
    for want, offset in zip(wanted, offsets, strict=True):
        total, count = want - offset, 1
        while blocks and blocks[-1][0] / blocks[-1][1] > total / count:
            before, more = blocks.pop()
            total, count = total + before, count + more
        blocks.append((total, count))
    level = [total / count for total, count in blocks for _ in range(count)]
    return [base + offset for base, offset in zip(level, offsets, strict=True)]
