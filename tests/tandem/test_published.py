"""Questions as JSON lines by themselves: what a release writes is audited clean, and each break of it is told."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from releases.exports.tandem import holds_published
from schemas.canonical import JSON
from tests.tandem.test_cli_release import SMALL, call

Rows = list[dict[str, JSON]]


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Rows:
    where = tmp_path_factory.mktemp("published")
    (where / "r.toml").write_text(SMALL.format(seed=3).replace("scenarios = 4", "scenarios = 2"))
    assert call("build", where / "r.toml", "-o", where / "out", "--workers", "1").exit_code == 0
    out = where / "questions.jsonl"
    done = call("export", "tandem", where / "out", "-o", out)
    assert done.exit_code == 0, done.output
    assert call("export", "tandem", where / "out", "-o", out).exit_code == 2
    return [json.loads(line) for line in out.read_text().splitlines()]


def write(path: Path, rows: Rows) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def checked(path: Path, rows: Rows) -> tuple[int, str]:
    write(path, rows)
    done = call("check", path)
    return done.exit_code, done.output


def test_what_a_release_writes_is_audited_clean_with_and_without_programs(tmp_path: Path, rows: Rows) -> None:
    assert len(rows) == 4
    assert checked(tmp_path / "q.jsonl", rows)[0] == 0
    code, told = checked(tmp_path / "q.jsonl", [{k: v for k, v in row.items() if k != "programs"} for row in rows])
    assert code == 0
    assert "recorded as data" not in told


def test_another_gold_another_text_and_a_doubled_optimum_are_found(tmp_path: Path, rows: Rows) -> None:
    row = rows[1]
    gold, options = row["gold"], row["options"]
    assert isinstance(gold, int)
    assert isinstance(options, list)
    other = (gold + 1) % 4
    code, told = checked(tmp_path / "q.jsonl", [{**row, "gold": other}])
    assert (code, "N4.gold" in told) == (1, True)
    twice = [options[gold] if n == other else text for n, text in enumerate(options)]
    code, told = checked(tmp_path / "q.jsonl", [{**row, "options": twice}])
    assert code == 1
    assert "N4.optimum" in told
    assert "N5.text-differs" in told


def test_keys_nobody_knows_other_names_and_a_missing_id_are_read(tmp_path: Path, rows: Rows) -> None:
    gold = rows[0]["gold"]
    assert isinstance(gold, int)
    named = {"prompt": "question", "options": "choices"}
    row = {named.get(key, key): value for key, value in rows[0].items() if key not in ("id", "gold")}
    code, told = checked(tmp_path / "q.jsonl", [{**row, "answer": "ABCD"[gold], "difficulty": "hard"}])
    assert (code, "line 1: nothing here reads difficulty" in told) == (0, True)
    code, told = checked(tmp_path / "q.jsonl", [{**row, "answer": "ABCD"[(gold + 1) % 4]}])
    assert (code, "line 1: gold: N4.gold" in told) == (1, True)


def test_other_question_sets_are_not_taken_for_kitchens(tmp_path: Path) -> None:
    row: dict[str, JSON] = {"question": "Two and two?", "choices": ["1", "2", "3", "4"], "answer": "D"}
    assert not holds_published(write(tmp_path / "q.jsonl", [row]))
    assert not holds_published(write(tmp_path / "q.json", [row]))


def test_another_prompt_doubles_and_narrow_gaps_are_found(tmp_path: Path, rows: Rows) -> None:
    prompt = rows[0]["prompt"]
    assert isinstance(prompt, str)
    code, told = checked(tmp_path / "q.jsonl", [{**rows[0], "prompt": prompt.replace("Chef is at", "Chef was at")}])
    assert (code, "N5.prompt-differs" in told) == (1, True)
    code, told = checked(tmp_path / "q.jsonl", [rows[0], rows[0], {**rows[0], "id": "another"}])
    assert (code, told.count("N7.twice: ")) == (1, 3)
    narrow = ["N4.gap: " in checked(tmp_path / "q.jsonl", [late(row)])[1] for row in rows if "delivered" in str(row)]
    assert any(narrow)


def late(row: dict[str, JSON]) -> dict[str, JSON]:
    """A long question with its optimum, and in the place of another option the optimum a joint step later."""
    options, gold = row["options"], row["gold"]
    assert isinstance(options, list)
    assert isinstance(gold, int)
    slow = []
    for line in str(options[gold]).split("\n"):
        parts = re.split(r"\([0-9]+\) ", line)
        slow.append(" ".join((parts[0].strip(), "(1) Wait for 1 joint step.",
                              *(f"({n}) {part.strip()}" for n, part in enumerate(parts[1:], start=2)))))  # fmt: skip
    other = (gold + 1) % 4
    options = ["\n".join(slow) if n == other else text for n, text in enumerate(options)]
    return {key: value for key, value in {**row, "options": options}.items() if key != "programs"}


def test_what_cannot_be_read_back_is_not_checkable(tmp_path: Path, rows: Rows) -> None:
    options = rows[0]["options"]
    assert isinstance(options, list)
    vague = {**rows[0], "options": ["The cooks do their best.", *options[1:]]}
    bare = {key: rows[1][key] for key in ("id", "prompt", "options")}
    code, told = checked(tmp_path / "q.jsonl", [vague, bare])
    assert code == 0
    assert "one line for Chef" in told
    assert "recorded as data" in told
