"""A leg for a person to read: its graph, each clue beside its value, the evidence, and why each stop is live."""

from __future__ import annotations

from collections.abc import Iterator

import networkx as nx

from releases.markdown import plain
from schemas.canonical import JSON
from schemas.legs import CallRef, Detour, FinishLine, Leg, Merge, Ref, Roadblock, RouteInfo, Setting, Stop, ToolStep
from schemas.values import show_value
from solvers.legs.graph import leg_graph, live_stops

__all__ = ["example_leg", "explain_leg", "leg_edges"]


def leg_edges(leg: Leg) -> list[JSON]:
    """Edges by stop index: `data` where a value is used, `navigation` where a page is left for the next."""
    graph = leg_graph(leg.stops)
    edges: list[JSON] = [{"from": source, "to": target, "kind": "data"} for source, target in sorted(graph.edges)]
    edges += [
        {"from": stop.from_stop, "to": stop.index, "kind": "navigation"}
        for stop in leg.stops
        if isinstance(stop, RouteInfo) and stop.from_stop is not None
    ]
    return edges


def explain_leg(leg: Leg) -> str:
    """The whole explanation, as lines."""
    return "\n".join(_lines(leg))


def example_leg(leg: Leg) -> str:
    """Seed page, clues and answer, as the card shows them."""
    clues = "\n".join(f"{number}. {plain(clue)}" for number, clue in enumerate(leg.clues, start=1))
    return f"Start at [{plain(leg.seed_title)}](<{leg.seed_url}>).\n\n{clues}\n\nAnswer: **{leg.answer}**\n"


def _lines(leg: Leg) -> Iterator[str]:
    yield f"{leg.id}  {leg.level} {leg.variant}  ({leg.split})"
    yield f"world {leg.world.name} {leg.world.version}" + ("  FICTIONAL" if leg.world.fictional else "")
    yield f"starts at {leg.seed_title}  {leg.seed_url}"
    yield f"answer {leg.answer}; {len(leg.stops)} stops, live depth {leg.live_depth}, step budget {leg.step_budget}"
    yield ""
    yield "graph, by the longest chain of values from a source (→ feeds, ⑂ fork, ⑃ merge):"
    yield from _graph(leg)
    live = live_stops(leg.stops)
    for stop, clue in zip(leg.stops, leg.clues, strict=False):
        yield ""
        yield f"[{stop.index}] {_kind(stop)} = {show_value(stop.value)}"
        yield f"    clue {stop.index + 1}: {clue}"
        yield from (
            f"    plainly: {one.plain}" for one in leg.paraphrases if (one.clue, one.code) == (stop.index, None)
        )
        yield from (f"    {line}" for line in _how(stop))
        yield f"    {_why(leg, stop, stop.index in live)}"


def _graph(leg: Leg) -> Iterator[str]:
    """Generations of the data graph: each stop one line, indented by its depth, with what it feeds."""
    graph = leg_graph(leg.stops)
    if not nx.is_directed_acyclic_graph(graph):
        yield "  the values feed each other in a circle"
        return
    by_index = {stop.index: stop for stop in leg.stops}
    navigation = {stop.index: stop.from_stop for stop in leg.stops if isinstance(stop, RouteInfo)}
    for depth, generation in enumerate(nx.topological_generations(graph)):
        for index in sorted(generation):
            feeds = sorted(graph.successors(index))
            fork = " ⑂" if len(feeds) > 1 else ""
            merge = "⑃ " if graph.in_degree(index) > 1 else ""
            arrow = f" →{fork} {', '.join(f'[{one}]' for one in feeds)}" if feeds else ""
            left = navigation.get(index)
            walked = f"  (page left: [{left}])" if left is not None else ""
            yield f"  {'    ' * depth}{merge}[{index}] {_kind(by_index[index])}{arrow}{walked}"


def _kind(stop: Stop) -> str:
    match stop:
        case RouteInfo():
            return f"{stop.field} of “{stop.evidence.title}”"
        case Roadblock():
            return stop.template
        case Detour():
            return f"{stop.transform}({_ref(stop.source)})"
        case Merge() | FinishLine():
            return f"{stop.operation}({', '.join(_ref(ref) for ref in stop.sources)})"


def _ref(ref: Ref) -> str:
    return f"[{ref.stop}]" + ("" if ref.path == "value" else f".{ref.path.removeprefix('value.')}")


def _how(stop: Stop) -> Iterator[str]:
    """Where a stop's value comes from: the span of a page, or the calls of a chain."""
    if isinstance(stop, RouteInfo):
        yield from _evidence(stop)
    if isinstance(stop, Roadblock):
        for number, step in enumerate(stop.chain):
            yield f"call {number}: {_call(step)} = {show_value(step.result)}  ({step.provider}, {step.volatility})"
        if stop.rounding is not None:
            told = stop.rounding
            yield f"rounded {told.rule}: {told.margin} from the next boundary, source error {told.error}"


def _evidence(stop: RouteInfo) -> Iterator[str]:
    found = stop.evidence
    yield f"page: {found.title}  {found.url}  (revision {found.revision}, {found.volatility})"
    where = f"in row “{found.label}” of the {found.section}"
    if found.section not in {"infobox", "title"}:
        section = "the lead" if found.section == "lead" else f"section “{found.section}”"
        where = f"by “{found.label}” in a sentence of {section}"
    yield f"says: “{found.quote}” {where}, characters {found.start}–{found.end}"
    if stop.target is not None:
        target = stop.target
        told = [f"{one.field} {one.relation} {one.operand}" for one in target.conditions]
        how = f"the {target.relation} of the page left" if target.relation else f"the only {target.about}"
        with_ = f" with {', '.join(told)}" if told else ""
        among = "links" if target.query is None else f"results of a search for “{target.query}”"
        yield f"reached: {how}{with_}, among {target.considered} {among}"
    if stop.named is not None:
        yield f"reached: the {stop.named.about} that {_ref(stop.named.source)} names"


def _call(step: ToolStep) -> str:
    given: list[str] = []
    for argument in step.arguments:
        match argument.source:
            case Ref() as ref:
                given.append(f"{argument.name}={_ref(ref)}")
            case CallRef(call=call):
                given.append(f"{argument.name}=call {call}")
            case Setting(value=value):
                given.append(f"{argument.name}={value!r}")
    return f"{step.tool}({', '.join(given)})"


def _why(leg: Leg, stop: Stop, live: bool) -> str:
    """Why a stop is live: the values it feeds, and how often another value changes the answer."""
    if not live:
        return "DEAD: no chain of values leads from here to the answer"
    if stop.index == leg.stops[-1].index:
        return "live: it is the answer"
    path = nx.shortest_path(leg_graph(leg.stops), stop.index, leg.stops[-1].index)
    effect = stop.sensitivity
    return (
        f"live: {' → '.join(f'[{index}]' for index in path)}; {effect.changed} of {effect.differing} other values "
        f"({effect.draws} drawn) change the answer"
    )
