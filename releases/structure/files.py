"""Call graphs out of files: our legs, upstream's, and the items of other benchmarks in their own shapes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from releases.foreign.again import edges, holds_mended, read_mended
from releases.foreign.source import ARCHIVES, first_line, holds_foreign_legs, read_legs
from releases.layout import is_release
from releases.structure.graphs import CallGraph, graph_of
from releases.structure.shapes import SHAPES, NoSteps, Shape, shape_of
from schemas.canonical import JSON
from schemas.errors import InputError
from schemas.files import parse_json, read_bytes, read_jsonl
from schemas.legs import Leg
from validators.foreign import Audited

__all__ = ["Graphs", "read_graphs"]


class Graphs(NamedTuple):
    """The graphs of one path, and the shape that they were read in. `left_out` counts items without recorded steps."""

    path: Path
    shape: str
    graphs: tuple[CallGraph, ...]
    left_out: int = 0


def read_graphs(path: Path, shape: str | None = None) -> Graphs:
    """The call graphs of a file or folder; `shape` names what its items are where that can't be told from them.

    Raises InputError naming file and item for what has no known shape, or not the one named.
    """
    if shape is None:
        own = _ours(path)
        if own is not None:
            return Graphs(path, "our legs", own)
        if _is_upstream(path):
            return Graphs(path, "amazing-agent-race", tuple(map(_upstream, read_legs(path).legs)))
    elif shape not in SHAPES:
        raise InputError(f"{shape}: no such shape; known are {', '.join(SHAPES)}")
    graphs: list[CallGraph] = []
    names: dict[str, None] = {}
    left_out: list[InputError] = []
    for where, item in _items(path):
        known = SHAPES[shape] if shape else shape_of(item)
        if known is None:
            keys = ", ".join(list(item)[:6]) or "none"
            raise InputError(f"{where}: none of the known shapes ({', '.join(SHAPES)}); its keys are {keys}")
        names[known.name] = None
        try:
            graphs.append(_read(known, item, where))
        except _LeftOut as reason:
            left_out.append(reason)
    if left_out and not graphs:
        raise left_out[0]
    if not graphs:
        raise InputError(f"{path}: it holds no item")
    return Graphs(path, ", ".join(names), tuple(graphs), len(left_out))


class _LeftOut(InputError):
    """An item whose steps nobody recorded; the rest of its file can be measured."""


def _read(shape: Shape, item: dict[str, JSON], where: str) -> CallGraph:
    try:
        graph = shape.read(item)
    except KeyError as error:
        raise InputError(f"{where}: no {shape.name} item: it has no {error.args[0]}") from error
    except NoSteps as error:
        raise _LeftOut(f"{where}: {error}") from error
    except ValueError as error:
        raise InputError(f"{where}: no {shape.name} item: {error}") from error
    if not graph.steps:
        raise _LeftOut(f"{where}: it has no steps")  # which is neither linear nor a DAG
    return graph


def _ours(path: Path) -> tuple[CallGraph, ...] | None:
    """The graphs of our own legs, mended ones too, or None where there are none."""
    if holds_mended(path):
        return tuple(graph_of(len(leg.stops), edges(leg)) for leg in read_mended(path).legs)
    holds = is_release(path) or (path / "legs.jsonl").is_file()
    if not holds and path.suffix.lower() == ".jsonl":
        holds = first_line(path).get("family") == "leg"
    if not holds:
        return None
    from releases.reading import open_subject

    legs = [item.record for item in open_subject(path).items if isinstance(item.record, Leg)]
    if not legs:
        raise InputError(f"{path}: it holds no leg that can be read")
    return tuple(
        graph_of(len(leg.stops), [(feed, stop.index) for stop in leg.stops for feed in stop.depends_on]) for leg in legs
    )


def _is_upstream(path: Path) -> bool:
    if path.is_dir() or path.name.lower().endswith(ARCHIVES):
        return holds_foreign_legs(path)
    return any({"trail_id", "stops"} <= item.keys() for _, item in _items(path, first=True))


def _upstream(one: Audited) -> CallGraph:
    """A published leg by the value edges that the specification gives it."""
    edges = [(feed, here) for here, feeds in enumerate(one.graph.feeds) for feed in feeds]
    return graph_of(len(one.leg.stops), edges)


def _items(path: Path, first: bool = False) -> Iterator[tuple[str, dict[str, JSON]]]:
    """The objects of a JSON or JSONL file: lines, the elements of a list, the values of an object of objects."""
    if path.suffix.lower() == ".jsonl" or _is_lines(path):
        for number, line in read_jsonl(path):
            yield _object(parse_json(line, f"{path}: line {number}"), f"{path}: line {number}")
            if first:
                return
        return
    value = parse_json(read_bytes(path), str(path))
    if isinstance(value, list):
        listed = [(f"{path}: [{number}]", one) for number, one in enumerate(value)]
    elif isinstance(value, dict) and _is_table(value):
        listed = [(f"{path}: {name}", one) for name, one in value.items()]
    else:
        listed = [(str(path), value)]
    for where, one in listed[:1] if first else listed:
        yield _object(one, where)


def _is_lines(path: Path) -> bool:
    """Whether a file called otherwise holds JSON lines, as TaskBench's `data.json` does: an object on each of two."""
    lines = [line for _, line in islice(read_jsonl(path), 2)]
    try:
        return len(lines) == 2 and all(isinstance(json.loads(line), dict) for line in lines)
    except (ValueError, RecursionError):
        return False


def _is_table(value: dict[str, JSON]) -> bool:
    """Whether an object holds items by their names, and is none itself."""
    return bool(value) and shape_of(value) is None and all(isinstance(one, dict) for one in value.values())


def _object(value: JSON, where: str) -> tuple[str, dict[str, JSON]]:
    if not isinstance(value, dict):
        raise InputError(f"{where}: an item is a JSON object")
    return where, value
