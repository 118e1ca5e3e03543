"""What an audit prints and writes, through the command: text, JSON, CSV, and a page without scripts."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from lxml import etree, html

from releases.foreign.audit import audit_legs
from releases.foreign.page import audit_page
from releases.foreign.telling import audit_csv, audit_json
from tests.foreign.making import command, diamond, planted, refusal, sequential, stops_of, written
from tests.foreign.test_codes import FOUNDED, asks
from tests.releases.building import run
from validators.foreign.meanings import MEANINGS


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    hostile = planted(sequential(), lambda one: stops_of(one)[0].update(extraction_target="<script>alert(1)</script>"))
    many = {f"leg{number}": planted(sequential(), asks(FOUNDED, 20 + number)) for number in range(4)}
    return written(tmp_path_factory.mktemp("audit"), sound=sequential(), hostile=hostile, dag_one=diamond(), **many)


def test_the_json_has_the_shape_that_every_check_has(folder: Path) -> None:
    told = audit_json(audit_legs(folder))
    assert {"items", "findings", "not_checkable", "stats", "details"} == told.keys()
    findings, stats, missing = told["findings"], told["stats"], told["not_checkable"]
    assert isinstance(findings, dict)
    assert isinstance(stats, dict)
    assert isinstance(missing, list)
    assert findings["L8.misread-year"] == {
        "hits": 4, "items": 4, "samples": [f"aar-linear/easy/leg{number}" for number in range(4)]
    }  # fmt: skip
    assert stats["answers"] == {str(digit): {3: 6, 9: 1}.get(digit, 0) for digit in range(10)}
    assert (stats["diamonds"], stats["live_diamonds"], stats["fully_live_legs"]) == (1, 1, 7)
    assert isinstance(stats["not_found"], list)
    assert {*findings} & {*stats["not_found"]} == set()
    assert {*findings} | {*stats["not_found"]} == {*MEANINGS}, "every code is counted, or said to be found nowhere"
    assert {str(reason).split()[0] for reason in missing} >= {"L13", "L14", "L16", "L7"}
    assert not [code for code in findings if str(code).startswith(("L14", "L16"))], "not checkable is not 0"


def test_three_samples_a_code_in_each_variant_and_level(folder: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(audit_csv(audit_legs(folder)).decode())))
    (row,) = [row for row in rows if (row["code"], row["level"]) == ("L8.misread-year", "easy")]
    assert (row["variant"], row["legs"], row["hits"], row["legs_hit"]) == ("sequential", "6", "4", "4")
    assert row["samples"].split() == [f"aar-linear/easy/leg{number}" for number in range(3)]
    assert {(row["variant"], row["level"]) for row in rows} == {
        ("sequential", "easy"), ("sequential", "all"), ("compositional", "easy"), ("compositional", "all"),
    }  # fmt: skip


def test_the_page_is_whole_without_scripts_or_anything_from_elsewhere(folder: Path) -> None:
    made = audit_page(audit_legs(folder))
    tree = html.document_fromstring(made)
    assert not tree.xpath("//script | //link | //img | //iframe | //*[@src] | //*[@href]")
    assert len(tree.xpath("//*[local-name()='svg']")) == 4
    for drawn in tree.xpath("//*[local-name()='svg']"):
        etree.fromstring(etree.tostring(drawn))
    text = tree.text_content()
    for word in ("L8.misread-year", "aar-linear/easy/leg2", "Not checkable", "L14", "dead stops", "easy compositional"):
        assert word in text


def test_the_command_writes_both_files_and_exits_by_what_it_found(folder: Path, tmp_path: Path) -> None:
    files = ("--csv", tmp_path / "a.csv", "--html", tmp_path / "a.html", "--markdown", tmp_path / "a.md")
    done = run("check", folder, *files, "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["items"] == 7
    assert (tmp_path / "a.csv").read_bytes() == audit_csv(audit_legs(folder))
    assert b"</html>" in (tmp_path / "a.html").read_bytes()
    assert "| `L8.misread-year` |" in (tmp_path / "a.md").read_text()
    sound = written(tmp_path / "sound", only=sequential())
    done = command("check", sound)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "easy sequential: 1 legs" in done.stdout


def test_bad_input_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "legs").mkdir()
    (tmp_path / "legs" / "a.json").write_text('{"trail_id": 7')
    assert "a.json" in refusal("check", tmp_path / "legs")
    (tmp_path / "rows.csv").write_text("a,b\n")
    told = refusal("check", tmp_path / "rows.csv", "--html", tmp_path / "x.html")
    assert "--csv, --html and --markdown are for legs that others published" in told


def test_rows_of_questions_as_json_lines_are_audited_like_their_csv(tmp_path: Path) -> None:
    row = {
        "question_commonsense": "Which of the lamp and the lake floats?", "answers_commonsense": ["the lamp"],
        "question_math": "A lamp costs 4 dollars. What do 3 lamps cost?", "answer_math": "12",
        "question_composition": "A lamp costs 4 dollars. What do 3 of what floats cost?", "answer_composition": "13",
    }  # fmt: skip
    (tmp_path / "q.jsonl").write_text(json.dumps(row) + "\n")
    done = command("check", tmp_path / "q.jsonl", "--json")
    assert done.exit_code == 1
    assert "T1.answers-differ" in json.loads(done.stdout)["findings"]
    as_in_csv = {**row, "answers_commonsense": "['the lamp']", "answer_math": 12, "answer_composition": 13, "id": 7}
    (tmp_path / "q.jsonl").write_text(json.dumps(as_in_csv) + "\n")
    assert json.loads(command("check", tmp_path / "q.jsonl", "--json").stdout) == json.loads(done.stdout)
    (tmp_path / "q.jsonl").write_text(json.dumps({**row, "answer_math": True}) + "\n")
    assert "line 1: answer_math" in refusal("check", tmp_path / "q.jsonl")
    (tmp_path / "q.csv").write_text(",".join(row) + "\n")
    assert "it holds no row" in refusal("check", tmp_path / "q.csv")


def test_any_questions_and_answers_as_json_lines(tmp_path: Path) -> None:
    """Repeats, an answer that stands in its question, and one that is missing; a number in a name is no answer."""
    lines = [
        {"question": "How many boats does the guild of the ferry keep on the amber lake?", "answer": 47},
        {"question": "How many boats does the guild of the ferry keep on the amber lake?", "answer": 47},
        {"question": "How many boats does the guild of the ferry keep on the silver lake?", "answer": 12},
        {"question": "Who owns the mill at Mill Street, the miller or the mayor?", "answer": "The mayor"},
        {"question": "Of 21 locks 9 are open. How many locks are open?", "answer": "9"},
        {"question": "What is the name of the lake?", "answer": ""},
        {"question": "In 1905 the guild had more boats than ever. How many?", "answer": "90"},
        {"Question": "Is the harbour by the mill, the lake or the road?", "Final answer": ["a quay", "the lake"]},
    ]
    path = tmp_path / "set.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    told = json.loads(command("check", path, "--json").stdout)
    assert {code: one["samples"] for code, one in told["findings"].items()} == {
        "T4.answer-printed": ["line 4", "line 5", "line 8"],
        "T5.no-answer": ["line 6"],
        "T10.near-duplicate": ["line 3"],
        "T10.same-item": ["line 2"],
    }
    path.write_text(json.dumps(lines[0]) + "\n[1]\n")
    assert "set.jsonl: line 2: an item is a JSON object" in refusal("check", path)
