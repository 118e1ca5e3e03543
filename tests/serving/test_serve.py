"""A served release: scripted agents get what they earned, and hostile requests get typed errors."""

from __future__ import annotations

import json
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import anyio
import httpx
import pytest
from anyio.from_thread import run as from_thread
from anyio.to_thread import run_sync
from jsonschema import Draft202012Validator
from lxml import html
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from releases.exports.harbor.solve import served as served_at
from releases.exports.harbor.walk import Ask, walk
from releases.scoring.base import Options
from releases.scoring.runs.log import read_log
from releases.scoring.score import score
from schemas.base import parse_record
from schemas.canonical import JSON, canonical_bytes
from schemas.errors import InputError
from schemas.legs import Leg, Roadblock, RouteInfo
from tests.releases.building import ROOT, records, shared_release
from tests.serving.agents import PATIENCE, Served, serving
from worlds.serving.answers import Refusal
from worlds.serving.desk import Desk
from worlds.serving.guard import LARGEST
from worlds.serving.log import CallLog
from worlds.serving.modelcontext import LEG_KEY
from worlds.serving.reading import address
from worlds.serving.reading import asking as with_leg
from worlds.serving.run import hosts_answered
from worlds.snapshot import Snapshot
from worlds.tools.registry import REGISTRY


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared_release(tmp_path_factory)


@pytest.fixture(scope="module")
def legs(release: Path) -> list[Leg]:
    return [parse_record(Leg, canonical_bytes(record), "leg") for record in records(release, "legs")]


@pytest.fixture(scope="module")
def served(release: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(release, tmp_path_factory.mktemp("served") / "log.jsonl") as server:
        yield server


@pytest.fixture
def http(served: Served) -> Iterator[httpx.Client]:
    leg = {"X-Benchwright-Leg": "leg-" + "0" * 20}
    with httpx.Client(base_url=served.url, timeout=PATIENCE, trust_env=False, headers=leg) as client:
        yield client


def scored(release: Path, log: list[dict[str, JSON]], answers: Mapping[str, int | str | None], tmp: Path) -> JSON:
    """FA, PVR and RCR of the legs that were answered, from the log of the server and the agent's answers."""
    written, told = tmp / "read-log.jsonl", tmp / "answers.jsonl"
    written.write_text("".join(json.dumps(line) + "\n" for line in log), encoding="utf-8")
    lines = (json.dumps({"id": leg, "answer": answer}) + "\n" for leg, answer in answers.items())
    told.write_text("".join(lines), encoding="utf-8")
    report = score(release, told, Options(world=release / "world", log=written)).as_json()["configs"]["legs"]
    assert report["predicted"]["legs"] == len(answers)
    return {name: report["predicted"][name]["share"] for name in ("FA", "PVR", "RCR")}


def calls_of(served: Served, legs: list[Leg], since: int) -> list[dict[str, JSON]]:
    return [line for line in served.logged()[since:] if line["id"] in {leg.id for leg in legs}]


def test_who_follows_the_gold_over_http_gets_everything(
    served: Served, release: Path, legs: list[Leg], tmp_path: Path
) -> None:
    since = len(served.logged())
    answers = {leg.id: walk(leg, served_at(served.url, leg.id)) for leg in legs}
    assert scored(release, calls_of(served, legs, since), answers, tmp_path) == {"FA": 1, "PVR": 1, "RCR": 1}


def test_who_follows_the_gold_in_an_mcp_session_gets_everything(
    served: Served, release: Path, legs: list[Leg], tmp_path: Path
) -> None:
    async def session() -> dict[str, int]:
        async with Client(f"{served.url}/mcp") as client:
            listed = await client.list_tools()
            assert {tool.name for tool in listed.tools} == set(REGISTRY)
            return {leg.id: await run_sync(walk, leg, asking(client, leg.id)) for leg in legs}

    since = len(served.logged())
    answers = anyio.run(session)
    assert scored(release, calls_of(served, legs, since), answers, tmp_path) == {"FA": 1, "PVR": 1, "RCR": 1}


def asking(client: Client, leg: str) -> Ask:
    """Calls of a session, from another thread."""

    def ask(tool: str, arguments: Mapping[str, JSON]) -> Mapping[str, JSON]:
        called = partial(client.call_tool, tool, dict(arguments), meta={LEG_KEY: leg})
        body: Mapping[str, JSON] = from_thread(called).structured_content
        return body

    return ask


def test_standard_input_and_output_will_do(release: Path, legs: list[Leg], tmp_path: Path) -> None:
    leg, log = legs[0], tmp_path / "log.jsonl"
    words = ["-m", "benchwright", "serve", str(release), "--stdio", "--log", str(log), "--leg", leg.id]

    async def session() -> int:
        how = StdioServerParameters(command=sys.executable, args=words, cwd=str(ROOT), env={"PYTHONPATH": str(ROOT)})
        async with Client(stdio_client(how)) as client:
            return await run_sync(walk, leg, asking(client, leg.id))

    answer = anyio.run(session)
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    scores = scored(release, lines, {leg.id: answer}, tmp_path)
    assert scores == {"FA": 1, "PVR": 1, "RCR": 1}


def test_who_skips_navigation_guesses_or_does_nothing_gets_what_it_deserves(
    served: Served, release: Path, legs: list[Leg], tmp_path: Path
) -> None:
    since = len(served.logged())
    for leg in legs:
        ask = served_at(served.url, leg.id)

        def blind(tool: str, arguments: Mapping[str, JSON], ask: Ask = ask, leg: Leg = leg) -> Mapping[str, JSON]:
            if tool == "fetch_webpage":
                quotes = " ".join(stop.evidence.quote for stop in leg.stops if stop.stop_type == "route_info")
                return {"result": {"text": quotes}}  # it knows the facts by heart
            return ask(tool, arguments)

        assert walk(leg, blind) == leg.answer
    skipped = calls_of(served, legs, since)
    right = {leg.id: leg.answer for leg in legs}
    assert scored(release, skipped, right, tmp_path) == {"FA": 1, "PVR": 0, "RCR": 1}

    since = len(served.logged())
    rng = random.Random(7)
    for leg in legs:
        for _ in range(8):
            served_at(served.url, leg.id)("maps_geocode", {"address": rng.choice(["Oslo", "Rome", "Lima"])})
    wrong = {leg.id: (leg.answer + rng.randint(1, 9)) % 10 for leg in legs}
    assert scored(release, calls_of(served, legs, since), wrong, tmp_path) == {"FA": 0, "PVR": 0, "RCR": 0}
    assert scored(release, [], dict.fromkeys(right), tmp_path) == {"FA": 0, "PVR": 0, "RCR": 0}


def test_the_wiki_leads_from_page_to_page_and_says_what_it_lacks(http: httpx.Client, legs: list[Leg]) -> None:
    seed = legs[0].seed_title
    page = http.get(f"/wiki/{seed.replace(' ', '_')}")
    assert page.status_code == 200
    assert f"<h1>{seed}</h1>" in page.text
    assert 'class="held"' in page.text
    assert "<script" not in page.text
    links = http.post("/tools/fetch_webpage", json={"page": seed}).json()["result"]["links"]
    assert all(set(link) == {"title", "text"} for link in links)
    assert any(f'/wiki/{link["title"].replace(" ", "_")}"' in page.text for link in links)
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert http.get("/w/index.php", params={"title": seed}, follow_redirects=True).status_code == 200
    assert seed in http.get("/search", params={"q": seed}).text
    assert seed in http.get("/").text or "more" in http.get("/").text
    absent = http.get("/wiki/Of_no_such_place")
    assert absent.status_code == 404
    assert "doesn't hold that page" in absent.text


def test_a_page_read_in_the_wiki_is_in_the_log(served: Served, http: httpx.Client, legs: list[Leg]) -> None:
    http.get(f"/wiki/{legs[0].seed_title.replace(' ', '_')}")
    last = served.logged()[-1]
    assert (last["tool"], last["arguments"]) == ("fetch_webpage", {"page": legs[0].seed_title})


def test_links_carry_the_leg_on(served: Served, release: Path, legs: list[Leg], tmp_path: Path) -> None:
    """Who follows links from the seed's page, with nothing but `?leg=` to say who asks, is logged all the way."""
    leg = next(leg for leg in legs if any(stop.transition == "link_follow" for stop in leg.stops))
    place = next(stop.index for stop in leg.stops if stop.transition == "link_follow")
    after = leg.stops[place]
    assert isinstance(after, RouteInfo)
    before = leg.stops[after.from_stop or 0]
    assert isinstance(before, RouteInfo)
    since = len(served.logged())
    with httpx.Client(base_url=served.url, timeout=PATIENCE, trust_env=False, follow_redirects=True) as client:
        page = client.get(address(before.evidence.title), params={"leg": leg.id})
        found = html.fromstring(page.text)
        links = found.xpath("//a/@href")
        assert links
        assert all(link.endswith(f"?leg={leg.id}") for link in links)
        assert found.xpath("//form//input[@name='leg']/@value") == [leg.id]
        wanted = with_leg(address(after.evidence.title), leg.id)
        assert wanted in links or any(str(client.get(link).url).endswith(wanted) for link in links)
        client.get(wanted)
        assert f"?leg={leg.id}" in client.get("/search", params={"q": after.evidence.title, "leg": leg.id}).text
        assert "<script" not in client.get("/", params={"leg": '"><script>'}).text
        assert "?leg=" not in client.get("/", params={"leg": "../x"}).text
    read = calls_of(served, [leg], since)
    assert read[0]["arguments"] == {"page": before.evidence.title}
    assert {"page": after.evidence.title} in [line["arguments"] for line in read]


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


def test_the_description_is_true_of_every_tool(http: httpx.Client) -> None:
    told = http.get("/openapi.json").json()
    assert told["openapi"].startswith("3.1")
    assert set(told["paths"]) == {f"/tools/{name}" for name in REGISTRY}
    for path, item in told["paths"].items():
        schema = item["post"]["requestBody"]["content"]["application/json"]["schema"]
        Draft202012Validator.check_schema(schema)
        answer = http.post(path, json={"nothing": "it takes"})
        assert answer.status_code in {400, 422}
        Draft202012Validator(told["components"]["schemas"]["Error"]).validate(answer.json())


def test_gold_calls_are_found_however_written_and_others_refused(http: httpx.Client, legs: list[Leg]) -> None:
    steps = [s for leg in legs for stop in leg.stops if isinstance(stop, Roadblock) for s in stop.chain]
    country = next(step for step in steps if step.tool.startswith("countries_"))
    (argument,) = country.arguments
    leg = next(leg for leg in legs if any(country in getattr(stop, "chain", ()) for stop in leg.stops))
    name = leg.stops[argument.source.stop].value.value
    for written in (name, f"  {name.upper()} "):
        assert "result" in http.post(f"/tools/{country.tool}", json={argument.name: written}).json()
    code = http.post(f"/tools/{country.tool}", json={argument.name: "Atlantis"}).json()["error"]["code"]
    assert code == "not-recorded"


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


def test_a_call_for_no_leg_is_refused_where_there_is_a_log(served: Served) -> None:
    for header in ({}, {"X-Benchwright-Leg": "../../x"}):
        answer = httpx.post(
            f"{served.url}/tools/web_search", json={"query": "a"}, headers=header, timeout=PATIENCE, trust_env=False
        )
        assert answer.json()["error"]["code"] == "no-leg"


def test_calls_at_once_are_all_answered_and_logged_whole(served: Served, legs: list[Leg]) -> None:
    since = len(served.logged())
    wanted = [legs[number % len(legs)].id for number in range(48)]

    def ask(leg: str) -> bool:
        return "result" in served_at(served.url, leg)("web_search", {"query": "airport"})

    with ThreadPoolExecutor(12) as pool:
        assert all(pool.map(ask, wanted))
    assert sorted(str(line["id"]) for line in served.logged()[since:]) == sorted(wanted)


def test_it_ends_at_once_and_says_nothing_more(release: Path, tmp_path: Path) -> None:
    with serving(release, tmp_path / "log.jsonl") as server:
        assert httpx.get(server.url, timeout=PATIENCE, trust_env=False).status_code == 200
        assert server.stop() in {0, -signal.SIGTERM}
        assert len(server.said) == 1, server.said


@pytest.mark.parametrize("missing", ["mcp", "starlette", "uvicorn"])
def test_without_its_libraries_the_command_says_what_to_install(release: Path, missing: str) -> None:
    code = (
        f"import sys; sys.modules[{missing!r}] = None; sys.argv[1:] = ['serve', {str(release)!r}]; "
        "from benchwright.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "benchwright[serve]" in done.stderr
    assert done.stderr.count("\n") == 1


def test_what_cannot_be_served_is_named(tmp_path: Path, release: Path) -> None:
    for words, told in (
        ((str(tmp_path),), "no recorded world"),
        ((str(release), "--log", str(tmp_path / "l"), "--leg", "x"), "not the id of a leg"),
        ((str(release), "--host", ""), "--host is empty"),
    ):
        line = [sys.executable, "-m", "benchwright", "serve", *words]
        done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert told in done.stderr
        assert done.stderr.count("\n") == 1


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
