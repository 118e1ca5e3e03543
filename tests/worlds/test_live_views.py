"""Views of pages, where the wiki or Wikimedia's server counts them, and a typed absence where nobody does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qsl

import pytest

from tests.worlds.backends.server import Asked, Backends, FakeClock, Said, html, reply, running
from worlds.live.replies import General, Query, Rights
from worlds.live.wiki import LiveWiki, SiteInfo
from worlds.net.client import NetClient
from worlds.net.messages import NetFailure
from worlds.pages import Uncounted, Views


def general(server: str) -> General:
    return General(
        sitename="Wiki", mainpage="Main Page", generator="MediaWiki 1.43", server=server, articlepath="/wiki/$1",
        wikiid="wiki", time="2026-03-02T01:00:00Z",
    )  # fmt: skip


def metrics(asked: Asked) -> Said:
    """Wikimedia's `per-article` by day: two pages that were viewed; a page that wasn't has no record."""
    project, access, agent, rest = asked.path.removeprefix("/metrics/pageviews/per-article/").split("/", 3)
    article, granularity, start, end = rest.rsplit("/", 3)
    if (project, access, agent, granularity) != ("en.wikipedia", "all-access", "user", "daily"):
        return reply({"title": "Invalid route"}, 400)
    days = {"Big_page": [700, 800], "AC/DC": [3]}.get(article)
    if days is None:
        return reply({"type": "about:blank", "title": "Not found.", "status": 404}, 404)
    assert (start, end) == ("20260101", "20260301")
    items = [
        {"project": project, "article": article, "timestamp": f"2026010{n}00", "views": v}
        for n, v in enumerate(days, 1)
    ]
    return reply({"items": items})


def pageviewinfo(asked: Asked) -> Said:
    """`prop=pageviews` in two parts: days without a count are null, pages without any lack the key."""
    form = asked.query | dict(parse_qsl(asked.body.decode()))
    assert (form["prop"], form["pvipdays"]) == ("pageviews", "60")
    if "pvipcontinue" not in form:
        page = {"ns": 0, "title": "One", "pageviews": {"2026-01-01": 5, "2026-01-02": None}}
        return reply({"continue": {"pvipcontinue": "Two", "continue": "||"}, "query": {"pages": [page]}})
    pages = [{"ns": 0, "title": "Two", "pageviews": {"2026-01-01": None}}, {"ns": 0, "title": "Three"}]
    return reply({"batchcomplete": True, "query": {"pages": pages}})


@pytest.fixture(scope="module")
def backends() -> Iterator[Backends]:
    with running(Backends({"metrics": metrics, "w": pageviewinfo})) as up:
        yield up


def opened(backends: Backends, cache: Path, host: str, *extensions: str) -> LiveWiki:
    client = NetClient("operator@benchwright.test", cache, clock=FakeClock(), patience=3)
    wiki = LiveWiki(f"https://{host}/w" if host else backends.bases["w"], client, metrics=backends.bases["metrics"])
    found = Query.model_validate({"extensions": [{"name": name} for name in extensions]})
    vars(wiki)["site"] = SiteInfo(found, general(f"https://{host}"), Rights())
    return wiki


def test_the_wiki_itself_counts(backends: Backends, tmp_path: Path) -> None:
    views = opened(backends, tmp_path, "", "PageViewInfo").views(["One", "Two", "Three"])
    assert views["One"] == Views(5, 1)
    assert isinstance(views["Two"], Uncounted)
    assert isinstance(views["Three"], Uncounted)


def test_wikimedias_server_counts(backends: Backends, tmp_path: Path) -> None:
    wiki = opened(backends, tmp_path, "en.wikipedia.org")
    views = wiki.views(["Big page", "AC/DC", "Seldom read"])
    assert (views["Big page"], views["AC/DC"]) == (Views(1500, 2), Views(3, 1))
    assert isinstance(views["Seldom read"], Uncounted)
    before = len(backends.asked)
    assert opened(backends, tmp_path, "en.wikipedia.org").views(["Big page", "Seldom read"])["Big page"] == Views(
        1500, 2
    )
    assert len(backends.asked) == before


def test_other_wikis_are_not_asked_about(backends: Backends, tmp_path: Path) -> None:
    before = len(backends.asked)
    views = opened(backends, tmp_path, "wiki.example.net").views(["Big page"])
    assert views["Big page"] == Uncounted("nobody counts the views of wiki.example.net")
    assert len(backends.asked) == before


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (html("an error page"), "not-json"), (reply({"items": [{"views": "many"}]}), "unexpected-shape"),
        (reply({"title": "Bad request"}, 400), "unexpected-status"), (html("busy", 503), "unreachable"),
    ],
)  # fmt: skip
def test_faults_of_the_server_are_typed(said: Said, reason: str, backends: Backends, tmp_path: Path) -> None:
    backends.instead = lambda asked, number: said
    try:
        with pytest.raises(NetFailure) as caught:
            opened(backends, tmp_path, "en.wikipedia.org").views(["Big page"])
    finally:
        backends.instead = lambda asked, number: None
    assert caught.value.reason == reason
