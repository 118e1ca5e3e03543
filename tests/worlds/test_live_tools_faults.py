"""Whatever a backend says instead of its answer ends in a typed error, never in another value."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from schemas.worlds import Arguments
from tests.worlds.backends.server import CUT, Backends, Said, html, reply
from tests.worlds.backends.toolbox import GOOD, all_backends, toolbox
from worlds.net.messages import Again, NetFailure, Reply, Request
from worlds.tools.calls import ToolRefusal
from worlds.tools.live import LiveToolBox, ToolOutage
from worlds.tools.live.catalogue import CATALOGUE
from worlds.tools.live.link import Busy, Lasting, Link
from worlds.tools.live.reading import Answer, decode
from worlds.tools.providers import NoAnswer
from worlds.tools.registry import tool_spec

OFFERS = sorted(GOOD)
NAMES = [f"{ability} by {backend}" for ability, backend in OFFERS]

OUTAGES: list[tuple[str, Said, str]] = [
    ("HTML with status 200", html("Maintenance"), "not-json"),
    ("HTML with status 404", html("Not here", 404), "not-json"),
    ("an empty body", Said(200, b"", {"Content-Type": "application/json"}), "not-json"),
    ("half of a JSON", Said(200, b'{"results": [', {"Content-Type": "application/json"}), "not-json"),
    ("a number that is none", Said(200, b'{"elevation": [nan]}', {"Content-Type": "application/json"}), "not-json"),
    ("NaN", Said(200, b'{"elevation": [NaN]}', {"Content-Type": "application/json"}), "not-json"),
    ("broken UTF-8", Said(200, b'{"name": "\xff"}', {"Content-Type": "application/json"}), "not-json"),
    ("deep nesting", Said(200, b"[" * 200_000, {"Content-Type": "application/json"}), "not-json"),
    ("429 for ever", html("Too Many Requests", 429), "quota"),
    ("429 for a day", html("Daily API request limit exceeded", 429, Retry_After="86400"), "quota"),
    ("503 for ever", html("Service Unavailable", 503), "unreachable"),
    ("504 for ever", html("Gateway Timeout", 504), "unreachable"),
    ("500 for ever", html("Internal Server Error", 500), "unexpected-status"),
    ("401", reply({"error": "who are you"}, 401), "denied"),
    ("403", html("Access blocked", 403), "denied"),
    ("a connection cut", CUT, "unreachable"),
]


@pytest.fixture(scope="module")
def backends() -> Iterator[Backends]:
    with all_backends() as up:
        yield up


@pytest.fixture(autouse=True)
def as_usual(backends: Backends) -> Iterator[None]:
    yield
    backends.instead = lambda asked, number: None


def call(backends: Backends, folder: Path, offer: tuple[str, str]) -> object:
    ability, backend = offer
    with toolbox(backends, folder, patience=2, use={ability: backend}) as box:
        return box.call(ability.partition(":")[0], GOOD[offer]).result


def test_there_is_a_good_call_for_every_offer() -> None:
    assert set(OFFERS) | {("fetch_webpage", "mediawiki")} == {(offer.ability, offer.backend) for offer in CATALOGUE}


@pytest.mark.parametrize("offer", OFFERS, ids=NAMES)
def test_every_fault_of_every_backend_is_an_outage(backends: Backends, tmp_path: Path, offer: tuple[str, str]) -> None:
    for name, said, expected in OUTAGES:
        backends.instead = lambda asked, number, said=said: said
        with pytest.raises(ToolOutage) as caught:
            call(backends, tmp_path, offer)
        assert caught.value.reason == expected, name
        assert "\n" not in str(caught.value)
        assert "secret" not in str(caught.value)
    assert not list(tmp_path.rglob("*.json")), "an outage was kept"


@pytest.mark.parametrize("offer", OFFERS, ids=NAMES)
def test_a_fault_that_passes_changes_nothing(backends: Backends, tmp_path: Path, offer: tuple[str, str]) -> None:
    good = call(backends, tmp_path / "calm", offer)
    for said in (html("busy", 429), html("busy", 503, Retry_After="1"), CUT):
        start = len(backends.asked)
        backends.instead = lambda asked, number, said=said, start=start: said if number == start else None
        assert call(backends, tmp_path / str(said.status) / str(said.cut), offer) == good
        assert len(backends.asked) == start + 2


@pytest.mark.parametrize("offer", OFFERS, ids=NAMES)
def test_a_complaint_is_not_kept(backends: Backends, tmp_path: Path, offer: tuple[str, str]) -> None:
    backends.instead = lambda asked, number: reply({"error": True, "reason": "no", "code": "Odd", "status": "ODD"}, 400)
    with pytest.raises(ToolRefusal):
        call(backends, tmp_path, offer)
    assert not list(tmp_path.rglob("*.json"))
    backends.instead = lambda asked, number: None
    call(backends, tmp_path, offer)


@pytest.mark.parametrize("offer", OFFERS, ids=NAMES)
def test_json_of_another_shape_is_refused(backends: Backends, tmp_path: Path, offer: tuple[str, str]) -> None:
    for number, data in enumerate(({}, [], None, 5, "text", True, [[]], [{}], {"results": {}}, {"elements": []})):
        backends.instead = lambda asked, at, data=data: reply(data)
        with pytest.raises(ToolRefusal) as caught:
            call(backends, tmp_path / str(number), offer)
        assert caught.value.reason in tool_spec(caught.value.tool).errors


def damages(data: object) -> Iterator[object]:
    """Copies of a JSON value with one part of it gone, null, of another type, or beyond all measure."""
    for path, part in parts(data):
        replacements: list[object] = [None, {}, [], "x", True]
        if isinstance(part, int | float) and not isinstance(part, bool):
            replacements.append(10**40)
        gone = [parts] if isinstance(path[-1], str) else []
        for replacement in (*replacements, *gone):
            copied = copy.deepcopy(data)
            at = copied
            for step in path[:-1]:
                at = at[step]
            if replacement is parts:
                del at[path[-1]]
            else:
                at[path[-1]] = replacement
            yield copied


def parts(data: object, path: tuple[object, ...] = ()) -> Iterator[tuple[tuple[object, ...], object]]:
    """Every part of a JSON value but the whole, with where it stands."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        yield (*path, key), value
        yield from parts(value, (*path, key))


def whole_reply(backends: Backends, box: LiveToolBox, tool: str, arguments: Arguments) -> tuple[object, object]:
    """A good call's value and the JSON it came from."""
    seen: list[Said] = []

    def watch(asked: object, number: int) -> None:
        seen.append(backends.backends[asked.backend](asked))

    backends.instead = watch
    value = box.call(tool, arguments).result
    backends.instead = lambda asked, number: None
    return value, json.loads(seen[-1].body)


class Fixed:
    """A link whose backend says one thing."""

    def __init__(self, link: Link, said: bytes) -> None:
        self.service, self.client, self.draw = link.service, link.client, link.draw
        self._said = said

    def ask(self, request: Request, busy: Busy | None = None, lasting: Lasting | None = None) -> Answer:
        """The one thing, judged as a link does."""
        answer = decode(self.service.name, Reply(200, "application/json", self._said))
        told = busy(answer.data) if busy else None
        if told:
            raise Again("quota", told)
        return answer


FREE = {"maps_directions", "maps_reverse_geocode", "web_search", "python_generate_code"}
"""Tools whose texts no answer rests on: a damaged word there is another text."""


@pytest.mark.parametrize(
    "offer",
    [offer for offer in OFFERS if offer[0] not in FREE],
    ids=[name for name, offer in zip(NAMES, OFFERS, strict=True) if offer[0] not in FREE],
)
def test_a_reply_with_any_one_part_damaged_gives_the_same_value_or_none(
    backends: Backends, tmp_path: Path, offer: tuple[str, str]
) -> None:
    ability, backend = offer
    tool = ability.partition(":")[0]
    with toolbox(backends, tmp_path, use={ability: backend}) as box:
        value, data = whole_reply(backends, box, tool, GOOD[offer])
    provider = box._providers[ability]
    link = provider.link
    codes: set[str] = set()
    outages: set[str] = set()
    bound = {argument.name: argument.value for argument in GOOD[offer]}
    for damaged in damages(data):
        said = json.dumps(damaged).encode()
        provider.link = Fixed(link, said)
        try:
            got = provider.answer(bound)
        except NoAnswer as none:
            codes.add(none.reason)
            continue
        except (NetFailure, Again) as failure:
            outages.add(failure.reason)
            continue
        assert got == value, f"{got} for {damaged}"
    assert "missing-field" in codes
    assert codes <= set(tool_spec(tool).errors)
    assert outages <= {"quota", "denied"}
