"""Browsers without a screen for the tests of the web app: one client a person, forms filled in as they stand."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

from httpx2 import Response
from starlette.testclient import TestClient

from annotation.invites import invite
from annotation.web.app import app_for
from tests.annotation.reviewing import PANEL, Panel

__all__ = ["ORIGIN", "Browser", "Site", "forms_of"]

ORIGIN = "http://127.0.0.1:8765"
FORM = "application/x-www-form-urlencoded"


class Forms(HTMLParser):
    """Reads the forms of a page: where each is sent, and the fields it holds already."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[tuple[str, dict[str, str]]] = []
        self.area = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append((values["action"], {}))
        elif tag == "input" and self.forms and values.get("type") not in {"radio", "checkbox"} and "name" in values:
            self.forms[-1][1][values["name"]] = values.get("value", "")
        elif tag == "textarea" and self.forms:
            self.area = values["name"]
            self.forms[-1][1][self.area] = ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self.area = ""

    def handle_data(self, data: str) -> None:
        if self.area:
            form = self.forms[-1][1]
            form[self.area] = form[self.area] + data if form[self.area] else data.removeprefix("\n")


def forms_of(page: Response) -> dict[str, dict[str, str]]:
    """The forms of a page by the address they are sent to."""
    reader = Forms()
    reader.feed(page.text)
    return dict(reader.forms)


class Browser:
    """Somebody's browser. Every response it got is kept."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.seen: list[Response] = []

    def get(self, path: str, **headers: str) -> Response:
        done = self.client.get(path, headers=headers)
        self.seen.append(done)
        return done

    def post(self, path: str, fields: dict[str, str], **headers: str) -> Response:
        done = self.client.post(path, data=fields, headers={"Origin": ORIGIN, "Content-Type": FORM, **headers})
        self.seen.extend((*done.history, done))
        return done

    def fill(self, path: str, action: str = "", **fields: str) -> Response:
        """Open a page and send its form for `action` (the page's own address unless given) with fields filled in."""
        page = self.get(path)
        assert page.status_code == 200, page.text
        target = action or path
        return self.post(target, forms_of(page)[target] | fields)


class Site:
    """The web app over a panel's review, with a signed-in browser for each of its people."""

    def __init__(self, folder: Path) -> None:
        self.panel = Panel(folder / "review.db")
        self.app = app_for(self.panel.review, (ORIGIN,))
        self.ada, self.rita, self.rolf, self.juno, self.mo, self.bo = (self.enter(name) for name, _ in PANEL)

    def stranger(self) -> Browser:
        return Browser(TestClient(self.app, base_url=ORIGIN))

    def token(self, name: str) -> str:
        return invite(self.panel.review, name, (), 7).token

    def enter(self, name: str) -> Browser:
        browser = self.stranger()
        link = f"/invite/{self.token(name)}"
        assert browser.fill(link).status_code == 200
        return browser

    def check(self, browser: Browser, item: str = "T1", note: str = "", **answers: str) -> Response:
        fields = {"real-scenario": "yes", "needs-commonsense": "yes", "one-step": "yes", "unambiguous": "yes"}
        return browser.fill(f"/check/{item}", note=note, **(fields | answers))

    def solve(self, browser: Browser, *answers: str, item: str = "T1") -> Response:
        for answer in answers:
            done = browser.fill(f"/solve/{item}", answer=answer)
        return done

    def last_header(self, browser: Browser, name: str) -> str:
        return str(browser.seen[-1].headers[name])


def words(page: Response) -> str:
    """The text of a page, without its tags."""
    return " ".join(re.sub(r"<[^>]*>", " ", page.text).split())
