"""A server on loopback that stands for every backend of the live tools, each under its own name, and a clock."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

__all__ = ["CUT", "Asked", "Backend", "Backends", "FakeClock", "Said", "html", "reply", "running"]


class Asked(NamedTuple):
    """A request as a backend sees it."""

    backend: str
    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: bytes


class Said(NamedTuple):
    """What a backend says; `cut` closes the connection before the end of the body.

    With `drip` the body comes in ten parts, and that is called after each.
    """

    status: int
    body: bytes
    headers: Mapping[str, str]
    cut: bool = False
    drip: Callable[[], None] | None = None


Backend = Callable[[Asked], Said]


def reply(data: object, status: int = 200, **headers: str) -> Said:
    """JSON."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Said(status, json.dumps(data).encode(), {"Content-Type": "application/json; charset=utf-8"} | named)


def html(text: str, status: int = 200, **headers: str) -> Said:
    """An HTML page."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    page = f"<!DOCTYPE html><html><head><title>x</title></head><body><p>{text}</p></body></html>"
    return Said(status, page.encode(), {"Content-Type": "text/html"} | named)


CUT = Said(200, b'{"half": ', {"Content-Type": "application/json"}, cut=True)


class Backends:
    """The backends that run, what was asked of them, and what stands in for the next replies of any of them."""

    def __init__(self, backends: Mapping[str, Backend]) -> None:
        self.backends = dict(backends)
        self.asked: list[Asked] = []
        self.instead: Callable[[Asked, int], Said | None] = lambda asked, number: None
        self.url = ""

    @property
    def bases(self) -> dict[str, str]:
        """Where each backend stands."""
        return {name: f"{self.url}/{name}" for name in self.backends}

    def answer(self, asked: Asked) -> Said:
        """The stand-in's reply, where there is one, else the backend's."""
        number = len(self.asked)
        self.asked.append(asked)
        return self.instead(asked, number) or self.backends[asked.backend](asked)


@contextmanager
def running(backends: Backends) -> Iterator[Backends]:
    """The backends, listening until the end of the block."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = 65_536  # head and body in one packet: two would wait for each other

        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            name, _, path = parts.path.removeprefix("/").partition("/")
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            query = dict(parse_qsl(parts.query, keep_blank_values=True))
            said = backends.answer(
                Asked(
                    name,
                    self.command,
                    "/" + unquote(path),
                    query,
                    {name.title(): value for name, value in self.headers.items()},
                    body,
                )
            )
            self.send_response(said.status)
            for header, value in said.headers.items():
                self.send_header(header, value)
            self.send_header("Content-Length", str(len(said.body) + (100 if said.cut else 0)))
            self.end_headers()
            with suppress(ConnectionError):  # who asked may have heard enough
                self._write(said)
            if said.cut:
                self.close_connection = True

        def _write(self, said: Said) -> None:
            if said.drip:
                for start in range(0, len(said.body), size := len(said.body) // 10 + 1):
                    self.wfile.write(said.body[start : start + size])
                    self.wfile.flush()
                    said.drip()
            else:
                self.wfile.write(said.body)

        do_POST = do_GET  # noqa: N815

        def log_message(self, *_: object) -> None:
            """Nothing is logged."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    backends.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield backends
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class FakeClock:
    """A clock that only sleeping moves. It starts on 2026-06-01."""

    def __init__(self, now: float = 1_780_272_000.0) -> None:
        self.time = now
        self.slept: list[float] = []

    def now(self) -> float:
        """Seconds since 1970."""
        return self.time

    def sleep(self, seconds: float) -> None:
        """Move on."""
        self.slept.append(seconds)
        self.time += seconds
