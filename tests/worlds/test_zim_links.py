"""Links are the article's own, in every shape that Wikipedia's HTML has, whatever else a page holds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.worlds.zimfiles import article
from worlds.links import body_links, is_outside, title_links
from worlds.pages import DamagedPage
from worlds.search import TitleIndex, words_of

HOSTILE = {
    "nesting": "<div>" * 1_900 + '<a href="./Deep_page">deep</a>',
    "unclosed": '<table><tr><td><a href="./Deep_page">deep',
    "nul": 'a\x00b<a href="./Deep_page">de\x00ep</a>',
    "script": '<script>"<a href=./Fake>x</a>"</script><!-- <a href="./Fake">x</a> --><a href="./Deep_page">d</a>',
    "declaration": '<?xml version="1.0" encoding="latin-1"?><a href="./Deep_page">deep</a>',
    "many rows": "<table>" + "<tr><td>x</td></tr>" * 200_000 + '</table><a href="./Deep_page">deep</a>',
}


@pytest.mark.parametrize(
    ("href", "title"),
    [
        ("Ray_Charles.html", "Ray Charles"),
        ("./Ray_Charles", "Ray Charles"),
        ("/wiki/Ray_Charles", "Ray Charles"),
        ("../A/Ray_Charles.html", "Ray Charles"),
        ("../Ray_Charles", "Ray Charles"),
        ("./Caf%C3%A9#Men%C3%BC", "Café"),
        ("./What%3F", "What?"),
        ("./C%2B%2B", "C++"),
        ("./AC/DC", "AC/DC"),
        ("/wiki/A/B_testing", "A/B testing"),
        ("./Star_Trek:_Picard", "Star Trek: Picard"),
        ("Data_(Star_Trek).html", "Data (Star Trek)"),
    ],
)
def test_an_article_is_found_under_each_shape(href: str, title: str) -> None:
    links = title_links(article(f'<p><a href="{href}">some <i>words</i>\n here</a></p>'), "Elsewhere")
    assert links == ((title, "some words here"),)


@pytest.mark.parametrize(
    "href",
    [
        "", "#Life", "https://en.wikipedia.org/wiki/X", "//example.org/wiki/X", "mailto:a@example.org", "/w/index.php",
        "/wiki/X?action=edit", "./X?redlink=1", "/wiki/Category:X", "./File:X.png", "/wiki/Special:Search",
        "./Template:X", "./Template_talk:X", "./Talk:X", "./Wikipedia:X", "/wiki/User:X", "javascript:alert(1)",
        "./Elsewhere", "./Elsewhere#Part", "Elsewhere.html",
    ],
)  # fmt: skip
def test_what_leads_to_no_other_article_is_no_link(href: str) -> None:
    assert title_links(article(f'<p><a href="{href}">words</a></p>'), "Elsewhere") == ()


def test_the_wikis_own_links_are_not_the_articles() -> None:
    edit = '<h2>Life<span class="mw-editsection"><a href="./Edit_this">edit</a></span></h2>'
    cats = '<div id="catlinks" class="catlinks"><a href="./Listed">cat</a></div>'
    html = article(f'{edit}<a href="./Real">real</a><div class="navbox"><a href="./Boxed">box</a></div>{cats}')
    assert [link.title for link in title_links(html, "Elsewhere")] == ["Real", "Boxed"]
    bare = '<html><body><div class="vector"><a href="/wiki/Chrome">x</a></div><div class="mw-parser-output">{}</div>'
    assert [link.title for link in title_links(bare.format('<a href="/wiki/Real">r</a>'), "E")] == ["Real"]


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_hostile_pages_hide_no_link_and_add_none(name: str) -> None:
    assert [link.path for link in body_links(article(HOSTILE[name]), "p")] == ["Deep_page"]


def test_a_page_that_the_parser_gives_up_on_is_named_rather_than_read_in_part() -> None:
    with pytest.raises(DamagedPage, match="page 'Deep': its HTML is nested too deeply"):
        title_links(article("<div>" * 50_000 + '<a href="./Page">x</a>'), "Deep")


@pytest.mark.parametrize("html", ["", " ", "<!-- nothing -->", "plain words"])
def test_a_page_without_elements_has_no_links(html: str) -> None:
    assert list(body_links(html, "p")) == []


@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=40), max_size=8))
def test_any_text_is_read_without_a_fault(parts: list[str]) -> None:
    known = '<a href="./Known_page">known</a>'
    assert "Known_page" in {link.path for link in body_links(article(known + "<p>".join(parts)), "p")}


def test_colons_in_titles_are_told_from_namespaces() -> None:
    assert is_outside("File:X")
    assert is_outside("Category talk:X")
    assert not is_outside("2001: A Space Odyssey")
    assert not is_outside("Helpful: a novel")


NAMES = st.lists(st.sampled_from(["ray", "Charles", "Béla", "ray charles", "of", "the soul"]), min_size=1, max_size=4)


@given(st.dictionaries(NAMES.map(" ".join), st.lists(NAMES.map(" ".join), max_size=2), max_size=12), NAMES, st.data())
def test_part_of_a_source_gives_the_results_of_the_whole(
    names: dict[str, list[str]], query: list[str], data: st.DataObject
) -> None:
    held = data.draw(st.sets(st.sampled_from(sorted(names)))) if names else set()
    whole = TitleIndex(names).search(" ".join(query), 99)
    part = TitleIndex({title: names[title] for title in sorted(held)}).search(" ".join(query), 99)
    assert list(part) == [title for title in whole if title in held]
    asked = set(words_of(" ".join(query)))
    expected = {t for t, aliases in names.items() if any(asked & set(words_of(name)) for name in [t, *aliases])}
    assert set(whole) == expected
    assert TitleIndex(names).search(" ".join(query), 2) == whole[:2]


def test_an_exact_title_comes_before_longer_ones() -> None:
    index = TitleIndex({"Ray Charles": ["The Genius"], "Ray": [], "Ray Charles in Person": [], "Charles Ray": []})
    assert index.search("ray charles", 9) == ("Ray Charles", "Charles Ray", "Ray Charles in Person", "Ray")
    assert index.search("genius the", 9) == ("Ray Charles",)
    assert index.search("", 9) == index.search("Ray", 0) == ()
