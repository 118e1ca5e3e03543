"""What every page needs: who is signed in, forms read with care, templates, and errors as pages."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from annotation.history import CHECK_WORDS, PART_WORDS
from annotation.invites import person_of
from annotation.review import Review
from annotation.state import Item
from annotation.tasks import tasks
from annotation.web.forms import Signed, form_of
from schemas.errors import InputError, ReleaseError

__all__ = ["COOKIE", "Desk", "Handler", "Missing", "Signed"]

COOKIE: Final = "review"
PHASES: Final = {
    "checks": "round 1: checks",
    "solves": "round 2: blind solving",
    "comparison": "round 3: answers differ",
    "feedback": "round 4: feedback",
    "final-check": "author's final check",
    "returned": "back with its author",
    "accepted": "accepted",
    "withdrawn": "withdrawn",
}

Handler = Callable[[Request], Awaitable[Response]]


class Missing(InputError):
    """There is no such page, or it is not for whoever asked: the two look alike."""


class Desk:
    """The review behind the pages, and how a page is made. `secure` marks cookies for https only."""

    def __init__(self, review: Review, *, secure: bool) -> None:
        self.review, self.secure = review, secure
        folder = Path(__file__).with_name("templates")
        self.templates = Environment(loader=FileSystemLoader(folder), autoescape=True, undefined=StrictUndefined)
        self.templates.filters["day"] = _day
        self.templates.globals.update(
            checks=CHECK_WORDS,
            parts=PART_WORDS,
            phases=PHASES,
        )

    def item(self, name: str) -> Item:
        """The item of an address. Raises Missing when there is none."""
        held = self.review.state.items.get(name)
        if held is None:
            raise Missing("There is no such page.")
        return held

    def page(self, name: str, signed: Signed | None, status: int = 200, **values: object) -> HTMLResponse:
        """A page of a template. Forms on it carry a token against forgery and a key against doubling."""
        person = None if signed is None else signed.person
        shown = self.templates.get_template(name).render(
            review_name=self.review.state.name,
            person=person,
            waiting=0 if person is None else len(tasks(self.review.state, person)),
            token="" if signed is None else token_of(signed.session),
            key=secrets.token_hex(16) if signed is None else signed.form.get("key") or secrets.token_hex(16),
            path="" if signed is None else signed.request.url.path,
            **values,
        )
        return HTMLResponse(shown, status)

    def onwards(self, signed: Signed, done: str = "") -> Response:
        """On to what waits next for somebody, and to the queue when nothing does."""
        first = next(iter(tasks(self.review.refresh(), signed.person)), None)
        target = "/" if first is None or first.kind == "rewrite" else f"/{first.kind}/{first.item}"
        return RedirectResponse(target + (f"?done={done}" if done else ""), 303)

    def signed(self, handler: Callable[[Signed], Awaitable[Response]], *roles: str) -> Handler:
        """A handler for people who are signed in, and have one of the roles if any is named."""

        async def handle(request: Request) -> Response:
            self.review.refresh()
            session = request.cookies.get(COOKIE, "")
            person = person_of(self.review, session) if 20 <= len(session) <= 100 else None
            if person is None:
                return self.page("door.html", None, 401, trouble="")
            signed = Signed(request, person, session, {})
            if roles and not set(roles) & set(person.roles):
                return self.page("trouble.html", signed, 404, trouble="There is no such page.")
            try:
                if request.method == "POST":
                    signed.form = await form_of(request)
                    if not hmac.compare_digest(signed.form.get("token", "").encode(), token_of(session).encode()):
                        return self.page("trouble.html", signed, 403, trouble="The form is out of date: open it anew.")
                return await handler(signed)
            except (InputError, ReleaseError) as error:
                return self.trouble(error, signed)

        return handle

    def open(self, handler: Handler) -> Handler:
        """A handler for anybody."""

        async def handle(request: Request) -> Response:
            self.review.refresh()
            try:
                return await handler(request)
            except (InputError, ReleaseError) as error:
                return self.trouble(error, None)

        return handle

    def trouble(self, error: InputError | ReleaseError, signed: Signed | None) -> Response:
        """The page of an error: not found, refused by the rules, or not to be read."""
        told = " ".join(str(error).split()).replace(f"{self.review.path}: ", "")
        status = 500 if isinstance(error, ReleaseError) else 404 if isinstance(error, Missing) else 409
        return self.page("trouble.html", signed, status, trouble=told[:400])


def token_of(session: str) -> str:
    """The token against forged forms: only who holds the session can know it."""
    return hashlib.sha256(f"form:{session}".encode()).hexdigest()


def _day(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")
