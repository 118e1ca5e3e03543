"""MCP messages that the SDK turns away before a tool sees them: refused and logged like any call that can't be read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from schemas.canonical import JSON
from schemas.errors import InputError
from schemas.files import parse_json
from worlds.serving.desk import unwritable
from worlds.serving.guard import replayed

__all__ = ["Misread", "Readers", "misread"]

PARSE_ERROR, INVALID_PARAMS = -32700, -32602
"""Codes of JSON-RPC 2.0, section 5.1."""


class Misread(NamedTuple):
    """Why a message can't be a call: the tool that it names, how that is logged, and what the caller is told."""

    tool: str
    code: str
    error: int
    why: str
    id: JSON = None


def misread(body: bytes) -> Misread | None:
    """What is amiss with a message; None for one that the SDK may read."""
    try:
        told = parse_json(body, "the message")
    except InputError as error:
        return Misread("", "bad-json", PARSE_ERROR, str(error))
    if not isinstance(told, dict) or told.get("method") != "tools/call":
        return None
    known = told.get("id")
    number = known if isinstance(known, str | int) else None
    asked = told.get("params")
    name = asked.get("name") if isinstance(asked, dict) else None
    tool = name if isinstance(name, str) else ""
    given = asked.get("arguments") if isinstance(asked, dict) else None
    if not tool or not (given is None or isinstance(given, dict)):
        why = "a call has the tool's name and its arguments, an object"
    elif (fault := unwritable(given)) is not None:
        why = f"the arguments can't be taken: {fault}"
    else:
        return None
    return Misread(tool, "bad-arguments", INVALID_PARAMS, why, number)


class Readers:
    """Wraps the SDK's app. `turned_away` is told of each message that can't be read: request, tool and code."""

    def __init__(self, app: ASGIApp, turned_away: Callable[[Request, str, str], Awaitable[None]]) -> None:
        self.app = app
        self.turned_away = turned_away

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a message through, or answer why not."""
        request = Request(scope, receive)
        body = await request.body()
        fault = misread(body)
        if fault is None:
            await self.app(scope, replayed(body, receive), send)
            return
        await self.turned_away(request, fault.tool, fault.code)
        error: JSON = {"code": fault.error, "message": fault.why}
        told: JSON = {"jsonrpc": "2.0", "id": fault.id, "error": error}
        await JSONResponse(told, 400)(scope, receive, send)
