"""The web tools: search, pages of the world and of allowed hosts only, and programs that a model writes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from schemas.values import TextValue
from schemas.worlds import Arguments
from tests.worlds.backends.server import CUT, Backends, FakeClock, html, reply
from tests.worlds.backends.toolbox import all_backends, config_for, text, toolbox
from worlds.atlas import AtlasSource
from worlds.text import page_text
from worlds.tools.calls import ToolRefusal, UnsupportedTool, make_arguments
from worlds.tools.live import LiveToolBox, ToolOutage
from worlds.tools.registry import tool_spec

BY_SERPER = {"web_search": "serper"}


@pytest.fixture(scope="module")
def backends() -> Iterator[Backends]:
    with all_backends() as up:
        yield up


@pytest.fixture(scope="module")
def atlas() -> AtlasSource:
    return AtlasSource()


@pytest.fixture
def box(backends: Backends, tmp_path: Path) -> Iterator[LiveToolBox]:
    with toolbox(backends, tmp_path) as made:
        yield made


def reason(box: LiveToolBox, tool: str, arguments: Arguments) -> str:
    with pytest.raises(ToolRefusal) as caught:
        box.call(tool, arguments)
    assert "\n" not in str(caught.value)
    assert caught.value.reason in tool_spec(tool).errors
    return caught.value.reason


def query(words: str) -> Arguments:
    return make_arguments(query=text(words))


def page(name: str) -> Arguments:
    return make_arguments(page=text(name))


def test_mediawiki_search(box: LiveToolBox, backends: Backends) -> None:
    assert box.call("web_search", query("tower")).result == text("Tower Bridge\nTower Bridge Exhibition")
    assert backends.asked[-1].query["maxlag"] == "5"


def test_mediawiki_search_refuses(box: LiveToolBox, backends: Backends) -> None:
    assert reason(box, "web_search", query("Atlantis")) == "empty"
    backends.instead = lambda asked, number: reply({"error": {"code": "internal_api_error", "info": "no"}})
    try:
        assert reason(box, "web_search", query("other")) == "refused-by-service"
    finally:
        backends.instead = lambda asked, number: None


def test_mediawiki_search_waits_for_a_lagging_database(backends: Backends, tmp_path: Path) -> None:
    lag = {"error": {"code": "maxlag", "info": "Waiting for 10.64.0.1: 6 seconds lagged."}}
    start = len(backends.asked)
    backends.instead = lambda asked, number: reply(lag, Retry_After="5") if number < start + 2 else None
    clock = FakeClock()
    with toolbox(backends, tmp_path, clock) as box:
        box.call("web_search", query("tower"))
    backends.instead = lambda asked, number: None
    assert clock.slept == [5, 5]  # as long as Retry-After says


def test_serper_search(backends: Backends, tmp_path: Path) -> None:
    with toolbox(backends, tmp_path, use=BY_SERPER) as box:
        found = box.call("web_search", query("tower bridge"))
    assert found.result == text("Tower Bridge https://towerbridge.test/")
    assert not found.licence.redistributable


def test_serper_search_refuses(backends: Backends, tmp_path: Path) -> None:
    with toolbox(backends, tmp_path, use=BY_SERPER) as box:
        assert reason(box, "web_search", query("Atlantis")) == "empty"
        with pytest.raises(ToolOutage) as broke:
            box.call("web_search", query("broke"))
        assert broke.value.reason == "quota"
    with toolbox(backends, tmp_path, use=BY_SERPER, serper_key="wrong") as box, pytest.raises(ToolOutage) as denied:
        box.call("web_search", query("london bridge"))
    assert denied.value.reason == "denied"


def test_fetch_a_page_of_the_world(backends: Backends, tmp_path: Path, atlas: AtlasSource) -> None:
    title = atlas.titles()[0]
    with toolbox(backends, tmp_path) as bare:
        assert reason(bare, "fetch_webpage", page(title)) == "unknown-page"
    with toolbox(backends, tmp_path, hosts=frozenset()) as bare, pytest.raises(UnsupportedTool):
        bare.call("fetch_webpage", page(title))
    box = LiveToolBox(config_for(backends, tmp_path, hosts=frozenset()), pages=atlas, clock=FakeClock())
    whole = box.read("fetch_webpage", page(title))
    assert whole == page_text(atlas.get(title).html)
    assert len(whole) > 300
    exchange = box.call("fetch_webpage", page(title))
    assert isinstance(exchange.result, TextValue)
    assert len(exchange.result.value) <= 300
    assert whole.startswith(exchange.result.value.removesuffix("…"))
    assert exchange.licence.spdx == atlas.licence.spdx
    assert reason(box, "fetch_webpage", page("No Such Page At All")) == "unknown-page"


def test_fetch_an_address_on_an_allowed_host(box: LiveToolBox, backends: Backends) -> None:
    site = f"{backends.url}/site"
    assert box.call("fetch_webpage", page(f"{site}/page")).result == text("x\nHello world")
    assert box.call("fetch_webpage", page(f"{site}/plain")).result == text("just text")
    assert box.call("fetch_webpage", page(f"{site}/moved")).result == text("x\nHello world")
    assert not box.call("fetch_webpage", page(f"{site}/page")).licence.redistributable


def test_fetch_refuses_every_other_address(box: LiveToolBox, backends: Backends) -> None:
    site, port = f"{backends.url}/site", urlsplit(backends.url).port
    before = len(backends.asked)
    for address in (
        "http://elsewhere.test/page",
        f"http://localhost:{port}/site/page",
        f"http://127.0.0.1:{(port or 1) - 1}/",
        f"http://user@127.0.0.1:{port}/site/page",
        "https://127.0.0.1/",
        "http:///page",
    ):
        assert reason(box, "fetch_webpage", page(address)) == "forbidden-address"
    assert reason(box, "fetch_webpage", page("file:///etc/passwd")) == "unknown-page"
    assert len(backends.asked) == before
    assert reason(box, "fetch_webpage", page(f"{site}/away")) == "forbidden-address"
    assert reason(box, "fetch_webpage", page(f"{site}/round")) == "forbidden-address"
    assert reason(box, "fetch_webpage", page(f"{site}/missing")) == "unknown-page"
    with pytest.raises(ToolOutage) as picture:
        box.call("fetch_webpage", page(f"{site}/picture"))
    assert picture.value.reason == "not-text"


def test_fetch_faults_are_outages(backends: Backends, tmp_path: Path) -> None:
    faults = {"quota": html("busy", 429), "unreachable": CUT, "denied": html("no", 403), "not-text": reply({})}
    try:
        with toolbox(backends, tmp_path, patience=2) as box:
            for expected, said in faults.items():
                backends.instead = lambda asked, number, said=said: said
                with pytest.raises(ToolOutage) as caught:
                    box.call("fetch_webpage", page(f"{backends.url}/site/page"))
                assert caught.value.reason == expected
    finally:
        backends.instead = lambda asked, number: None
    assert not list(tmp_path.rglob("*.json"))


def test_generate_code(box: LiveToolBox) -> None:
    exchange = box.call("python_generate_code", make_arguments(task="add"))
    assert exchange.result == text("print(2 + 3)")
    assert "writer-1" in exchange.provider


def test_generate_code_refuses(backends: Backends, tmp_path: Path) -> None:
    with toolbox(backends, tmp_path) as box:
        assert reason(box, "python_generate_code", make_arguments(task="endless")) == "cut-short"
    with toolbox(backends, tmp_path, model_key="wrong") as box, pytest.raises(ToolOutage) as caught:
        box.call("python_generate_code", make_arguments(task="add"))
    assert caught.value.reason == "denied"
    with toolbox(backends, tmp_path, model="") as box, pytest.raises(UnsupportedTool):
        box.call("python_generate_code", make_arguments(task="add"))


def test_only_texts_can_be_read_whole(box: LiveToolBox) -> None:
    with pytest.raises(UnsupportedTool):
        box.read("countries_area", make_arguments(country=text("France")))
    with pytest.raises(ToolRefusal):
        box.read("web_search", query("Atlantis"))


def test_page_text_is_what_a_reader_sees() -> None:
    html = "<p>One  <i>two</i></p><style>p{}</style><noscript>no</noscript><template>t</template><!-- c --><p>three</p>"
    assert page_text(html) == "One two\nthree"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>A <b>bold</b>, <a href='x'>link</a>ed<sup>2</sup> word</p>", "A bold, linked2 word"),
        ("<p>one\nline</p>two<br>three", "one line\ntwo\nthree"),
        ("<table><tr><th>Area</th><td>5&nbsp;km<sup>2</sup></td></tr></table>tail", "Area\n5 km2\ntail"),
        ("<ul><li>one</li><li>two <i>and</i> <span>more</span></li></ul>", "one\ntwo and more"),
        ("<p>a<script>x</script>b</p>", "ab"),
        ("", ""),
        ("<div>" * 5000 + "deep" + "</div>" * 5000, "deep"),
    ],
)
def test_what_stands_in_a_line_stays_in_it(html: str, text: str) -> None:
    assert page_text(html) == text
