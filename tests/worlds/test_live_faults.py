"""Every fault between us and a wiki ends in the right page or in a typed error, after a bounded wait; none is kept."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

import pytest

from tests.worlds.backends.server import CUT, FakeClock, Said, html, reply
from tests.worlds.mediawiki import MediaWiki
from tests.worlds.wikiproxy import Proxy, proxied
from tests.worlds.wikiworld import cities, countries
from worlds.live.specs import script_base
from worlds.live.wiki import LiveWiki
from worlds.net.client import NetClient
from worlds.net.messages import NetFailure
from worlds.pages import DamagedPage

CONTACT = "operator@benchwright.test"
TOWN, LAND = cities()[1], countries()[1]
LAG = {"error": {"code": "maxlag", "info": "Waiting for 10.64.16.1: 7.2 seconds lagged.", "lag": 7.2}}
STALL = "stall"
"""Stands for a body that stops coming."""

PATIENCE = 30.0

PASSING: dict[str, tuple[Said | str, list[float]]] = {
    "429": (html("slow down", 429), [1]),
    "429 with seconds": (html("slow down", 429, Retry_After="7"), [7]),
    "429 with a date": (
        html("slow down", 429, Retry_After=format_datetime(datetime.fromtimestamp(FakeClock().time + 11, UTC), True)),
        [11],
    ),
    "503": (html("upstream request timeout", 503), [1]),
    "503 with seconds": (html("overloaded", 503, Retry_After="4"), [4]),
    "500": (html("Internal Server Error", 500), [1]),
    "maxlag": (reply(LAG, Retry_After="5"), [5]),
    "maxlag without a wait": (reply(LAG), [1]),
    "ratelimited": (reply({"error": {"code": "ratelimited", "info": "You've exceeded your rate limit."}}), [1]),
    "readonly": (reply({"error": {"code": "readonly", "info": "The wiki is currently in read-only mode."}}), [1]),
    "inside": (reply({"error": {"code": "internal_api_error_DBQueryError", "info": "[x] Caught exception"}}), [1]),
    "cut": (CUT, [1]),
    "no gzip": (Said(200, b"not gzip", {"Content-Encoding": "gzip", "Content-Type": "application/json"}), [1]),
}
"""A fault that is gone at the next attempt, and the waits it costs."""

LASTING: dict[str, tuple[Said | str, str]] = {
    **{name: (said, "quota") for name, (said, _) in PASSING.items() if name.startswith(("429", "maxlag", "r"))},
    **{name: (said, "unreachable") for name, (said, _) in PASSING.items() if name in {"503", "cut", "no gzip"}},
    "a day": (html("come back tomorrow", 429, Retry_After="86400"), "quota"),
    "500": (html("Internal Server Error", 500), "unexpected-status"),
    "403": (html("your client is blocked", 403), "denied"),
    "404": (html("no api.php here", 404), "unexpected-status"),
    "moved": (html("moved", 301, Location="https://elsewhere.test/w/api.php"), "unexpected-status"),
    "html": (html("a login page"), "not-json"),
    "nothing": (Said(200, b"", {"Content-Type": "application/json"}), "not-json"),
    "half": (Said(200, b'{"query": {"pages": [', {"Content-Type": "application/json"}), "not-json"),
    "not UTF-8": (Said(200, b'{"parse": {"text": "caf\xe9"}}', {"Content-Type": "application/json"}), "not-json"),
    "half a pair": (reply({"parse": {"title": "x", "revid": 1, "text": "\ud800"}}), "not-json"),
    "a list": (reply(["no", "object"]), "unexpected-shape"),
    "null": (reply(None), "unexpected-shape"),
    "numbers": (reply({"query": {"pages": 7, "userinfo": 7}}), "unexpected-shape"),
    "odd error": (reply({"error": "bad"}), "unexpected-shape"),
    "old format": (reply({"query": {"pages": {"1": {"title": "x", "missing": ""}}}}), "unexpected-shape"),
    "refused": (reply({"error": {"code": "readapidenied", "info": "You need read permission."}}), "refused"),
    "deep": (Said(200, b'{"query":' * 40_000, {"Content-Type": "application/json"}), "not-json"),
    "stalled": (STALL, "too-slow"),
    "endless": (Said(200, b" " * (17 * 2**20), {"Content-Type": "application/json"}), "too-large"),
}
"""A fault that stays, and the code of the error it ends in."""


@pytest.fixture(scope="module")
def proxy(mediawiki: MediaWiki) -> Iterator[Proxy]:
    with proxied(mediawiki) as between:
        yield between


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture(autouse=True)
def well(proxy: Proxy) -> Iterator[None]:
    yield
    proxy.instead = lambda asked, number: None


def opened(proxy: Proxy, cache: Path, clock: FakeClock) -> LiveWiki:
    return LiveWiki(script_base(proxy.api), NetClient(CONTACT, cache, patience=PATIENCE, clock=clock))


def everything(wiki: LiveWiki) -> list[object]:
    """Reads of every kind but random ones."""
    return [
        wiki.get(f"Republic of {LAND.name}"), wiki.links(TOWN.name), wiki.aliases(LAND.name), wiki.search("city", 4),
        wiki.describe([TOWN.name, LAND.name]), wiki.licence,
    ]  # fmt: skip


def stalling(said: Said | str, clock: FakeClock) -> Said:
    """The fault, once it knows whose clock passes while nothing comes."""
    if isinstance(said, Said):
        return said
    return Said(200, b" " * 1000, {"Content-Type": "application/json"}, drip=lambda: clock.sleep(10))


@pytest.mark.parametrize("name", sorted(PASSING))
def test_a_fault_that_passes_changes_nothing_wherever_it_strikes(name: str, proxy: Proxy, tmp_path: Path) -> None:
    said, waits = PASSING[name]
    start = len(proxy.asked)
    truth = everything(opened(proxy, tmp_path / "truth", FakeClock()))
    calls = len(proxy.asked) - start
    assert calls > 10
    for struck in range(0, calls, 3):
        clock = FakeClock()
        first = len(proxy.asked)
        proxy.instead = lambda asked, number, at=first + struck: said if number == at else None
        assert everything(opened(proxy, tmp_path / str(struck), clock)) == truth
        assert clock.slept == pytest.approx(waits)
        assert len(proxy.asked) - first == calls + 1


@pytest.mark.parametrize("name", sorted(LASTING))
def test_a_fault_that_stays_is_a_typed_error_in_bounded_time(
    name: str, proxy: Proxy, tmp_path: Path, clock: FakeClock
) -> None:
    said, reason = LASTING[name]
    proxy.instead = lambda asked, number: stalling(said, clock)
    started = clock.time
    with pytest.raises(NetFailure) as caught:
        opened(proxy, tmp_path, clock).get(TOWN.name)
    assert caught.value.reason == reason
    assert caught.value.exit_code == 3
    assert "MediaWiki" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert clock.time - started <= PATIENCE + 100
    assert not list(tmp_path.rglob("*.json"))  # the next run asks again
    proxy.instead = lambda asked, number: None
    assert opened(proxy, tmp_path, clock).get(TOWN.name).title == TOWN.name


def test_waits_grow_until_the_patience_ends(proxy: Proxy, tmp_path: Path, clock: FakeClock) -> None:
    proxy.instead = lambda asked, number: reply(LAG)
    with pytest.raises(NetFailure, match="maxlag"):
        opened(proxy, tmp_path, clock).get(TOWN.name)
    assert clock.slept == [1, 2, 4, 8]
    assert sum(clock.slept) <= PATIENCE


def test_a_wiki_that_is_not_there_is_named(tmp_path: Path, clock: FakeClock) -> None:
    gone = LiveWiki("http://127.0.0.1:9", NetClient(CONTACT, tmp_path, patience=PATIENCE, clock=clock))
    with pytest.raises(NetFailure, match=r"127\.0\.0\.1:9") as caught:
        gone.get(TOWN.name)
    assert caught.value.reason == "unreachable"


def test_a_query_without_end_is_refused(proxy: Proxy, tmp_path: Path, clock: FakeClock) -> None:
    def again(number: int) -> Said:
        return reply({"continue": {"rdcontinue": str(number)}, "query": {"pages": []}})

    wiki = opened(proxy, tmp_path, clock)
    proxy.instead = lambda asked, number: again(number)
    with pytest.raises(NetFailure) as caught:
        wiki.describe([TOWN.name])
    assert caught.value.reason in {"too-large", "unexpected-shape"}
    proxy.instead = lambda asked, number: again(7)
    with pytest.raises(NetFailure, match="continues with itself"):
        list(wiki._api.query({"list": "allpages"}))


@pytest.mark.parametrize("change", [{"revid": 1}, {"title": LAND.name}])
def test_a_reply_about_another_revision_or_page_is_no_page(
    change: dict[str, object], proxy: Proxy, tmp_path: Path, clock: FakeClock
) -> None:
    wiki = opened(proxy, tmp_path, clock)
    told = {"title": TOWN.name, "pageid": 1, "revid": wiki._pinned(TOWN.name).lastrevid, "text": "<p>Text.</p>"}
    said = reply({"parse": told | change})
    proxy.instead = lambda asked, number: said if asked.query.get("action") == "parse" else None
    with pytest.raises((NetFailure, DamagedPage), match=r"no HTML of revision|was moved to"):
        wiki.get(TOWN.name)
