"""`benchwright legs facts` shows each fact with section and span, where else it is said, and why others are none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchwright.cli import main
from tests.worlds.factpages import box, row
from tests.worlds.zimfiles import article, write_zim

ULMEN = (
    box("city", row("Population", "12,345"), row("Area", "about 300 km<sup>2</sup>"))
    + "<p><b>Ulmen</b> is a town in Hesse. It has a population of 12,345.</p>"
    + "<h2>History</h2><p>Ulmen was founded in 1850.</p>"
)


@pytest.fixture(scope="module")
def zim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pages = {"Ulmen": article(ULMEN), "Ulmer Hof": article("<p>Nothing.</p>")}
    return write_zim(tmp_path_factory.mktemp("zim") / "towns.zim", pages)


def test_facts_are_shown_with_section_span_and_other_places(zim: Path) -> None:
    done = CliRunner().invoke(main, ["legs", "facts", "--source", f"zim:{zim}", "Ulmen"])
    assert done.exit_code == 0, done.output
    html = article(ULMEN)
    year, in_box = html.index("1850"), html.index("12,345")
    again = html.index("12,345", in_box + 1)
    lines = {line.split()[0]: line.split() for line in done.output.splitlines() if line}
    assert lines["founded"] == ["founded", "1850", "History", "founded", f"{year}–{year + 4}", "1850"]
    assert lines["population"][-3:] == ["12,345", "lead", f"{again}–{again + 6}"]
    assert lines["area"][:3] == ["area", "Area", "circa"]


def test_the_same_as_json(zim: Path) -> None:
    done = CliRunner().invoke(main, ["legs", "facts", "--source", f"zim:{zim}", "Ulmen", "--json"])
    sheet = json.loads(done.output)
    assert {fact["field"]: fact["section"] for fact in sheet["facts"]} == {
        "population": "infobox",
        "founded": "History",
    }
    assert [mention["section"] for mention in sheet["facts"][0]["also"]] == ["lead"]


def test_a_title_that_is_not_exact_gets_the_nearest(zim: Path) -> None:
    done = CliRunner().invoke(main, ["legs", "facts", "--source", f"zim:{zim}", "Ulm"])
    assert done.exit_code == 2
    assert "the nearest are “Ulmen”, “Ulmer Hof”" in done.output
