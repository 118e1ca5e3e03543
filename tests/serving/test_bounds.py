"""A served release keeps its bounds: hostile calls get typed errors, and all are in the log."""

from __future__ import annotations

import socket
import subprocess
import sys
from functools import partial
from pathlib import Path

import httpx
import pytest

from releases.scoring.runs.log import read_log
from schemas.errors import InputError
from schemas.legs import Leg
from tests.releases.building import ROOT
from tests.serving.agents import PATIENCE, Served
from worlds.serving.answers import Refusal
from worlds.serving.desk import Desk
from worlds.serving.guard import LARGEST
from worlds.serving.log import CallLog
from worlds.serving.reading import address
from worlds.serving.run import hosts_answered
from worlds.snapshot import Snapshot


def test_calls_that_could_not_be_read_are_in_the_log(served: Served, http: httpx.Client, legs: list[Leg]) -> None:
    since = len(served.logged())
    http.post("/tools/countries_area", content=b"{")
    http.post("/tools/no_such_tool", content=b"[]")
    http.post("/tools/web_search", content=b"x" * (LARGEST + 1))
    http.post("/mcp", content=b"x" * (LARGEST + 1))
    http.post("/wiki/x", content=b"x" * (LARGEST + 1))
    http.post("/tools/maps_elevation", content=b'{"location": ' + b"[" * 220 + b"]" * 220 + b"}")
    http.head(address(legs[0].seed_title))
    http.head("/search", params={"q": "airport"})
    logged = [(line["tool"], line["arguments"], line["error"]) for line in served.logged()[since:]]
    assert logged == [
        ("countries_area", {}, "bad-json"), ("unknown", {}, "bad-json"), ("web_search", {}, "too-large"),
        ("unknown", {}, "too-large"), ("maps_elevation", {}, "bad-arguments"),
    ]  # fmt: skip
    assert read_log(served.log).unread == 0


def test_messages_that_are_no_calls_are_in_the_log(served: Served, http: httpx.Client) -> None:
    """What the SDK turns away is refused and logged like what the tools' own addresses turn away."""
    since = len(served.logged())
    deep = '{"location": ' + "[" * 190 + "]" * 190 + "}"
    call = '{"jsonrpc": "2.0", "id": 4, "method": "tools/call", "params": %s}'
    bodies = ["{", "NaN", "[" * 9000] + [
        call % told
        for told in (
            '{"name": "web_search", "arguments": [1]}',
            '{"name": "maps_elevation", "arguments": {"location": NaN}}',
            '{"name": "maps_elevation", "arguments": {"location": "\\ud800"}}',
            '{"name": "maps_elevation", "arguments": ' + deep + "}",
            '{"arguments": {}}',
            "7",
            '{"name": "nope"}',
        )
    ]
    kinds = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
    answers = [http.post("/mcp", content=body, headers=kinds) for body in bodies]
    assert [answer.status_code for answer in answers] == [400] * 9 + [200]
    assert [answer.json()["error"]["code"] for answer in answers[:9]] == [
        -32700, -32700, -32700, -32602, -32700, -32700, -32602, -32602, -32602,
    ]  # fmt: skip
    logged = [(line["tool"], line["arguments"], line["error"]) for line in served.logged()[since:]]
    assert logged == [
        *[("unknown", {}, "bad-json")] * 3,
        ("web_search", {}, "bad-arguments"),
        *[("unknown", {}, "bad-json")] * 2,
        ("maps_elevation", {}, "bad-arguments"),
        *[("unknown", {}, "bad-arguments")] * 2,
        ("unknown", {}, "unknown-tool"),
    ]
    assert http.get("/mcp", headers={"Accept": "text/event-stream"}).status_code == 405
    assert http.delete("/mcp").status_code == 405


def test_heads_that_stay_unfinished_hold_no_connection(served: Served, http: httpx.Client) -> None:
    """Nothing sent, half a head, and half a second head after a request that was answered."""
    host, port = served.url.removeprefix("http://").split(":")
    whole = f"GET /style.css HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n"
    waiting = [socket.create_connection((host, int(port)), PATIENCE) for _ in range(3)]
    for raw, sent in zip(waiting, ("", whole[:30], whole + whole[:30]), strict=True):
        raw.sendall(sent.encode())
    assert http.get("/style.css").status_code == 200
    told = [b"".join(iter(partial(raw.recv, 65536), b"")) for raw in waiting]
    for raw in waiting:
        raw.close()
    assert told[:2] == [b"", b""]
    assert told[2].count(b" 200 ") == 1


def test_the_hosts_answered_are_those_of_the_address_listened_on() -> None:
    for bound, name, port, known in (
        ("127.0.0.1", "127.1", 80, {"127.1", "127.1:80", "localhost", "localhost:80"}),
        ("127.0.0.1", "LOCALHOST", 9, {"localhost:9", "127.0.0.1:9"}),
        ("127.0.0.1", "localhost.", 9, {"localhost.:9", "localhost:9"}),
        ("::1", "ip6-localhost", 9, {"ip6-localhost:9", "[::1]:9"}),
        ("::ffff:127.0.0.1", "[::ffff:127.0.0.1]", 9, {"[::ffff:127.0.0.1]:9"}),
    ):
        hosts = hosts_answered(bound, name, port)
        assert hosts is not None
        assert known <= hosts
        assert ("localhost" in hosts) == (port == 80)
        assert not any("evil" in host for host in hosts)
    for bound in ("0.0.0.0", "::", "192.0.2.7"):  # noqa: S104  # nothing listens there
        assert hosts_answered(bound, bound, 9) is None


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("/tools/no_such_tool", b"{}", 404, "unknown-tool"),
        ("/tools/countries_area", b"{", 400, "bad-json"),
        ("/tools/countries_area", b"[]", 400, "bad-json"),
        ("/tools/countries_area", b"\xff\xfe", 400, "bad-json"),
        ("/tools/countries_area", b'{"country": NaN}', 400, "bad-json"),
        ("/tools/countries_area", b"[" * 100_000, 400, "bad-json"),
        ("/tools/countries_area", b'{"country": "\\ud800"}', 400, "bad-json"),
        ("/tools/countries_area", b'{"country": {"a": 1}}', 400, "bad-arguments"),
        ("/tools/maps_elevation", b'{"location": ' + b"[" * 220 + b"]" * 220 + b"}", 400, "bad-arguments"),
        ("/tools/maps_elevation", b'{"location": ' + b"[" * 300 + b"]" * 300 + b"}", 400, "bad-arguments"),
        ("/tools/countries_area", b'{"country": "Kenya", "more": 1}', 400, "bad-arguments"),
        ("/tools/maps_elevation", b'{"location": {"lat": 1e999, "lon": 0}}', 400, "bad-json"),
        ("/tools/weather_forecast", b'{"metric": "snowfall"}', 400, "bad-arguments"),
        ("/tools/python_generate_code", b'{"task": "win"}', 422, "unsupported"),
        ("/tools/fetch_webpage", b'{"page": "http://example.test/x"}', 422, "forbidden-address"),
        ("/tools/fetch_webpage", b'{"page": "file:///etc/passwd"}', 422, "forbidden-address"),
        ("/tools/fetch_webpage", b'{"page": "../../../etc/passwd"}', 422, "not-recorded"),
        ("/tools/web_search", b'{"query": "zzzz"}', 422, "empty"),
        ("/tools/python_execute_code", b'{"code": "open(\'/etc/passwd\')"}', 422, "failed"),
        ("/tools/python_execute_code", b'{"code": "import socket"}', 422, "failed"),
        ("/tools/countries_area", b"x" * (LARGEST + 1), 413, "too-large"),
        ("/nowhere", b"{}", 404, "no-such-address"),
    ],
)
def test_hostile_calls_get_typed_errors(http: httpx.Client, path: str, body: bytes, status: int, code: str) -> None:
    answer = http.post(path, content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert len(answer.content) < 3000


def test_other_hosts_other_origins_and_paths_upwards_lead_nowhere(served: Served, http: httpx.Client) -> None:
    assert http.get("/", headers={"Host": "evil.test"}).status_code == 421
    assert (
        http.post("/tools/web_search", json={"query": "a"}, headers={"Origin": "http://evil.test"}).status_code == 403
    )
    assert http.post("/mcp", json={}, headers={"Origin": "http://evil.test"}).status_code == 403
    host, port = served.url.removeprefix("http://").split(":")
    for path in ("/../../etc/passwd", "/wiki/../../../../etc/passwd", "/wiki/%2e%2e%2f%2e%2e%2fetc%2fpasswd"):
        with socket.create_connection((host, int(port)), PATIENCE) as raw:
            raw.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n".encode())
            told = b"".join(iter(partial(raw.recv, 65536), b""))
        assert b" 404 " in told.splitlines()[0]
        assert b"root:" not in told


def test_what_cannot_be_logged_is_not_answered(release: Path, legs: list[Leg]) -> None:
    """A disk that is full."""
    log = CallLog(Path("/dev/full"))
    desk = Desk(Snapshot(release / "world"), log, legs[0].id)
    answer = desk.call("web_search", {"query": "airport"}, None)
    assert isinstance(answer, Refusal)
    assert answer.code == "not-logged"
    desk.refused("web_search", "bad-json", None)
    with pytest.raises(InputError, match="/dev/full: can't be written"):
        desk.viewed(legs[0].seed_title, None)
    log.close()


def test_a_line_that_did_not_fit_leaves_nothing_behind(legs: list[Leg], tmp_path: Path) -> None:
    """A log that may grow no further, as on a disk that fills up within a line."""
    path = tmp_path / "log.jsonl"
    code = (
        "import resource, signal, sys\n"
        "from pathlib import Path\n"
        "from schemas.errors import InputError\n"
        "from worlds.serving.answers import Answer\n"
        "from worlds.serving.log import CallLog\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (900, 900))\n"
        "log, written = CallLog(Path(sys.argv[1])), 0\n"
        "try:\n"
        "    while True:\n"
        "        log.write(sys.argv[2], 'web_search', {'query': 'x' * 300}, Answer([], []))\n"
        "        written += 1\n"
        "except InputError as error:\n"
        "    print(written)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path), legs[0].id], cwd=ROOT, capture_output=True, text=True, check=True
    )
    read = read_log(path)
    assert (len(read.calls[legs[0].id]), read.unread) == (int(done.stdout), 0)
