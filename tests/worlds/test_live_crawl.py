"""A crawl records a part of a world, with more than was used, and its record answers with the network gone."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner, Result

from benchwright.cli import main
from schemas.publish import faults
from schemas.values import NumberValue
from schemas.worlds import CrawlRecord, Exchange
from tests.releases.building import run
from tests.worlds.mediawiki import MediaWiki
from tests.worlds.wikibackends import made_up_backends, write_settings
from tests.worlds.wikiproxy import proxied
from tests.worlds.wikiworld import cities, countries
from worlds.crawl import CRAWL
from worlds.pages import Link, MissingPage, Page
from worlds.record import CALLS, PAGES, POOLS, WORLD, read_call
from worlds.recorder import LEAST_DECOYS
from worlds.snapshot import Snapshot
from worlds.tools.box import core_tools
from worlds.tools.calls import bind, make_arguments
from worlds.tools.registry import tool_spec
from worlds.world import World, open_world

LAND, TOWN = countries()[2], cities()[8]
FILES = (CALLS, CRAWL, PAGES, POOLS, WORLD)
OPTIONS = ("--seed-title", f"republic_of {LAND.name}", "--seed-title", TOWN.name, "--count", "2", "--seed", "7",
           "--seed-pages", "facts=2,length=100")  # fmt: skip


class Crawled(NamedTuple):
    """A crawl whose servers are gone: its folder, its environment and address, and what the wiki said."""

    folder: Path
    environment: dict[str, str]
    api: str
    pages: dict[str, tuple[Page, tuple[Link, ...], tuple[str, ...]]]

    @property
    def world(self) -> World:
        return open_world(f"snapshot:{self.folder}")

    @property
    def record(self) -> CrawlRecord:
        return CrawlRecord.model_validate_json((self.folder / CRAWL).read_bytes())


@pytest.fixture(scope="module")
def crawled(mediawiki: MediaWiki, tmp_path_factory: pytest.TempPathFactory) -> Crawled:
    tmp = tmp_path_factory.mktemp("crawl")
    with proxied(mediawiki) as proxy, made_up_backends() as backends, pytest.MonkeyPatch.context() as patch:
        environment = {
            "BENCHWRIGHT_CONTACT": "operator@benchwright.test",
            "BENCHWRIGHT_LIVE": str(write_settings(tmp / "live.toml", backends, tmp / "cache")),
        }
        done = run("legs", "crawl", "--source", "live", "--api", proxy.api, *OPTIONS, "-o", tmp / "out", **environment)
        assert done.returncode == 0, done.stderr
        for name, value in environment.items():
            patch.setenv(name, value)
        live = open_world(f"live:{proxy.api}")
        titles = open_world(f"snapshot:{tmp / 'out'}").pages.titles()
        pages = {title: (live.pages.get(title), live.pages.links(title), live.pages.aliases(title)) for title in titles}
        assert pickle.loads(pickle.dumps(live)).pages.get(TOWN.name) == live.pages.get(TOWN.name)  # noqa: S301
    return Crawled(tmp / "out", environment, proxy.api, pages)


def test_the_record_is_the_wiki_byte_for_byte(crawled: Crawled) -> None:
    pages = crawled.world.pages
    assert len(crawled.pages) > 20
    for title, (page, links, aliases) in crawled.pages.items():
        assert pages.get(title) == page
        assert pages.links(title) == links
        assert pages.aliases(title) == aliases
    assert list(Snapshot(crawled.folder).faults()) == []
    assert crawled.world.source == f"live:{crawled.api}"
    assert crawled.world.fictional


def test_the_same_crawl_again_asks_nobody_and_writes_the_same_bytes(crawled: Crawled, tmp_path: Path) -> None:
    words = ("legs", "crawl", "--source", f"live:{crawled.api}", *OPTIONS, "--json", "-o", tmp_path / "again")
    done = run(*words, hash_seed="7", **crawled.environment)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["world"] == crawled.record.world
    for name in FILES:
        assert (tmp_path / "again" / name).read_bytes() == (crawled.folder / name).read_bytes()


def test_every_visited_page_has_all_its_linked_pages(crawled: Crawled) -> None:
    record = crawled.record
    assert len(record.seeds) == 4
    assert record.visited == tuple(sorted(record.seeds))
    titles = set(crawled.world.pages.titles())
    for visited in record.visited:
        assert {link.title for link in crawled.world.pages.links(visited)} <= titles


def test_every_answered_call_has_ten_others_of_its_tool(crawled: Crawled) -> None:
    calls = [read_call(line) for line in (crawled.folder / CALLS).read_bytes().splitlines()]
    answered = [call for call in calls if isinstance(call, Exchange)]
    kinds = Counter(tool_spec(call.tool).ability(bind(call.tool, call.arguments)[0]) for call in answered)
    assert {"maps_elevation", "maps_geocode", "countries_population", "maps_search_places"} <= kinds.keys()
    assert min(kinds.values()) > LEAST_DECOYS
    for call in calls:
        if isinstance(call, Exchange):
            assert crawled.world.tools.call(call.tool, call.arguments) == call


def test_how_it_was_chosen_is_written_down(crawled: Crawled) -> None:
    record = crawled.record
    asked = record.asked[0]
    assert (asked.asked, asked.normalised) == (f"republic_of {LAND.name}", f"Republic of {LAND.name}")
    assert (asked.redirects, asked.title) == ((f"Republic of {LAND.name}",), LAND.name)
    assert record.seeds[:2] == (LAND.name, TOWN.name)
    assert (record.seed, record.pages.facts, record.depth, record.neighbours) == (7, 2, 1, None)
    assert list(faults("crawl", json.loads((crawled.folder / CRAWL).read_bytes()))) == []
    assert record.world == Snapshot(crawled.folder).record.digest


def test_facts_are_read_from_the_record(crawled: Crawled) -> None:
    done = run("legs", "facts", "--source", f"snapshot:{crawled.folder}", f"Republic of {LAND.name}")
    assert done.returncode == 0, done.stderr
    assert f"{LAND.population:,}" in done.stdout


def test_a_leg_is_made_from_the_record_alone(crawled: Crawled, tmp_path: Path) -> None:
    source = f"snapshot:{crawled.folder}"
    done = run(
        "legs", "generate", "--source", source, "--count", "1", "--seed", "6", "--workers", "1", "-o", tmp_path / "o"
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "o" / "legs.jsonl").read_bytes().count(b"\n") == 1


def test_programs_are_computed_recorded_or_not(crawled: Crawled) -> None:
    asked = make_arguments(
        operation="convert", quantity=NumberValue(type="number", value="17", unit="metres"), to_unit="feet"
    )
    assert crawled.world.tools.call("python_execute_code", asked) == core_tools().call("python_execute_code", asked)


def test_a_page_outside_the_record_is_named(crawled: Crawled) -> None:
    absent = next(town.name for town in cities() if town.name not in crawled.pages)
    with pytest.raises(MissingPage, match=absent):
        crawled.world.pages.get(absent)


@pytest.mark.parametrize("source", ["atlas", "record"])
def test_any_world_can_be_crawled(source: str, crawled: Crawled, tmp_path: Path) -> None:
    spec = source if source == "atlas" else f"snapshot:{crawled.folder}"
    count, named, depth = ("2", "France", 1) if source == "atlas" else ("0", TOWN.name, 2)
    words = ["--source", spec, "--count", count, "--seed", "3", "--neighbours", "30", "--depth", str(depth)]
    words += ["--seed-title", named, "--json", "-o"]
    one, other = (crawl(*words, tmp_path / name) for name in ("one", "other"))
    assert one.exit_code == 0, one.stderr
    told = json.loads(one.stdout)
    assert told["world"] == json.loads(other.stdout)["world"]
    assert told["pages"] > told["visited"] >= told["seeds"] > 0
    world, made = open_world(spec), open_world(f"snapshot:{tmp_path / 'one'}")
    for title in made.pages.titles()[::20]:
        assert made.pages.get(title) == world.pages.get(title)
    record = CrawlRecord.model_validate_json((tmp_path / "one" / CRAWL).read_bytes())
    for title in record.visited[::10]:
        links = [link.title for link in world.pages.links(title) if world.pages.holds(link.title)]
        assert set(links[:30]) <= set(made.pages.titles())


def crawl(*words: str | Path, **environment: str) -> Result:
    """The command in this process."""
    return CliRunner().invoke(main, ["legs", "crawl", *map(str, words)], env=environment)


LIVE = ("--source", "live", "--api", "http://127.0.0.1:9")


@pytest.mark.parametrize(
    ("words", "environment", "code", "told"),
    [
        (LIVE, {"BENCHWRIGHT_CONTACT": ""}, 2, "set BENCHWRIGHT_CONTACT to"),
        (LIVE, {"BENCHWRIGHT_CONTACT": "me@example.com"}, 2, "set BENCHWRIGHT_CONTACT to"),
        (LIVE, {}, 3, "127.0.0.1:9"),
        (LIVE[:2], {}, 2, "--api URL"),
        (("--source", "atlas", "--api", "http://x.test"), {}, 2, "--api goes with --source live"),
        (("--source", "live:gopher://x"), {}, 2, "api.php"),
        (("--source", "atlas", "--seed-pages", "beauty=3"), {}, 2, "beauty"),
        (("--source", "atlas", "--seed-pages", "facts=many"), {}, 2, "KEY=N"),
        (("--source", "atlas", "--count", "5", "--seed-pages", "facts=900,tries=60"), {}, 2, "facts"),
        (("--source", "atlas", "--seed-title", "Atlantis"), {}, 2, "Atlantis"),
        (("--source", "atlas", "--count", "0"), {}, 2, "no seed page"),
    ],
)
def test_what_can_not_be_crawled_is_one_line_and_leaves_nothing(
    words: tuple[str, ...], environment: dict[str, str], code: int, told: str, tmp_path: Path
) -> None:
    settings = tmp_path / "live.toml"
    settings.write_text('patience = 0\ncache = "cache"\n')
    assert told in line(crawl(*words, "-o", tmp_path / "out", **given(settings) | environment), code)
    assert not (tmp_path / "out").exists()


def given(settings: Path) -> dict[str, str]:
    """The environment of an operator."""
    return {"BENCHWRIGHT_CONTACT": "operator@benchwright.test", "BENCHWRIGHT_LIVE": str(settings)}


def line(result: Result, code: int) -> str:
    """The one line of an error."""
    assert result.exit_code == code, (result.stdout, result.stderr)
    (told,) = [line for line in result.stderr.replace("\r", "\n").splitlines() if line.startswith("benchwright: ")]
    return told


@pytest.mark.parametrize("settings", ["cache = 3", "bases = 1", "colour = 'red'", "[bases]\nnowhere = 'http://x'", "="])
def test_settings_that_are_none_are_named(settings: str, tmp_path: Path) -> None:
    path = tmp_path / "live.toml"
    path.write_text(settings)
    told = line(crawl(*LIVE, "-o", tmp_path / "out", **given(path)), 2)
    assert "live.toml" in told or "nowhere" in told


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    assert "name another folder" in line(crawl("--source", "atlas", "-o", tmp_path), 2)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
