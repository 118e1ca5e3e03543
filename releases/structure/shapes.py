"""The shapes that benchmarks publish their gold calls in, each read as a call graph.

A shape says of one item whether it has it, and what its steps are. docs/structure.md describes all of them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from releases.structure.graphs import CallGraph, chain, graph_of
from schemas.canonical import JSON

__all__ = ["SHAPES", "NoSteps", "Shape", "shape_of"]

Item = dict[str, JSON]


class NoSteps(ValueError):
    """An item of a known shape whose steps nobody recorded; it is left out and counted."""


class WrongShape(ValueError):
    """An item isn't of the shape that it seems to have; the message says where."""


class Shape(NamedTuple):
    """A shape's name, whether an item has it, and how it is read.

    Reading raises NoSteps for an item whose steps aren't recorded, else ValueError or KeyError that says what is amiss.
    """

    name: str
    fits: Callable[[Item], bool]
    read: Callable[[Item], CallGraph]


def _inner(value: JSON) -> JSON:
    """A value that may be written as JSON in a text, as dataset hubs keep nested columns."""
    if isinstance(value, str) and value.lstrip()[:1] in {"[", "{"}:
        try:
            inner: JSON = json.loads(value)
        except (ValueError, RecursionError) as error:
            raise WrongShape("a text that should hold JSON doesn't") from error
        return inner
    return value


def _objects(value: JSON, what: str) -> list[Item]:
    """A list of objects. Raises WrongShape."""
    listed = _inner(value)
    if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
        raise WrongShape(f"{what} is no list of objects")
    return [one for one in listed if isinstance(one, dict)]


def _texts(value: JSON) -> Iterator[str]:
    """Every text inside a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)
    elif isinstance(value, dict):
        for one in value.values():
            yield from _texts(one)


def _named(names: Sequence[JSON], pairs: Sequence[tuple[JSON, JSON]]) -> CallGraph:
    """A graph from the steps' names and named edges; the first step of a name is meant."""
    places: dict[str, int] = {}
    for place, name in enumerate(names):
        places.setdefault(str(name), place)
    for pair in pairs:
        for name in pair:
            if str(name) not in places:
                raise WrongShape(f"an edge names {str(name)[:40]!r}, which is no step")
    return graph_of(len(names), [(places[str(source)], places[str(target)]) for source, target in pairs])


def _generic(item: Item) -> CallGraph:
    """`{"steps": [{"id", "depends_on": [ids]}]}`, or `{"nodes": [...], "edges": [[from, to], …]}`."""
    if "steps" in item:
        steps = _objects(item["steps"], "steps")
        names = [step.get("id", place) for place, step in enumerate(steps)]
        pairs: list[tuple[JSON, JSON]] = []
        for name, step in zip(names, steps, strict=True):
            needs = step.get("depends_on") or []
            if not isinstance(needs, list):
                raise WrongShape("depends_on is no list")
            pairs += [(need, name) for need in needs]
        return _named(names, pairs)
    nodes, edges = _inner(item["nodes"]), _inner(item["edges"])
    if not isinstance(nodes, list) or not isinstance(edges, list):
        raise WrongShape("nodes and edges are lists")
    names = [node.get("id", place) if isinstance(node, dict) else node for place, node in enumerate(nodes)]
    return _named(names, [_edge(edge) for edge in edges])


def _edge(edge: JSON) -> tuple[JSON, JSON]:
    if isinstance(edge, list) and len(edge) == 2:
        return edge[0], edge[1]
    if isinstance(edge, dict) and {"source", "target"} <= edge.keys():
        return edge["source"], edge["target"]
    raise WrongShape("an edge is [from, to] or {source, target}")


def _taskbench(item: Item) -> CallGraph:
    """`tool_nodes` with `tool_links` of names (in requests and predictions: `task_nodes`, `task_links`)."""
    inner = _inner(item["result"]) if "result" in item else item
    if not isinstance(inner, dict):
        raise WrongShape("result is no object")
    kind = "tool" if "tool_nodes" in inner else "task"
    nodes = _objects(inner.get(f"{kind}_nodes"), f"{kind}_nodes")
    links = _objects(inner.get(f"{kind}_links", []), f"{kind}_links")
    return _named([node.get("task") for node in nodes], [_edge(dict(link)) for link in links])


def _is_taskbench(item: Item) -> bool:
    inner = item.get("result")
    return "tool_nodes" in item or "task_nodes" in item or (isinstance(inner, dict) and "task_nodes" in inner)


_REFERENCE = re.compile(r"\$([A-Za-z0-9_]+)(?:[.\[][^$]*)?\$")
_COLLECTS = "var_result"
"""What an item of the first NESTFUL ends with: it names the results that are wanted, and calls nothing."""


def _nestful(item: Item) -> CallGraph:
    """`output`: calls with a `label` (`$var_1`, `var1`), whose arguments take `$var_1.result$`."""
    calls = [call for call in _objects(item["output"], "output") if call.get("name") != _COLLECTS]
    labels = {str(call.get("label", "")).strip("$"): place for place, call in enumerate(calls)}
    edges = [
        (labels[name], place)
        for place, call in enumerate(calls)
        for text in _texts(call.get("arguments"))
        for name in _REFERENCE.findall(text)
        if name in labels
    ]
    return graph_of(len(calls), edges)


def _is_nestful(item: Item) -> bool:
    if "output" not in item:
        return False
    if {"sample_id", "gold_answer"} & item.keys():
        return True
    calls = item["output"]
    return isinstance(calls, list) and bool(calls) and all(_has("name", "arguments")(call) for call in calls)


def _teval(item: Item) -> CallGraph:
    """`ground_truth`: actions with `id` and `prev`, the ids before each; the closing FinishAction is no step.

    Where no action has `prev`, as in plans that are graded by their order, that order stands for a chain.
    """
    told = _objects(item["ground_truth"], "ground_truth")
    actions = [one for one in told if one.get("name") != "FinishAction"]
    if not any("prev" in one for one in told):
        return chain(len(actions))
    names = [action.get("id", place) for place, action in enumerate(actions)]
    pairs: list[tuple[JSON, JSON]] = []
    for name, action in zip(names, actions, strict=True):
        before = action.get("prev") or []
        if not isinstance(before, list):
            raise WrongShape("prev is no list")
        pairs += [(one, name) for one in before if one != name]
    return _named(names, pairs)


def _is_teval(item: Item) -> bool:
    truth = item.get("ground_truth")
    if isinstance(truth, str) and truth.lstrip().startswith("["):
        return _has("prediction")(item) or '"prev"' in truth
    return isinstance(truth, list) and bool(truth) and all(_has("id", "name", "args")(one) for one in truth)


def _toolbench(item: Item) -> CallGraph:
    """The calls of the last `train_messages`, or of `conversations`; no dependencies are recorded. Finish is none."""
    answer = item.get("answer_generation")
    if isinstance(answer, dict):
        runs = answer.get("train_messages")
        messages = _objects(runs[-1], "train_messages") if isinstance(runs, list) and runs else []
        called = [message["function_call"] for message in messages if isinstance(message.get("function_call"), dict)]
        names = [call.get("name") for call in called if isinstance(call, dict)]
    else:
        turns = _objects(item["conversations"], "conversations")
        said = [str(turn.get("value", "")) for turn in turns if turn.get("from") in ("assistant", "gpt")]
        names = [name for text in said for name in re.findall(r"^Action:[ \t]*(\S+)", text, re.MULTILINE)]
    return chain(sum(name != "Finish" for name in names))


def _toolhop(item: Item) -> CallGraph:
    """`sub_task`: questions with their answers in the order in which they are solved, one call each."""
    tasks = _inner(item["sub_task"])
    if not isinstance(tasks, dict | list):
        raise WrongShape("sub_task is no object")
    return chain(len(tasks))


_COUNT = re.compile(r"\s*(\d{1,3})(?:\s+or\s+so|\s+steps?)?\.?\s*", re.IGNORECASE)
"""One number, as annotators write it; a range is none."""


def _gaia(item: Item) -> CallGraph:
    """`Annotator Metadata`, `Number of steps`: no gold calls, so the count of steps stands for a chain of them."""
    told = _inner(item["Annotator Metadata"])
    count = told.get("Number of steps") if isinstance(told, dict) else None
    read = _COUNT.fullmatch(str(count))
    if not read:
        raise NoSteps(f"Number of steps is no number: {str(count)[:40]!r}")
    return chain(int(read[1]))


def _has(*keys: str) -> Callable[[JSON], bool]:
    return lambda item: isinstance(item, dict) and set(keys) <= item.keys()


SHAPES: Mapping[str, Shape] = {
    shape.name: shape
    for shape in (
        Shape("taskbench", _is_taskbench, _taskbench),
        Shape("t-eval", _is_teval, _teval),
        Shape("toolhop", lambda item: "sub_task" in item and bool({"tools", "functions"} & item.keys()), _toolhop),
        Shape("gaia", _has("Annotator Metadata"), _gaia),
        Shape("nestful", _is_nestful, _nestful),
        Shape("toolbench", lambda item: bool({"answer_generation", "conversations"} & item.keys()), _toolbench),
        Shape("generic", lambda item: "steps" in item or {"nodes", "edges"} <= item.keys(), _generic),
    )
}
"""Every shape by its name; where more than one would fit, the first does."""


def shape_of(item: Item) -> Shape | None:
    """The shape that an item has."""
    return next((shape for shape in SHAPES.values() if shape.fits(item)), None)
