"""A real server on loopback that answers chat completions as a test wants it to."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

__all__ = ["Reply", "Seen", "Server", "said", "serving"]


class Reply(NamedTuple):
    status: int
    body: bytes
    headers: dict[str, str]
    delay: float = 0.0


def said(text: str, tokens: tuple[int, int] | None = None) -> Reply:
    """A completion, with the tokens counted for question and answer where they are given."""
    usage = {"usage": {"prompt_tokens": tokens[0], "completion_tokens": tokens[1]}} if tokens else {}
    body = json.dumps({"choices": [{"message": {"role": "assistant", "content": text}}], **usage}).encode()
    return Reply(200, body, {"Content-Type": "application/json"})


class Seen(NamedTuple):
    path: str
    body: dict[str, object]
    authorization: str | None


class Server(NamedTuple):
    base: str
    seen: list[Seen]


@contextmanager
def serving(answer: Callable[[int], Reply]) -> Iterator[Server]:
    """A server whose n-th reply (from 0) is `answer(n)`; what was asked is in `seen` by then."""
    seen: list[Seen] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            number = len(seen)
            seen.append(Seen(self.path, body, self.headers.get("Authorization")))
            reply = answer(number)
            time.sleep(reply.delay)
            try:
                self.send_response(reply.status)
                for name, value in {**reply.headers, "Content-Length": str(len(reply.body))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(reply.body)
            except OSError:
                pass  # the client waits no longer

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield Server(f"http://127.0.0.1:{server.server_port}/v1", seen)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
