"""ZIM files of both layouts give exact titles, redirects, links and where a page comes from."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from libzim.reader import Archive

from schemas.errors import InputError
from tests.worlds.zimfiles import NO_SHARED, SHARED_ZIM, article, write_zim
from worlds.pages import DamagedPage, MissingPage
from worlds.world import open_world
from worlds.zim import ZimSource

real = pytest.mark.skipif(not SHARED_ZIM.is_file(), reason=NO_SHARED)

PAGES = {
    "AC/DC": article('<a href="../Ray_Charles">Ray</a> <a href="../Caf%C3%A9_%C3%A0_la_carte#menu">café</a>'),
    "Café à la carte": article('<a href="./AC/DC">band</a><a href="AC%2FDC">again</a>'),
    "Index": article('<a href="Ray_Charles">everything</a>'),
    "Ray Charles": article(
        '<a href="Ray">himself by another name</a><a href="Ray_Charles#Life">himself</a>'
        '<a href="Brother_Ray">book</a><a href="AC_DC">first <b>band</b></a><a href="AC/DC">second mention</a>'
        '<a href="Index">start</a><a href="Gone">not here</a><a href="_assets_/style.css">style</a>'
        '<a href="https://example.org/AC/DC">outside</a><a href="Category:AC/DC">category</a>'
        '<table class="navbox"><tr><td><a href="Café_à_la_carte">box</a></td></tr></table>'
    ),
    "Star Trek: Picard": article("no links"),
}
REDIRECTS = {"AC DC": "AC/DC", "Brother Ray": "Ray", "Ray": "Ray Charles", "Home": "Index"}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> ZimSource:
    path = tmp_path_factory.mktemp("zim") / "small.zim"
    return ZimSource(write_zim(path, PAGES, REDIRECTS, main="Index"))


@pytest.fixture(scope="module")
def ray() -> ZimSource:
    return ZimSource(SHARED_ZIM)


def test_titles_are_the_articles_without_redirects_and_start_page(small: ZimSource) -> None:
    assert small.titles() == ("AC/DC", "Café à la carte", "Ray Charles", "Star Trek: Picard")


def test_redirects_resolve_through_each_other_and_are_aliases(small: ZimSource) -> None:
    assert small.get("Brother Ray").title == "Ray Charles"
    assert small.aliases("Ray Charles") == ("Brother Ray", "Ray")
    assert small.aliases("Ray") == ("Brother Ray", "Ray")
    assert small.aliases("Star Trek: Picard") == ()


@pytest.mark.parametrize("title", ["ray charles", "Ray_Charles", "Ray Charle", "Index", "Home", "", "Title", "Gone"])
def test_a_title_that_is_not_exact_names_the_page_and_the_file(small: ZimSource, title: str) -> None:
    with pytest.raises(MissingPage) as caught:
        small.get(title)
    assert repr(title) in str(caught.value)
    assert "small.zim" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_links_are_articles_of_the_body_once_each_in_order(small: ZimSource) -> None:
    links = small.links("Ray Charles")
    assert [(link.title, link.text) for link in links] == [("AC/DC", "first band"), ("Café à la carte", "box")]


def test_links_work_from_and_to_titles_with_a_slash(small: ZimSource) -> None:
    assert [link.title for link in small.links("AC/DC")] == ["Ray Charles", "Café à la carte"]
    assert [link.title for link in small.links("Café à la carte")] == ["AC/DC"]


def test_a_page_says_what_it_is_as_it_stands_in_the_file(small: ZimSource) -> None:
    page = small.get("AC/DC")
    assert page.html == PAGES["AC/DC"]
    assert page.revision == f"zim:{Archive(small.path).uuid}"
    assert page.url == f"zim://{Archive(small.path).uuid}/AC/DC"


def test_draws_are_of_the_generator_given_and_never_repeat(small: ZimSource) -> None:
    assert small.random(random.Random(4), 3) == small.random(random.Random(4), 3)
    assert sorted(small.random(random.Random(1), 4)) == list(small.titles())
    with pytest.raises(InputError, match="has 4 pages"):
        small.random(random.Random(1), 5)


def test_search_finds_by_alias_and_puts_the_closest_first(small: ZimSource) -> None:
    assert small.search("brother ray") == ("Ray Charles",)
    assert small.search("cafe a la carte")[0] == "Café à la carte"
    assert small.search("nothing of that kind") == ()
    assert len(small.search("ray ac picard", 2)) == 2


def test_a_page_of_broken_utf8_is_named(tmp_path: Path) -> None:
    source = ZimSource(write_zim(tmp_path / "b.zim", {"Bad": b"<p>\xff\xfe</p>", "Good": article("fine")}))
    with pytest.raises(DamagedPage, match="'Bad'"):
        source.get("Bad")
    assert source.get("Good").html == article("fine")


def test_redirects_in_a_circle_are_no_pages(tmp_path: Path) -> None:
    path = write_zim(tmp_path / "c.zim", {"Page": article("x")}, {"One": "Two", "Two": "One"})
    source = ZimSource(path)
    assert source.titles() == ("Page",)
    with pytest.raises(MissingPage):
        source.get("One")


@pytest.mark.parametrize(
    ("metadata", "spdx", "address"),
    [
        ({"Creator": "Wikipedia", "Date": "2015-06-02"}, "CC-BY-SA-3.0", "https://en.wikipedia.org/wiki/A%3F_b"),
        ({"Creator": "Wikipedia", "Date": "2023-06-06"}, "CC-BY-SA-3.0", "https://en.wikipedia.org/wiki/A%3F_b"),
        ({"Creator": "Wikipedia", "Date": "2023-06-07"}, "CC-BY-SA-4.0", "https://en.wikipedia.org/wiki/A%3F_b"),
        ({"Creator": "Wikipedia", "Language": "deu,fra"}, "CC-BY-SA-4.0", "https://de.wikipedia.org/wiki/A%3F_b"),
        ({"Creator": "Somebody", "License": "CC0-1.0"}, "CC0-1.0", None),
        ({"Creator": "Somebody", "Date": "2015-06-02"}, "CC-BY-SA-4.0", None),
    ],
)
def test_licence_and_address_follow_the_metadata(
    tmp_path: Path, metadata: dict[str, str], spdx: str, address: str | None
) -> None:
    source = ZimSource(write_zim(tmp_path / "m.zim", {"A? b": article("x")}, metadata=metadata))
    assert source.licence.spdx == spdx
    assert metadata["Creator"] in source.licence.attribution
    assert source.get("A? b").url == (address or f"{source.revision.replace(':', '://')}/A%3F_b")


def test_another_file_has_another_digest(tmp_path: Path, small: ZimSource) -> None:
    other = ZimSource(write_zim(tmp_path / "small.zim", PAGES, REDIRECTS, main="Index"))
    assert other.digest != small.digest
    assert ZimSource(small.path).digest == small.digest


@pytest.mark.parametrize(
    ("metadata", "name"),
    [
        ({"Name": "wikipedia_en_all", "Date": "2024-01-31"}, "wikipedia_en_all_2024-01"),
        ({"Title": "My Wiki: towns", "Language": "deu"}, "my_wiki_towns_de_2024-01"),
        ({"Title": "Ω", "Date": ""}, "ω_en"),
    ],
)
def test_a_renamed_file_is_the_same_world(tmp_path: Path, metadata: dict[str, str], name: str) -> None:
    """What goes into items and cards: name, source, version, digest and credit."""
    first = write_zim(tmp_path / "first.zim", {"A": article("x")}, metadata=metadata)
    before = open_world(f"zim:{first}")
    second = first.rename(tmp_path / "second.zim")
    after = open_world(f"zim:{second}")
    assert before.name == after.name == name
    assert (before.source, before.version, before.digest) == (after.source, after.version, after.digest)
    assert before.pages.licence == after.pages.licence
    assert name in after.pages.licence.attribution


def test_the_file_s_own_index_is_asked_where_it_has_one(tmp_path: Path) -> None:
    """Full text finds words of the page; without an index what titles begin with; both resolve redirects."""
    pages = {"Alpha": article("<p>a zebra</p>"), "Beta": article("<p>a giraffe</p>"), "Main": article("zebra")}
    full = ZimSource(write_zim(tmp_path / "f.zim", pages, {"Zoo": "Beta"}, main="Main", full_text=True))
    assert full.find("zebra") == ("Alpha",)
    assert full.find("giraffes") == ("Beta",)
    assert full.find("lion") == ()
    titles = ZimSource(write_zim(tmp_path / "t.zim", pages, {"Zoo": "Beta"}, main="Main"))
    assert titles.find("Al") == ("Alpha",)
    assert titles.find("Zoo") == ("Beta",)
    assert titles.find("zebra") == ()
    assert titles.find("") == () or set(titles.find("")) <= {"Alpha", "Beta"}


@real
def test_the_real_file_is_searched_by_title(ray: ZimSource) -> None:
    assert not Archive(SHARED_ZIM).has_fulltext_index
    assert "Ray Charles" in ray.find("Ray")
    assert ray.find("Raymond Charles") == ("Ray Charles",)


@real
def test_the_real_file_lists_its_84_articles(ray: ZimSource) -> None:
    """85 entries are HTML; one of them, `Summary`, is the file's own start page."""
    archive = Archive(SHARED_ZIM)
    entries = [archive._get_entry_by_id(number) for number in range(archive.all_entry_count)]
    html = {entry.title for entry in entries if not entry.is_redirect and entry.get_item().mimetype == "text/html"}
    assert set(ray.titles()) == html - {"Summary"}
    redirects = {entry.title for entry in entries if entry.is_redirect and entry.path.startswith("A/")}
    assert {alias for title in ray.titles() for alias in ray.aliases(title)} == redirects


@real
def test_real_links_are_those_a_second_reader_finds(ray: ZimSource) -> None:
    archive = Archive(SHARED_ZIM)
    for title in ray.titles():
        expected: dict[str, None] = {}
        for anchor in BeautifulSoup(ray.get(title).html, "html.parser").select("#mw-content-text a[title]"):
            if str(anchor["href"]).endswith(".html") and archive.has_entry_by_title(str(anchor["title"])):
                expected.setdefault(ray.get(str(anchor["title"])).title)
        expected.pop(title, None)
        assert [link.title for link in ray.links(title)] == list(expected)


@real
def test_real_pages_are_pinned_to_the_revision_that_they_name(ray: ZimSource) -> None:
    assert ray.get("Ray (film)").url == "https://en.wikipedia.org/wiki/Ray_(film)?oldid=664806922"
    assert all("?oldid=" in ray.get(title).url for title in ray.titles())
    assert ray.licence == ("CC-BY-SA-3.0", "Wikipedia contributors, wikipedia_en_2015-06 (2015-06-02)", True)


@real
def test_real_redirects_lead_to_their_article(ray: ZimSource) -> None:
    assert ray.get("Raymond Charles Robinson").title == "Ray Charles"
    with pytest.raises(InputError, match="no page 'ray charles'"):
        ray.get("ray charles")


@pytest.mark.parametrize("text", ["", " ", "Ray\udcff"])
def test_what_libzim_can_t_be_asked_for_is_not_there(small: ZimSource, text: str) -> None:
    """An empty query would end the whole process, and what isn't UTF-8 would raise."""
    assert small.find(text) == ()
    assert not small.holds(text)
    with pytest.raises(MissingPage):
        small.get(text)
