"""What stands before a served world: known hosts, no foreign origins, bounded bodies and times."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

import anyio
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from worlds.serving.answers import Refusal

__all__ = ["LARGEST", "Guard", "replayed"]

LARGEST: Final = 256 * 1024
"""The most bytes that a request's body may have."""
PATIENCE: Final = 20.0
"""Seconds in which a body must arrive."""
FORGOTTEN: Final = 16 * LARGEST
"""Bytes of a body that is too large which are read and forgotten: whoever is still sending would miss the answer."""

HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


class Guard:
    """Wraps the app. With `hosts`, no other Host is answered, which stops names that somebody points at this machine.

    A browser's request from another site is refused: it names its origin. `turned_away` is told of every request that
    is not let through though it came from where it may, and of the code it is refused with.
    """

    def __init__(
        self, app: ASGIApp, hosts: frozenset[str] | None, turned_away: Callable[[Request, str], Awaitable[None]]
    ) -> None:
        self.app = app
        self.hosts = hosts
        self.turned_away = turned_away

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer why not."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        status, refusal = self._refusal(Headers(scope=scope))
        if refusal is None:
            try:
                with anyio.fail_after(PATIENCE):
                    body = await _body(receive)
            except TimeoutError:
                status, refusal = 408, Refusal("too-slow", f"the body didn't arrive within {PATIENCE:.0f} seconds")
            else:
                if body is None:
                    return  # whoever asked has hung up
                if len(body) <= LARGEST:
                    await self.app(scope, replayed(body, receive), guarded)
                    return
                status, refusal = 413, Refusal("too-large", f"more than {LARGEST} bytes were sent")
        elif refusal.code == "too-large":
            with anyio.move_on_after(PATIENCE):
                await _body(receive)
        if refusal.code in {"too-large", "too-slow"}:
            await self.turned_away(Request(scope), refusal.code)
        response = JSONResponse(refusal.body, status, {"Connection": "close"})
        await response(scope, receive, guarded)

    def _refusal(self, headers: Headers) -> tuple[int, Refusal | None]:
        host = headers.get("host", "").lower()
        if self.hosts is not None and host not in self.hosts:
            return 421, Refusal("other-host", "this world is not reached under that host name")
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2].lower() != host:
            return 403, Refusal("other-origin", "this was not sent from a page of this world")
        length = headers.get("content-length", "0")
        if length.isascii() and length.isdigit() and int(length[:12]) > LARGEST:
            return 413, Refusal("too-large", f"more than {LARGEST} bytes were sent")
        return 200, None


async def _body(receive: Receive) -> bytes | None:
    """The whole body; of one that is too large the beginning, once it has ended or is far too large.

    None when the caller hangs up.
    """
    body = bytearray()
    size, more = 0, True
    while more and size <= FORGOTTEN:
        message = await receive()
        if message["type"] != "http.request":
            return None
        sent = message.get("body", b"")
        size += len(sent)
        body += sent[: LARGEST + 1 - len(body)]
        more = message.get("more_body", False)
    return bytes(body)


def replayed(body: bytes, receive: Receive) -> Receive:
    """A body that was read already, for whom it is meant, and then whatever else comes."""
    sent = False

    async def replay() -> Message:
        nonlocal sent
        if sent:
            return await receive()
        sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay
