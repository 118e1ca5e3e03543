"""A whole review in a real browser, from an author's mistake to the release, with the server that people run."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from annotation.review import replayed
from schemas.triplets import Triplet
from tests.annotation.written import SWIM_TEXT
from tests.releases.building import fine, records

CHROMIUM = Path("/usr/bin/chromium")
pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="needs /usr/bin/chromium (Debian's package chromium)")

ROOT = Path(__file__).resolve().parents[2]
FLAGS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
    "--disable-gpu",
]
PEOPLE = {"Ada": "author", "Rita": "reviewer", "Rolf": "reviewer", "Juno": "adjudicator"}
RECIPE = """
name = "walk"
version = "1.0.0"
seed = 1
title = "From a mistake to a release"

[triplets]
test = 1
ledger = "{ledger}"
"""
RIGHT = ("862.50", "the hut on the lake shore", "$862.50")


class House:
    """A ledger with people asked in, and its web app in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.ledger = folder / "review.db"
        self.command("init", "--maintainer", "Mo")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "benchwright", "triplets", "serve", str(self.ledger), "--port", "0"],
            cwd=ROOT,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stderr is not None
        address = re.search(r"http://\S+", self.process.stderr.readline())
        assert address
        self.url = address[0]
        self.links = {name: self.link(name, role) for name, role in PEOPLE.items()}
        self.links["Mo"] = self.link("Mo", "maintainer")

    def command(self, verb: str, *words: str) -> str:
        line = [sys.executable, "-m", "benchwright", "triplets", "review", verb, str(self.ledger), *words]
        return subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True).stdout

    def link(self, name: str, role: str) -> str:
        told = json.loads(self.command("invite", name, "--role", role, "--url", self.url, "--json"))
        return str(told["link"])

    def stop(self) -> str:
        """Stop the server as Ctrl+C does; what it wrote to stderr."""
        self.process.send_signal(signal.SIGINT)
        _, told = self.process.communicate(timeout=60)
        return told


class Seat:
    """Somebody at a browser of their own. What the browser complains about is kept."""

    def __init__(self, browser: Browser, house: House, name: str, *, width: int = 1280, scripts: bool = True) -> None:
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": 800}, java_script_enabled=scripts, base_url=house.url
        )
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda told: self.complaints.append(told.text) if told.type == "error" else None)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(house.links[name])
        self.follow("main button")

    def follow(self, selector: str) -> None:
        """Click what leads to another page, and be there: until then the browser is between two pages."""
        with self.page.expect_navigation():
            self.page.click(selector)

    def press_on(self, key: str) -> None:
        """Press a key that leads to another page, and be there."""
        with self.page.expect_navigation():
            self.page.keyboard.press(key)

    def back(self) -> None:
        """Press the back button, and be there."""
        self.page.wait_for_load_state()
        self.page.go_back()

    def check(self) -> None:
        for name in ("real-scenario", "needs-commonsense", "one-step", "unambiguous"):
            self.page.check(f"input[name={name}][value=yes]")
        self.follow("main form button")

    def solve(self, *answers: str) -> None:
        for answer in answers:
            self.page.wait_for_function("document.activeElement.name == 'answer'")  # without a click
            self.page.keyboard.type(answer)
            self.press_on("Enter")

    def fits(self) -> bool:
        return bool(self.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as started:
        made = started.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        yield made
        made.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    told = "" if made.process.poll() is not None else made.stop()
    assert "Traceback" not in told, told


def type_item(ada: Seat, text: str) -> None:
    ada.page.fill("#text", text)


def test_the_walk_from_a_mistake_to_the_release(browser: Browser, house: House, tmp_path: Path) -> None:
    ada, juno = Seat(browser, house, "Ada"), Seat(browser, house, "Juno")
    rita, rolf = Seat(browser, house, "Rita"), Seat(browser, house, "Rolf", width=320)

    write_with_a_mistake_and_mend_it(ada)
    review_in_two_rounds(rita, rolf)
    send_it_back(juno)
    rewrite_it(ada)
    accept_it(ada, rita, rolf)

    mo = Seat(browser, house, "Mo")
    mo.follow("nav >> text=Board")
    assert mo.page.inner_text("h1") == "1 of 260 accepted"
    with mo.page.expect_download() as download:
        mo.page.click("text=Accepted items")
    item = Triplet.model_validate_json(Path(download.value.path()).read_bytes())
    assert (item.status, item.answer_math) == ("accepted", "862.5")
    house.command("export", "-o", str(tmp_path / "out.jsonl"))
    assert Path(download.value.path()).read_bytes() == (tmp_path / "out.jsonl").read_bytes()
    assert replayed(house.ledger).items["T1"].now.phase == "accepted"
    release_it(house, tmp_path)
    assert [seat.complaints for seat in (ada, rita, rolf, juno, mo)] == [[]] * 5


def write_with_a_mistake_and_mend_it(ada: Seat) -> None:
    ada.follow("text=Write an item")
    ada.follow("a[href*='travel%20agent'][href*=multiplication]")
    ada.page.wait_for_selector("text=places still to fill in")
    type_item(ada, SWIM_TEXT.replace("862.5", "826.5"))
    ada.page.wait_for_selector("text=T1.wrong-answer")
    assert ada.page.locator(".gutter mark").all_inner_texts()[0].strip() == "8"
    ada.page.click("a.line >> text=line 8")
    marked = ada.page.evaluate("getSelection().toString() || text.value.slice(text.selectionStart, text.selectionEnd)")
    assert marked == 'answer = "826.5"'
    ada.page.keyboard.type('answer = "862.5"')
    ada.page.wait_for_selector("text=No findings")
    ada.follow("text=Hand in")
    ada.page.wait_for_selector("h1:has-text('T1')")


def review_in_two_rounds(rita: Seat, rolf: Seat) -> None:
    for seat in (rita, rolf):
        seat.page.goto("/")
        seat.follow("text=Check it")
        assert "862.5" not in seat.page.content()
        seat.check()
    for seat, answers in ((rita, RIGHT), (rolf, ("862.5", "a cabin in the desert", "862.5"))):
        seat.page.goto("/")
        assert seat.fits()
        seat.follow("text=Solve its three questions")
        assert "Book the hut" not in seat.page.content()
        seat.solve(*answers)
        assert seat.page.inner_text("h1") == "To do"


def send_it_back(juno: Seat) -> None:
    juno.page.goto("/")
    juno.follow("text=Adjudicate")
    assert juno.page.locator(".flag").count() == 1
    juno.page.check("input[name=same][value=no]")
    juno.page.fill("textarea[name=note]", "A cabin may have a pool.")
    juno.follow("text=Decide and go on")


def rewrite_it(ada: Seat) -> None:
    ada.page.goto("/")
    ada.follow("text=Rewrite it")
    assert "A cabin may have a pool." in ada.page.inner_text("main")
    type_item(ada, SWIM_TEXT.replace("a cabin in the desert", "a tent in the dry desert"))
    ada.page.fill("textarea[name=reply]", "No pool in a tent.")
    ada.page.wait_for_selector("text=a tent in the dry desert at $147.50")
    ada.follow("text=Hand in")
    ada.page.wait_for_selector("text=wrote version 2")


def accept_it(ada: Seat, rita: Seat, rolf: Seat) -> None:
    for seat in (rita, rolf):
        seat.page.goto("/check/T1")
        seat.check()
    for seat in (rita, rolf):
        seat.page.goto("/solve/T1")
        seat.solve(*RIGHT)
    for seat in (rita, rolf):
        seat.page.goto("/feedback/T1")
        assert seat.fits()
        seat.page.check("input[name=clear][value=yes]")
        seat.follow("text=Save and go on")
    ada.page.goto("/")
    ada.follow("text=Final check")
    assert "A cabin may have a pool." in ada.page.inner_text("main")
    ada.page.check("input[name=answers][value=yes]")
    ada.follow("text=Save and go on")


def release_it(house: House, folder: Path) -> None:
    recipe, out = folder / "recipe.toml", folder / "release"
    recipe.write_text(RECIPE.format(ledger=house.ledger.name))
    fine("build", recipe, "-o", out, "--workers", "1")
    assert "1 item, 0 critical findings of 0" in fine("check", out)
    assert "1 items replayed, 1 as recorded" in fine("replay", out)
    (item,) = records(out, "triplets")
    assert (item["status"], item["answer_math"]) == ("accepted", "862.5")
    assert "a tent in the dry desert" in str(item["question_composition"])  # the second version, not the first
    card = (out / "README.md").read_text()
    assert "1 of 1 triplets were accepted in review" in card
    assert "In the whole review 1 items were handed in, 1 were written again, and 1 comparisons took" in card
    assert "| right: commonsense | 2 |" in card


def test_a_page_left_behind_holds_nothing_for_the_back_button(browser: Browser, house: House) -> None:
    ada = Seat(browser, house, "Ada", scripts=False)
    ada.page.goto("/write?scenario=travel+agent&operation=multiplication")
    type_item(ada, SWIM_TEXT)
    ada.follow("text=Hand in")
    assert "862.5" in ada.page.content()
    ada.follow("text=Sign out")
    for _ in range(3):
        ada.back()
        assert "862.5" not in ada.page.content()
        assert "swim" not in ada.page.inner_text("body")
    rita = Seat(browser, house, "Rita")
    rita.page.goto("/check/T1")
    rita.check()
    rita.back()
    assert "you have checked this version" in rita.page.inner_text("main")
    assert "swim" not in rita.page.inner_text("main")


def test_without_scripts_and_by_keyboard_alone(browser: Browser, house: House) -> None:
    ada = Seat(browser, house, "Ada", scripts=False)
    ada.page.goto("/write?scenario=travel+agent&operation=multiplication")
    type_item(ada, SWIM_TEXT.replace("862.5", "826.5"))
    ada.follow("button:text-is('Check')")
    assert "T1.wrong-answer" in ada.page.inner_text("#findings")
    type_item(ada, SWIM_TEXT)
    ada.follow("text=Hand in")
    assert ada.page.inner_text("h1").startswith("T1")

    rita = Seat(browser, house, "Rita", scripts=False, width=320)
    press = rita.page.keyboard.press
    rita.page.goto("/")
    assert rita.page.evaluate("document.activeElement.getAttribute('href')") == "/check/T1"
    rita.press_on("Enter")
    assert rita.page.url.endswith("/check/T1")
    press("Tab")
    assert rita.page.evaluate("document.activeElement.className") == "skip"
    press("Enter")
    for _ in range(4):
        press("Tab")
        press("Space")
    press("Tab")
    press("Tab")
    rita.press_on("Enter")
    assert rita.page.url.endswith("/?done=T1")
    assert rita.page.inner_text("[role=status]") == "T1: saved."


@pytest.mark.parametrize("width", [320, 1280])
def test_no_page_is_wider_than_the_screen_even_with_text_from_right_to_left(
    browser: Browser, house: House, tmp_path: Path, width: int
) -> None:
    arabic = "يريد الضيف أن يسبح قبل الفطور"
    item = tmp_path / "item.toml"
    item.write_text(
        SWIM_TEXT.replace("He wants to step out of the door and swim before breakfast", arabic), encoding="utf-8"
    )
    house.command("submit", str(item), "--as", "Ada")
    long = "w" * 300
    house.command("check", "T1", "--as", "Rolf", "--no", "one-step", "--note", long)
    rita = Seat(browser, house, "Rita", width=width)
    rita.page.goto("/check/T1")
    assert rita.fits()
    assert arabic in rita.page.inner_text(".question")
    assert rita.page.get_attribute(".question", "dir") == "auto"
    rita.check()
    seats = {
        "Ada": ("/", "/write", "/write?scenario=travel+agent&operation=division", "/items/T1", "/rewrite/T1", "/board"),
        "Mo": ("/people", "/items", "/items/T1", "/agreement", "/board"),
    }
    for name, paths in seats.items():
        seat = Seat(browser, house, name, width=width)
        for path in paths:
            seat.page.goto(path)
            assert seat.fits(), path
        assert seat.complaints == []
