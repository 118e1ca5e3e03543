"""The whole review through plain forms, as a browser without JavaScript sends them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from annotation.review import replayed, same_state
from schemas.triplets import Triplet
from tests.annotation.browsing import Browser, Site, forms_of, words
from tests.annotation.written import SWIM, SWIM_TEXT

RIGHT = ("862.50", "a hut on the lake shore", "$862.50")


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path)


def hand_in(site: Site, text: str = SWIM_TEXT) -> None:
    page = site.ada.fill("/write?scenario=travel+agent&operation=multiplication", "/write", text=text)
    assert page.status_code == 200, words(page)


def test_from_a_mistake_to_acceptance(site: Site) -> None:
    ada, rita, rolf, juno = site.ada, site.rita, site.rolf, site.juno
    form = ada.get("/write?scenario=travel+agent&operation=multiplication")
    assert "places still to fill in" in form.text
    wrong = ada.fill(
        "/write?scenario=travel+agent&operation=multiplication", "/write", text=SWIM_TEXT.replace("862.5", "826.5")
    )
    assert wrong.status_code == 422
    assert "line 8" in wrong.text
    assert "T1.wrong-answer" in wrong.text
    assert forms_of(wrong)["/write"]["text"] == SWIM_TEXT.replace("862.5", "826.5")
    hand_in(site)
    assert ada.seen[-1].url.path == "/items/T1"
    for reviewer in (rita, rolf):
        assert "Check it" in words(reviewer.get("/"))
        site.check(reviewer)
    site.solve(rita, *RIGHT)
    site.solve(rolf, "862.5", "a cabin in the desert", "862.5")
    assert "Adjudicate" in words(juno.get("/"))
    page = juno.get("/adjudicate/T1")
    assert "a cabin in the desert" in words(page)
    assert "or the lakeside hut" in words(page)
    juno.fill("/adjudicate/T1", same="no", note="A cabin may have a pool.")
    assert "Rewrite it" in words(ada.get("/"))
    assert "A cabin may have a pool." in words(ada.get("/rewrite/T1"))
    better = SWIM_TEXT.replace("a cabin in the desert", "a tent in the dry desert")
    assert ada.fill("/rewrite/T1", text=better, reply="No pool in a tent.").status_code == 200
    for reviewer in (rita, rolf):
        site.check(reviewer)
    for reviewer in (rita, rolf):
        site.solve(reviewer, *RIGHT)
    for reviewer in (rita, rolf):
        reviewer.fill("/feedback/T1", clear="yes", note="")
    ada.fill("/final/T1", answers="yes", note="")
    assert "accepted" in words(ada.get("/items/T1"))
    assert "1 of 260 accepted" in words(site.mo.get("/board"))
    (line,) = site.mo.get("/accepted.jsonl").text.splitlines()
    item = Triplet.model_validate_json(line)
    assert (item.status, json.loads(line)["answer_math"]) == ("accepted", SWIM.answer_math)
    assert same_state(replayed(site.panel.path), site.panel.review.state)


def test_a_button_pressed_twice_and_a_page_sent_again_count_once(site: Site) -> None:
    hand_in(site)
    page = site.rita.get("/check/T1")
    fields = forms_of(page)["/check/T1"] | dict.fromkeys(
        ("real-scenario", "needs-commonsense", "one-step", "unambiguous"), "yes"
    )
    events = site.panel.review.state.seq
    for _ in range(3):
        assert site.rita.post("/check/T1", fields).status_code == 200
    assert site.panel.review.state.seq == events + 1
    other = site.rita.post("/check/T1", fields | {"key": "another-key"})
    assert other.status_code == 409
    assert "you have checked this version" in words(other)


def test_what_is_missing_is_said_and_nothing_typed_is_lost(site: Site) -> None:
    hand_in(site)
    page = site.check(site.rita, note="MY NOTE", **{"one-step": ""})
    assert page.status_code == 422
    assert "Give an answer to every question." in page.text
    assert "MY NOTE" in page.text
    page = site.check(site.rita, **{"one-step": "no"})
    assert "a no needs a note" in page.text
    site.check(site.rita)
    site.check(site.rolf)
    page = site.rita.fill("/solve/T1", answer="   ")
    assert page.status_code == 422
    assert "Question 1 of 3" in words(page)


def test_finished_work_leads_to_what_waits_next(site: Site) -> None:
    hand_in(site)
    hand_in(site, SWIM_TEXT.replace("5 nights", "4 nights").replace("862.5", "690"))
    assert site.check(site.rita).url.path == "/check/T2"
    assert site.check(site.rita, "T2").url.path == "/"
    site.check(site.rolf)
    assert site.rita.get("/").text.count('href="/solve/T1"') == 1
    assert site.solve(site.rita, *RIGHT[:1]).url.path == "/solve/T1"


@pytest.mark.parametrize(
    ("name", "paths"),
    [
        (
            "rita",
            ["/write", "/rewrite/T1", "/final/T1", "/adjudicate/T1", "/people", "/accepted.jsonl", "/ratings.csv"],
        ),
        ("ada", ["/check/T1", "/solve/T1", "/feedback/T1", "/adjudicate/T1", "/people", "/agreement"]),
        ("juno", ["/check/T1", "/write", "/people", "/accepted.jsonl", "/adjudicate/T1"]),
        ("bo", ["/rewrite/T1", "/items/T1", "/solve/T1", "/final/T1", "/nothing", "/check/T9", "/items/%00"]),
    ],
)
def test_pages_of_others_are_not_there(site: Site, name: str, paths: list[str]) -> None:
    hand_in(site)
    browser: Browser = getattr(site, name)
    for path in paths:
        assert browser.get(path).status_code in {404, 409}, path
        assert "hut on the lake shore at $172.50" not in browser.seen[-1].text


def test_a_maintainer_asks_in_frees_a_place_and_reads_agreement(site: Site) -> None:
    page = site.mo.fill("/people", name="Nia New", reviewer="yes")
    link = words(page)
    assert "Nia New" in link
    target = page.text.partition('value="http://127.0.0.1:8765')[2].partition('"')[0]
    nia = site.stranger()
    assert nia.fill(target).status_code == 200
    assert "Nia New" in nia.get("/").text
    assert site.mo.fill("/people", name="No Role").status_code == 422
    hand_in(site)
    for reviewer in (site.rita, nia):
        site.check(reviewer)
    site.solve(nia, "1")
    page = site.mo.get("/items/T1")
    action, fields = next((path, one) for path, one in forms_of(page).items() if path.startswith("/free/"))
    site.mo.post(action, fields)
    assert site.panel.review.item("T1").now.begun == ()
    assert "all checks" in words(site.mo.get("/agreement"))
    assert site.mo.get("/board.csv").text.startswith('"scenario"')
    site.mo.fill("/items/T1", "/withdraw/T1", note="enough")
    assert site.panel.review.item("T1").now.phase == "withdrawn"
    assert "one-step" in site.mo.get("/ratings.csv").text
