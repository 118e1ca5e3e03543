"""A release holds what it says: it loads, its card is plain, its parts agree, and it replays from itself alone."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest
import yaml

from releases.check import check
from releases.explain import explain, explain_json
from releases.families.registry import families
from releases.layout import read_manifest
from releases.replay import replay
from schemas.canonical import content_id
from schemas.publish import faults, schema_path
from tests.releases.building import copied, fine, records, shared_release, tree


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared_release(tmp_path_factory)


def front(release: Path) -> tuple[dict[str, object], str]:
    _, matter, body = (release / "README.md").read_text().split("---\n", 2)
    return yaml.safe_load(matter), body


def test_its_checks_find_nothing_critical_and_every_answer_comes_out_again(release: Path) -> None:
    report = check(release)
    assert report.critical == ()
    assert report.items == 9
    assert report.not_checkable == ()
    replayed = replay(release)
    assert replayed.findings == ()
    assert replayed.same == 9


def test_it_replays_anywhere_without_the_world_it_was_made_in(
    release: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone() -> None:
        raise AssertionError("replay looked for the world outside the release")

    moved = copied(release, tmp_path / "moved")
    monkeypatch.setattr("worlds.world._atlas", gone)
    assert replay(moved).findings == ()


LOADING = """
import json, sys
from datasets import load_dataset
loaded = load_dataset(sys.argv[1], sys.argv[2])
parts = {name: {"types": str(part.features.arrow_schema.remove_metadata()), "rows": part.to_list()}
         for name, part in loaded.items()}
print(json.dumps(parts))
"""


@pytest.mark.parametrize(("config", "splits"), [("legs", {"test": 3}), ("triplets", {"dev": 2, "test": 4})])
def test_datasets_loads_every_config_with_the_declared_types(
    release: Path, tmp_path: Path, config: str, splits: dict[str, int]
) -> None:
    offline = {"HF_HOME": str(tmp_path), "HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "HOME": str(tmp_path)}
    command = [sys.executable, "-c", LOADING, str(release), config]
    done = subprocess.run(command, env={**os.environ, **offline}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    loaded = json.loads(done.stdout)
    assert {name: len(part["rows"]) for name, part in loaded.items()} == splits
    family = next(family for family in families() if family.config == config)
    for part in loaded.values():
        assert part["types"] == str(family.table())
        for row in part["rows"]:
            assert row == {**family.row(family.parse(row["record"], "a row")), "record": row["record"]}


def test_the_globs_match_data_files_only(release: Path) -> None:
    matter, _ = front(release)
    configs = matter["configs"]
    assert isinstance(configs, list)
    for config in configs:
        for entry in config["data_files"]:
            found = sorted(path.relative_to(release).as_posix() for path in release.glob(entry["path"]))
            pattern = rf"data/{config['config_name']}/{entry['split']}-\d{{5}}-of-\d{{5}}\.parquet"
            assert found
            assert all(re.fullmatch(pattern, path) for path in found)


def test_front_matter_is_plain_and_complete(release: Path) -> None:
    matter, _ = front(release)
    assert yaml.safe_load(yaml.safe_dump(matter)) == matter
    assert matter["license"] == "mit"
    assert matter["language"] == ["en"]
    assert matter["size_categories"] == ["n<1K"]
    assert {"benchwright", "legs", "triplets", "unreviewed"} <= set(matter["tags"])


def test_the_first_lines_say_that_items_are_unreviewed(release: Path) -> None:
    _, body = front(release)
    first = [line for line in body.splitlines() if line.strip()][:2]
    assert first[0].startswith("# ")
    assert "Unreviewed" in first[1]


def test_the_card_counts_what_the_release_holds(release: Path) -> None:
    _, body = front(release)
    legs, manifest = records(release, "legs"), read_manifest(release)
    assert "| legs | test | 3 | 1 |" in body
    assert "| triplets | dev | 2 | 1 |" in body
    answers = [sum(leg["answer"] == digit for leg in legs) for digit in range(10)]
    assert "| " + " | ".join(map(str, answers)) + " |" in body
    rejected = (release / "rejected.jsonl").read_bytes().count(b"\n")
    assert f"{rejected} of {rejected + 9} attempts were rejected" in body
    assert manifest.world is not None
    assert manifest.world.digest in body


def test_the_manifest_lists_every_file_as_standard_tools_see_it(release: Path) -> None:
    done = subprocess.run(["sha256sum", "--check", "manifest.sha256"], cwd=release, capture_output=True, check=False)
    assert done.returncode == 0
    manifest = json.loads((release / "manifest.json").read_bytes())
    assert list(faults("manifest", manifest)) == []
    told = "".join(f"{entry['sha256']}  {entry['path']}\n" for entry in manifest["files"])
    check_all = subprocess.run(
        ["sha256sum", "--check"], cwd=release, input=told.encode(), capture_output=True, check=False
    )
    assert check_all.returncode == 0
    assert {entry["path"] for entry in manifest["files"]} == tree(release).keys() - {"manifest.json", "manifest.sha256"}


def test_every_record_fits_its_published_schema_and_has_the_id_of_its_content(release: Path) -> None:
    for config, name in (("legs", "leg"), ("triplets", "triplet")):
        assert (release / "schemas" / f"{name}.schema.json").read_bytes() == schema_path(name).read_bytes()
        for record in records(release, config):
            assert list(faults(name, record)) == []
            assert record["id"] == content_id(name, record)
    for line in (release / "rejected.jsonl").read_bytes().splitlines():
        assert list(faults("rejection", json.loads(line))) == []


def test_the_canary_is_in_every_record_and_every_file_that_is_not_a_source_or_a_schema(release: Path) -> None:
    canary = read_manifest(release).canary
    for name, data in tree(release).items():
        if name.endswith(".parquet"):
            table = pq.read_table(release / name)
            assert table.schema.metadata[b"canary"].decode() == canary
            assert set(table["canary"].to_pylist()) == {canary}
        elif not name.endswith((".schema.json", "manifest.sha256", ".toml")) and not name.startswith("world/"):
            assert canary.encode() in data, name
    for config in ("legs", "triplets"):
        assert {record["canary"] for record in records(release, config)} == {canary}


def test_the_recorded_world_holds_more_than_the_gold_path(release: Path) -> None:
    calls = [json.loads(line) for line in (release / "world" / "calls.jsonl").read_bytes().splitlines()]
    pages = {json.loads(line)["title"] for line in (release / "world" / "pages.jsonl").read_bytes().splitlines()}
    stops = [stop for leg in records(release, "legs") for stop in leg["stops"]]
    gold = {step["request"] for stop in stops for step in stop.get("chain", ())}
    tools = {call["tool"] for call in calls if call["request"] in gold}
    for tool in tools - {"python_execute_code"}:
        asked = [call for call in calls if call["tool"] == tool]
        assert len([call for call in asked if call["request"] not in gold]) >= 10, tool
    visited = {stop["evidence"]["title"] for stop in stops if stop["stop_type"] == "route_info"}
    assert visited < pages
    assert len(pages) >= 30


def test_explain_shows_graph_clues_values_evidence_and_why_each_stop_is_live(release: Path) -> None:
    for leg in records(release, "legs"):
        told = explain(release, str(leg["id"]))
        for clue in leg["clues"]:
            assert str(clue) in told
        stops = leg["stops"]
        assert isinstance(stops, list)
        for stop in stops:
            assert isinstance(stop, dict)
            effect = stop["sensitivity"]
            assert isinstance(effect, dict)
            if stop["stop_type"] == "route_info":
                found = stop["evidence"]
                assert isinstance(found, dict)
                assert f"“{found['quote']}”" in told
                assert f"characters {found['start']}–{found['end']}" in told
            if stop is not stops[-1]:
                assert f"{effect['changed']} of {effect['differing']} other values" in told
        machine = explain_json(release, str(leg["id"]))
        edges = {(edge["from"], edge["to"]) for edge in machine["graph"] if edge["kind"] == "data"}
        assert edges == {(source, stop["index"]) for stop in stops for source in stop["depends_on"]}
        assert machine["item"] == leg


def test_explain_shows_a_triplets_options_and_algebra(release: Path) -> None:
    item = records(release, "triplets")[0]
    told = fine("explain", release, str(item["id"])[:14])
    for key in ("question_composition", "question_math", "question_commonsense", "answer_composition"):
        assert str(item[key]) in told
    for option in item["options"]:
        assert str(option["why"]) in told
    assert f"= {item['answer_composition']} (" in told


def test_a_folder_that_was_only_copied_partly_is_named(release: Path, tmp_path: Path) -> None:
    partly = copied(release, tmp_path / "partly")
    shutil.rmtree(partly / "scoring")
    missing = [finding.place for finding in check(partly).findings if finding.code == "Release.missing-file"]
    assert missing == sorted(path for path in tree(release) if path.startswith("scoring/"))
