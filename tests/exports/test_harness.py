"""Task folders are loaded and run by the harnesses they are for, in an environment of their own."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from releases.reading import open_subject
from releases.scoring.grading import grade
from schemas.canonical import canonical_bytes
from schemas.errors import InputError
from schemas.triplets import Triplet
from tests.releases.building import ROOT, fine, one_line, run, shared_questions

Row = dict[str, str | int | bool | list[str]]

HARNESS = Path(os.environ.get("BENCHWRIGHT_HARNESS", ROOT / ".venv" / "harness")) / "bin" / "python"

LM_EVAL = """
import json, sys
from lm_eval.tasks import TaskManager, get_task_dict
names = json.loads(sys.argv[2])
manager = TaskManager(include_path=sys.argv[1], include_defaults=False)
assert set(names) <= set(manager.all_tasks), manager.all_tasks
told = {}
for name, task in get_task_dict(names[1:], manager).items():
    told[name] = []
    for doc in task.test_docs():
        options = doc.get("options")
        if options is None:
            said = {"right": [json.loads(sys.argv[3])[doc["id"]][doc["question"]]], "wrong": ["I am not sure."]}
        else:
            places = [(place == doc["statement"]) == doc["better_exists"] for place in range(4)] \\
                if "statement" in doc else [place == doc["gold"] for place in range(4)]
            likely = lambda place: [(0.0 if at == place else -9.0, False) for at in range(4)]
            said = {"right": likely(places.index(True)), "wrong": likely(places.index(False))}
        asked = task.doc_to_text(doc)
        told[name].append({"id": doc["id"], "asked": asked,
                           **{kind: task.process_results(doc, results) for kind, results in said.items()}})
print(json.dumps(told))
"""

INSPECT = """
import json, sys
from inspect_ai import eval
from inspect_ai.model import ModelOutput, ModelUsage, get_model
folder, names, answers = sys.argv[1], json.loads(sys.argv[2]), json.loads(sys.argv[3])
told = {}
for name in names:
    said = [ModelOutput.from_content("mockllm/model", text) for text in answers[name]]
    for output in said:
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)  # else it counts with a download
    model = get_model("mockllm/model", custom_outputs=said)
    log = eval(f"{folder}/task.py@{name}", model=model, log_dir=sys.argv[4], display="none", max_connections=1)[0]
    assert log.status == "success", log.error
    told[name] = {sample.id: next(iter(sample.scores.values())).value for sample in log.samples}
print(json.dumps(told))
"""


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared_questions(tmp_path_factory)


@pytest.fixture(scope="module")
def golds(release: Path) -> dict[str, dict[str, str]]:
    """Right answers by item and question."""
    items = [item.record for item in open_subject(release).items if isinstance(item.record, Triplet)]
    return {
        one.id: {
            "commonsense": f"So the final answer is: {one.answers_commonsense[0]}",
            "math": f"So the final answer is: {one.answer_math}",
            "composition": f"So the final answer is: {one.answer_composition}",
        }
        for one in items
    }


def harnessed(code: str, *words: str, tmp_path: Path) -> str:
    """Run code in the harnesses' environment, without network, and give the last line it prints."""
    env = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "HF_HUB_OFFLINE": "1"}
    done = subprocess.run(
        [HARNESS, "-c", code, *words], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.strip().splitlines()[-1]


def test_lm_eval_loads_and_marks_every_task(release: Path, golds: dict[str, dict[str, str]], tmp_path: Path) -> None:
    names = json.loads(fine("export", "lm-eval", release, "-o", tmp_path / "out", "--json"))["tasks"]
    told = json.loads(
        harnessed(LM_EVAL, str(tmp_path / "out"), json.dumps(names), json.dumps(golds), tmp_path=tmp_path)
    )
    assert sorted(told) == sorted(names[1:])
    assert len(told) == 5
    for name, docs in told.items():
        assert docs, name
        for doc in docs:
            assert doc["right"] == {"accuracy": 1.0}, (name, doc["id"])
            assert doc["wrong"] == {"accuracy": 0.0}, (name, doc["id"])
            assert doc["asked"]
            assert "{{" not in doc["asked"]


def test_inspect_runs_and_marks_every_task(release: Path, golds: dict[str, dict[str, str]], tmp_path: Path) -> None:
    names = json.loads(fine("export", "inspect", release, "-o", tmp_path / "out", "--json"))["tasks"]
    answers: dict[str, list[str]] = {}
    expected: dict[str, dict[str, str]] = {}
    for name in names:
        rows = [json.loads(line) for line in (tmp_path / "out" / "data" / f"{name}.jsonl").read_text().splitlines()]
        asked = [row for row in rows if row["split"] == "test"]
        # The first is answered wrongly, the others rightly.
        answers[name] = ["ANSWER: nothing", *(said(row, name, golds) for row in asked[1:])]
        expected[name] = {row["id"]: "I" if row is asked[0] else "C" for row in asked}
    told = harnessed(
        INSPECT,
        str(tmp_path / "out"),
        json.dumps(names),
        json.dumps(answers),
        str(tmp_path / "logs"),
        tmp_path=tmp_path,
    )
    assert json.loads(told) == expected


def said(row: Row, name: str, golds: dict[str, dict[str, str]]) -> str:
    """A right answer to a row."""
    if "record" in row:
        return golds[str(row["id"])][name.rpartition("_")[2]]
    places = (
        [row["gold"]] if "gold" in row else [n for n in range(4) if (n == row["statement"]) == row["better_exists"]]
    )
    return f"ANSWER: {'ABCD'[int(str(places[0]))]}"


def test_a_damaged_release_is_not_exported(release: Path, tmp_path: Path) -> None:
    told = one_line(run("export", "lm-eval", tmp_path, "-o", tmp_path / "out"), 2)
    assert "not a release" in told
    assert not (tmp_path / "out").exists()


def test_only_the_questions_of_a_triplet_are_graded(release: Path) -> None:
    item = next(item.record for item in open_subject(release).items if isinstance(item.record, Triplet))
    record = canonical_bytes(item).decode()
    assert grade(record, "math", item.answer_math)
    with pytest.raises(InputError, match="no question"):
        grade(record, "algebra", item.answer_math)
    with pytest.raises(InputError):
        grade("{}", "math", "1")
