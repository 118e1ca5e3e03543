"""The verbs as scripts use them: JSON in a fixed shape, exit codes, folders and files that other verbs read."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from schemas.canonical import content_id
from schemas.findings import Finding
from tests.releases.building import ROOT, fine, one_line, run, shared_release


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared_release(tmp_path_factory)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that `legs generate` wrote."""
    out = tmp_path_factory.mktemp("legs") / "out"
    fine("legs", "generate", "--source", "atlas", "--count", "1", "--seed", "5", "-o", out, "--workers", "1")
    return out


@pytest.fixture(scope="module")
def questions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that `triplets generate` wrote."""
    out = tmp_path_factory.mktemp("triplets") / "t.jsonl"
    fine("triplets", "generate", "--count", "6", "--seed", "5", "-o", out)
    return out


def test_help_names_every_verb_and_the_exit_codes_without_loading_what_verbs_need() -> None:
    told = fine("--help")
    assert all(verb in told for verb in ("build", "check", "explain", "replay", "legs", "triplets"))
    assert all(f"{code} {what}" in " ".join(told.split()) for code, what in ((1, "findings"), (2, "bad usage")))
    heavy = "{'pydantic', 'pyarrow', 'sympy', 'lxml', 'libzim', 'networkx', 'jsonschema'}"
    code = f"import sys, benchwright.cli; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("group", ["build", "check", "explain", "replay", "legs", "triplets"])
def test_every_verb_has_help(group: str) -> None:
    assert fine(group, "--help").startswith("Usage: ")


def test_check_json_has_the_documented_shape(release: Path) -> None:
    told = json.loads(fine("check", release, "--json"))
    assert told["items"] == 9
    assert told["not_checkable"] == []
    for code, counts in told["findings"].items():
        assert code.startswith("L15.")
        assert counts.keys() == {"hits", "items", "samples"}
    assert told["stats"].keys() >= {"dead_stops", "diamonds", "live_diamonds", "fully_live_legs", "answers"}
    assert told["stats"]["fully_live_legs"] == 3
    assert told["stats"]["diamonds"] == told["stats"]["live_diamonds"] == 1
    assert {entry["dead"] for entry in told["stats"]["dead_stops"].values()} == {0}
    for detail in told["details"]:
        Finding.model_validate(detail)


def test_replay_json(release: Path) -> None:
    told = json.loads(fine("replay", release, "--json"))
    assert told == {"items": 9, "same": 9, "different": [], "findings": {}, "details": []}


def test_generated_legs_are_checked_replayed_and_explained_from_their_folder(made: Path) -> None:
    assert {path.name for path in made.iterdir()} == {"legs.jsonl", "rejected.jsonl", "world"}
    assert json.loads(fine("check", made, "--json"))["not_checkable"] == []
    assert json.loads(fine("replay", made, "--json"))["same"] == 1
    leg = json.loads((made / "legs.jsonl").read_bytes())
    assert f"answer {leg['answer']};" in fine("explain", made, leg["id"])


def test_a_leg_without_its_world_is_checked_as_far_as_it_goes(made: Path, tmp_path: Path) -> None:
    alone = tmp_path / "alone.jsonl"
    alone.write_bytes((made / "legs.jsonl").read_bytes())
    told = json.loads(fine("check", alone, "--json"))
    assert {"L7", "L8", "L9", "L14"} <= set(told["not_checkable"])
    assert "L13" not in told["not_checkable"]
    whole = json.loads(fine("check", alone, "--world", made / "world", "--json"))
    assert whole["not_checkable"] == []
    assert run("replay", alone).returncode == 2


def test_a_broken_leg_is_named_with_its_place_and_exits_1(made: Path, tmp_path: Path) -> None:
    leg = json.loads((made / "legs.jsonl").read_bytes())
    leg["clues"][1] = f"Open {leg['stops'][-1]['index']} “nothing”."
    leg["id"] = content_id("leg", leg)
    (tmp_path / "x.jsonl").write_text(json.dumps(leg) + "\n")
    done = run("check", tmp_path / "x.jsonl")
    assert done.returncode == 1
    assert f"{leg['id']}: clues[1]" in done.stdout


def test_an_item_that_fits_no_schema_is_a_finding_with_item_and_place(made: Path, tmp_path: Path) -> None:
    leg = json.loads((made / "legs.jsonl").read_bytes())
    leg["answer"] = 12
    (tmp_path / "x.jsonl").write_text("\n" + json.dumps(leg) + "\n")
    told = run("check", tmp_path / "x.jsonl", "--json")
    assert told.returncode == 1
    detail = json.loads(told.stdout)["details"][0]
    assert detail["item"] == leg["id"]
    assert detail["code"] == "Schema.misfit"
    assert "line 2: answer" in detail["place"]


def test_generated_triplets_are_checked_and_replayed_from_their_file(questions: Path) -> None:
    told = json.loads(fine("check", questions, "--json"))
    assert told["items"] == 6
    assert told["not_checkable"] == []
    assert json.loads(fine("replay", questions, "--json"))["same"] == 6


def test_a_file_of_triplets_is_replaced_by_force_only(questions: Path) -> None:
    words = ("triplets", "generate", "--count", "6", "--seed", "5", "-o", questions)
    before = questions.read_bytes()
    assert run(*words).returncode == 2
    fine(*words, "--force")
    assert questions.read_bytes() == before


def test_a_new_template_is_a_form_whose_open_places_check_names_by_line(tmp_path: Path) -> None:
    path = tmp_path / "my-own.toml"
    assert "fill it in" in fine("triplets", "new", "travel-agent", "addition", "-o", path)
    done = run("triplets", "check", path, "--json")
    assert done.returncode == 1
    details = json.loads(done.stdout)["details"]
    assert {one["item"] for one in details} == {"my-own"}
    lines = path.read_text().splitlines()
    for one in details:
        assert 1 <= int(one["place"].rpartition(":")[2]) <= len(lines)
    assert run("triplets", "new", "travel agent", "addition", "-o", path).returncode == 2
    assert "T0.placeholder" in {one["code"] for one in details if "domain: " in one["message"]}
    for name in ("Bad Name!", "two--hyphens", "x" * 61, "é"):
        refused = run("triplets", "new", "travel agent", "addition", "--name", name, "-o", tmp_path / "other.toml")
        assert "lower case, words joined by hyphens" in one_line(refused, 2)
    assert not (tmp_path / "other.toml").exists()
    assert "use one of: house working" in run("triplets", "new", "gardening", "addition").stderr


def test_every_packaged_template_passes_its_check() -> None:
    library = ROOT / "generators" / "triplets" / "library"
    assert fine("triplets", "check", library / "afraid-of-heights.toml").endswith("1 item, 0 critical findings of 0\n")


def test_an_id_is_found_by_its_beginning_if_only_one_has_it(questions: Path) -> None:
    ids = [json.loads(line)["id"] for line in questions.read_bytes().splitlines()]
    assert ids[0] in fine("explain", questions, ids[0][:20])
    done = run("explain", questions, "triplet-")
    assert done.returncode == 2
    assert "6 items begin with 'triplet-'" in done.stderr
    assert "no item 'leg-0'" in run("explain", questions, "leg-0").stderr


def test_facts_are_shown_with_their_spans(made: Path) -> None:
    told = json.loads(fine("legs", "facts", "--source", "atlas", "Spain", "--json"))
    assert told["title"] == "Spain"
    population = next(fact for fact in told["facts"] if fact["field"] == "population")
    assert population["end"] > population["start"]
    assert population["quote"] in fine("legs", "facts", "--source", "atlas", "Spain")
    title = json.loads((made / "legs.jsonl").read_bytes())["seed_title"]
    assert title in fine("legs", "facts", "--source", f"snapshot:{made / 'world'}", title)


def test_build_json_counts_what_was_made(tmp_path: Path) -> None:
    (tmp_path / "r.toml").write_text(
        'name = "a"\nversion = "1.0.0"\ntitle = "A"\nseed = 1\n[triplets]\ntest = 5\nunreviewed = true\n'
    )
    told = json.loads(fine("build", tmp_path / "r.toml", "-o", tmp_path / "out", "--json"))
    assert told["items"] == 5
    assert told["splits"] == {"triplets/test": 5}
    assert told["rejected"] == sum(told["reasons"].values())
