"""The web app against those who mean harm: forged posts, stolen links, stored markup, thousands of hostile inputs."""

from __future__ import annotations

import html
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, quote_from_bytes

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.invites import DAY, SESSION_DAYS, shut_out, token_digest
from annotation.itemfile import read_item
from annotation.itemtext import item_text
from annotation.review import replayed, same_state
from annotation.rules import Refused
from annotation.web.guard import LARGEST
from annotation.web.serving import origins_of
from schemas.errors import InputError
from tests.annotation.browsing import FORM, ORIGIN, Browser, Site, forms_of
from tests.annotation.reviewing import PANEL
from tests.annotation.written import SWIM, SWIM_TEXT
from tests.triplets.making import edited


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path)


def hand_in(site: Site, text: str = SWIM_TEXT) -> None:
    site.ada.fill("/write?scenario=travel+agent&operation=multiplication", "/write", text=text)
    assert list(site.panel.review.state.items) == ["T1"]


def test_a_link_works_once_and_its_token_is_not_in_the_file(site: Site) -> None:
    token = site.token("Rita Reviewer")
    stranger = site.stranger()
    for _ in range(3):
        assert stranger.get(f"/invite/{token}").status_code == 200  # looking uses nothing up
    page = stranger.fill(f"/invite/{token}")
    assert "Rita" in page.text
    cookie = stranger.seen[-2].headers["set-cookie"]
    assert all(part in cookie for part in ("HttpOnly", "SameSite=strict", "Path=/"))
    late = site.stranger()
    assert late.get(f"/invite/{token}").status_code == 410
    assert late.post(f"/invite/{token}", {}).status_code == 410
    assert late.get("/").status_code == 401
    stored = b"".join(path.read_bytes() for path in site.panel.path.parent.iterdir())
    session = stranger.client.cookies["review"]
    for secret in (token, session):
        assert secret.encode() not in stored
        assert token_digest(secret).encode() in stored


def test_links_and_sessions_expire(site: Site) -> None:
    token = site.token("Rita Reviewer")
    other = site.token("Rolf Reviewer")
    site.panel.time += 7 * DAY - 20
    assert site.stranger().fill(f"/invite/{token}").status_code == 200
    site.panel.time += 20
    assert site.stranger().get(f"/invite/{other}").status_code == 410
    assert site.stranger().post(f"/invite/{other}", {}).status_code == 410
    assert site.rolf.get("/").status_code == 200
    site.panel.time += SESSION_DAYS * DAY
    assert site.rolf.get("/").status_code == 401


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "http://127.0.0.1:8766"},
        {"Origin": "http://127.0.0.1:8765.evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_posts_from_elsewhere_are_refused(site: Site, headers: dict[str, str]) -> None:
    hand_in(site)
    fields = forms_of(site.rita.get("/check/T1"))["/check/T1"]
    answers = dict.fromkeys(("real-scenario", "needs-commonsense", "one-step", "unambiguous"), "yes")
    before = site.panel.review.state.head
    assert site.rita.post("/check/T1", fields | answers, **headers).status_code == 403
    assert site.rita.client.post("/check/T1", data=fields | answers).status_code == 403  # no Origin at all
    assert site.panel.review.refresh().head == before


@pytest.mark.parametrize("token", ["", "x" * 64, "é", None])
def test_a_form_without_its_token_is_refused(site: Site, token: str | None) -> None:
    hand_in(site)
    fields = forms_of(site.rita.get("/check/T1"))["/check/T1"]
    if token is None:  # somebody else's
        token = forms_of(site.rolf.get("/check/T1"))["/check/T1"]["token"]
    answers = dict.fromkeys(("real-scenario", "needs-commonsense", "one-step", "unambiguous"), "yes")
    before = site.panel.review.state.head
    assert site.rita.post("/check/T1", fields | answers | {"token": token}).status_code == 403
    assert site.panel.review.refresh().head == before


def test_every_answer_carries_the_strict_headers(site: Site) -> None:
    hand_in(site)
    pages = [site.rita.get(path) for path in ("/", "/check/T1", "/nothing", "/static/app.css", "/people")]
    pages.append(site.rita.post("/check/T1", {}, Origin="https://evil.example"))
    pages.append(site.stranger().get("/"))
    for page in pages:
        policy = page.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "*" not in policy
        assert page.headers["x-content-type-options"] == "nosniff"
        assert page.headers["x-frame-options"] == "DENY"
        assert page.headers["referrer-policy"] == "same-origin"


def test_pages_need_no_inline_script_or_style_and_nothing_from_elsewhere(site: Site) -> None:
    hand_in(site)
    pages = [site.ada.get(path) for path in ("/", "/write", "/items/T1", "/board")]
    pages += [site.rita.get("/check/T1"), site.mo.get("/people"), site.mo.get("/agreement")]
    pages.append(site.ada.get("/write?scenario=travel+agent&operation=division"))
    for page in pages:
        assert page.status_code == 200
        assert page.text.count("<script") == page.text.count('<script src="/static/')
        assert "<style" not in page.text
        assert " style=" not in page.text
        assert " onclick" not in page.text
        assert "://" not in page.text


def test_strange_hosts_methods_and_bodies_are_turned_away(site: Site) -> None:
    client = site.rita.client
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 421
    assert client.get("/", headers={"Host": "localhost"}).status_code == 421
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"):
        assert client.request(method, "/").status_code == 405
    post = {"Origin": ORIGIN}
    assert client.post("/write", json={}, headers=post).status_code == 415
    assert client.post("/write", files={"text": b"x" * 10}, headers=post).status_code == 415
    for size, status in ((LARGEST + 1, 413), (LARGEST, 409)):
        assert client.post("/write", content=b"x" * size, headers=post | {"Content-Type": FORM}).status_code in {
            status,
            404,
            403,
        }

    def endless() -> Iterator[bytes]:
        for _ in range(LARGEST // 1000 + 2):
            yield b"x" * 1000

    assert client.post("/check/T1", content=endless(), headers=post | {"Content-Type": FORM}).status_code == 413


MARKUP = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</textarea><script>alert(1)</script>",
    "{{ 7*7 }}{% raw %}",
    "javascript:alert(1)",
    "<svg/onload=alert(1)>",
    "&lt;b&gt;",
    "' autofocus onfocus='alert(1)",
]


@pytest.mark.parametrize("evil", MARKUP)
def test_stored_markup_is_inert_wherever_it_is_shown(site: Site, evil: str) -> None:
    site.mo.fill("/people", name=f"Eve {evil}"[:80], reviewer="yes")
    safe = edited(SWIM, ("source", evil), ("options.0.why", evil))
    text = item_text(safe)
    hand_in(site, text if read_item(text).sound else SWIM_TEXT)  # what stands in angle brackets is no item's words
    site.check(site.rolf, note=evil, **{"one-step": "no"})
    site.check(site.rita, note=evil, **{"one-step": "no"})
    shown = [site.ada.get("/rewrite/T1"), site.ada.get("/items/T1"), site.mo.get("/items/T1"), site.mo.get("/people")]
    shown.append(site.ada.fill("/rewrite/T1", text=evil, reply=evil))
    fields = forms_of(shown[0])["/rewrite/T1"] | {"text": f"name = '''{evil}'''"}
    shown += [site.ada.post("/write/check", fields), site.ada.post("/write/check", fields, **{"HX-Request": "true"})]
    for page in shown:
        assert evil not in page.text.replace(html.escape(evil, quote=True).replace("&#x27;", "&#39;"), "")
        assert page.text.count("<script") == (2 if "<html" in page.text else 0)
        assert "49 {%" not in page.text


@given(st.text(max_size=200))
def test_no_origin_but_a_plain_one_is_taken(text: str) -> None:
    try:
        (origin,) = origins_of("192.0.2.1", 1, text)
    except InputError:
        return
    assert origin.startswith(("http://", "https://"))
    assert origin.isascii()
    assert "/" not in origin.partition("://")[2]


def test_only_loopback_is_served_unless_told() -> None:
    assert origins_of("127.0.0.1", 80, None) == ("http://127.0.0.1:80", "http://localhost:80")
    assert origins_of("::1", 80, None)[0] == "http://[::1]:80"
    for host in ("192.0.2.1", "review.example", "::"):
        with pytest.raises(InputError, match="--url"):
            origins_of(host, 80, None)


WORDS = [
    "", "T1", "T0", "T999999999", "../../etc/passwd", "%00", "\x00", "\xed\xa0\x80",
    "é" * 300, "<script>", "' OR 1=1 --", "{{7*7}}", "${7*7}", "\u202e\u2066", "-1", "9" * 400, "1e999", "NaN",
    "[" * 3000, "a=" * 2000, "\r\nSet-Cookie: x=y", "true", "composition", "yes", "no", "name = 1",
    "[[options]]\n" * 200, "\n" * 5000, SWIM_TEXT, SWIM_TEXT.replace("=", "==", 3),
    SWIM_TEXT.replace("5 nights", "5" * 999 + " nights"), SWIM_TEXT.replace('"862.5"', "8e9999"),
    SWIM_TEXT.replace("$172.50", "$1/0"), SWIM_TEXT.replace("5 nights", "½¾ nights"),
    SWIM_TEXT.replace("fits = true", "fits = 1979-05-27"), SWIM_TEXT.replace("test", "\u0660\u0661"),
]  # fmt: skip
FIELDS = [
    "text", "item", "version", "part", "answer", "note", "clear", "same", "answers", "key", "token", "name", "reply",
    "solver", "reviewer", "real-scenario", "one-step", "needs-commonsense", "unambiguous",
]  # fmt: skip
ADDRESSES = [
    "/write", "/write/check", "/rewrite/{}", "/final/{}", "/withdraw/{}", "/check/{}", "/solve/{}", "/feedback/{}",
    "/adjudicate/{}", "/items/{}", "/free/{}", "/people", "/leave/{}", "/invite/{}", "/?done={}", "/static/{}", "/{}",
    "/write?scenario={}&operation={}", "/board.csv?x={}",
]  # fmt: skip


def test_five_thousand_hostile_inputs_give_no_traceback_and_no_leak(site: Site) -> None:
    """Any error in the app would be raised here by the client. Nobody but the author is ever told the answer."""
    hand_in(site)
    for reviewer in (site.rita, site.rolf):
        site.check(reviewer)
    rng = random.Random(20)
    everybody = [site.ada, site.rita, site.rolf, site.juno, site.mo, site.bo, site.stranger()]
    tokens = {id(one): forms_of(one.get("/")).get("/leave", {}).get("token", "") for one in everybody}
    statuses = set()
    for number in range(5000):
        browser = rng.choice(everybody)
        word = rng.choice(WORDS)
        named = quote(rng.choice(["T1", "T2", word[:500]]), safe=rng.choice(["", "/"]))
        path = rng.choice(ADDRESSES).replace("{}", named)
        body = b""
        if rng.random() < 0.4:
            page = browser.client.get(path, follow_redirects=False)
        else:
            page = browser.client.post(
                path.partition("?")[0],
                content=(body := _body(rng, tokens[id(browser)], word)),
                headers={"Origin": ORIGIN, "Content-Type": FORM} | ({"HX-Request": "true"} if number % 3 else {}),
                follow_redirects=False,
            )
        statuses.add(page.status_code)
        assert page.status_code < 500, (path, page.text)
        assert "Traceback" not in page.text
        if (browser in everybody[1:3] or browser is everybody[-1]) and b"REASON" not in body:
            assert "862.5" not in page.text
            assert "REASON-" not in page.text
    assert statuses >= {200, 303, 401, 403, 404, 409, 422}
    assert site.panel.review.state.seq < 4000
    base = sqlite3.connect(site.panel.path)
    assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    base.close()


def _body(rng: random.Random, token: str, word: str) -> bytes:
    if rng.random() < 0.1:
        return rng.randbytes(rng.randrange(300))
    fields = {name: rng.choice([word, rng.choice(WORDS)]) for name in rng.sample(FIELDS, rng.randrange(1, len(FIELDS)))}
    if rng.random() < 0.9:
        fields["token"] = token
    if rng.random() < 0.5:
        fields["version"] = "1"
    if "key" in fields and rng.random() < 0.7:
        fields["key"] = f"k{rng.randrange(10**9)}"
    pairs = [f"{name}={quote_from_bytes(value.encode('utf-8', 'replace'))}" for name, value in fields.items()]
    if rng.random() < 0.1:
        pairs.append(rng.choice(["%ff=%fe", "text=%ed%a0%80", "&".join(["a=1"] * 100), "a;b;c", "=", "%"]))
    return "&".join(pairs).encode()


def test_somebody_who_is_shut_out_is_signed_out_everywhere_and_holds_no_link_that_works(site: Site) -> None:
    spare = site.token("Rita Reviewer")
    phone = site.stranger()
    assert phone.fill(f"/invite/{site.token('Rita Reviewer')}").status_code == 200
    action = "/people/p2/shut-out"
    assert site.rolf.post(action, {"token": "x", "key": "k"}).status_code == 404
    assert site.mo.post(action, {"token": "x", "key": "k"}).status_code == 403
    form = forms_of(site.mo.get("/people"))[action]
    for number, word in enumerate(WORDS):  # nobody goes by that
        page = site.mo.post(f"/people/{quote(word[:300], safe='')}/shut-out", form | {"key": f"odd-{number}"})
        assert page.status_code in {404, 409}, word
    assert site.mo.fill("/people", action).status_code == 200
    assert [one.get("/").status_code for one in (site.rita, phone, site.rolf)] == [401, 401, 200]
    assert site.stranger().get(f"/invite/{spare}").status_code == 410
    assert site.stranger().post(f"/invite/{spare}", {}).status_code == 410
    with pytest.raises(Refused, match="Rolf Reviewer is no maintainer"):
        shut_out(site.panel.review, "p3", "p2", "not-his")
    shut_out(site.panel.review, "p3", "p3", "his-own")
    assert site.rolf.get("/").status_code == 401
    assert site.stranger().fill(f"/invite/{site.token('Rita Reviewer')}").status_code == 200  # asked in again
    assert same_state(replayed(site.panel.path), site.panel.review.refresh())


def test_everybody_of_the_panel_is_signed_in(site: Site) -> None:
    for browser, (name, _) in zip((site.ada, site.rita, site.rolf, site.juno, site.mo, site.bo), PANEL, strict=True):
        assert isinstance(browser, Browser)
        assert name in browser.get("/").text
