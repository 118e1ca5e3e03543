"""Call graphs: figures by a second way of counting, and every shape that is read, on examples of our own."""

from __future__ import annotations

import itertools
import json
import random
from fractions import Fraction
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from releases.structure.files import read_graphs
from releases.structure.graphs import CallGraph, chain, graph_of, is_linear, measure
from schemas.canonical import canonical_bytes
from schemas.errors import InputError
from tests.foreign.making import command, diamond, refusal, sequential, written
from tests.foreign.test_source import damaged
from tests.validators.legworld import world

FORK = ((0, 1), (0, 2), (1, 3), (2, 3))


def by_paths(graph: CallGraph) -> int:
    """Merges at which two paths end that share only a fork: counted by listing all paths."""
    drawn = nx.DiGraph(graph.edges)
    found = 0
    for merge in drawn:
        pairs = [
            (one, two)
            for fork in drawn
            if fork != merge
            for one, two in itertools.combinations(
                [set(path[1:-1]) for path in nx.all_simple_paths(drawn, fork, merge) if len(path) > 2], 2
            )
        ]
        found += any(not one & two for one, two in pairs)
    return found


@given(st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(lambda edge: edge[0] < edge[1]), max_size=14))
def test_diamonds_agree_with_a_list_of_all_paths(edges: set[tuple[int, int]]) -> None:
    graph = graph_of(7, sorted(edges))
    told = measure([graph])
    assert told.diamonds == by_paths(graph)
    longest = max(
        [len(path) for a in range(7) for b in range(7) for path in nx.all_simple_paths(nx.DiGraph(graph.edges), a, b)]
        if edges and {a for edge in edges for a in edge} == set(range(7))
        else [told.longest_path]
    )
    assert told.longest_path == longest


def test_what_is_linear() -> None:
    assert is_linear(chain(5))
    assert is_linear(chain(1))
    assert not is_linear(graph_of(3, [(0, 2), (1, 2)]))
    assert not is_linear(graph_of(3, [(0, 1), (0, 2)]))
    told = measure([chain(3), graph_of(4, FORK), graph_of(3, [(0, 2), (1, 2)])])
    assert (told.share_linear, told.share_dag) == (Fraction(1, 3), Fraction(2, 3))
    assert (told.diamonds, told.with_diamonds, told.longest_path, told.proxies) == (1, 1, 3, 1)
    assert told.mean_steps == Fraction(10, 3)


def test_circles_and_missing_steps() -> None:
    with pytest.raises(ValueError, match="circle"):
        graph_of(2, [(0, 1), (1, 0)])
    with pytest.raises(ValueError, match="of 2 steps"):
        graph_of(2, [(0, 5)])


def call(name: str, label: str, **arguments: object) -> dict[str, object]:
    return {"name": name, "label": label, "arguments": arguments}


NESTED = [
    call("find", "$var_1", city="Amber"), call("height", "$var_2", of="$var_1.result$"),
    call("size", "$var_3", of="$var_1.result$"), call("add", "$var_4", values=["$var_2.out$", {"b": "$var_3.out$"}]),
]  # fmt: skip
LINKED = {
    "id": "1", "type": "dag", "tool_nodes": [{"task": name, "arguments": []} for name in "abcd"],
    "tool_links": [{"source": "a", "target": "b"}, {"source": "a", "target": "c"}, {"source": "b", "target": "d"},
                   {"source": "c", "target": "d"}],
}  # fmt: skip
IN_TEXTS = {key: json.dumps(value) if isinstance(value, list) else value for key, value in LINKED.items()}
PLANNED = {
    "prediction": "", "ground_truth": [
        {"id": 0, "name": "find", "prev": [], "args": "{}"}, {"id": 1, "name": "height", "prev": [0], "args": "{}"},
        {"id": 2, "name": "size", "prev": [0], "args": "{}"}, {"id": 3, "name": "add", "prev": [1, 2], "args": "{}"},
        {"id": 4, "name": "FinishAction", "prev": [3], "args": "{}"},
    ],
}  # fmt: skip
IN_ORDER = {"prediction": "", "ground_truth": [{"id": n, "name": name, "args": "{}"} for n, name in enumerate("ab")]}
FIRST = {"input": "?", "output": [
    call("find", "var1", city="Amber"), call("height", "var2", of="$var1.sky Id$"), call("size", "var3", of="$var1$"),
    call("add", "var4", sum="$var2.out$ + 2 * $var3[0].out$"), {"name": "var_result", "arguments": {"sum": "$var4$"}},
]}  # fmt: skip
ANSWERED = {"answer_generation": {"query": "?", "train_messages": [[], [
    {"role": "assistant", "function_call": {"name": "find", "arguments": "{}"}}, {"role": "function", "content": "x"},
    {"role": "assistant", "function_call": {"name": "height", "arguments": "{}"}},
    {"role": "assistant", "function_call": {"name": "Finish", "arguments": "{}"}},
]]}}  # fmt: skip
SPOKEN = {"id": "q", "conversations": [
    {"from": "user", "value": "How high?"},
    {"from": "assistant", "value": "Thought: look\nAction: find\nAction Input: {}"},
    {"from": "function", "value": "{}"}, {"from": "assistant", "value": "Action: Finish\nAction Input: {}"},
]}  # fmt: skip
HOPS = {
    "id": 1,
    "question": "?",
    "answer": "4",
    "sub_task": {"Who?": "a", "Where?": "b", "How high?": "4"},
    "tools": {},
}
PEOPLE = {"task_id": "x", "Question": "?", "Annotator Metadata": {"Steps": "1. Look", "Number of steps": "6 or so"}}
STEPS = {"steps": [{"id": "a"}, {"id": "b", "depends_on": ["a"]}, {"id": "c", "depends_on": ["a"]},
                   {"id": "d", "depends_on": ["b", "c"]}]}  # fmt: skip
EDGES = [["a", "b"], {"source": "a", "target": "c"}, ["b", "d"], ["c", "d"]]
NODES = {"nodes": ["a", {"id": "b"}, "c", "d"], "edges": EDGES}

SHAPES: list[tuple[str, dict[str, object], CallGraph]] = [
    ("nestful", {"sample_id": "s", "output": NESTED}, CallGraph(4, FORK)),
    ("nestful", {"sample_id": "s", "output": json.dumps(NESTED)}, CallGraph(4, FORK)),
    ("taskbench", LINKED, CallGraph(4, FORK)),
    ("taskbench", IN_TEXTS, CallGraph(4, FORK)),
    ("taskbench", {"id": "2", "result": {"task_nodes": [{"task": "a"}], "task_links": []}}, CallGraph(1, ())),
    ("nestful", FIRST, CallGraph(4, FORK)),
    ("t-eval", PLANNED, CallGraph(4, FORK)),
    ("t-eval", {**PLANNED, "ground_truth": json.dumps(PLANNED["ground_truth"])}, CallGraph(4, FORK)),
    ("t-eval", IN_ORDER, chain(2)),
    ("toolbench", ANSWERED, chain(2)),
    ("toolbench", SPOKEN, chain(1)),
    ("toolhop", HOPS, chain(3)),
    ("toolhop", {"question": "?", "sub_task": json.dumps(HOPS["sub_task"]), "functions": []}, chain(3)),
    ("gaia", PEOPLE, chain(6)),
    ("generic", STEPS, CallGraph(4, FORK)),
    ("generic", NODES, CallGraph(4, FORK)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "item", "graph"), SHAPES, ids=[f"{n}-{one[0]}" for n, one in enumerate(SHAPES)])
def test_each_shape_is_known_by_its_keys_and_read(
    tmp_path: Path, name: str, item: dict[str, object], graph: CallGraph
) -> None:
    (tmp_path / "list.json").write_text(json.dumps([item, item]))
    (tmp_path / "lines.jsonl").write_text(json.dumps(item) + "\n")
    (tmp_path / "named.json").write_text(json.dumps({"one": item, "two": item}))
    (tmp_path / "data.json").write_text(2 * (json.dumps(item) + "\n"))
    for file, count in (("list.json", 2), ("lines.jsonl", 1), ("named.json", 2), ("data.json", 2)):
        read = read_graphs(tmp_path / file)
        assert (read.shape, read.graphs) == (name, (graph,) * count)
    assert read_graphs(tmp_path / "list.json", name).graphs == (graph, graph)


@pytest.mark.parametrize(
    ("item", "told"),
    [
        ({"question": "?"}, "none of the known shapes"),
        ({"steps": [{"id": 1, "depends_on": [2]}]}, "names '2', which is no step"),
        ({"steps": [{"id": 1, "depends_on": [1]}]}, "circle"),
        ({"steps": 7}, "no list of objects"),
        ({"sample_id": 1, "output": "[1"}, "should hold JSON"),
        ({"Annotator Metadata": {"Number of steps": "many"}}, "Number of steps is no number"),
        ({"nodes": [], "edges": [1]}, "an edge is"),
        (3, "an item is a JSON object"),
    ],
)
def test_what_is_amiss_is_one_line_that_names_the_item(tmp_path: Path, item: object, told: str) -> None:
    (tmp_path / "x.json").write_text(json.dumps([item]))
    with pytest.raises(InputError, match=r"x\.json: \[0\]: ") as error:
        read_graphs(tmp_path / "x.json")
    assert told in str(error.value)


def test_one_item_without_steps_does_not_stop_a_file(tmp_path: Path) -> None:
    """The test questions of GAIA have no annotator's count, or an empty one."""
    counts: list[dict[str, object]] = [
        {}, *({"Number of steps": told} for told in ("", None, "0", "5-7", "1000", "6 of 7"))
    ]  # fmt: skip
    items = [PEOPLE, *({"task_id": "y", "Annotator Metadata": told} for told in counts)]
    (tmp_path / "x.json").write_text(json.dumps(items))
    read = read_graphs(tmp_path / "x.json")
    assert (read.graphs, read.left_out) == ((chain(6),), 7)
    (told,) = json.loads(command("legs", "structure", tmp_path / "x.json", "--json").stdout)["files"]
    assert (told["items"], told["without_steps"]) == (1, 7)
    assert "1 (7 more without steps)" in command("legs", "structure", tmp_path / "x.json").stdout
    (tmp_path / "x.json").write_text(json.dumps(items[1:]))
    assert "x.json: [0]: Number of steps is no number: 'None'" in refusal("legs", "structure", tmp_path / "x.json")


def test_legs_of_others_through_the_command(tmp_path: Path) -> None:
    folder = written(tmp_path / "legs", one=sequential(), dag_one=diamond())
    (told,) = json.loads(command("legs", "structure", folder, "--json").stdout)["files"]
    assert told["shape"] == "amazing-agent-race"
    assert (told["percent_linear"], told["diamonds"], told["longest_path"]) == ("0.0", 1, 4)
    assert "amazing-agent-race" in command("legs", "structure", folder).stdout
    (tmp_path / "none.json").write_text("[]")
    assert "holds no item" in refusal("legs", "structure", tmp_path / "none.json")
    assert "no such shape" in refusal("legs", "structure", tmp_path / "none.json", "--shape", "other")


def test_our_own_legs_by_their_data_edges(tmp_path: Path) -> None:
    _, legs = world()
    (tmp_path / "legs.jsonl").write_bytes(b"".join(canonical_bytes(leg) + b"\n" for leg in legs.values()))
    for path in (tmp_path, tmp_path / "legs.jsonl"):
        read = read_graphs(path)
        assert read.shape == "our legs"
        assert [one.steps for one in read.graphs] == [len(leg.stops) for leg in legs.values()]
        assert measure(read.graphs).mean_longest == Fraction(sum(leg.live_depth for leg in legs.values()), len(legs))
        assert measure(read.graphs).with_diamonds >= sum(bool(leg.diamonds) for leg in legs.values())


def test_damaged_items_are_read_or_refused_in_one_line(tmp_path: Path) -> None:
    rng = random.Random(20261130)
    refused: list[str] = []
    for _ in range(600):
        name, whole, _graph = rng.choice(SHAPES)
        item: object = whole
        for _ in range(rng.randrange(1, 4)):
            item = damaged(rng, item)
        (tmp_path / "x.json").write_text(json.dumps([item]))
        try:
            measure(read_graphs(tmp_path / "x.json", rng.choice([None, name])).graphs)
        except InputError as error:
            refused.append(str(error))
    assert 100 < len(refused) < 500
    assert not any("\n" in told for told in refused)
