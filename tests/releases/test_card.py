"""The card: plots of the same bytes every time, a licence the Hub knows, and credit for every article."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from lxml import etree

from releases.attribution import attribution, needs_attribution
from releases.build import Order, build_release
from releases.licences import HUB_LICENCES, SHARE_ALIKE, Source, hub_licence
from releases.markdown import plain, quoted
from releases.plots import Bars, Grid, Plot, Series, draw, histogram
from releases.recipe import parse_recipe
from schemas.canonical import canonical_bytes
from schemas.errors import InputError
from schemas.worlds import LicenceRecord
from tests.releases.building import TRIPLETS, records, shared_release
from worlds.pages import Page
from worlds.record import seal_page

BARS = Plot("bars", "Answers", Bars(("0", "1"), (Series("legs", (3, 4)), Series("more", (1, 0))), "answer", "legs"))
GRID = Plot("grid", "Cells", Grid(("a", "b"), ("x", "y"), ((1, 2), (0, 7))))
LICENCES = [("CC-BY-SA-4.0", "cc-by-sa-4.0"), ("ODbL-1.0", "odbl"), ("CC-BY-4.0", "mit"), ("CC0-1.0", "mit")]


def source(spdx: str, name: str = "pages of x") -> Source:
    return Source(name, LicenceRecord(spdx=spdx, attribution="Somebody", redistributable=True))


@pytest.mark.parametrize("plot", [BARS, GRID])
def test_a_plot_is_the_same_well_formed_svg_every_time_whatever_style_is_set(
    plot: Plot, monkeypatch: pytest.MonkeyPatch
) -> None:
    import matplotlib as mpl

    first = draw(plot, "some-guid")
    monkeypatch.setitem(mpl.rcParams, "axes.facecolor", "red")
    monkeypatch.setitem(mpl.rcParams, "font.size", 30)
    assert draw(plot, "some-guid") == first
    assert mpl.rcParams["axes.facecolor"] == "red"
    assert len(first) < 20_000
    text = first.decode()
    assert etree.fromstring(first).tag == "{http://www.w3.org/2000/svg}svg"
    assert "some-guid" in text
    assert plot.title in text
    assert not re.search(r"<dc:date>|Matplotlib v|<image", text)


def test_nothing_in_a_text_is_mark_up_on_the_card() -> None:
    assert plain("a *b* <i> c_d [e](f) `g` ~h~ #i \\") == (r"a \*b\* \<i\> c\_d \[e\](f) \`g\` \~h\~ \#i " + "\\\\")
    assert quoted("1. one\n- two\n\nthree\n") == "> 1\\. one\\\n> \\- two\n>\n> three\n"


def test_the_card_shows_an_item_of_every_config(tmp_path_factory: pytest.TempPathFactory) -> None:
    release = shared_release(tmp_path_factory)
    card = (release / "README.md").read_text()
    for config in ("legs", "triplets"):
        first = records(release, config)[0]
        asked = first["clues"] if config == "legs" else [first["question_composition"], first["question_math"]]
        assert isinstance(asked, list)
        assert all(plain(str(text)) in card for text in asked)


def test_a_histogram_counts_every_number_from_the_least_to_the_greatest() -> None:
    bars = histogram({"b": [3, 5, 3], "a": [4]}, "x", "y")
    assert bars.labels == ("3", "4", "5")
    assert bars.series == (Series("a", (0, 1, 0)), Series("b", (2, 0, 1)))
    assert histogram({}, "x", "y").labels == ()


def test_every_plot_of_a_card_is_there_and_every_figure_in_it_is_text(tmp_path_factory: pytest.TempPathFactory) -> None:
    release = shared_release(tmp_path_factory)
    card = (release / "README.md").read_text()
    shown = re.findall(r'<img src="(plots/[a-z-]+\.svg)" alt="[^"]+" width="49%">', card)
    assert sorted(shown) == sorted(path.relative_to(release).as_posix() for path in (release / "plots").iterdir())
    assert {"plots/legs-depth.svg", "plots/legs-digits.svg", "plots/triplets-cells.svg"} <= set(shown)
    for heading in (
        "## How it was made",
        "## Checks",
        "### Rejected",
        "## Use",
        "## Limits",
        "## Sources and licences",
    ):
        assert f"\n{heading}\n" in card
    assert "@misc{small-0.3.0," in card


@pytest.mark.parametrize(("spdx", "told"), LICENCES)
def test_share_alike_terms_of_a_source_reach_the_licence_field(spdx: str, told: str) -> None:
    assert hub_licence("mit", [source(spdx)]) == told
    assert told in HUB_LICENCES


def test_terms_that_do_not_go_together_are_other() -> None:
    assert hub_licence("mit", [source("CC-BY-SA-4.0"), source("ODbL-1.0", "answers of y")]) == "other"
    assert hub_licence("mit", [source("LicenseRef-X-SA-1")]) == "other"
    assert set(SHARE_ALIKE.values()) <= HUB_LICENCES


def test_a_licence_that_the_hub_does_not_know_is_refused_before_anything_is_made(tmp_path: Path) -> None:
    text = TRIPLETS.format(seed=1).replace("\n[triplets]", '\nlicence = "cc-by-sa"\n\n[triplets]')
    with pytest.raises(InputError, match="'cc-by-sa' is none of the Hub's identifiers"):
        build_release(Order(parse_recipe(text.encode(), "r.toml"), None, tmp_path / "out", "0"))
    assert list(tmp_path.iterdir()) == []


def test_the_licence_on_the_card_is_one_the_hub_knows(tmp_path_factory: pytest.TempPathFactory) -> None:
    _, matter, _ = (shared_release(tmp_path_factory) / "README.md").read_text().split("---\n", 2)
    assert yaml.safe_load(matter)["license"] in HUB_LICENCES


def test_every_article_is_credited_with_its_revision(tmp_path: Path) -> None:
    pages = source("CC-BY-SA-3.0")
    assert needs_attribution(pages)
    assert not needs_attribution(source("CC0-1.0"))
    made = [Page(f"A [{n}]", f"<p>{n}</p>", f"{n}00", f"https://en.wikipedia.org/wiki/A?oldid={n}00") for n in range(3)]
    lines = [canonical_bytes(seal_page(page, (), ())) + b"\n" for page in made]
    (tmp_path / "pages.jsonl").write_bytes(b"".join(lines))
    text = b"".join(attribution(tmp_path, pages, "some-guid")).decode()
    assert "CC-BY-SA-3.0" in text
    assert "some-guid" in text
    for page in made:
        assert f"](<{page.url}>), revision {page.revision}\n" in text
    assert "[A \\[1\\]]" in text
