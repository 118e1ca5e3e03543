"""The bytes that a reviewer is sent hold no gold, no author and no peer's words, whatever they ask for and whenever."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
from httpx2 import Response

from annotation.web.app import app_for
from tests.annotation.browsing import ORIGIN, Browser, Site
from tests.annotation.written import SWIM, SWIM_TEXT

SECRETS = {
    "the gold number": re.compile(rb"862[.,]5"),
    "the gold choice": re.compile(rb"lakeside hut|[Bb]ook the hut"),
    "an accepted answer": re.compile(rb"answers_commonsense|>\s*(?:a )?hut on the lake shore\s*<"),
    "a verdict or its reason": re.compile(rb"REASON-|SOURCE-OF-VERDICTS|\bfits\b"),
    "the author": re.compile(rb"Ada|morning-swim"),
    "the operation": re.compile(rb"multiplication"),
    "a peer": re.compile(rb"Rolf|Juno|Mo Maintainer"),
    "a peer's words": re.compile(rb"ROLFS|JUNOS|ADAS|161[.]25"),
}
STATEMENT = re.compile(rb"Book the hut")
PATHS = [
    "/",
    "/?done=T1",
    "/write",
    "/write?scenario=travel+agent&operation=multiplication",
    "/rewrite/T1",
    "/final/T1",
    "/withdraw/T1",
    "/check/T1",
    "/solve/T1",
    "/feedback/T1",
    "/adjudicate/T1",
    "/items",
    "/items/T1",
    "/free/T1",
    "/agreement",
    "/people",
    "/accepted.jsonl",
    "/ratings.csv",
    "/nothing",
    "/static/app.js",
    "/static/app.css",
    "/check/T2",
]
OVER_ALL = ("/board", "/board.csv", "/write")
"""Pages about all 20 cells, which name every operation and nobody's item."""


@pytest.fixture
def site(tmp_path: Path) -> Site:
    made = Site(tmp_path)
    made.rita.seen.clear()
    return made


def look_everywhere(browser: Browser) -> None:
    """Ask for every address, by every method, with and without what htmx and caches send."""
    for path in (*PATHS, *OVER_ALL):
        browser.get(path)
        browser.get(path, **{"HX-Request": "true", "If-None-Match": "*", "Cache-Control": "only-if-cached"})
        browser.post(path.partition("?")[0], {"text": "x", "item": "T1", "answer": "x"})


def assert_blind(seen: list[Response], *, maths_may_be_shown: bool) -> None:
    assert seen
    for response in seen:
        path = response.url.path
        bytes_sent = b"\n".join((*(name + b": " + value for name, value in response.headers.raw), response.content))
        for name, secret in SECRETS.items():
            if name == "the operation" and path in OVER_ALL:
                continue
            if name in {"the author", "a peer"} and path == "/people":  # who is asked in, not who wrote what
                continue
            if name == "the gold choice" and maths_may_be_shown and path in {"/solve/T1", "/feedback/T1"}:
                continue
            found = secret.search(bytes_sent)
            assert found is None, f"{name} in {path} ({response.status_code}): {bytes_sent[:4000]!r}"


@pytest.mark.parametrize("further", ["", "maintainer", "adjudicator"])
def test_a_reviewer_stays_blind_at_every_stage(site: Site, further: str) -> None:
    """Whatever else she is: further roles open no page that tells her of what she is to judge."""
    ada, rita, rolf, juno = site.ada, site.rita, site.rolf, site.juno
    if further:
        assert site.mo.fill("/people", name="Rita Reviewer", reviewer="yes", **{further: "yes"}).status_code == 200
    ada.fill("/write?scenario=travel+agent&operation=multiplication", "/write", text=SWIM_TEXT)
    look_everywhere(rita)
    site.check(rolf, note="ROLFS NOTE", unambiguous="yes")
    look_everywhere(rita)
    site.check(rita)
    site.solve(rolf, "161.25", "ROLFS CHOICE", "161.25")
    look_everywhere(rita)
    site.solve(rita, "800", "the flat")
    assert not any(STATEMENT.search(response.content) for response in rita.seen[:-1])
    assert_blind(rita.seen[:-1], maths_may_be_shown=False)
    assert SWIM.question_math.encode() in rita.seen[-1].content
    rita.seen.clear()
    site.solve(rita, "801")
    look_everywhere(rita)
    juno.fill("/adjudicate/T1", same="yes", note="JUNOS WORDS")
    look_everywhere(rita)
    rolf.fill("/feedback/T1", clear="no", note="ROLFS FEEDBACK")
    look_everywhere(rita)
    rita.fill("/feedback/T1", clear="yes", note="")
    look_everywhere(rita)
    assert site.panel.review.item("T1").now.phase == "returned"
    better = SWIM_TEXT.replace("in the desert", "in the dry desert")
    ada.fill("/rewrite/T1", text=better, reply="ADAS REPLY")
    look_everywhere(rita)
    for reviewer in (rita, rolf):
        site.check(reviewer)
    for reviewer, right in product((rita, rolf), (("862.50", "a hut on the lake shore", "862.5"),)):
        keep = len(rita.seen)
        site.solve(reviewer, *right)
        look_everywhere(rita)
        del rita.seen[keep : keep + (6 if reviewer is rita else 0)]  # her own answers come back to her alone
    assert site.panel.review.item("T1").now.phase == "feedback"
    said = [one for one in rita.seen if one.url.path not in {"/feedback/T1", "/items/T1"}]
    assert_blind(said, maths_may_be_shown=True)


def test_the_board_tells_a_reviewer_open_items_by_scenario_alone(site: Site) -> None:
    site.ada.fill("/write?scenario=travel+agent&operation=multiplication", "/write", text=SWIM_TEXT)
    open_item = re.compile(r'<th scope="row">travel agent<p class="hint">1 in review</p></th>')
    assert open_item.search(site.rita.get("/board").text)
    assert site.rita.get("/board").text.count("in review") == 1
    assert not open_item.search(site.mo.get("/board").text)
    assert site.mo.get("/board").text.count("1 in review") == 1
    assert '"multiplication","0","0","","","13"' in site.rita.get("/board.csv").text
    assert '"multiplication","0","0","1","0","13"' in site.mo.get("/board.csv").text


def test_her_own_history_and_feedback_hold_her_words_only(site: Site) -> None:
    site.ada.fill("/write?scenario=travel+agent&operation=multiplication", "/write", text=SWIM_TEXT)
    for reviewer in (site.rita, site.rolf):
        site.check(reviewer)
    site.solve(site.rolf, "862.50", "a hut on the lake shore", "862.5")
    site.solve(site.rita, "RITAS FIRST", "RITAS SECOND", "RITAS THIRD")
    site.juno.fill("/adjudicate/T1", same="yes", note="JUNOS WORDS")
    site.rita.seen.clear()
    for path in ("/feedback/T1", "/items/T1"):
        page = site.rita.get(path)
        assert page.status_code == 200
        assert b"RITAS SECOND" in page.content
    assert_blind(site.rita.seen, maths_may_be_shown=True)


def test_pages_are_kept_nowhere(site: Site) -> None:
    site.ada.fill("/write?scenario=travel+agent&operation=multiplication", "/write", text=SWIM_TEXT)
    look_everywhere(site.rita)
    for response in site.rita.seen:
        if not response.url.path.startswith("/static/"):
            assert response.headers["cache-control"] == "no-store"
            assert "etag" not in response.headers
            assert "last-modified" not in response.headers


def test_signed_out_the_old_cookie_opens_nothing(site: Site) -> None:
    site.ada.fill("/write?scenario=travel+agent&operation=multiplication", "/write", text=SWIM_TEXT)
    cookie = site.rita.client.cookies["review"]
    done = site.rita.fill("/", "/leave")
    assert done.history[0].headers["clear-site-data"] == '"cache", "storage"'
    late = site.stranger()
    late.client.cookies.set("review", cookie)
    for path in PATHS:
        page = late.get(path)
        assert b"cabin" not in page.content
        assert page.status_code in {401, 404, 405} or path.startswith("/static/")


def test_an_adjudicator_who_reviews_is_blind_until_they_open_an_item(site: Site) -> None:
    """Opening an item by its adjudication page ends the right to review it; the history alone opens nothing."""
    both = site.mo.fill("/people", name="Juno Judge", reviewer="yes", adjudicator="yes")
    assert both.status_code == 200
    site.ada.fill("/write?scenario=travel+agent&operation=multiplication", "/write", text=SWIM_TEXT)
    site.juno.seen.clear()
    site.juno.get("/items/T1")
    site.juno.get("/check/T1")
    assert site.juno.seen[-1].status_code == 200
    assert all(not SECRETS["the gold number"].search(one.content) for one in site.juno.seen)
    for reviewer in (site.rita, site.rolf):
        site.check(reviewer)
    site.solve(site.rita, "1", "x", "1")
    site.solve(site.rolf, "1", "x", "1")
    assert site.juno.get("/adjudicate/T1").status_code == 200
    site.juno.fill("/adjudicate/T1", same="no", note="no")
    site.ada.fill("/rewrite/T1", text=SWIM_TEXT.replace("dry", "hot").replace("desert", "hot desert"), reply="r")
    assert site.juno.get("/check/T1").status_code == 409


def test_a_second_app_over_the_same_ledger_knows_who_is_signed_in(site: Site) -> None:
    other = Site.__new__(Site)
    other.app = app_for(site.panel.review, (ORIGIN,))
    browser = other.stranger()
    browser.client.cookies.set("review", site.rita.client.cookies["review"])
    assert browser.get("/").status_code == 200
