"""One changed byte anywhere in a recorded world is noticed, and the file and the page or call are named."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from schemas.errors import InputError
from schemas.values import NumberValue, TextValue
from schemas.worlds import Arguments, Exchange
from tests.worlds.zimfiles import article, write_zim
from worlds.pages import DamagedPage
from worlds.record import CALLS, PAGES, POOLS, WORLD
from worlds.recorder import record_world
from worlds.replay import DamagedCall
from worlds.snapshot import Snapshot
from worlds.tools.calls import make_arguments, request_digest
from worlds.world import open_world

TITLES = ("Anna", 'Béla "Quote" Title', 'Carl, with ,"title":"traps"', "Dora")
COUNTRIES = ("France", "Peru", "Chad", "Japan")
POOL = (NumberValue(type="number", value="1961", unit="year"),)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    links = "".join(f'<a href="{title.replace(" ", "_")}">{title}</a>' for title in ("Anna", "Dora"))
    pages = {title: article(f"<p>{title} é \u2028 \\u0041 ✓</p>{links}") for title in TITLES}
    folder = tmp_path_factory.mktemp("record")
    world = open_world(f"zim:{write_zim(folder / 'w.zim', pages, {'Annie': 'Anna'})}")
    calls = [world.tools.call("countries_area", country(name)) for name in COUNTRIES]
    record_world(folder / "world", world, TITLES, calls, {"born": POOL})
    return folder / "world"


@pytest.fixture
def copy(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "copy"))


def country(name: str) -> Arguments:
    return make_arguments(country=TextValue(type="text", value=name))


def flips(data: bytes, n: int) -> Iterator[tuple[int, bytes]]:
    """Places and the data with one bit of that byte changed; every line's ends are among them."""
    rng = random.Random(len(data))
    breaks = [place for place, byte in enumerate(data) if byte == 0x0A]
    for place in sorted({0, len(data) - 1, *breaks, *(b - 1 for b in breaks), *rng.sample(range(len(data)), n)}):
        changed = bytearray(data)
        changed[place] ^= 1 << rng.randrange(8)
        yield place, bytes(changed)


def test_every_changed_byte_of_the_pages_names_its_page(copy: Path) -> None:
    data = (copy / PAGES).read_bytes()
    titles = sorted(TITLES)
    for place, changed in flips(data, min(700, len(data))):
        (copy / PAGES).write_bytes(changed)
        title = titles[data[:place].count(b"\n")]
        snapshot = Snapshot(copy)
        named = {(fault.file, fault.name) for fault in snapshot.faults()}
        last = place == len(data) - 1  # the last line feed is no page's
        assert (PAGES, title) in named or (last and (PAGES, "") in named), (place, named)
        if not last:
            with pytest.raises(DamagedPage, match=PAGES):
                snapshot.pages.get(title)


def test_every_changed_byte_of_the_calls_names_its_call(copy: Path) -> None:
    data = (copy / CALLS).read_bytes()
    by_request = {request_digest("countries_area", country(name)): country(name) for name in COUNTRIES}
    requests = sorted(by_request)
    for place, changed in flips(data, min(700, len(data))):
        (copy / CALLS).write_bytes(changed)
        request = requests[data[:place].count(b"\n")]
        snapshot = Snapshot(copy)
        named = {(fault.file, fault.name) for fault in snapshot.faults()}
        last = place == len(data) - 1
        assert (CALLS, request) in named or (last and (CALLS, "") in named), (place, named)
        if not last:
            with pytest.raises(DamagedCall, match=CALLS):
                snapshot.tools.call("countries_area", by_request[request])


@pytest.mark.parametrize("name", [POOLS, WORLD])
def test_every_changed_byte_of_the_other_files_names_the_file(copy: Path, name: str) -> None:
    data = (copy / name).read_bytes()
    for place in range(len(data)):
        changed = bytearray(data)
        changed[place] ^= 1 << (place % 8)
        (copy / name).write_bytes(changed)
        snapshot = Snapshot(copy)
        assert name in {fault.file for fault in snapshot.faults()}, place
        with pytest.raises(InputError, match=name):
            assert snapshot.record if name == WORLD else snapshot.pools


@pytest.mark.parametrize("name", [PAGES, CALLS])
def test_lines_that_are_gone_doubled_or_moved_are_noticed(copy: Path, name: str) -> None:
    lines = (copy / name).read_bytes().splitlines(keepends=True)
    for kept in (lines[1:], lines[:-1], [*lines, lines[0]], lines[::-1], [], [*lines, b"\n"]):
        (copy / name).write_bytes(b"".join(kept))
        assert {fault.file for fault in Snapshot(copy).faults()} == {name}


def test_other_pages_are_still_read(copy: Path) -> None:
    lines = (copy / PAGES).read_bytes().splitlines(keepends=True)
    (copy / PAGES).write_bytes(b"".join([b"not json\n", *lines[1:]]))
    snapshot = Snapshot(copy)
    assert snapshot.pages.get("Dora").title == "Dora"
    with pytest.raises(DamagedPage, match=r"'Anna' is missing, though world\.json lists it"):
        snapshot.pages.get("Anna")
    faults = list(snapshot.faults())
    assert [(fault.line, fault.name) for fault in faults] == [(1, ""), (0, "Anna")]


@pytest.mark.parametrize("name", [PAGES, CALLS, POOLS])
def test_a_missing_file_is_named(copy: Path, name: str) -> None:
    (copy / name).unlink()
    assert name in {fault.file for fault in Snapshot(copy).faults()}


def test_a_line_of_another_record_does_not_pass(copy: Path, whole: Path, tmp_path: Path) -> None:
    """A page whose own digests hold, but that isn't the one recorded, is found by the file's digest."""
    world = open_world(f"snapshot:{whole}")
    pages = {title: article("other text") for title in TITLES}
    other = open_world(f"zim:{write_zim(tmp_path / 'o.zim', pages)}")
    record_world(tmp_path / "other", other, TITLES, [], {})
    lines = (copy / PAGES).read_bytes().splitlines(keepends=True)
    lines[0] = (tmp_path / "other" / PAGES).read_bytes().splitlines(keepends=True)[0]
    (copy / PAGES).write_bytes(b"".join(lines))
    assert [fault.file for fault in Snapshot(copy).faults()] == [PAGES]
    assert world.pages.get("Anna").html != other.pages.get("Anna").html


def test_exchanges_are_recorded_whole(whole: Path) -> None:
    world = open_world(f"snapshot:{whole}")
    call = world.tools.call("countries_area", country("Peru"))
    assert isinstance(call, Exchange)
    assert call.licence.redistributable
    assert call.provider.startswith("countryinfo ")
