"""The verbs of formats and splits as scripts use them, and what a release ships for scoring."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from releases.exports.agentcoma import COLUMNS
from releases.scoring.prompts import PROMPTS_FILE
from schemas.canonical import canonical_bytes, content_id
from schemas.triplets import Triplet
from tests.releases.building import fine, one_line, run, shared_release
from tests.scoring.items import made

ITEMS = made(5)


@pytest.fixture
def items(tmp_path: Path) -> Path:
    path = tmp_path / "items.jsonl"
    path.write_bytes(b"".join(canonical_bytes(item) + b"\n" for item in ITEMS))
    return path


def test_a_csv_goes_out_is_audited_comes_in_and_goes_out_the_same(items: Path, tmp_path: Path) -> None:
    out, rows, again = tmp_path / "a.csv", tmp_path / "rows.jsonl", tmp_path / "b.csv"
    fine("triplets", "export", items, "-o", out)
    assert out.read_text().splitlines()[0].split(",") == list(COLUMNS)
    told = json.loads(fine("check", out, "--json"))
    assert told["items"] == len(ITEMS)
    assert told["findings"] == {}
    assert any(entry.startswith("T2 ") for entry in told["not_checkable"])
    fine("triplets", "import", out, "-o", rows)
    fine("triplets", "export", rows, "-o", again)
    assert again.read_bytes() == out.read_bytes()
    assert "exists already" in one_line(run("triplets", "export", items, "-o", out), 2)
    fine("triplets", "export", items, "-o", out, "--force")


def test_a_faulty_csv_exits_with_findings_and_one_that_is_none_with_bad_input(items: Path, tmp_path: Path) -> None:
    out = tmp_path / "a.csv"
    fine("triplets", "export", items, "-o", out)
    out.write_text(out.read_text().replace(f",{ITEMS[0].answer_math},", ",987654,", 1))
    done = run("check", out)
    assert done.returncode == 1
    assert "row 1: answer_math: T1.answers-differ" in done.stdout
    out.write_text("a,b\n1,2\n")
    assert "no column question_commonsense" in one_line(run("check", out), 2)


def test_label_studio_tasks_go_out_blind_unless_asked(items: Path, tmp_path: Path) -> None:
    blind, whole, form = tmp_path / "blind.json", tmp_path / "whole.json", tmp_path / "form.xml"
    words = ("triplets", "export", items, "--format", "labelstudio")
    fine(*words, "-o", blind, "--form-out", form)
    fine(*words, "-o", whole, "--with-answers")
    assert "answer_math" not in blind.read_text()
    assert "answer_math" in whole.read_text()
    assert form.read_text().startswith("<View>")
    back = tmp_path / "back.jsonl"
    assert "nothing to import" in one_line(run("triplets", "import", blind, "-o", back), 2)
    assert not back.exists()
    labelled = json.loads(blind.read_text())
    result = {"from_name": "answer_math", "type": "textarea", "value": {"text": ["55"]}}
    labelled[0]["annotations"] = [{"completed_by": 1, "result": [result]}]
    blind.write_text(json.dumps(labelled))
    fine("triplets", "import", blind, "-o", tmp_path / "labels.jsonl")
    assert json.loads((tmp_path / "labels.jsonl").read_text()) == {
        "item": ITEMS[0].id, "annotator": "1", "fields": {"answer_math": "55"}
    }  # fmt: skip


def test_whole_tasks_give_items_and_annotations_back(items: Path, tmp_path: Path) -> None:
    """What went out comes back byte by byte, also once people have annotated it."""
    whole, back, said = tmp_path / "whole.json", tmp_path / "back.jsonl", tmp_path / "said.jsonl"
    fine("triplets", "export", items, "--format", "labelstudio", "--with-answers", "-o", whole)
    fine("triplets", "import", whole, "-o", back)
    assert back.read_bytes() == items.read_bytes()
    tasks = json.loads(whole.read_text())
    result = {"from_name": "one_step", "type": "choices", "value": {"choices": ["yes"]}}
    tasks[2]["annotations"] = [{"completed_by": 4, "result": [result]}]
    whole.write_text(json.dumps(tasks))
    assert "1 annotations left out (--annotations FILE)" in fine("triplets", "import", whole, "-o", back, "--force")
    fine("triplets", "import", whole, "-o", back, "--force", "--annotations", said)
    assert back.read_bytes() == items.read_bytes()
    assert json.loads(said.read_text()) == {"item": ITEMS[2].id, "annotator": "4", "fields": {"one_step": "yes"}}


def test_split_writes_items_whose_ids_are_those_of_their_content(items: Path, tmp_path: Path) -> None:
    out = tmp_path / "split.jsonl"
    fine("triplets", "split", items, "--dev", "8", "--test", "12", "-o", out)
    moved = [Triplet.model_validate_json(line) for line in out.read_bytes().splitlines()]
    assert Counter(item.split for item in moved) == {"dev": 8, "test": 12}
    assert all(item.id == content_id("triplet", item) for item in moved)
    assert {item.question_math for item in moved} == {item.question_math for item in ITEMS}
    short = run("triplets", "split", items, "--dev", "9", "--test", "12", "-o", tmp_path / "x.jsonl")
    assert "there are 20" in one_line(short, 2)


def test_a_release_ships_the_prompts_and_is_scored_by_split(
    tmp_path_factory: pytest.TempPathFactory, tmp_path: Path
) -> None:
    release = shared_release(tmp_path_factory)
    shipped = json.loads((release / "scoring" / PROMPTS_FILE).read_bytes())
    assert shipped["canary"] in (release / "CANARY").read_text()
    assert shipped["decoding"]["temperature"] == 0
    assert set(shipped["prompts"]) == {"chain-of-thought", "self-ask"}
    rows = tmp_path / "rows.json"
    fine("triplets", "export", release, "--split", "test", "--format", "labelstudio", "--with-answers", "-o", rows)
    test = [Triplet.model_validate_json(task["data"]["record"]) for task in json.loads(rows.read_bytes())]
    assert {item.split for item in test} == {"test"}
    predictions = tmp_path / "p.jsonl"
    lines = [
        {"id": item.id, "commonsense": ", ".join(item.choice), "math": item.answer_math, "composition": "no idea"}
        for item in test
    ]
    predictions.write_text("".join(json.dumps(line) + "\n" for line in lines))
    told = json.loads(fine("score", release, predictions, "--samples", "100", "--json"))["configs"]["triplets"]
    assert told["splits"] == ["test"]
    assert told["composition"]["unread"] == len(test) == told["gap"]["count"]


def test_hash_seeds_change_no_byte(items: Path, tmp_path: Path) -> None:
    predictions = tmp_path / "p.jsonl"
    lines = [
        {"id": item.id, "commonsense": item.options[n % 3].name, "math": item.answer_math, "composition": str(n)}
        for n, item in enumerate(ITEMS)
    ]
    predictions.write_text("".join(json.dumps(line) + "\n" for line in lines))
    seen: list[tuple[bytes, bytes, str]] = []
    for seed in ("1", "2"):
        split, study = tmp_path / f"split{seed}.jsonl", tmp_path / f"study{seed}"
        fine("triplets", "split", items, "--dev", "8", "--test", "12", "-o", split, hash_seed=seed)
        assign = ("triplets", "study", "assign", items, "--people", "12", "--load", "5", "-o", study)
        fine(*assign, hash_seed=seed)
        scored = fine("score", items, predictions, "--samples", "100", "--json", hash_seed=seed)
        seen.append((split.read_bytes(), (study / "key.jsonl").read_bytes(), scored))
    assert seen[0] == seen[1]
