"""The app: every address with the page behind it and who may ask for it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from annotation.review import Review
from annotation.web.author import Author
from annotation.web.desk import Desk
from annotation.web.entry import Entry
from annotation.web.forms import Signed
from annotation.web.guard import Guard
from annotation.web.overview import Overview
from annotation.web.reviewer import Reviewer

__all__ = ["app_for"]

Page = Callable[[Signed], Awaitable[Response]]


def app_for(review: Review, origins: Sequence[str]) -> Starlette:
    """The web app of a review, reached under the origins, of which the first is the one that links name."""
    desk = Desk(review, secure=origins[0].startswith("https://"))
    entry, author, reviewer, overview = Entry(desk), Author(desk), Reviewer(desk), Overview(desk, origins[0])

    def route(path: str, page: Page | None, *roles: str, post: Page | None = None) -> list[Route]:
        made = [] if page is None else [Route(path, desk.signed(page, *roles), methods=["GET"])]
        return made if post is None else [*made, Route(path, desk.signed(post, *roles), methods=["POST"])]

    routes = [
        Mount("/static", StaticFiles(directory=Path(__file__).with_name("static"))),
        Route("/invite/{token}", desk.open(entry.invite), methods=["GET", "POST"]),
        *route("/", entry.queue),
        *route("/leave", None, post=entry.leave),
        *route("/write", author.write, "author", post=author.hand_in),
        *route("/write/check", None, "author", post=author.check),
        *route("/rewrite/{item}", author.edit, "author", post=author.rewrite),
        *route("/final/{item}", author.final, "author", post=author.confirm),
        *route("/withdraw/{item}", None, "author", "maintainer", post=author.withdraw),
        *route("/check/{item}", reviewer.check, "reviewer", post=reviewer.checked),
        *route("/solve/{item}", reviewer.solve, "reviewer", post=reviewer.solved),
        *route("/feedback/{item}", reviewer.feedback, "reviewer", post=reviewer.fed_back),
        *route("/adjudicate/{item}", overview.adjudicate, "adjudicator", post=overview.adjudicated),
        *route("/items", overview.items),
        *route("/items/{item}", overview.item),
        *route("/free/{item}", None, "maintainer", post=overview.free),
        *route("/board", overview.board),
        *route("/board.csv", overview.board_table),
        *route("/agreement", overview.agreement, "adjudicator", "maintainer"),
        *route("/people", overview.people, "maintainer", post=overview.asked_in),
        *route("/people/{person}/shut-out", None, "maintainer", post=overview.shut_out),
        *route("/accepted.jsonl", overview.accepted, "maintainer"),
        *route("/ratings.csv", overview.ratings, "maintainer"),
    ]

    return Starlette(
        routes=routes,
        middleware=[Middleware(Guard, origins=tuple(origins))],
        exception_handlers={HTTPException: _plain_trouble},
    )


async def _plain_trouble(_: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return PlainTextResponse("There is no such page." if status == 404 else "That can't be answered.", status)
