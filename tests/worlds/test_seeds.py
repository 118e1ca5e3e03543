"""Seed pages are drawn by the seed, kept by every knob, and passed over with the knob that they fall short of."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from schemas.errors import InputError
from schemas.recipes import SeedPages
from tests.worlds.zimfiles import article, write_zim
from worlds.pages import Uncounted, Views
from worlds.seeds import SeedOrder, draw_seeds
from worlds.zim import ZimSource

BOX = (
    '<table class="infobox ib-settlement"><tr><th>Country</th><td>Land</td></tr>'
    "<tr><th>Population</th><td>12,345</td></tr><tr><th>Founded</th><td>1850</td></tr></table>"
)
LINKS = [f"Page {number}" for number in range(8)]
PARTS = {
    "facts": BOX,
    "sections": "<h2>One</h2><p>x</p><h3>Two</h3><p>y</p>",
    "links": "".join(f'<a href="{title.replace(" ", "_")}">{title}</a> ' for title in LINKS),
    "length": "word " * 600,
}
KNOBS = {"length": 3000, "links": 5, "most_links": 20, "sections": 2, "facts": 3, "count": 8, "tries": 500}


def body(without: str = "") -> str:
    """A page with everything that the knobs ask for but one part."""
    return "".join(text for part, text in PARTS.items() if part != without)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> ZimSource:
    pages = {title: article(body()) for title in LINKS}
    pages |= {f"No {part}": article(body(part)) for part in PARTS}
    pages["A hub"] = article(body() + "".join(f'<a href="Target_{n}">t</a>' for n in range(30)))
    pages |= {f"Target {number}": article("<p>short</p>") for number in range(30)}
    pages["Other meanings"] = article(body() + '<div id="disambigbox">other meanings</div>')
    return ZimSource(write_zim(tmp_path_factory.mktemp("zim") / "seeds.zim", pages, {"First": "Page 0"}))


def order(seed: int = 1, **knobs: object) -> SeedOrder:
    return SeedOrder(SeedPages.model_validate({**KNOBS, **knobs}), seed)


def test_every_knob_passes_over_the_page_that_falls_short_of_it(source: ZimSource) -> None:
    seeds = draw_seeds(source, order())
    assert sorted(seeds.titles) == LINKS
    reasons = {one.title: one.reason for one in seeds.passed_over}
    with pytest.raises(InputError, match="8 of 9 seed pages") as caught:
        draw_seeds(source, order(count=9))
    for knob in ("length", "links", "most_links", "sections", "facts", "disambiguation"):
        assert f"by {knob}" in str(caught.value)
    expected = {f"No {part}": part for part in PARTS} | {"A hub": "most_links", "Other meanings": "disambiguation"}
    assert all(reasons[title] == expected.get(title, "length") for title in reasons)


@pytest.mark.parametrize(
    ("knob", "value", "title"),
    [("length", 0, "No length"), ("links", 0, "No links"), ("sections", 0, "No sections"), ("facts", 0, "No facts"),
     ("most_links", 300, "A hub")],
)  # fmt: skip
def test_a_knob_that_is_let_go_lets_its_page_in(knob: str, value: int, title: str, source: ZimSource) -> None:
    assert title in draw_seeds(source, order(count=9, **{knob: value})).titles


def test_the_seed_draws(source: ZimSource) -> None:
    assert draw_seeds(source, order(count=3)) == draw_seeds(source, order(count=3))
    drawn = {draw_seeds(source, order(seed, count=3)).titles for seed in range(6)}
    assert len(drawn) > 3


def test_named_seeds_are_taken_as_they_are_and_once(source: ZimSource) -> None:
    seeds = draw_seeds(source, order(titles=("First", "Page 0", "Target 3"), count=2))
    assert seeds.titles[:2] == ("Page 0", "Target 3")
    assert len(set(seeds.titles)) == 4
    assert draw_seeds(source, order(titles=("Target 3",), count=0)).titles == ("Target 3",)
    with pytest.raises(InputError, match="Atlantis"):
        draw_seeds(source, order(titles=("Atlantis",)))


def test_tries_bound_the_search(source: ZimSource) -> None:
    with pytest.raises(InputError, match="seed pages were found"):
        draw_seeds(source, order(tries=3))


def test_views_are_asked_for_where_the_knob_is_set(source: ZimSource) -> None:
    with pytest.raises(InputError, match="8 by views"):
        draw_seeds(source, order(views=1))


class Counting(ZimSource):
    """A source that counts the views of some pages."""

    def views(self, titles: list[str]) -> dict[str, Views | Uncounted]:
        seen = {"Page 1": Views(900, 60), "Page 2": Views(99, 60), "Page 3": Views(100, 60)}
        return {title: seen.get(title, Uncounted("nobody counts")) for title in titles}


def test_pages_with_fewer_views_are_passed_over(source: ZimSource) -> None:
    assert sorted(draw_seeds(Counting(source.path), order(views=100, count=2)).titles) == ["Page 1", "Page 3"]


@pytest.mark.parametrize("knobs", [{"count": 0}, {"links": 30, "most_links": 20}, {"facts": -1}, {"titles": ("",)}])
def test_knobs_that_contradict_each_other_are_refused(knobs: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        order(**knobs)


def test_a_described_page_says_what_its_html_says(tmp_path: Path) -> None:
    point = '<span id="coordinates"><span class="geo">1.5; 2.5</span></span>'
    html = f'<div class="shortdescription">Small  place</div>{point}'
    source = ZimSource(write_zim(tmp_path / "one.zim", {"One": article(html), "Two": article("<p>x</p>")}))
    one, two = source.describe(["One", "Two", "One"])
    assert (one.title, one.short, one.disambiguation, one.categories) == ("One", "Small place", False, None)
    assert one.coordinates is not None
    assert (one.coordinates.lat, one.coordinates.lon) == ("1.5", "2.5")
    assert (two.short, two.coordinates) == (None, None)
    assert one.length == len(source.get("One").html.encode())
