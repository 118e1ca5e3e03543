"""The picture of a leg: nothing stands on anything else, every value's way is drawn, and all words fit their boxes."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import pairwise
from pathlib import Path

import networkx as nx
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import sync_playwright

from benchwright.cli import main
from generators.legs import Candidate
from releases.families.layered import lay_out
from releases.families.legs_drawing import BOX_WIDTH, draw_leg
from schemas.canonical import canonical_bytes
from schemas.errors import InputError
from solvers.legs.graph import leg_graph
from tests.validators.legworld import LEGS, world

SVG = "{http://www.w3.org/2000/svg}"
ROW, LANE = 10.0, 3.0


@st.composite
def graphs(draw: st.DrawFn) -> nx.DiGraph[int]:
    """Acyclic graphs of up to twenty nodes, all of which reach the last."""
    count = draw(st.integers(1, 20))
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(range(count))
    for node in range(count - 1):
        for target in draw(st.sets(st.integers(node + 1, count - 1), min_size=1, max_size=3)):
            graph.add_edge(node, target)
    return graph


@given(graphs())
def test_a_layout_keeps_all_apart_and_leads_every_edge_from_column_to_column(graph: nx.DiGraph[int]) -> None:
    layout = lay_out(graph, ROW, LANE)
    taken = [(point.column, point.y - ROW / 2, point.y + ROW / 2) for point in layout.nodes.values()]
    lanes = [point for points in layout.edges.values() for point in points[1:-1]]
    taken += [(point.column, point.y - LANE / 2, point.y + LANE / 2) for point in lanes]
    for (column, _, low), (other, high, _) in pairwise(sorted(taken)):
        assert column != other or low <= high + 1e-6
    for (one, two), points in layout.edges.items():
        assert (points[0], points[-1]) == (layout.nodes[one], layout.nodes[two])
        assert [point.column for point in points] == list(range(points[0].column, points[-1].column + 1))
    assert max(bottom for _, _, bottom in taken) <= layout.height + 1e-6
    assert min(top for _, top, _ in taken) >= -1e-6


def test_a_leg_is_drawn_whole(atlas_legs: list[Candidate]) -> None:
    for leg in [made.leg for made in atlas_legs] + [world()[1][name] for name in LEGS]:
        root = ET.fromstring(draw_leg(leg))  # noqa: S314  # our own document
        titles = [title.text or "" for title in root.iter(f"{SVG}title")]
        assert [title for title in titles if title.startswith("clue ")] == [
            f"clue {number}: {clue}" for number, clue in enumerate(leg.clues, start=1)
        ]
        ends = [path.get("marker-end") for path in root.iter(f"{SVG}path")]
        data = ends.count("url(#data)") + ends.count("url(#diamond)")
        assert data == leg_graph(leg.stops).number_of_edges()
        assert ends.count("url(#way)") == sum(getattr(stop, "from_stop", None) is not None for stop in leg.stops)
        assert (ends.count("url(#diamond)") > 0) == bool(leg.diamonds)


def test_all_words_stay_inside_their_boxes(atlas_legs: list[Candidate], tmp_path: Path) -> None:
    drawn = draw_leg(max((made.leg for made in atlas_legs), key=lambda leg: len(leg.stops)))
    path = tmp_path / "leg.svg"
    path.write_text(drawn, encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--disable-gpu"])
        page = browser.new_page()
        page.goto(path.as_uri())
        widths = page.evaluate(
            "() => [...document.querySelectorAll('g')].map(g => { const box = g.querySelector('rect').getBBox();"
            " return [...g.querySelectorAll('text')].map(t => t.getBBox().x + t.getBBox().width - box.x) })"
        )
        browser.close()
    assert widths
    assert max(width for box in widths for width in box) <= BOX_WIDTH


def test_a_picture_is_written_beside_the_text(atlas_legs: list[Candidate], tmp_path: Path) -> None:
    leg = atlas_legs[0].leg
    (tmp_path / "legs.jsonl").write_bytes(canonical_bytes(leg) + b"\n")
    picture = tmp_path / "leg.svg"
    for command in (["explain"], ["legs", "explain"]):
        ran = CliRunner().invoke(main, [*command, str(tmp_path / "legs.jsonl"), leg.id, "--svg", str(picture)])
        assert ran.exit_code == 0, ran.output
        assert leg.id in ran.output
        assert picture.read_text(encoding="utf-8") == draw_leg(leg)
        picture.unlink()


def test_values_in_a_circle_are_no_picture() -> None:
    leg = world()[1]["dates"]
    turned = leg.model_copy(
        update={"stops": (*leg.stops[:3], leg.stops[3].model_copy(update={"depends_on": (4,)}), leg.stops[4])}
    )
    with pytest.raises(InputError, match="circle"):
        draw_leg(turned)
