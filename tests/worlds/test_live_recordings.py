"""Real replies of Wikipedias and of other wikis, recorded by others, are read for what they say."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from schemas.values import CoordsValue
from tests.worlds.backends.server import Backends, FakeClock, running
from tests.worlds.recordings import NO_RECORDINGS, RECORDINGS, Recorded, Server, modern, read_recordings
from worlds.live.replies import General, Query, Rights, read_reply
from worlds.live.wiki import LiveWiki, SiteInfo
from worlds.net.client import NetClient
from worlds.net.messages import NetFailure

pytestmark = pytest.mark.skipif(not RECORDINGS.is_file(), reason=NO_RECORDINGS)

SITE = SiteInfo(
    Query.model_validate({"extensions": [{"name": "GeoData"}]}),
    General(sitename="Wikipedia", mainpage="Main Page", generator="MediaWiki", server="//en.wikipedia.org",
            articlepath="/wiki/$1", wikiid="enwiki", time="2021-01-01T00:00:00Z"),
    Rights(url="https://creativecommons.org/licenses/by-sa/4.0/"),
)  # fmt: skip
"""What the recordings lack."""


@pytest.fixture(scope="module")
def recorded() -> list[Recorded]:
    return read_recordings()


@pytest.fixture(scope="module")
def english(recorded: list[Recorded]) -> Server:
    return Server([one for one in recorded if one.host == "en.wikipedia.org" and one.status == 200])


@pytest.fixture(scope="module")
def backends(recorded: list[Recorded], english: Server) -> Iterator[Backends]:
    moved = Server([one for one in recorded if one.host == "en.wikipedia.org" and one.status == 301])
    with running(Backends({"en": english, "moved": moved})) as up:
        yield up


@pytest.fixture
def wiki(backends: Backends, tmp_path: Path) -> LiveWiki:
    found = LiveWiki(backends.bases["en"], NetClient("operator@benchwright.test", tmp_path, clock=FakeClock()))
    vars(found)["site"] = SITE
    return found


def pages(data: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The pages of a reply as it was recorded, by title."""
    found = data.get("query", {}).get("pages", {})
    return {page["title"]: page for page in found.values()}


def test_every_recorded_reply_is_read_as_it_stands(recorded: list[Recorded]) -> None:
    read = 0
    for one in recorded:
        if one.status != 200 or one.query["action"] != "query":
            continue
        got = read_reply(modern(one.data), one.host)
        assert {page.title for page in got.query.pages} == set(pages(one.data))
        for page in got.query.pages:
            old = pages(one.data)[page.title]
            assert page.missing == ("missing" in old)
            assert page.lastrevid == old.get("lastrevid")
            assert [c.title for c in page.categories] == [c["title"] for c in old.get("categories", [])]
        for name in ("search", "random"):
            hits = one.data.get("query", {}).get(name, [])
            assert [hit.title for hit in getattr(got.query, name)] == [hit["title"] for hit in hits]
        read += 1
    assert read > 180


def test_titles_resolve_as_they_did(recorded: list[Recorded], wiki: LiveWiki) -> None:
    seen: set[str] = set()
    for one in recorded:
        asked = one.query.get("titles", "")
        if one.host != "en.wikipedia.org" or one.query.get("prop") != "info|pageprops" or not asked or one.data is None:
            continue
        (title, page), *others = pages(one.data).items()
        assert not others
        got = wiki.resolve(asked)
        assert got.title == (None if "missing" in page else title)
        assert wiki.holds(asked) == ("missing" not in page)
        redirects = [change["from"] for change in one.data["query"].get("redirects", [])]
        assert list(got.redirects) == redirects
        seen.add(asked)
    assert len(seen) > 25


def test_continued_lists_are_read_to_their_end(recorded: list[Recorded], wiki: LiveWiki) -> None:
    followed = 0
    for one in recorded:
        params = {
            name: value for name, value in one.query.items() if name in {"list", "bllimit", "bltitle", "redirects"}
        }
        if one.host != "en.wikipedia.org" or one.query.get("list") != "backlinks" or one.data is None:
            continue
        if "blcontinue" in one.query:
            continue
        replies = list(wiki._api.query(params))
        assert replies[-1].follow is None
        followed += len(replies)
    assert followed > 5


def test_coordinates_are_those_that_were_recorded(recorded: list[Recorded], wiki: LiveWiki) -> None:
    found = 0
    for one in recorded:
        if one.host != "en.wikipedia.org" or one.query.get("prop") != "coordinates" or one.data is None:
            continue
        for title, page in pages(one.data).items():
            (told,) = page["coordinates"]
            (described,) = wiki.describe([title])
            assert isinstance(described.coordinates, CoordsValue)
            assert Decimal(described.coordinates.lat) == Decimal(str(told["lat"]))
            assert Decimal(described.coordinates.lon) == Decimal(str(told["lon"]))
            found += 1
    assert found


def test_a_wiki_that_moved_to_another_scheme_is_named(
    recorded: list[Recorded], backends: Backends, tmp_path: Path
) -> None:
    client = NetClient("operator@benchwright.test", tmp_path, clock=FakeClock())
    one = next(one for one in recorded if one.status == 301 and "titles" in one.query)
    wiki = LiveWiki(backends.bases["moved"], client)
    params = {name: value for name, value in one.query.items() if name not in {"action", "format"}}
    with pytest.raises(NetFailure, match=r"it has moved: give the address https://en\.wikipedia\.org/") as caught:
        list(wiki._api.query(params))
    assert caught.value.reason == "unexpected-status"
