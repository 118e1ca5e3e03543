"""A recorded world answers as the world it was recorded from, holds more than was used, and says what it lacks."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path

import pytest

from schemas.errors import InputError
from schemas.values import NumberValue, TextValue
from schemas.worlds import Arguments, Exchange
from tests.worlds.zimfiles import NO_SHARED, SHARED_ZIM, article, write_zim
from worlds.pages import MissingPage
from worlds.record import CALLS, PAGES, POOLS, WORLD
from worlds.recorder import record_world, with_decoys, with_neighbours
from worlds.replay import MissingCall
from worlds.snapshot import Snapshot
from worlds.tools.calls import ToolBox, ToolRefusal, UnsupportedTool, make_arguments, refused
from worlds.world import World, open_world

FILES = (CALLS, PAGES, POOLS, WORLD)
NUMBERS = (NumberValue(type="number", value="1961", unit="year"), NumberValue(type="number", value="3", unit="metres"))


def country(name: str) -> TextValue:
    return TextValue(type="text", value=name)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    names = [f"Page {number:02}" for number in range(60)]
    pages = {
        name: article("".join(f'<a href="{other.replace(" ", "_")}">{other}</a>' for other in names[:: number + 1]))
        for number, name in enumerate(names)
    }
    path = write_zim(tmp_path_factory.mktemp("zim") / "small.zim", pages, {"Alias": "Page 01", "Été": "Page 02"})
    return open_world(f"zim:{path}")


@pytest.fixture(scope="module")
def calls(world: World) -> tuple[Exchange, ...]:
    made = [
        world.tools.call("countries_area", make_arguments(country=country("France"))),
        world.tools.call(
            "python_execute_code",
            make_arguments(operation="convert", quantity=NUMBERS[1], to_unit="feet"),
        ),
    ]
    return with_decoys(world, made, random.Random(2))


@pytest.fixture
def recorded(tmp_path: Path, world: World, calls: tuple[Exchange, ...]) -> World:
    folder = tmp_path / "world"
    record_world(folder, world, with_neighbours(world, ["Page 01", "Page 02"]), calls, {"born": NUMBERS})
    return open_world(f"snapshot:{folder}")


def test_recorded_pages_are_the_pages(world: World, recorded: World) -> None:
    titles = recorded.pages.titles()
    assert titles == tuple(sorted(titles))
    for title in titles:
        assert recorded.pages.get(title) == world.pages.get(title)
        assert recorded.pages.links(title) == world.pages.links(title)
        assert recorded.pages.aliases(title) == world.pages.aliases(title)
    assert recorded.pages.get("Alias").title == "Page 01"
    assert recorded.pages.licence == world.pages.licence


def test_a_recorded_world_is_named_and_pinned_as_its_source_without_a_path(world: World, recorded: World) -> None:
    name = "trial_en_2024-01"  # what the file calls itself
    assert (recorded.name, recorded.source, recorded.version) == (name, f"zim:{name}", world.version)
    assert (recorded.digest, recorded.fictional) == (world.digest, world.fictional)
    folder = Path(recorded.spec.removeprefix("snapshot:"))
    assert str(folder.parent).encode() not in b"".join((folder / name).read_bytes() for name in FILES)


def test_recorded_calls_are_answered_and_others_missed(recorded: World, calls: tuple[Exchange, ...]) -> None:
    for call in calls:
        assert recorded.tools.call(call.tool, call.arguments) == call
    with pytest.raises(MissingCall, match=r"countries_area\(country=Atlantis\).*doesn't hold this call") as caught:
        recorded.tools.call("countries_area", make_arguments(country=country("Atlantis")))
    assert caught.value.reason == "not-recorded"
    with pytest.raises(UnsupportedTool):
        recorded.tools.call("maps_geocode", make_arguments(address=country("x")))


def test_a_page_that_was_not_recorded_is_named(world: World, recorded: World) -> None:
    assert world.pages.get("Page 59").title not in recorded.pages.titles()
    with pytest.raises(MissingPage, match="the record doesn't hold the page 'Page 59'"):
        recorded.pages.get("Page 59")


def test_refused_calls_refuse_again(tmp_path: Path, world: World) -> None:
    arguments = make_arguments(country=country("Atlantis"))
    with pytest.raises(ToolRefusal) as first:
        world.tools.call("countries_area", arguments)
    record_world(tmp_path / "w", world, [], [refused(first.value)], {})
    with pytest.raises(ToolRefusal) as again:
        open_world(f"snapshot:{tmp_path / 'w'}").tools.call("countries_area", arguments)
    assert (again.value.reason, str(again.value)) == (first.value.reason, str(first.value))


def test_the_same_things_in_another_order_are_the_same_bytes(
    tmp_path: Path, world: World, calls: tuple[Exchange, ...]
) -> None:
    titles = with_neighbours(world, ["Page 01", "Page 02"])
    record_world(tmp_path / "one", world, titles, calls, {"b": NUMBERS, "a": ()})
    again = ["Alias", *reversed(titles)]
    record_world(tmp_path / "two", world, again, [*reversed(calls), calls[0]], {"a": (), "b": NUMBERS})
    for name in FILES:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_a_record_of_a_record_is_the_same_bytes(tmp_path: Path, recorded: World, calls: tuple[Exchange, ...]) -> None:
    record_world(tmp_path / "again", recorded, recorded.pages.titles(), calls, {"born": NUMBERS})
    folder = Path(recorded.spec.removeprefix("snapshot:"))
    for name in FILES:
        assert (tmp_path / "again" / name).read_bytes() == (folder / name).read_bytes()


def test_neighbours_are_the_linked_pages_in_link_order(world: World) -> None:
    all_of_it = with_neighbours(world, ["Page 01"])
    assert set(all_of_it) == {"Page 01", *(link.title for link in world.pages.links("Page 01"))}
    links = [link.title for link in world.pages.links("Page 00")]
    assert len(links) == 59
    assert set(with_neighbours(world, ["Page 00"], 30)) == {"Page 00", *links[:30]}
    with pytest.raises(InputError, match="at least 30"):
        with_neighbours(world, ["Page 00"], 29)


def test_ten_decoys_of_the_same_mode_stand_beside_every_call(world: World, calls: tuple[Exchange, ...]) -> None:
    assert len({call.request for call in calls}) == len(calls) == 22
    converted = [call for call in calls if call.tool == "python_execute_code"]
    assert len(converted) == 11
    assert {call.result.type == "number" and call.result.unit for call in converted} == {"feet"}
    assert with_decoys(world, calls[:2], random.Random(2)) == with_decoys(world, calls[:2], random.Random(2))


def test_a_table_that_is_used_up_is_not_searched_for_every_call(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    decoys = type(world.tools).decoys

    def counted(tools: ToolBox, tool: str, rng: random.Random, n: int, exclude: Iterable[Arguments]) -> object:
        asked.append(n)
        return decoys(tools, tool, rng, n, exclude)

    france = make_arguments(country=country("France"))
    every = world.tools.decoys("countries_area", random.Random(1), 1000, [france])
    gold = [world.tools.call("countries_area", arguments) for arguments in (france, *every[:120])]
    monkeypatch.setattr(type(world.tools), "decoys", counted)
    recorded = with_decoys(world, gold, random.Random(2))
    assert len(recorded) >= len(every)  # nothing of the table is missing, but for what the last search didn't draw
    assert len(asked) < 60  # one search a call at first, a few more to find the table used up, and none for the rest


def test_recorded_tools_draw_decoys_from_the_record(recorded: World, calls: tuple[Exchange, ...]) -> None:
    gold = next(call for call in calls if call.tool == "countries_area")
    decoys = recorded.tools.decoys("countries_area", random.Random(1), 99, [gold.arguments])
    assert set(decoys) == {call.arguments for call in calls if call.tool == "countries_area"} - {gold.arguments}


def test_pools_come_back_as_given(recorded: World) -> None:
    snapshot = Snapshot(Path(recorded.spec.removeprefix("snapshot:")))
    assert snapshot.pools == {"born": NUMBERS}
    assert list(snapshot.faults()) == []


def test_a_folder_without_a_record_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no world\.json here"):
        open_world(f"snapshot:{tmp_path}")


def test_a_record_that_fails_leaves_no_world(tmp_path: Path, world: World, calls: tuple[Exchange, ...]) -> None:
    record_world(tmp_path / "w", world, ["Page 01"], calls, {})
    with pytest.raises(MissingPage):
        record_world(tmp_path / "w", world, ["Page 01", "Nowhere"], calls, {})
    assert list(Snapshot(tmp_path / "w").faults()) == []
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(InputError):
        record_world(tmp_path / "file" / "w", world, ["Page 01"], calls, {})


@pytest.mark.skipif(not SHARED_ZIM.is_file(), reason=NO_SHARED)
def test_the_real_file_recorded_whole_answers_as_itself(tmp_path: Path) -> None:
    world = open_world(f"zim:{SHARED_ZIM}")
    titles = with_neighbours(world, ["Ray (film)"])
    assert len(titles) == 59
    record_world(tmp_path / "w", world, world.pages.titles(), [], {})
    recorded = open_world(f"snapshot:{tmp_path / 'w'}")
    assert [recorded.pages.get(title) for title in titles] == [world.pages.get(title) for title in titles]
    for query in ("ray charles", "genius soul", "georgia", "raymond charles robinson", "zzz"):
        assert recorded.pages.search(query, 20) == world.pages.search(query, 20)
    record_world(tmp_path / "part", world, titles, [], {})
    part = open_world(f"snapshot:{tmp_path / 'part'}").pages
    held = [title for title in world.pages.search("ray charles", 99) if title in titles]
    assert list(part.search("ray charles", 99)) == held
