"""The server that people run, spoken to in raw bytes, killed while it writes, and started without its libraries."""

from __future__ import annotations

import http.client
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from itertools import product
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

import pytest

from annotation.events import CHECKS
from annotation.invites import invite
from annotation.review import replayed, same_state
from tests.annotation.reviewing import Panel

ROOT = Path(__file__).resolve().parents[2]
FORM = "application/x-www-form-urlencoded"


class Answer(NamedTuple):
    """What came back: status, cookie set, text."""

    status: int
    cookie: str
    text: str


class Server:
    """`triplets serve` on a free port."""

    def __init__(self, ledger: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "benchwright", "triplets", "serve", str(ledger), "--port", "0"],
            cwd=ROOT,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stderr is not None
        found = re.search(r"http://127\.0\.0\.1:(\d+)", self.process.stderr.readline())
        assert found
        self.port = int(found[1])
        self.origin = found[0]

    def stop(self, by: signal.Signals = signal.SIGINT) -> str:
        self.process.send_signal(by)
        _, told = self.process.communicate(timeout=60)
        return told

    def raw(self, data: bytes) -> bytes:
        """What comes back for these bytes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=20) as spoken:
            answer = b""
            with suppress(ConnectionError):  # it may hang up on nonsense
                spoken.sendall(data)
                spoken.shutdown(socket.SHUT_WR)
                while piece := spoken.recv(65536):
                    answer += piece
        return answer

    def ask(self, method: str, path: str, cookie: str = "", fields: dict[str, str] | None = None) -> Answer:
        """One request of a browser that is signed in by a cookie."""
        headers = {"Origin": self.origin, "Content-Type": FORM, "Cookie": f"review={cookie}"}
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)) as spoken:
            spoken.request(method, path, urlencode(fields or {}) if method == "POST" else None, headers)
            got = spoken.getresponse()
            return Answer(got.status, got.headers.get("set-cookie", ""), got.read().decode())


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Panel]:
    made = Panel(tmp_path / "review.db")
    made.time = int(time.time())  # the server goes by the true time
    yield made
    made.review.close()


@pytest.fixture
def serve(table: Panel) -> Iterator[Callable[[], Server]]:
    started: list[Server] = []

    def start() -> Server:
        started.append(Server(table.path))
        return started[-1]

    yield start
    for server in started:
        if server.process.poll() is None:
            server.stop(signal.SIGKILL)
        elif server.process.stderr is not None:
            server.process.stderr.close()


def enter(server: Server, table: Panel, name: str) -> str:
    """Sign somebody in; the session's cookie."""
    done = server.ask("POST", f"/invite/{invite(table.review, name, (), 7).token}")
    assert done.status == 303
    return done.cookie.partition("=")[2].partition(";")[0]


HOST = b"Host: 127.0.0.1:%d\r\n"
HOSTILE = [
    b"",
    b"\r\n\r\n",
    b"\x00" * 1000,
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET /\xff\xfe HTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET /%ff%fe/%00 HTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET /../../etc/passwd HTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET /static/../app.py HTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET /static/%2e%2e/app.py HTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET / HTTP/1.1\r\n" + HOST + b"Cookie: review=\xff\xfe\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + HOST + b"Cookie: review=" + b"a" * 3000 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + HOST + b"X: " + b"y" * 200_000 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: \xff\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"POST /write HTTP/1.1\r\n" + HOST + b"Content-Length: -1\r\n\r\n",
    b"POST /write HTTP/1.1\r\n" + HOST + b"Content-Length: 99999999999999999999\r\n\r\n",
    b"POST /write HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"GET /?" + b"a=1&" * 5000 + b" HTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET / HTTP/1.1\r\n" + HOST + b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\n\r\n",
]


def test_raw_nonsense_gets_no_traceback_and_no_file(serve: Callable[[], Server]) -> None:
    server = serve()
    rng = random.Random(3)
    said = [one.replace(b"%d", str(server.port).encode()) for one in HOSTILE]
    said += [rng.randbytes(rng.randrange(400)) for _ in range(60)]
    for one in said:
        answer = server.raw(one)
        assert b" 500 " not in answer[:40], one
        assert b"Traceback" not in answer
        assert b"root:" not in answer
        assert b"import" not in answer
    told = server.stop()
    assert "Traceback" not in told, told


def test_a_server_killed_while_it_writes_loses_nothing_that_it_acknowledged(
    table: Panel, serve: Callable[[], Server]
) -> None:
    items = [table.submit(which=number) for number in range(4)]
    acknowledged: set[str] = set()
    rng = random.Random(4)
    for _ in range(4):
        server = serve()
        sessions = {name: enter(server, table, f"{name} Reviewer") for name in ("Rita", "Rolf")}
        killer = threading.Timer(rng.random() * 0.5, server.process.kill)
        killer.start()
        with suppress(ConnectionError, http.client.HTTPException):
            for name, item in product(sessions, items):  # every step again, with its key
                token = re.search(r'name="token" value="(\w+)"', server.ask("GET", "/", sessions[name]).text)
                assert token
                key = f"{name}-{item}"
                fields = dict.fromkeys(CHECKS, "yes") | {"token": token[1], "key": key, "version": "1", "note": ""}
                done = server.ask("POST", f"/check/{item}", sessions[name], fields)
                assert done.status == 303
                acknowledged.add(key)
        killer.join()
        server.process.wait(30)
        keys = [event.key for event in table.review.events()]
        assert len(keys) == len(set(keys))
        assert acknowledged <= set(keys)
        assert same_state(replayed(table.path), table.review.refresh())


def test_the_server_stops_at_once_and_leaves_a_whole_ledger(table: Panel, serve: Callable[[], Server]) -> None:
    server = serve()
    enter(server, table, "Rita Reviewer")
    assert "Traceback" not in server.stop()
    assert same_state(replayed(table.path), table.review.refresh())


@pytest.mark.parametrize("missing", ["starlette", "uvicorn", "jinja2"])
def test_without_its_libraries_the_command_says_what_to_install(table: Panel, missing: str) -> None:
    code = (
        f"import sys; sys.modules[{missing!r}] = None; sys.argv[1:] = ['triplets', 'serve', {str(table.path)!r}]; "
        "from benchwright.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "benchwright[review]" in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_address_in_use_and_a_foreign_one_are_named(table: Panel) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for words, told in (
            (("--port", port), "can't listen there"),
            (("--host", "0.0.0.0", "--port", "0"), "name by --url"),  # noqa: S104  (what is refused)
        ):
            line = [sys.executable, "-m", "benchwright", "triplets", "serve", str(table.path), *words]
            done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)
            assert done.returncode == 2
            assert told in done.stderr
