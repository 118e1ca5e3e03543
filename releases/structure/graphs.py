"""Call graphs and their figures, after The Amazing Agent Race, section 2 (compositionality gap)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

import networkx as nx

__all__ = ["CallGraph", "Structure", "chain", "graph_of", "is_linear", "measure"]


class CallGraph(NamedTuple):
    """Steps 0 to n-1 and what feeds what. `proxy`: the order of steps stands in for dependencies nobody recorded."""

    steps: int
    edges: tuple[tuple[int, int], ...]
    proxy: bool = False


class Structure(NamedTuple):
    """Figures of a set of call graphs.

    `linear` are those in which no step feeds, or takes from, more than one other; the rest are DAGs. `longest_path`
    counts steps, over all graphs; `diamonds` counts the merges of two branches that fork at one step. `proxies` are
    the graphs that are chains for want of recorded dependencies.
    """

    items: int
    linear: int
    mean_steps: Fraction
    mean_longest: Fraction
    longest_path: int
    diamonds: int
    with_diamonds: int
    proxies: int

    @property
    def share_linear(self) -> Fraction:
        """The linear share of all."""
        return Fraction(self.linear, self.items)

    @property
    def share_dag(self) -> Fraction:
        """The share that forks or merges."""
        return 1 - self.share_linear


def chain(steps: int) -> CallGraph:
    """Steps in a row, for want of recorded dependencies."""
    return CallGraph(steps, tuple((at, at + 1) for at in range(steps - 1)), proxy=True)


def graph_of(steps: int, edges: Iterable[tuple[int, int]]) -> CallGraph:
    """A graph of recorded dependencies. Raises ValueError for a cycle, or an edge to a step that isn't there."""
    kept = tuple(dict.fromkeys(edges))
    for one in kept:
        if not all(0 <= end < steps for end in one):
            raise ValueError(f"an edge leads from step {one[0]} to step {one[1]}, of {steps} steps")
    graph = CallGraph(steps, kept)
    if not nx.is_directed_acyclic_graph(_drawn(graph)):
        raise ValueError("its steps depend on each other in a circle")
    return graph


def _drawn(graph: CallGraph) -> nx.DiGraph[int]:
    drawn: nx.DiGraph[int] = nx.DiGraph()
    drawn.add_nodes_from(range(graph.steps))
    drawn.add_edges_from(graph.edges)
    return drawn


def is_linear(graph: CallGraph) -> bool:
    """Whether no step forks or merges."""
    sources = [source for source, _ in graph.edges]
    targets = [target for _, target in graph.edges]
    return len(set(sources)) == len(sources) and len(set(targets)) == len(targets)


def _longest(graph: CallGraph) -> int:
    """The most steps on one path."""
    return int(nx.dag_longest_path_length(_drawn(graph))) + 1 if graph.steps else 0


def _diamonds(graph: CallGraph) -> int:
    """The merges at which two disjoint branches end that begin at one step; an edge alone is no branch."""
    drawn = _drawn(graph)
    forks = [step for step in drawn if drawn.out_degree(step) > 1]
    merges = [step for step in drawn if drawn.in_degree(step) > 1]
    return sum(any(_closes(drawn, fork, merge) for fork in forks) for merge in merges)


def _closes(drawn: nx.DiGraph[int], fork: int, merge: int) -> bool:
    """Whether two paths from fork to merge, each through other steps, share nothing but their ends.

    By Menger's theorem that is so when no single step cuts them: when the fork itself is the merge's immediate
    dominator.
    """
    after: set[int] = nx.descendants(drawn, fork)
    if merge not in after:
        return False
    before: set[int] = nx.ancestors(drawn, merge)
    between = drawn.subgraph((after & before) | {fork, merge}).copy()
    if between.has_edge(fork, merge):
        between.remove_edge(fork, merge)
    if between.in_degree(merge) < 2:
        return False
    return nx.immediate_dominators(between, fork).get(merge) == fork


def measure(graphs: Sequence[CallGraph]) -> Structure:
    """The figures of some graphs, at least one."""
    longest = [_longest(graph) for graph in graphs]
    diamonds = [_diamonds(graph) for graph in graphs]
    return Structure(
        items=len(graphs),
        linear=sum(is_linear(graph) for graph in graphs),
        mean_steps=Fraction(sum(graph.steps for graph in graphs), len(graphs)),
        mean_longest=Fraction(sum(longest), len(graphs)),
        longest_path=max(longest),
        diamonds=sum(diamonds),
        with_diamonds=sum(count > 0 for count in diamonds),
        proxies=sum(graph.proxy for graph in graphs),
    )
