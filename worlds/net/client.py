"""The one way out: httpx behind the throttle, the patience and the cache."""

from __future__ import annotations

import ssl
import weakref
from collections.abc import Callable
from functools import cache
from pathlib import Path

import httpx

from worlds.net.cache import ReplyCache
from worlds.net.clock import Clock, SystemClock
from worlds.net.identity import user_agent
from worlds.net.messages import Again, NetFailure, Reply, Request, Service
from worlds.net.patience import patiently, retry_after
from worlds.net.throttle import Throttle

__all__ = ["MOST_BYTES", "NetClient"]

MOST_BYTES = 16 * 2**20
"""Bytes of a reply's body, uncompressed, past which it is refused."""

MOST_SECONDS = 60.0
"""Seconds that one reply may take in all, and any pause in it."""

BUSY = {429: "quota", 500: "unexpected-status", 502: "unreachable", 503: "unreachable", 504: "unreachable"}
"""Statuses after which to come again, and the code to fail with when patience ends."""

DENIED = {401, 402, 403, 407, 418, 451}
"""Statuses that say no to whoever asks: 418 is Binance's word for a ban, 451 for a territory."""

VERSION = "1"


class NetClient:
    """Sends requests politely and remembers the replies.

    All runs that share `folder` share its replies and take turns at each host. Waits for one request stay under
    `patience` seconds in all.
    """

    def __init__(
        self, contact: str, folder: Path, *, patience: float = 120.0, clock: Clock | None = None, trust_env: bool = True
    ) -> None:
        """`contact` is the operator's; raises InputError without one. `trust_env` lets proxies be set as usual."""
        self._agent = user_agent(contact, VERSION)
        self._clock = clock or SystemClock()
        self._patience = patience
        self._cache = ReplyCache(folder / "replies")
        self._throttle = Throttle(folder / "turns", self._clock)
        self._unkept: dict[str, Reply] = {}
        self._http = httpx.Client(
            headers={"User-Agent": self._agent, "Accept-Language": "en"},
            timeout=httpx.Timeout(MOST_SECONDS, connect=15.0),
            follow_redirects=False,
            trust_env=trust_env,
            verify=_certificates(),
        )
        weakref.finalize(self, self._http.close)  # connections end with whoever held the toolbox

    @property
    def clock(self) -> Clock:
        """The clock that waits are measured by."""
        return self._clock

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def send(self, service: Service, request: Request, check: Callable[[Reply], bool]) -> Reply:
        """The reply, from the cache or the service.

        `check` sees each new reply whose status isn't a busy one: it raises Again for one that says to come again
        in its body, NetFailure for one that is no answer, and else says whether it would be the same next time: those
        are kept. Raises NetFailure.
        """
        digest = request.digest(service)
        known = self._known(digest)
        if known is not None:
            return known
        with self._throttle.turn(service.host, service.interval):
            known = self._known(digest)
            if known is not None:
                return known

            def attempt() -> tuple[Reply, bool]:
                reply = self._ask(service, request)
                return reply, check(reply)

            what = f"{service.name} ({service.host})"
            reply, lasting = patiently(attempt, what, self._patience, self._clock)
            if lasting and service.keep:
                self._cache.keep(digest, request.url(service), reply, self._clock.now())
            elif lasting:
                self._unkept[digest] = reply
            return reply

    def _known(self, digest: str) -> Reply | None:
        return self._unkept.get(digest) or self._cache.find(digest)

    def _ask(self, service: Service, request: Request) -> Reply:
        """One request. Raises Again or NetFailure for everything that isn't a reply to judge."""
        started = self._clock.now()
        built = self._http.build_request(
            request.method,
            service.base.rstrip("/") + request.path,
            params={**request.params, **service.params} or None,
            data=dict(request.form) or None,
            json=request.json,
            headers={**request.headers, **service.headers},
        )
        try:
            response = self._http.send(built, stream=True)
            try:
                body = self._body(service, response, started)
            finally:
                response.close()
        except httpx.TransportError as error:
            # The error's own text may show the address, and the address a key.
            raise Again("unreachable", f"{type(error).__name__} on {request.path}") from error
        except httpx.DecodingError as error:
            raise Again("unreachable", f"its reply to {request.path} can't be decompressed") from error
        status = response.status_code
        wait = retry_after(response.headers.get("Retry-After"), self._clock)
        if status in BUSY:
            raise Again(BUSY[status], f"status {status} on {request.path}{_said(service, body)}", wait)
        if status in DENIED:
            raise NetFailure("denied", f"{service.name} ({service.host}): status {status}{_said(service, body)}")
        media_type = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        return Reply(status, media_type, body, response.headers.get("Location", ""), wait)

    def _body(self, service: Service, response: httpx.Response, started: float) -> bytes:
        parts: list[bytes] = []
        size = 0
        for part in response.iter_bytes():
            size += len(part)
            if size > MOST_BYTES:
                raise NetFailure("too-large", f"{service.name} ({service.host}): more than {MOST_BYTES} bytes")
            if self._clock.now() - started > MOST_SECONDS:
                raise NetFailure("too-slow", f"{service.name} ({service.host}): more than {MOST_SECONDS:.0f} seconds")
            parts.append(part)
        return b"".join(parts)


@cache
def _certificates() -> ssl.SSLContext:
    """The authorities to trust; reading them takes longer than most requests."""
    return httpx.create_ssl_context()


def _said(service: Service, body: bytes) -> str:
    """The start of what a refusal says, on one line, without our keys."""
    text = " ".join(body[:400].decode("utf-8", "replace").split())
    for key in (*service.headers.values(), *service.params.values()):
        text = text.replace(key, "(key)")
    return f": {text[:120]}" if text else ""
