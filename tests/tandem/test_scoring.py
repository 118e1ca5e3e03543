"""`score` for tandem: predictions from a file, the paper's identities by construction, faults in one line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchwright.cli import main
from generators.tandem.dealing import deal
from generators.tandem.scenarios import TandemConfig
from generators.tandem.verification import verification
from releases.scoring.base import Options
from releases.scoring.score import score
from schemas.canonical import canonical_bytes
from schemas.errors import InputError
from schemas.tandem import TandemQuestion, TandemVerification

Row = dict[str, object]


@pytest.fixture(scope="module")
def questions() -> list[TandemQuestion]:
    config = TandemConfig(3, 5, "test", "00000000-0000-4000-8000-000000000000", (1,))
    scenarios = [deal("collab_overcooked", config, index, 0) for index in range(5)]
    return [question for one in scenarios for question in (one.short, one.long)]


@pytest.fixture(scope="module")
def halves(questions: list[TandemQuestion]) -> list[TandemVerification]:
    return [verification(question, half) for question in questions for half in ("retained", "removed")]


@pytest.fixture(scope="module")
def folder(
    tmp_path_factory: pytest.TempPathFactory, questions: list[TandemQuestion], halves: list[TandemVerification]
) -> Path:
    made = tmp_path_factory.mktemp("items")
    (made / "tandem_decision.jsonl").write_bytes(b"".join(canonical_bytes(item) + b"\n" for item in questions))
    (made / "tandem_verification.jsonl").write_bytes(b"".join(canonical_bytes(item) + b"\n" for item in halves))
    return made


def scored(folder: Path, tmp_path: Path, rows: list[Row], code: int = 0) -> dict[str, Row]:
    file = tmp_path / "predictions.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    result = CliRunner().invoke(main, ["score", str(folder), str(file), "--json", "--samples", "200"])
    assert result.exit_code == code, result.output
    return dict(json.loads(result.stdout)["configs"])


def letter(option: int, rotation: int) -> str:
    return "ABCD"[(option - rotation) % 4]


def test_a_uniform_choice_over_any_samples_gives_a_quarter_and_a_half(
    folder: Path, tmp_path: Path, questions: list[TandemQuestion], halves: list[TandemVerification]
) -> None:
    rows: list[Row] = [
        {"id": item.id, "choice": choice, "rotation": rotation, "sample": sample}
        for item in (*questions, *halves) for rotation in range(4) for sample, choice in enumerate("ABCD")
    ]  # fmt: skip
    found = scored(folder, tmp_path, rows)
    assert found["tandem_decision"]["decision"] == 0.25
    assert found["tandem_decision"]["rotations"] == [0.25] * 4
    assert found["tandem_verification"]["verification"] == 0.5


def test_always_reporting_gives_a_half_and_the_right_answers_everything(
    folder: Path, tmp_path: Path, questions: list[TandemQuestion], halves: list[TandemVerification]
) -> None:
    always: list[Row] = [
        {"id": half.id, "choice": letter(half.removed, rotation), "rotation": rotation}
        for half in halves for rotation in range(4)
    ]  # fmt: skip
    right: list[Row] = [{"id": q.id, "choice": letter(q.gold, r), "rotation": r} for q in questions for r in range(4)]
    found = scored(folder, tmp_path, [*always, *right])
    told = found["tandem_verification"]
    assert (told["verification"], told["detection"], told["false_alarm"]) == (0.5, 1, 1)
    assert told["pairs"] == {"yes/yes": 4 * len(questions)}
    best = found["tandem_decision"]
    assert (best["decision"], best["regret"], best["consistency"], best["rotation_range"]) == (1, 0, 1, 0)
    assert best["scenarios_drawn_again"] == {"count": len(right), "of": len(right), "share": 1, "interval": [1, 1]}


def test_probabilities_rank_the_halves_and_those_that_add_up_to_something_else_are_told(
    folder: Path, tmp_path: Path, halves: list[TandemVerification]
) -> None:
    rows: list[Row] = []
    for half in halves:
        chances = ["0.1"] * 4
        chances[(half.removed - 1) % 4] = "0.7" if half.better_exists else "0.69995"
        rows.append({"id": half.id, "choice": "A", "rotation": 1, "probabilities": chances})
    rows[0]["probabilities"] = ["0.5", "0.1", "0.1", "0.1"]
    told = scored(folder, tmp_path, rows)["tandem_verification"]
    assert told["auroc"] == 1
    assert told["probabilities"] == {"unusable": 1, "used": len(rows) - 1}


def test_failures_are_wrong_and_told_apart_and_what_is_missing_is_named(
    folder: Path, tmp_path: Path, questions: list[TandemQuestion]
) -> None:
    rows: list[Row] = [{"id": q.id, "choice": letter(q.gold, 0)} for q in questions[2:]]
    rows.append({"id": questions[0].id, "choice": None, "failure": "infrastructure"})
    told = scored(folder, tmp_path, rows, code=1)["tandem_decision"]
    assert told["decision"] == 0.8
    assert told["failures"] == {"infrastructure": 1, "missing": 1}
    assert told["missing"] == [questions[1].id]


def test_what_is_no_prediction_is_one_line_that_names_it(
    folder: Path, tmp_path: Path, questions: list[TandemQuestion]
) -> None:
    good: Row = {"id": questions[0].id, "choice": "A"}
    for bad in (
        {"choice": "E"},
        {"choice": None},
        {"failure": "missing"},
        {"rotation": 4},
        {"probabilities": ["1"]},
        {},
    ):
        file = tmp_path / "bad.jsonl"
        file.write_text(json.dumps(good) + "\n" + json.dumps({**good, **bad}) + "\n")
        with pytest.raises(InputError, match=re.escape(f"{file}: line 2")):
            score(folder, file, Options(samples=200))
