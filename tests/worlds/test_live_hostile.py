"""Pages made to break readers end in a correct read or a typed error, in bounded memory, and never in a wrong value."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest

from schemas.errors import InputError
from tests.worlds.backends.server import Asked, Backends, FakeClock, Said, reply, running
from worlds.facts import read_facts
from worlds.live.titles import fault_in
from worlds.live.wiki import LiveWiki
from worlds.net.client import MOST_BYTES, NetClient
from worlds.net.messages import NetFailure
from worlds.pages import DamagedPage, Link, MissingPage
from worlds.text import page_text

BOX = (
    '<table class="infobox ib-settlement"><tr><th>Country</th><td><a href="/wiki/Land">Land</a></td></tr>'
    "<tr><th>Population</th><td>{}</td></tr></table>"
)
TURNED = "Land\u202egnihtemos"
PAGES: dict[str, str] = {
    "Good": BOX.format("12,345"),
    "Script": "<script>document.title='x'; 999</script>"
    + BOX.format("12,345<script>999</script>")
    + "<style>b{}</style>",
    "Table of fifty megabytes": "<table>" + "<tr><td>1,234</td></tr>" * (50 * 2**20 // 23) + "</table>",
    "Large table": BOX.format("12,345") + "<table>" + "<tr><td>7</td></tr>" * 50_000 + "</table>",
    "Deep": "<div>" * 60_000 + BOX.format("12,345") + "</div>" * 60_000,
    "Deep cell": BOX.format("<b>" * 3000 + "12,345" + "</b>" * 3000),
    "Turned": f'{BOX.format("12,345")}<a href="/wiki/{TURNED}">x</a> <a href="/wiki/Turned_target">y</a>',
    "Odd links": '<a href="/wiki/%FF%FE">a</a> <a href="/wiki/A%7CB">b</a> <a href="/wiki/%00">c</a>'
    '<a href="/wiki/Good%0AGood">d</a> <a href="javascript:x">e</a> <a href="/wiki/Good">f</a>',
    "Many links": "".join(f'<a href="/wiki/Page_{number}">n</a>' for number in range(600)),
    "Nothing": "",
}
KNOWN = {*PAGES, TURNED, *(f"Page {number}" for number in range(600))}


def mediawiki(asked: Asked) -> Said:
    """Just enough of an api.php: pages by title, one redirect to a title that turns writing round."""
    query = asked.query | dict(parse_qsl(asked.body.decode()))
    if query["action"] == "parse":
        title = list(PAGES)[int(query["oldid"]) - 1]
        return reply({"parse": {"title": title, "pageid": 1, "revid": int(query["oldid"]), "text": PAGES[title]}})
    if "siteinfo" in query.get("meta", ""):
        return reply({"query": SITE})
    redirects = [{"from": "Turned target", "to": TURNED}] if "Turned target" in query["titles"].split("|") else []
    at = [TURNED if title == "Turned target" else title for title in query["titles"].split("|")]
    return reply({"query": {"redirects": redirects, "pages": [_page(title) for title in at]}})


def _page(title: str) -> dict[str, Any]:
    if title not in KNOWN:
        return {"ns": 0, "title": title, "missing": True}
    revision = list(PAGES).index(title) + 1 if title in PAGES else 99
    return {"ns": 0, "title": title, "pageid": 1, "lastrevid": revision, "length": 10, "pageprops": {}}


SITE = {
    "general": {
        "sitename": "Hostile", "mainpage": "Main", "generator": "MediaWiki 1.39", "server": "http://x.test",
        "articlepath": "/wiki/$1", "wikiid": "x", "time": "2026-01-01T00:00:00Z",
    },
    "rightsinfo": {"url": "", "text": "All rights reserved"},
}  # fmt: skip


@pytest.fixture(scope="module")
def backends() -> Iterator[Backends]:
    with running(Backends({"w": mediawiki})) as up:
        yield up


@pytest.fixture
def wiki(backends: Backends, tmp_path: Path) -> LiveWiki:
    return LiveWiki(backends.bases["w"], NetClient("operator@benchwright.test", tmp_path, clock=FakeClock()))


def population(wiki: LiveWiki, title: str) -> list[str]:
    return [fact.quote for fact in read_facts(wiki.get(title)).facts if fact.field == "population"]


def test_a_plain_page_reads(wiki: LiveWiki) -> None:
    assert population(wiki, "Good") == ["12,345"]
    assert wiki.licence.redistributable is False
    assert wiki.licence.spdx == "NOASSERTION"


def test_scripts_and_styles_say_nothing(wiki: LiveWiki) -> None:
    assert population(wiki, "Script") in ([], ["12,345"])
    assert "999" not in page_text(wiki.get("Script").html)


def test_fifty_megabytes_are_refused_without_holding_them(wiki: LiveWiki) -> None:
    assert len(PAGES["Table of fifty megabytes"]) > 49 * 2**20
    assert wiki.holds("Table of fifty megabytes")
    tracemalloc.start()
    try:
        with pytest.raises(NetFailure) as caught:
            wiki.get("Table of fifty megabytes")
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert caught.value.reason == "too-large"
    # The server's own copies are in this process too: the text, its JSON, and its bytes.
    assert most < 3 * len(PAGES["Table of fifty megabytes"]) + 4 * MOST_BYTES


def test_a_large_table_that_fits_is_read(wiki: LiveWiki) -> None:
    page = wiki.get("Large table")
    assert page.html.count("<td>7</td>") == 50_000
    assert population(wiki, page.title) == ["12,345"]
    assert wiki.links("Large table") == ()  # its one link leads to no page


@pytest.mark.parametrize("title", ["Deep", "Deep cell"])
def test_deep_nesting_gives_the_value_or_none(title: str, wiki: LiveWiki) -> None:
    assert ending(lambda: population(wiki, title)) in ([], ["12,345"], "refused")
    assert ending(lambda: list(wiki.links(title))) in ([], "refused")


def ending(read: Callable[[], list[str] | list[Link]]) -> object:
    """What a read gives, or that it was refused in one line."""
    try:
        return read()
    except InputError as error:
        return "refused" if "\n" not in str(error) else str(error)


def test_titles_that_turn_the_writing_round_are_refused_in_plain_characters(wiki: LiveWiki) -> None:
    for asked in (TURNED, "Fo\u2066o", "Fo\u200eo"):
        with pytest.raises(MissingPage, match="direction mark") as caught:
            wiki.get(asked)
        assert str(caught.value).isascii()
    for read in (wiki.get, wiki.links, wiki.resolve, lambda title: wiki.describe([title])):
        with pytest.raises(DamagedPage, match="direction mark") as caught_too:
            read("Turned target")
        assert str(caught_too.value).isascii()
    with pytest.raises(DamagedPage, match="direction mark"):
        wiki.links("Turned")


def test_links_that_no_title_can_have_are_left_aside(wiki: LiveWiki) -> None:
    assert [link.title for link in wiki.links("Odd links")] == ["Good"]


def test_thousands_of_links_are_resolved_fifty_a_call(wiki: LiveWiki, backends: Backends) -> None:
    wiki.get("Many links")
    assert wiki.site
    before = len(backends.asked)
    assert len(wiki.links("Many links")) == 600
    assert len(backends.asked) - before == 12


def test_an_empty_page_is_empty(wiki: LiveWiki) -> None:
    assert wiki.links("Nothing") == ()
    assert read_facts(wiki.get("Nothing")).facts == ()


@pytest.mark.parametrize("title", ["", "a\x00b", "a\nb", "a\u2028b", "half\udc00", "a[b", "a#b", "\ufffd", "é" * 200])
def test_a_title_that_can_not_be_says_why(title: str) -> None:
    assert fault_in(title)


@pytest.mark.parametrize("title", ["Good", "São Paulo", "می‌خواهم", "C++", "AC/DC", "Foo (bar)", "100%", "日本"])
def test_a_title_that_can_be_is_let_through(title: str) -> None:
    assert fault_in(title) == ""
