"""A release that was damaged or edited: every change is seen, and what rests on it is named."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from releases.check import check
from releases.replay import replay
from schemas.base import parse_record
from schemas.canonical import JSON, canonical_bytes, content_id, sha256_bytes
from schemas.errors import InputError
from schemas.worlds import PageRecord, WorldRecord
from tests.releases.building import copied, edit_first, fix_manifest, one_line, records, run, shared_release, tree
from worlds.pages import Link, Page
from worlds.record import seal_page, seal_world
from worlds.snapshot import Snapshot


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared_release(tmp_path_factory)


@pytest.fixture
def spoilt(release: Path, tmp_path: Path) -> Path:
    return copied(release, tmp_path / "spoilt")


def flip(path: Path, place: int) -> None:
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(bytes(data))


def test_one_bit_flipped_in_any_file_is_named(release: Path, spoilt: Path) -> None:
    """Also where the file can't be read any more: then the error's one line names it."""
    places = random.Random(5)
    for name, data in tree(release).items():
        flip(spoilt / name, places.randrange(len(data)))
        try:
            found = {finding.place.partition(":")[0] for finding in check(spoilt).critical}
        except InputError as error:
            found = {file for file in (name, "manifest.json") if f"/{file}: " in f"{error}: "}
        assert name in found or (name == "manifest.sha256" and "manifest.json" in found), name
        (spoilt / name).write_bytes(data)
    assert check(spoilt).critical == ()


def legs_by_page(release: Path) -> dict[str, set[str]]:
    users: dict[str, set[str]] = {}
    for leg in records(release, "legs"):
        for stop in leg["stops"]:
            if stop["stop_type"] == "route_info":
                users.setdefault(stop["evidence"]["title"], set()).add(str(leg["id"]))
    return users


def legs_by_considered_page(release: Path) -> dict[str, set[str]]:
    """Also the pages that a clue has to tell the next page apart from: the links of every page left by one."""
    links: dict[str, list[str]] = {}
    for line in (release / "world" / "pages.jsonl").read_bytes().splitlines():
        page = json.loads(line)
        links[page["title"]] = [link["title"] for link in page["links"]]
    users = legs_by_page(release)
    for leg in records(release, "legs"):
        visits = [stop for stop in leg["stops"] if stop["stop_type"] == "route_info"]
        for before, after in pairwise(visits):
            if after["transition"] == "link_follow":
                for title in links[before["evidence"]["title"]]:
                    users.setdefault(title, set()).add(str(leg["id"]))
    return users


def test_one_byte_of_a_recorded_page_names_the_file_and_every_item_that_uses_it(release: Path, spoilt: Path) -> None:
    path = spoilt / "world" / "pages.jsonl"
    original = path.read_bytes()
    offset = 0
    everyone = legs_by_considered_page(release)
    only_considered = sorted(everyone.keys() - legs_by_page(release).keys())
    assert only_considered
    wanted = {*legs_by_page(release), *only_considered[:3]}
    users = {title: legs for title, legs in everyone.items() if title in wanted}
    seen = set()
    for line in original.splitlines(keepends=True):
        title = json.loads(line)["title"]
        if title in users:
            flip(path, offset + line.index(b'"html":"') + 60)
            replayed = replay(spoilt)
            assert set(replayed.different) == users[title]
            assert any(finding.place.startswith("world/pages.jsonl: line") for finding in replayed.findings)
            seen.add(title)
            if seen == users.keys():
                break
            path.write_bytes(original)
        offset += len(line)
    assert seen == users.keys()
    done = run("replay", spoilt, "--json")
    assert done.returncode == 1
    told = json.loads(done.stdout)
    assert set(told["different"]) == users[title]
    assert told["same"] == 9 - len(users[title])


def test_a_damaged_list_of_the_world_names_every_leg(release: Path, spoilt: Path) -> None:
    path = spoilt / "world" / "world.json"
    flip(path, path.read_bytes().index(b'"titles"') + 14)
    legs = {str(leg["id"]) for leg in records(release, "legs")}
    assert legs <= set(replay(spoilt).different)
    assert legs <= {finding.item for finding in check(spoilt).critical}


def test_a_damaged_page_leaves_the_rules_in_force_for_the_other_legs(release: Path, spoilt: Path) -> None:
    path = spoilt / "world" / "pages.jsonl"
    flip(path, 1)
    assert "L14" not in check(spoilt).not_checkable


def test_one_byte_of_a_recorded_call_names_the_file_and_every_item_that_uses_it(release: Path, spoilt: Path) -> None:
    users: dict[str, set[str]] = {}
    for leg in records(release, "legs"):
        for stop in leg["stops"]:
            for step in stop.get("chain", ()):
                users.setdefault(str(step["request"]), set()).add(str(leg["id"]))
    path = spoilt / "world" / "calls.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    for number, line in enumerate(lines):
        request = json.loads(line)["request"]
        if request in users:
            changed = line.replace(b'"provider":"', b'"provider":"x', 1)
            path.write_bytes(b"".join([*lines[:number], changed, *lines[number + 1 :]]))
            replayed = replay(spoilt)
            assert set(replayed.different) == users[request]
            assert any(f"world/calls.jsonl: line {number + 1}" in finding.place for finding in replayed.findings)


def test_a_page_that_was_edited_with_every_hash_fixed_up_is_still_named(release: Path, spoilt: Path) -> None:
    """Each leg itself holds the digest of the pages it was read from."""
    users = legs_by_page(release)
    world = spoilt / "world"
    lines = (world / "pages.jsonl").read_bytes().splitlines()
    number = next(number for number, line in enumerate(lines) if json.loads(line)["title"] in users)
    old = parse_record(PageRecord, lines[number], "a page")
    page = Page(old.title, old.html.replace("<p>", "<p>Edited. ", 1) + " ", old.revision, old.url)
    lines[number] = canonical_bytes(seal_page(page, old.aliases, [Link(*link) for link in pairs(old)]))
    (world / "pages.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))
    record = parse_record(WorldRecord, (world / "world.json").read_bytes(), "the world")
    digests = {**dict(record.files), "pages.jsonl": sha256_bytes((world / "pages.jsonl").read_bytes())}
    sealed = seal_world(record.model_copy(update={"files": tuple(sorted(digests.items()))}))
    (world / "world.json").write_bytes(canonical_bytes(sealed) + b"\n")
    fix_manifest(spoilt)
    assert list(Snapshot(world).faults()) == []
    assert set(replay(spoilt).different) == users[old.title]


def pairs(page: PageRecord) -> list[tuple[str, str]]:
    return [(link.title, link.text) for link in page.links]


def test_an_edited_gold_answer_with_every_hash_fixed_up_is_named(spoilt: Path) -> None:
    leg = records(spoilt, "legs")[0]
    wrong = (int(str(leg["answer"])) + 1) % 10
    name = edit_first(spoilt, "legs", "test", {"answer": wrong}, {"answer": wrong})
    done = run("replay", spoilt)
    assert done.returncode == 1
    assert f"{name}: answer: Replay.differs: the record says {wrong}, replay gives {leg['answer']}" in done.stdout
    checked = run("check", spoilt)
    assert checked.returncode == 1
    assert name in checked.stdout
    assert "Shape.id-not-content" in checked.stdout


def test_an_edited_answer_under_the_id_of_its_content_is_still_named_by_replay(spoilt: Path) -> None:
    leg = records(spoilt, "legs")[0]
    changes: dict[str, JSON] = {"answer": (int(str(leg["answer"])) + 1) % 10}
    changes["id"] = content_id("leg", {**leg, **changes})
    edit_first(spoilt, "legs", "test", changes, dict(changes))
    assert replay(spoilt).different == (changes["id"],)


def test_a_leg_that_refers_to_a_later_stop_is_named(spoilt: Path) -> None:
    """Its values can't be worked out at all, which is a finding and no error of ours."""
    leg = records(spoilt, "legs")[0]
    stops = json.loads(json.dumps(leg["stops"]))
    detour = next(stop for stop in stops if stop["stop_type"] == "detour")
    detour["source"]["stop"] = detour["index"]
    changes: dict[str, JSON] = {"stops": stops}
    changes["id"] = content_id("leg", {**leg, **changes})
    edit_first(spoilt, "legs", "test", changes, {"id": changes["id"]})
    assert replay(spoilt).different == (changes["id"],)
    assert changes["id"] in {finding.item for finding in check(spoilt).critical}


def test_a_damaged_recipe_is_named_though_legs_are_checked_by_its_levels(spoilt: Path) -> None:
    recipe = spoilt / "recipe.toml"
    flip(recipe, recipe.read_bytes().index(b'"easy"') + 1)
    assert "recipe.toml" in {finding.place for finding in check(spoilt).critical}


def test_an_edited_triplet_answer_is_named(spoilt: Path) -> None:
    item = records(spoilt, "triplets")[0]
    wrong = str(int(str(item["answer_composition"]).partition(".")[0]) + 1)
    changes: dict[str, JSON] = {"answer_composition": wrong, "answer_math": wrong}
    name = edit_first(spoilt, "triplets", "dev", changes, dict(changes))
    assert name in replay(spoilt).different
    assert name in {finding.item for finding in check(spoilt).critical}


def test_a_column_that_says_something_else_than_its_record_is_named(spoilt: Path) -> None:
    name = edit_first(spoilt, "legs", "test", {}, {"seed_title": "Nowhere"})
    found = [finding for finding in check(spoilt).critical if finding.code == "Table.stale-column"]
    assert [(finding.item, finding.place) for finding in found] == [
        (name, "data/legs/test-00000-of-00001.parquet: row 1: seed_title")
    ]


def test_a_parquet_with_a_missing_column_is_one_line_that_names_it(spoilt: Path) -> None:
    path = spoilt / "data" / "legs" / "test-00000-of-00001.parquet"
    pq.write_table(pq.read_table(path).drop_columns(["clues"]), path)
    for fixed in (False, True):
        if fixed:
            fix_manifest(spoilt)
        for verb in ("check", "replay"):
            told = one_line(run(verb, spoilt), 2)
            assert "data/legs/test-00000-of-00001.parquet: column 'clues' is missing" in told


def test_files_that_were_added_or_renamed_are_named(spoilt: Path) -> None:
    (spoilt / "data" / "extra.txt").write_text("x")
    (spoilt / "CANARY").rename(spoilt / "CANARIES")
    found = {(finding.code, finding.place) for finding in check(spoilt).critical}
    assert found == {
        ("Release.unlisted-file", "CANARIES"),
        ("Release.unlisted-file", "data/extra.txt"),
        ("Release.missing-file", "CANARY"),
    }


def test_a_recipe_that_another_release_was_made_from_is_named(spoilt: Path) -> None:
    recipe = spoilt / "recipe.toml"
    recipe.write_text(recipe.read_text().replace("seed = 11", "seed = 12"))
    fix_manifest(spoilt)
    places = {finding.place for finding in check(spoilt).critical if finding.code == "Release.wrong-recipe"}
    assert places == {"recipe.toml", "recipe.toml: seed"}


def test_a_card_that_says_otherwise_than_the_items_is_found(spoilt: Path) -> None:
    card = spoilt / "README.md"
    text = card.read_text(encoding="utf-8")
    for old, new in (("> **Unreviewed.**", "> Reviewed."), ("| triplets | dev | 2 |", "| triplets | dev | 99 |")):
        assert old in text
        card.write_text(text.replace(old, new, 1), encoding="utf-8")
        fix_manifest(spoilt)
        assert "Release.wrong-card" in {finding.code for finding in check(spoilt).critical}


def test_a_review_that_only_the_manifest_knows_of_is_found(spoilt: Path) -> None:
    manifest = spoilt / "manifest.json"
    plain = json.loads(manifest.read_bytes())
    plain["unreviewed"] = False
    manifest.write_bytes(canonical_bytes(plain))
    fix_manifest(spoilt)
    assert "Release.wrong-review" in {finding.code for finding in check(spoilt).critical}


def test_a_file_that_holds_nothing_is_no_clean_file(tmp_path: Path) -> None:
    (tmp_path / "legs.jsonl").write_bytes(b"")
    assert "it holds no item" in one_line(run("check", tmp_path / "legs.jsonl"), 2)
