"""Coming in and going out: invite links, sessions, and the queue as the first page."""

from __future__ import annotations

import re

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from annotation.invites import SESSION_DAYS, sign_in, sign_out, token_digest
from annotation.rules import Refused
from annotation.tasks import tasks
from annotation.web.desk import COOKIE, Desk, Signed

__all__ = ["Entry"]


class Entry:
    """The pages of coming and going."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def invite(self, request: Request) -> Response:
        """An invite link. It is used up by the button only, not by a mail program that follows links."""
        desk = self.desk
        token = str(request.path_params["token"])
        held = desk.review.state.tokens.get(token_digest(token))
        if held is None:
            return desk.page("door.html", None, 404, trouble="This link is not one of this review's.")
        if held.used:
            return desk.page("door.html", None, 410, trouble="This link was used or taken back. Each works once.")
        if held.expires <= desk.review.now():
            return desk.page("door.html", None, 410, trouble="This link has expired.")
        if request.method != "POST":
            return desk.page("invite.html", None, link=token)
        try:
            session, _ = sign_in(desk.review, token)
        except Refused as error:
            return desk.page("door.html", None, 410, trouble=str(error))
        response = RedirectResponse("/", 303)
        response.set_cookie(
            COOKIE,
            session,
            max_age=SESSION_DAYS * 86_400,
            httponly=True,
            secure=desk.secure,
            samesite="strict",
        )
        return response

    async def leave(self, signed: Signed) -> Response:
        """End the session, and have the browser forget what it kept."""
        sign_out(self.desk.review, signed.session)
        response = RedirectResponse("/", 303)
        response.delete_cookie(COOKIE, httponly=True, secure=self.desk.secure, samesite="strict")
        response.headers["Clear-Site-Data"] = '"cache", "storage"'
        return response

    async def queue(self, signed: Signed) -> Response:
        """What waits for somebody."""
        done = signed.request.query_params.get("done", "")
        state = self.desk.review.state
        return self.desk.page(
            "queue.html",
            signed,
            tasks=tasks(state, signed.person),
            done=done if re.fullmatch(r"T[1-9][0-9]{0,5}", done) else "",
        )
