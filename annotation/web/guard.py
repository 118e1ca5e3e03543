"""What stands before every page: known hosts, posts from our own pages only, bounded bodies, strict headers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["LARGEST", "Guard"]

LARGEST: Final = 96 * 1024
"""The most bytes that a request's body may have: an item's text, percent-encoded, fits well."""

FORM: Final = "application/x-www-form-urlencoded"
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


class Guard:
    """Wraps the app. `origins` are those under which it is reached (`http://127.0.0.1:8765`); no other host is
    answered, which also stops names that an attacker points at this machine.
    """

    def __init__(self, app: ASGIApp, origins: Iterable[str]) -> None:
        self.app = app
        self.origins = frozenset(origins)
        self.hosts = frozenset(origin.partition("://")[2] for origin in self.origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer why not."""
        if scope["type"] != "http":
            return
        static = scope["path"].startswith("/static/")

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if not static:
                    headers["Cache-Control"] = "no-store"
                    headers["Vary"] = "Cookie"
            await send(message)

        first = await receive()
        if first["type"] != "http.request":
            return  # whoever asked has hung up, or sent what is no request: there is nobody to answer
        refusal = self._refusal(scope["method"], Headers(scope=scope))
        if refusal is None:
            try:
                body = await _body(first, receive)
            except ClientDisconnect:
                return
            if body is not None:
                await self.app(scope, _replay(body, receive), send_guarded)
                return
            refusal = PlainTextResponse(f"More than {LARGEST} bytes were sent.", 413)
        refusal.headers["Connection"] = "close"
        await refusal(scope, receive, send_guarded)

    def _refusal(self, method: str, headers: Headers) -> PlainTextResponse | None:
        if headers.get("host") not in self.hosts:
            return PlainTextResponse("This review is not reached under that host name.", 421)
        if method in {"GET", "HEAD"}:
            return None
        if method != "POST":
            return PlainTextResponse("Only GET, HEAD and POST are answered.", 405, {"Allow": "GET, HEAD, POST"})
        if headers.get("origin") not in self.origins or headers.get("sec-fetch-site", "same-origin") != "same-origin":
            return PlainTextResponse("This was not sent from a page of this review.", 403)
        if headers.get("content-type", "").partition(";")[0].strip().lower() != FORM:
            return PlainTextResponse(f"Send a form ({FORM}).", 415)
        length = headers.get("content-length", "0")
        if length.isascii() and length.isdigit() and int(length[:12]) > LARGEST:
            return PlainTextResponse(f"More than {LARGEST} bytes were sent.", 413)
        return None


async def _body(message: Message, receive: Receive) -> bytes | None:
    """The whole body, or None as soon as it is too large. Raises ClientDisconnect when it ends too soon."""
    body = bytearray(message.get("body", b""))
    while message.get("more_body", False) and len(body) <= LARGEST:
        message = await receive()
        if message["type"] != "http.request":
            raise ClientDisconnect
        body += message.get("body", b"")
    return bytes(body) if len(body) <= LARGEST else None


def _replay(body: bytes, receive: Receive) -> Receive:
    sent = False

    async def replay() -> Message:
        nonlocal sent
        if sent:
            return await receive()
        sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay
