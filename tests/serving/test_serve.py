"""A served release: scripted agents get what they earned, and hostile requests get typed errors."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
from collections.abc import Mapping
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
from releases.scoring.score import score
from schemas.canonical import JSON
from schemas.legs import Leg, Roadblock, RouteInfo
from tests.releases.building import ROOT
from tests.serving.agents import PATIENCE, Served, serving
from worlds.serving.modelcontext import LEG_KEY
from worlds.serving.reading import address
from worlds.serving.reading import asking as with_leg
from worlds.tools.registry import REGISTRY


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
