"""HTTP is polite: who asks is named, turns are taken, waits are bounded, and nothing is asked twice."""

from __future__ import annotations

import gzip
import multiprocessing
import pickle
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.errors import InputError
from tests.worlds.backends.server import CUT, Asked, Backends, FakeClock, Said, html, reply, running
from worlds.net.client import MOST_BYTES, NetClient
from worlds.net.identity import CONTACT_VARIABLE, user_agent
from worlds.net.messages import Again, NetFailure, Reply, Request, Service
from worlds.net.patience import patiently, retry_after
from worlds.net.throttle import Throttle

CONTACT = "operator@benchwright.test"
HELLO = Request("/hello", {"b": "2", "a": "1"})


def accept(reply: Reply) -> bool:
    """Any reply will do, and lasts."""
    return True


@pytest.fixture
def backends() -> Iterator[Backends]:
    with running(Backends({"echo": lambda asked: reply({"path": asked.path})})) as up:
        yield up


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


def service(backends: Backends, **given: object) -> Service:
    return Service("echo", backends.bases["echo"], **given)


@pytest.mark.parametrize(
    "contact", ["", "nobody", "me@example.com", "https://example.org/me", "a@b", "x (y)@z.net", "me@bücher.de"]
)
def test_without_a_contact_nothing_is_asked(contact: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=CONTACT_VARIABLE) as caught:
        NetClient(contact, tmp_path)
    assert "\n" not in str(caught.value)


def test_every_request_carries_the_contact(backends: Backends, tmp_path: Path, clock: FakeClock) -> None:
    NetClient(CONTACT, tmp_path, clock=clock).send(service(backends), HELLO, accept)
    assert backends.asked[0].headers["User-Agent"] == user_agent(CONTACT, "1") == f"benchwright/1 ({CONTACT})"


def test_a_second_run_asks_nobody(backends: Backends, tmp_path: Path, clock: FakeClock) -> None:
    first = NetClient(CONTACT, tmp_path, clock=clock).send(service(backends), HELLO, accept)
    again = Request("/hello", {"a": "1", "b": "2"})
    second = NetClient(CONTACT, tmp_path, clock=clock).send(service(backends), again, accept)
    assert first == second
    assert len(backends.asked) == 1
    for other in (Request("/hello", {"a": "1"}), Request("/hello", form={"a": "1"}), Request("/hello", json={"a": 1})):
        NetClient(CONTACT, tmp_path, clock=clock).send(service(backends), other, accept)
    assert len(backends.asked) == 4


def test_keys_are_sent_but_never_written_or_shown(backends: Backends, tmp_path: Path, clock: FakeClock) -> None:
    secret = service(backends, params={"key": "hush-1"}, headers={"X-Key": "hush-2"})
    client = NetClient(CONTACT, tmp_path, clock=clock, patience=3)
    client.send(secret, HELLO, accept)
    assert backends.asked[0].query["key"] == "hush-1"
    assert backends.asked[0].headers["X-Key"] == "hush-2"
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert files
    assert not any(b"hush" in path.read_bytes() for path in files)
    assert "hush" not in repr(secret)
    backends.instead = lambda asked, number: html(f"bad key {asked.query['key']}", 403)
    with pytest.raises(NetFailure, match="bad key") as caught:
        client.send(secret, Request("/other"), accept)
    assert "hush" not in str(caught.value)
    with pytest.raises(NetFailure) as lost:
        client.send(Service("gone", "http://127.0.0.1:9", params={"key": "hush-1"}), HELLO, accept)
    assert "hush" not in str(lost.value)


def test_what_must_not_be_kept_stays_in_memory(backends: Backends, tmp_path: Path, clock: FakeClock) -> None:
    client = NetClient(CONTACT, tmp_path, clock=clock)
    for _ in range(3):
        client.send(service(backends, keep=False), HELLO, accept)
    assert len(backends.asked) == 1
    assert not list(tmp_path.rglob("*.json"))
    NetClient(CONTACT, tmp_path, clock=clock).send(service(backends, keep=False), HELLO, accept)
    assert len(backends.asked) == 2


def test_what_may_differ_next_time_is_asked_again(backends: Backends, tmp_path: Path, clock: FakeClock) -> None:
    client = NetClient(CONTACT, tmp_path, clock=clock)
    for _ in range(2):
        client.send(service(backends), HELLO, lambda reply: False)
    assert len(backends.asked) == 2
    assert not list(tmp_path.rglob("*.json"))


def test_a_damaged_reply_on_disk_is_named(backends: Backends, tmp_path: Path, clock: FakeClock) -> None:
    NetClient(CONTACT, tmp_path, clock=clock).send(service(backends), HELLO, accept)
    (kept,) = tmp_path.rglob("*.json")
    whole = kept.read_bytes()
    for damage in (whole[:-30], whole.replace(b'"body":"ey', b'"body":"ez'), whole.replace(b'"body":"', b'"body":"*')):
        kept.write_bytes(damage)
        with pytest.raises(InputError, match=kept.name):
            NetClient(CONTACT, tmp_path, clock=clock).send(service(backends), HELLO, accept)


def test_requests_to_a_host_are_an_interval_apart(backends: Backends, tmp_path: Path, clock: FakeClock) -> None:
    slow = service(backends, interval=1.0)
    for run in range(3):
        NetClient(CONTACT, tmp_path, clock=clock).send(slow, Request(f"/{run}"), accept)
    assert clock.slept == [pytest.approx(1.0, abs=0.002)] * 2
    clock.time += 5
    NetClient(CONTACT, tmp_path, clock=clock).send(slow, Request("/late"), accept)
    assert len(clock.slept) == 2


def test_a_clock_set_back_costs_no_more_than_the_interval(tmp_path: Path, clock: FakeClock) -> None:
    throttle = Throttle(tmp_path, clock)
    with throttle.turn("host", 1.0):
        pass
    clock.time -= 1_000_000
    with throttle.turn("host", 1.0):
        assert clock.slept == [1.0]
    (tmp_path / "host.turn").write_text("17", encoding="ascii")  # cut short by a kill
    with throttle.turn("host", 1.0):
        assert len(clock.slept) == 1


@pytest.mark.parametrize("status", [429, 503])
def test_retry_after_is_honoured_in_both_forms(
    status: int, backends: Backends, tmp_path: Path, clock: FakeClock
) -> None:
    date = format_datetime(datetime.fromtimestamp(clock.time + 7 + 45, UTC), usegmt=True)
    told = [html("busy", status, Retry_After="7"), html("busy", status, Retry_After=date)]
    backends.instead = lambda asked, number: told[number] if number < 2 else None
    NetClient(CONTACT, tmp_path, clock=clock).send(service(backends), HELLO, accept)
    assert clock.slept == [7, pytest.approx(45)]
    assert len(backends.asked) == 3


def test_back_off_doubles_and_ends(backends: Backends, tmp_path: Path, clock: FakeClock) -> None:
    backends.instead = lambda asked, number: html("busy", 429)
    with pytest.raises(NetFailure, match="429") as caught:
        NetClient(CONTACT, tmp_path, clock=clock, patience=120).send(service(backends), HELLO, accept)
    assert clock.slept == [1, 2, 4, 8, 16, 32]
    assert caught.value.reason == "quota"
    assert "7 attempts and 63 seconds" in str(caught.value)
    assert not list(tmp_path.rglob("*.json"))


def test_a_wait_longer_than_the_patience_ends_at_once(backends: Backends, tmp_path: Path, clock: FakeClock) -> None:
    backends.instead = lambda asked, number: html("busy", 503, Retry_After="86400")
    with pytest.raises(NetFailure, match="86400 more"):
        NetClient(CONTACT, tmp_path, clock=clock).send(service(backends), HELLO, accept)
    assert clock.slept == []
    assert len(backends.asked) == 1


def test_a_cut_connection_is_tried_again(backends: Backends, tmp_path: Path, clock: FakeClock) -> None:
    backends.instead = lambda asked, number: CUT if number < 2 else None
    got = NetClient(CONTACT, tmp_path, clock=clock).send(service(backends), HELLO, accept)
    assert got.body == b'{"path": "/hello"}'
    assert clock.slept == [1, 2]
    backends.instead = lambda asked, number: CUT
    with pytest.raises(NetFailure, match="RemoteProtocolError") as caught:
        NetClient(CONTACT, tmp_path, clock=clock, patience=3).send(service(backends), Request("/x"), accept)
    assert caught.value.reason == "unreachable"


@pytest.mark.parametrize("status", [401, 403, 418, 451])
def test_a_no_is_not_asked_again(status: int, backends: Backends, tmp_path: Path, clock: FakeClock) -> None:
    backends.instead = lambda asked, number: html("no", status)
    with pytest.raises(NetFailure) as caught:
        NetClient(CONTACT, tmp_path, clock=clock).send(service(backends), HELLO, accept)
    assert caught.value.reason == "denied"
    assert len(backends.asked) == 1


def test_a_body_without_end_is_refused(backends: Backends, tmp_path: Path, clock: FakeClock) -> None:
    huge = Said(200, b"x" * (MOST_BYTES + 1), {"Content-Type": "text/plain"})
    backends.instead = lambda asked, number: huge
    with pytest.raises(NetFailure) as caught:
        NetClient(CONTACT, tmp_path, clock=clock).send(service(backends), HELLO, accept)
    assert caught.value.reason == "too-large"


def test_a_body_that_swells_is_refused(backends: Backends, tmp_path: Path, clock: FakeClock) -> None:
    swollen = Said(200, gzip.compress(bytes(MOST_BYTES * 4)), {"Content-Encoding": "gzip"})
    assert len(swollen.body) < 100_000
    backends.instead = lambda asked, number: swollen
    client = NetClient(CONTACT, tmp_path, clock=clock, patience=0)
    with pytest.raises(NetFailure) as caught:
        client.send(service(backends), HELLO, accept)
    assert caught.value.reason == "too-large"
    backends.instead = lambda asked, number: Said(200, b"no gzip", {"Content-Encoding": "gzip"})
    with pytest.raises(NetFailure, match="decompressed"):
        client.send(service(backends), HELLO, accept)


def test_a_slow_body_is_refused(tmp_path: Path, clock: FakeClock) -> None:
    class Drip(httpx.SyncByteStream):
        def __iter__(self) -> Iterator[bytes]:
            for _ in range(1000):
                clock.time += 10
                yield b" "

    client = NetClient(CONTACT, tmp_path, clock=clock)
    client._http = httpx.Client(transport=httpx.MockTransport(lambda request: httpx.Response(200, stream=Drip())))
    with pytest.raises(NetFailure) as caught:
        client.send(Service("drip", "http://drip.test"), HELLO, accept)
    assert caught.value.reason == "too-slow"


def test_failures_come_back_whole_from_a_worker_process() -> None:
    failure = NetFailure("quota", "a message")
    back = pickle.loads(pickle.dumps(failure))  # noqa: S301
    assert (type(back), back.reason, str(back)) == (NetFailure, "quota", "a message")


@given(st.lists(st.one_of(st.none(), st.floats(0, 100)), max_size=12), st.floats(0, 200))
def test_waits_never_exceed_the_patience_and_never_undercut_the_service(
    asks: list[float | None], patience: float
) -> None:
    clock = FakeClock()
    left = iter(asks)

    def attempt() -> str:
        for wait in left:
            raise Again("quota", "busy", wait)
        return "done"

    try:
        assert patiently(attempt, "it", patience, clock) == "done"
        assert len(clock.slept) == len(asks)
    except NetFailure:
        assert len(clock.slept) < len(asks)
    assert sum(clock.slept) <= patience
    assert all(slept >= (wait or 0) for slept, wait in zip(clock.slept, asks, strict=False))


@pytest.mark.parametrize("header", [None, "", "soon", "-1", "1.5", "Wed, 99 Foo 2026"])
def test_a_retry_after_that_is_none_is_none(header: str | None) -> None:
    assert retry_after(header, FakeClock()) is None


@pytest.mark.parametrize("base", ["", "ftp://x", "https://", "https://user@host", "https://host/?q=1", "host"])
def test_a_base_that_is_no_address_is_refused(base: str) -> None:
    with pytest.raises(InputError, match="base address"):
        Service("x", base)


def run_together(base: str, folder: Path, start: float) -> int:
    """One of several runs that ask the same ten things at once."""
    client = NetClient(CONTACT, folder, trust_env=False)
    replies = [client.send(Service("echo", base), Request(f"/{n}"), accept) for n in range(10)]
    return sum(len(reply.body) for reply in replies)


def test_runs_that_start_together_ask_once_and_one_at_a_time(tmp_path: Path) -> None:
    at_once: list[int] = []
    inside = 0

    def counting(asked: Asked) -> Said:
        nonlocal inside
        inside += 1
        at_once.append(inside)
        said = reply({"path": asked.path})
        inside -= 1
        return said

    with (
        running(Backends({"echo": counting})) as backends,
        multiprocessing.get_context("spawn").Pool(3) as pool,
    ):
        work = [(backends.bases["echo"], tmp_path, 0.0)] * 3
        sizes = pool.starmap(run_together, work)
        assert len(set(sizes)) == 1
        assert sorted(asked.path for asked in backends.asked) == [f"/{n}" for n in range(10)]
        assert max(at_once) == 1
    assert not list(tmp_path.rglob("*.part"))
