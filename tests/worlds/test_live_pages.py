"""Pages of a real MediaWiki: exact titles, pinned revisions, links that resolve, and nothing asked twice."""

from __future__ import annotations

import multiprocessing
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from schemas.errors import InputError
from tests.worlds.backends.server import FakeClock
from tests.worlds.mediawiki import MediaWiki
from tests.worlds.wikiproxy import Proxy, proxied
from tests.worlds.wikiworld import cities, countries, wiki_pages
from worlds.facts import read_facts
from worlds.live.specs import script_base
from worlds.live.wiki import LiveWiki
from worlds.net.client import NetClient
from worlds.net.identity import CONTACT_VARIABLE
from worlds.pages import MissingPage, Page, Uncounted
from worlds.text import page_text

CONTACT = "operator@benchwright.test"
TOWN, LAND = cities()[0], countries()[0]
ARTICLES = {p.title for p in wiki_pages() if ":" not in p.title and not p.text.startswith("#REDIRECT")}


@pytest.fixture(scope="module")
def proxy(mediawiki: MediaWiki) -> Iterator[Proxy]:
    with proxied(mediawiki) as between:
        yield between


def opened(proxy: Proxy, cache: Path) -> LiveWiki:
    return LiveWiki(script_base(proxy.api), NetClient(CONTACT, cache, clock=FakeClock()))


@pytest.fixture
def wiki(proxy: Proxy, tmp_path: Path) -> LiveWiki:
    return opened(proxy, tmp_path)


def test_without_a_contact_nothing_is_asked(proxy: Proxy, tmp_path: Path) -> None:
    before = len(proxy.asked)
    with pytest.raises(InputError, match=CONTACT_VARIABLE):
        NetClient("", tmp_path)
    assert len(proxy.asked) == before


def test_requests_carry_the_contact_and_maxlag(wiki: LiveWiki, proxy: Proxy) -> None:
    before = len(proxy.asked)
    assert wiki.site.general.sitename == "Testwiki"
    assert wiki.links(TOWN.name)
    for asked in proxy.asked[before:]:
        assert CONTACT in asked.headers["User-Agent"]
        assert "maxlag=5" in asked.body.decode() or asked.query["maxlag"] == "5"


def test_a_page_is_the_article_alone_at_its_revision(wiki: LiveWiki, mediawiki: MediaWiki) -> None:
    page = wiki.get(TOWN.name)
    assert page.title == TOWN.name
    assert page.revision.isdigit()
    assert page.url == f"{mediawiki.url}/wiki/{TOWN.name}?oldid={page.revision}"
    text = page_text(page.html)
    assert f"The city was founded in {TOWN.founded}." in text
    for chrome in ("Navigation menu", "Log in", "edit", "Contents", "NewPP limit report", "Retrieved from"):
        assert chrome not in page.html
    facts = {fact.field: fact for fact in read_facts(page).facts}
    assert facts["population"].quote == f"{TOWN.population:,}"
    assert facts["country"].link == TOWN.country
    assert "coordinates" in facts


def test_articles_of_every_kind_read(wiki: LiveWiki) -> None:
    sheets = [read_facts(wiki.get(title)) for title in sorted(ARTICLES)[::4]]
    assert {"country", "city", "airport", "person", "album", "film"} <= {sheet.kind for sheet in sheets}
    assert sum(bool(sheet.facts) for sheet in sheets) > 30


def test_a_page_stays_pinned_when_the_wiki_changes(proxy: Proxy, mediawiki: MediaWiki, tmp_path: Path) -> None:
    title = "A page that changes"
    mediawiki.edit(title, "''''First'''' text about [[Coordinates]].")
    first = opened(proxy, tmp_path / "one").get(title)
    mediawiki.edit(title, "''''Second'''' text.")
    proxy.known.clear()
    assert opened(proxy, tmp_path / "one").get(title) == first
    again = opened(proxy, tmp_path / "two")
    assert again.get(title).revision != first.revision
    assert "Second" in again.get(title).html
    old = again._api.ask("parse", {"oldid": first.revision, "prop": "text|revid"}).parse
    assert old is not None
    assert "First" in old.text


def test_redirects_and_normalisation_are_followed_and_told(wiki: LiveWiki) -> None:
    through = ("Old name of the first country", f"Republic of {LAND.name}")
    found = wiki.resolve("old_name of the first country")
    assert (found.normalised, found.redirects, found.title) == (through[0], through, LAND.name)
    assert wiki.get("old_name of the first country") == wiki.get(LAND.name)
    assert wiki.aliases(LAND.name) == (f"Republic of {LAND.name}",)
    plain = wiki.resolve(TOWN.name)
    assert (plain.normalised, plain.redirects, plain.title) == (TOWN.name, (), TOWN.name)


@pytest.mark.parametrize(
    "title",
    ["A page that nobody wrote", TOWN.name.swapcase(), TOWN.name[:-1], f"{TOWN.name}s", "Main Page", "Category:Cities",
     "Template:Row", "Special:Random", "", " ", "_", "a|b", "x" * 300, "Fo\u202eo", "Fo\u2067o", "nul\0", "half\ud800"],
)  # fmt: skip
def test_only_exact_titles_of_articles_are_pages(title: str, wiki: LiveWiki) -> None:
    assert not wiki.holds(title)
    with pytest.raises(MissingPage) as caught:
        wiki.get(title)
    assert str(caught.value).isprintable()
    assert wiki.name in str(caught.value)


def test_links_are_articles_in_page_order_with_redirects_resolved(wiki: LiveWiki, mediawiki: MediaWiki) -> None:
    everything = [link.title for link in wiki.links("List of places")]
    assert everything == [land.name for land in countries()] + [town.name for town in cities()]
    mediawiki.edit(
        "A page of odd links",
        f"[[republic_of_{LAND.name}|the land]] [[{LAND.name}]] [[:Category:Cities]] [[File:X.png]] [[Special:Random]] "
        f"[[A page of odd links]] [https://x.test/ out] [[#here]] [[A page that nobody wrote]] [[Main Page]] "
        f"[[{TOWN.name}#History|History of it]]",
    )
    links = wiki.links("A page of odd links")
    assert [(link.title, link.text) for link in links] == [(LAND.name, "the land"), (TOWN.name, "History of it")]


def test_descriptions_come_fifty_a_call(wiki: LiveWiki, proxy: Proxy) -> None:
    titles = sorted(ARTICLES)[:120]
    assert wiki.site
    before = len(proxy.asked)
    described = wiki.describe([*titles, titles[0]])
    assert len(proxy.asked) - before == 3
    assert tuple(one.title for one in described) == tuple(titles)
    by_title = {one.title: one for one in (*described, *wiki.describe([TOWN.name, "Mercury and others"]))}
    town = by_title[TOWN.name]
    assert (town.short, town.disambiguation, town.categories) == (f"City in {TOWN.country}", False, ("Cities",))
    assert town.length == len(next(page.text for page in wiki_pages() if page.title == TOWN.name).encode())
    assert by_title["Mercury and others"].disambiguation
    assert town.coordinates is None  # this wiki has no GeoData, and says so by saying nothing
    with pytest.raises(MissingPage, match="nobody wrote"):
        wiki.describe([TOWN.name, "A page that nobody wrote"])


def test_search_finds_words_of_the_text(wiki: LiveWiki) -> None:
    found = wiki.search(f"{TOWN.founded + 97} bridge", 5)
    assert TOWN.name in found
    assert len(wiki.search("city", 3)) == 3
    assert wiki.search("wordthatisnowhere") == wiki.search(" ") == wiki.search("city", 0) == ()


def test_long_lists_are_continued(wiki: LiveWiki) -> None:
    params = {"list": "allpages", "aplimit": "20"}
    assert len(list(wiki._api.query(params))) > 5
    titles = list(wiki.shuffled(random.Random(1)))
    assert set(titles) >= ARTICLES
    assert len(set(titles)) == len(titles)
    assert "Main Page" not in titles


def test_random_titles_are_drawn_by_the_seed(proxy: Proxy, tmp_path: Path) -> None:
    first = opened(proxy, tmp_path / "one").random(random.Random(5), 10)
    assert opened(proxy, tmp_path / "two").random(random.Random(5), 10) == first
    assert opened(proxy, tmp_path / "three").random(random.Random(6), 10) != first
    with pytest.raises(InputError, match="can't be drawn"):
        opened(proxy, tmp_path / "one").random(random.Random(5), 10_000)


def test_views_that_nobody_counts_are_none(wiki: LiveWiki) -> None:
    views = wiki.views([TOWN.name])[TOWN.name]
    assert isinstance(views, Uncounted)


def everything(wiki: LiveWiki) -> list[object]:
    """All kinds of reads."""
    return [
        wiki.version, wiki.digest, wiki.licence, wiki.get(LAND.name), wiki.get(f"Republic of {LAND.name}"),
        wiki.links(TOWN.name), wiki.aliases(LAND.name), wiki.search("city", 4), wiki.describe([TOWN.name, LAND.name]),
        wiki.random(random.Random(2), 7), wiki.holds("Nowhere at all"),
    ]  # fmt: skip


def test_a_second_run_asks_nothing(proxy: Proxy, tmp_path: Path) -> None:
    first = everything(opened(proxy, tmp_path))
    before = len(proxy.asked)
    assert everything(opened(proxy, tmp_path)) == first
    assert len(proxy.asked) == before


def read_together(api: str, cache: Path) -> list[Page]:
    """One of several runs that read the same pages at once."""
    wiki = LiveWiki(script_base(api), NetClient(CONTACT, cache))
    return [wiki.get(town.name) for town in cities()[:4]]


def test_runs_that_start_together_ask_once(proxy: Proxy, tmp_path: Path) -> None:
    before = len(proxy.asked)
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        one, other = pool.starmap(read_together, [(proxy.api, tmp_path)] * 2)
    assert one == other
    asked = [(asked.path, *sorted(asked.query.items())) for asked in proxy.asked[before:]]
    assert len(asked) == len(set(asked))
