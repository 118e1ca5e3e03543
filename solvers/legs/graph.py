"""A leg as a graph: its data edges, what feeds the finish, and its live depth."""

from __future__ import annotations

from collections.abc import Sequence

import networkx as nx

from solvers.legs.execute import AnyStop

__all__ = ["leg_graph", "live_depth", "live_stops"]


def leg_graph(stops: Sequence[AnyStop]) -> nx.DiGraph[int]:
    """Stops by index, with an edge from each stop to every stop that takes its value."""
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(stop.index for stop in stops)
    graph.add_edges_from((source, stop.index) for stop in stops for source in stop.depends_on)
    return graph


def live_stops(stops: Sequence[AnyStop]) -> frozenset[int]:
    """The stops whose values reach the last one along data edges, itself included (rule L1)."""
    last = stops[-1].index
    return frozenset({last, *nx.ancestors(leg_graph(stops), last)})


def live_depth(stops: Sequence[AnyStop]) -> int:
    """How many stops stand on the longest chain of values that ends at the finish."""
    graph = leg_graph(stops).subgraph(live_stops(stops))
    return int(nx.dag_longest_path_length(graph)) + 1
