"""Items read again in the world as it is now: what changed there, and what is gone, is told item by item."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from releases.drift import drift
from releases.families.legs_drift import leg_drift
from schemas.base import parse_record
from schemas.canonical import canonical_bytes, sha256_bytes
from schemas.legs import Leg
from schemas.values import NumberValue, show_value
from schemas.worlds import PageRecord, WorldRecord
from tests.releases.building import copied, fine, records, run, shared_release
from worlds.pages import Link, Page
from worlds.record import seal_page, seal_world
from worlds.world import open_world


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared_release(tmp_path_factory)


def test_in_the_world_that_it_was_made_in_every_item_is_stable(release: Path) -> None:
    found = drift(release, None, None)
    assert [one.fate for one in found.checked] == ["stable"] * 3
    assert (found.unsourced, found.proposal) == (6, None)
    assert "3 stable, 0 drifted, 0 dead" in fine("drift", release, "--world", "atlas")


def test_a_sample_is_drawn_the_same_each_time(release: Path) -> None:
    one, two = drift(release, "atlas", 2), drift(release, "atlas", 2)
    assert one == two
    assert len(one.checked) == 2


def changed_world(release: Path, target: Path, title: str, change: dict[str, str]) -> Path:
    """The recorded world with other HTML on one page, or without that page where there is no change; all sealed."""
    world = copied(release, target) / "world"
    lines = []
    titles = []
    for line in (world / "pages.jsonl").read_bytes().splitlines():
        page = parse_record(PageRecord, line, "a page")
        if page.title == title:
            if not change:
                continue
            html = page.html
            for old, new in change.items():
                assert old in html
                html = html.replace(old, new)
            links = [Link(link.title, link.text) for link in page.links]
            page = seal_page(Page(page.title, html, page.revision, page.url), page.aliases, links)
        titles.append(page.title)
        lines.append(canonical_bytes(page) + b"\n")
    (world / "pages.jsonl").write_bytes(b"".join(lines))
    record = parse_record(WorldRecord, (world / "world.json").read_bytes(), "the world")
    digests = {**dict(record.files), "pages.jsonl": sha256_bytes(b"".join(lines))}
    update = {"files": tuple(sorted(digests.items())), "titles": tuple(titles)}
    (world / "world.json").write_bytes(canonical_bytes(seal_world(record.model_copy(update=update))) + b"\n")
    return world


def test_a_page_that_is_gone_makes_its_legs_dead(release: Path, tmp_path: Path) -> None:
    leg = records(release, "legs")[0]
    title = next(stop["evidence"]["title"] for stop in leg["stops"] if stop["stop_type"] == "route_info")
    world = changed_world(release, tmp_path / "changed", title, {})
    done = run("drift", release, "--world", f"snapshot:{world}", "--json")
    assert done.returncode == 1
    told = json.loads(done.stdout)
    users = {
        str(one["id"])
        for one in records(release, "legs")
        if any(stop["stop_type"] == "route_info" and stop["evidence"]["title"] == title for stop in one["stops"])
    }
    assert {one["item"] for one in told["dead"]} == users
    assert told["proposal"] == "0.3.1"
    assert told["stable"] == 3 - len(users)


def test_a_value_that_changed_is_told_with_both_values(release: Path) -> None:
    """The record is changed instead of the world: what differs is the same."""
    world = open_world("atlas")
    for plain in records(release, "legs"):
        leg = parse_record(Leg, canonical_bytes(plain), "a leg")
        assert leg_drift(leg, world) is None
        place = next(n for n, stop in enumerate(leg.stops) if isinstance(stop.value, NumberValue))
        was = leg.stops[place].value
        assert isinstance(was, NumberValue)
        other = was.model_copy(update={"value": str(int(was.value.partition(".")[0]) + 1)})
        stops = [stop.model_copy(update={"value": other}) if n == place else stop for n, stop in enumerate(leg.stops)]
        found = leg_drift(leg.model_copy(update={"stops": tuple(stops)}), world)
        assert found is not None
        assert (found.place, found.dead) == (f"stops[{place}]", False)
        assert found.why == f"it was {show_value(other)}, and is {show_value(was)} now"
