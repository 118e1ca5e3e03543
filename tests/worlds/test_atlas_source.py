"""The atlas is a closed wiki: no dead link, no ambiguous name, the same bytes always, and little work to open."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html as lxml_html

from schemas.errors import InputError
from schemas.randomness import stream
from worlds.atlas import AtlasSource, airports, outlines, raw, source
from worlds.atlas.index import Index, atlas_index, following
from worlds.atlas.markup import document
from worlds.atlas.nearest import Neighbours
from worlds.atlas.outlines import distance_km
from worlds.atlas.records import Airport
from worlds.atlas.templates import digest_of, template_files
from worlds.atlas.titles import PageKey
from worlds.atlas.words import fold
from worlds.pages import MissingPage, Page, PageSource
from worlds.world import open_world

ROOT = Path(__file__).resolve().parents[2]
INDEX: Index = atlas_index()
ATLAS = AtlasSource()
TITLES = ATLAS.titles()
titles = st.sampled_from(TITLES)

DIGEST = """
import hashlib, random
from worlds.atlas import AtlasSource, tables
atlas, total = AtlasSource(), hashlib.sha256()
for title in atlas.titles():
    page = atlas.get(title)
    total.update(f"{page.title} {page.revision} {page.url} {page.digest} {atlas.aliases(title)}".encode())
total.update(repr([tables.countries(), tables.airports(), tables.cities(), tables.omissions()]).encode())
total.update(repr([list(tables.places().items()), list(tables.elevations().items())]).encode())
total.update(repr([atlas.search(query) for query in ("Paris", "airport", "guinea")]).encode())
total.update(repr(atlas.random(random.Random(5), 50)).encode())
print(total.hexdigest())
"""


def body_hrefs(page: Page) -> list[tuple[str, str]]:
    """Every link of the article's body as (href, title), read by lxml alone."""
    root = lxml_html.document_fromstring(page.html)
    anchors = root.iterfind(".//div[@id='mw-content-text']//a")
    return [(anchor.get("href") or "", anchor.get("title") or "") for anchor in anchors]


def kinds_linked(title: str) -> Counter[str]:
    return Counter(INDEX.pages[link.title].kind for link in ATLAS.links(title))


def test_it_is_a_source_of_pages() -> None:
    pages: PageSource = ATLAS
    assert pages.name == "atlas"
    assert pages.licence.spdx == "MIT"
    assert pages.licence.redistributable
    assert "countryinfo" in pages.licence.attribution
    assert "airportsdata" in pages.licence.attribution


def test_thousands_of_pages_of_at_least_six_kinds() -> None:
    kinds = Counter(page.kind for page in INDEX.titles)
    assert len(TITLES) >= 3000
    assert len(kinds) >= 6
    assert min(kinds.values()) >= 25


def test_the_documentation_counts_the_pages_of_each_kind() -> None:
    text = (ROOT / "docs" / "atlas.md").read_text(encoding="utf-8").partition("## What is in it")[2].partition("##")[0]
    said = Counter(int(count.replace(",", "")) for count in re.findall(r"^\| [^|]+ \| ([\d,]+) \|", text, re.MULTILINE))
    assert said == Counter(Counter(page.kind for page in INDEX.titles).values())


def test_titles_are_sorted_and_unique_even_when_folded() -> None:
    assert list(TITLES) == sorted(TITLES)
    assert [title for title, count in Counter(map(fold, TITLES)).items() if count > 1] == []


def test_titles_hold_nothing_that_a_wiki_title_cant() -> None:
    assert [title for title in TITLES if set(title) & set("#<>[]|{}_:?") or title != " ".join(title.split())] == []


@pytest.fixture(scope="module")
def targets() -> dict[str, set[str]]:
    """Every page's links by title; each link's address and its title attribute name one page."""
    found: dict[str, set[str]] = {}
    for title in TITLES:
        hrefs = body_hrefs(ATLAS.get(title))
        assert [shown for href, shown in hrefs if unquote(href) != "/wiki/" + shown.replace(" ", "_")] == []
        found[title] = {shown for _, shown in hrefs} - {title}
    return found


def test_no_link_is_dead_and_every_page_leads_on(targets: dict[str, set[str]]) -> None:
    known = set(TITLES)
    assert {title: found - known for title, found in targets.items() if not found <= known} == {}
    assert {title: len(found) for title, found in targets.items() if len(found) < 3} == {}


def test_every_page_can_be_reached_from_one_country(targets: dict[str, set[str]]) -> None:
    seen, edge = {"France"}, {"France"}
    while edge:
        edge = set().union(*(targets[title] for title in edge)) - seen
        seen |= edge
    assert set(TITLES) - seen == set()


def test_links_are_the_bodys_in_order_each_once() -> None:
    for title in ("Chad", "Kabul", "Europe/Paris", "Charles de Gaulle International Airport"):
        targets = [unquote(href.removeprefix("/wiki/")).replace("_", " ") for href, _ in body_hrefs(ATLAS.get(title))]
        assert [link.title for link in ATLAS.links(title)] == [t for t in dict.fromkeys(targets) if t != title]


@pytest.mark.parametrize("code", sorted(INDEX.countries))
def test_a_country_leads_to_its_capital_neighbours_and_airports(code: str) -> None:
    country = INDEX.countries[code]
    title = INDEX.title("country", code)
    linked = {link.title for link in ATLAS.links(title)}
    assert len(linked) >= 8
    assert {INDEX.title("country", other) for other in country.borders} <= linked
    if country.capital:
        assert INDEX.titles[PageKey("city", INDEX.capital_key(code) or "")] in linked
    if code in INDEX.airports_of:
        assert {INDEX.title("list", code)} <= linked
        assert kinds_linked(title)["airport"] >= min(8, len(INDEX.airports_of[code]))


@given(st.sampled_from(sorted(INDEX.airports)))
def test_an_airport_leads_to_its_city_its_country_and_other_airports(iata: str) -> None:
    title = INDEX.title("airport", iata)
    airport = INDEX.airports[iata]
    linked = {link.title for link in ATLAS.links(title)}
    assert INDEX.title("country", airport.country) in linked
    assert INDEX.title("zone", airport.timezone) in linked
    assert kinds_linked(title)["city"] == 1
    assert kinds_linked(title)["airport"] >= 2


@given(titles)
def test_a_page_is_itself_at_its_url_under_the_atlas_version(title: str) -> None:
    page = ATLAS.get(title)
    assert page.title == title
    assert page.revision == "atlas-1+countryinfo-1.0.1+airportsdata-20260905"
    assert unquote(page.url) == "https://atlas.invalid/wiki/" + title.replace(" ", "_")
    assert page.url.isascii()
    assert ATLAS.get(title.replace(" ", "_")) == page


def test_redirects_are_unique_and_lead_to_their_page() -> None:
    seen: Counter[str] = Counter(map(fold, TITLES))
    for title in TITLES:
        for alias in ATLAS.aliases(title):
            seen[fold(alias)] += 1
            assert ATLAS.get(alias).title == title
        assert list(ATLAS.aliases(title)) == sorted(ATLAS.aliases(title))
    assert [name for name, count in seen.items() if count > 1] == []


def test_redirects_that_readers_expect_and_none_that_is_a_common_word() -> None:
    assert ATLAS.get("CDG").title == "Charles de Gaulle International Airport"
    assert ATLAS.get("Burma").title == "Myanmar"
    assert ATLAS.get("Côte d'Ivoire").title == "Ivory Coast"
    everything = {alias.lower() for title in TITLES for alias in ATLAS.aliases(title)}
    assert not everything & {"the", "and", "for", "island", "not", "one", "two", "sum", "add", "air", "sea"}


@given(st.text().filter(lambda text: text.replace("_", " ") not in {*TITLES, *INDEX.redirects}))
def test_what_it_lacks_is_a_missing_page(title: str) -> None:
    for ask in (ATLAS.get, ATLAS.links, ATLAS.aliases):
        with pytest.raises(MissingPage, match="atlas: no page"):
            ask(title)


@given(titles)
def test_search_finds_a_title_first(title: str) -> None:
    assert ATLAS.search(title, limit=1) == (title,) or fold(ATLAS.search(title, limit=1)[0]) == fold(title)


def test_search_knows_redirects_ranks_by_overlap_and_keeps_its_limit() -> None:
    assert ATLAS.search("Burma")[0] == "Myanmar"
    assert ATLAS.search("bogota")[0] == "Bogotá"
    assert len(ATLAS.search("airport", limit=7)) == 7
    assert ATLAS.search("zzzz qqqq") == ()


def test_random_pages_are_different_and_named_by_their_stream() -> None:
    drawn = ATLAS.random(stream(7, "atlas"), 500)
    assert len(set(drawn)) == 500
    assert set(drawn) <= set(TITLES)
    assert drawn == ATLAS.random(stream(7, "atlas"), 500)
    assert drawn != ATLAS.random(stream(8, "atlas"), 500)
    with pytest.raises(InputError, match="can't draw"):
        ATLAS.random(random.Random(1), len(TITLES) + 1)


def test_the_same_bytes_under_any_hash_seed_and_from_any_folder(tmp_path: Path) -> None:
    digests = set()
    for seed, folder in (("0", ROOT), ("4021", tmp_path)):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-W", "error", "-c", DIGEST]
        run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr
        digests.add(run.stdout)
    assert len(digests) == 1


def test_opening_renders_no_page_and_getting_one_renders_one(monkeypatch: pytest.MonkeyPatch) -> None:
    rendered: list[str] = []

    def counted(title: str, parts: list[str], footer: str) -> str:
        rendered.append(title)
        return document(title, parts, footer)

    monkeypatch.setattr(source, "document", counted)
    source._html.cache_clear()
    atlas = AtlasSource()
    assert (len(atlas.titles()), rendered) == (len(TITLES), [])
    atlas.get("Chad")
    atlas.get("Chad")
    assert rendered == ["Chad"]


def test_building_measures_a_few_distances_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """Comparing every airport with every other would be 200 million."""
    measured = 0

    def counted(a: tuple[float, float], b: tuple[float, float]) -> float:
        nonlocal measured
        measured += 1
        return outlines.distance_km(a, b)

    monkeypatch.setattr("worlds.atlas.judge.distance_km", counted)
    table = airports.airport_table.__wrapped__()
    assert table == airports.airport_table()
    assert 0 < measured < 5 * len(raw.airport_rows())


@given(st.lists(st.text(), min_size=1, unique=True), st.data(), st.integers(0, 9))
def test_following_goes_all_round_and_never_meets_itself(items: list[str], data: st.DataObject, count: int) -> None:
    item = data.draw(st.sampled_from(items))
    found = following(items, item, count)
    assert len(found) == min(count, len(items) - 1)
    assert item not in found
    if found:
        assert items.index(found[0]) == (items.index(item) + 1) % len(items)


def test_the_digest_covers_the_templates(tmp_path: Path) -> None:
    """A page that reads otherwise must not pass for the one that an item was made from."""
    copies = [Path(shutil.copy(file, tmp_path)) for file in template_files()]
    assert digest_of(copies) == digest_of(template_files())
    loaded = {Path(str(module.__file__)) for name, module in sys.modules.items() if name.startswith("worlds.atlas")}
    assert loaded <= set(template_files())
    for copy in copies:
        text = copy.read_text(encoding="utf-8")
        copy.write_text(text.replace("<p>", "<p> ") + "\n", encoding="utf-8")
        assert digest_of(copies) != digest_of(template_files())
        copy.write_text(text.replace("\n", "\r\n"), encoding="utf-8", newline="")
        assert digest_of(copies) == digest_of(template_files())
    assert AtlasSource().digest == open_world("atlas").digest


def test_the_nearest_airports_are_those_that_measuring_every_way_finds() -> None:
    index = atlas_index()
    airports = list(index.airports.values())

    def spot(airport: Airport) -> tuple[float, float]:
        return float(airport.coords.lat), float(airport.coords.lon)

    for airport in airports[:: len(airports) // 40]:
        ways = ((round(distance_km(spot(airport), spot(o)), 2), o.iata) for o in airports if o is not airport)
        found = [other.iata for other in index.neighbours.nearest(airport, 6)]
        assert found == [iata for _, iata in sorted(ways)[:6]]
    few = Neighbours(airports[:4])
    assert len(few.nearest(airports[0], 6)) == 3
    assert Neighbours(airports[:1]).nearest(airports[0], 6) == []
