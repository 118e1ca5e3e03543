"""The app: every address of a served world, and what answers there."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

import anyio.to_thread
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from schemas.errors import InputError
from schemas.files import parse_json
from worlds.serving.answers import Refusal
from worlds.serving.described import openapi, tools_told
from worlds.serving.desk import LEG, SERVER_CODES, Desk
from worlds.serving.guard import LARGEST, Guard
from worlds.serving.misread import Readers
from worlds.serving.modelcontext import context_server, leg_of
from worlds.serving.reading import address, asking
from worlds.serving.wiki import STYLE, Wiki

__all__ = ["app_for"]

STATUS = {"unknown-tool": 404, "no-leg": 400, "bad-arguments": 400, "not-logged": 500}
"""Statuses of refusals; of any other code 422."""


class Faces:
    """What answers at each address."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.wiki = Wiki(desk)

    async def start(self, request: Request) -> Response:
        """The wiki's first page."""
        return await _page(self.wiki.start, _carried(request))

    async def article(self, request: Request) -> Response:
        """A page by its title; a redirect to it where it goes by another."""
        asked = request.path_params.get("title") or request.query_params.get("title", "")
        named = asked.replace("_", " ")
        title = await anyio.to_thread.run_sync(self.desk.find, named)
        if title is None:
            return await _page(self.wiki.absent, named, _carried(request), status=404)
        if request.url.path != address(title) and title != named:
            return RedirectResponse(asking(address(title), _carried(request)))
        if request.method == "GET":  # HEAD gives no page
            await anyio.to_thread.run_sync(self.desk.viewed, title, leg_of(request))
        return await _page(self.wiki.article, title, _carried(request))

    async def search(self, request: Request) -> Response:
        """Search results."""
        query = request.query_params.get("q", "")
        if request.method == "GET":
            await anyio.to_thread.run_sync(self.desk.searched, query, leg_of(request))
        return await _page(self.wiki.results, query, _carried(request))

    async def style(self, _: Request) -> Response:
        """How pages look."""
        return Response(STYLE, media_type="text/css")

    async def described(self, _: Request) -> Response:
        """The OpenAPI description."""
        return JSONResponse(openapi(self.desk.record))

    async def tools(self, _: Request) -> Response:
        """Every tool with its arguments, results and refusals."""
        return JSONResponse({"tools": tools_told()})

    async def call(self, request: Request) -> Response:
        """One tool call."""
        try:
            given = parse_json(await request.body(), "the body")
        except InputError as error:
            return await self._unread(request, str(error))
        if not isinstance(given, dict):
            return await self._unread(request, "the body must be a JSON object: the tool's arguments")
        asked = partial(self.desk.call, request.path_params["tool"], given, leg_of(request))
        answer = await anyio.to_thread.run_sync(asked)
        if isinstance(answer, Refusal):
            return _refused(answer, STATUS.get(answer.code, 422))
        return JSONResponse(answer.body)

    async def _unread(self, request: Request, why: str) -> Response:
        """Refuse, and log, a call whose body holds no arguments."""
        await self.turned_away(request, "bad-json")
        return _refused(Refusal("bad-json", why), 400)

    async def turned_away(self, request: Request, code: str) -> None:
        """Log a call that was refused before anyone read what it asks for; other requests are no calls."""
        _, _, tool = request.url.path.partition("/tools/")
        if request.method == "POST" and (tool or request.url.path == "/mcp"):
            await self.misread(request, tool, code)

    async def misread(self, request: Request, tool: str, code: str) -> None:
        """Log a call of a tool that was refused because it can't be read."""
        await anyio.to_thread.run_sync(self.desk.refused, tool, code, leg_of(request))


def app_for(desk: Desk, hosts: frozenset[str] | None) -> Starlette:
    """The app of a desk, reached under `hosts` only, or under any where there are none."""
    faces = Faces(desk)
    manager = StreamableHTTPSessionManager(
        context_server(desk), json_response=True, stateless=True, max_request_body_size=LARGEST
    )

    @asynccontextmanager
    async def running(_: Starlette) -> AsyncIterator[None]:
        async with manager.run():
            yield

    return Starlette(
        routes=[
            Route("/", faces.start),
            Route("/wiki/{title:path}", faces.article),
            Route("/w/index.php", faces.article),
            Route("/search", faces.search),
            Route("/style.css", faces.style),
            Route("/openapi.json", faces.described),
            Route("/tools", faces.tools),
            Route("/tools/{tool}", faces.call, methods=["POST"]),
            # Without sessions there is no stream to GET and nothing to DELETE.
            Route("/mcp", Readers(StreamableHTTPASGIApp(manager), faces.misread), methods=["POST"]),
        ],
        middleware=[Middleware(Guard, hosts=hosts, turned_away=faces.turned_away)],
        exception_handlers={HTTPException: _trouble, InputError: _unlogged},
        lifespan=running,
    )


def _carried(request: Request) -> str | None:
    """The leg that an address names, for the links of its page to name as well."""
    leg = request.query_params.get("leg")
    return leg if leg and LEG.fullmatch(leg) else None


async def _page(make: Callable[..., str], *given: str | None, status: int = 200) -> Response:
    """A page of the wiki, made in a thread of its own: articles may be long."""
    return HTMLResponse(await anyio.to_thread.run_sync(make, *given), status)


def _refused(refusal: Refusal, status: int) -> Response:
    return JSONResponse(refusal.body, status)


async def _trouble(_: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    told = {404: "there is no such address", 405: "that method isn't answered there"}
    return _refused(Refusal("no-such-address", told.get(status, "that can't be answered")), status)


async def _unlogged(_: Request, __: Exception) -> Response:
    """A page that was asked for under a leg whose log can't be written."""
    return _refused(Refusal("not-logged", SERVER_CODES["not-logged"]), STATUS["not-logged"])
