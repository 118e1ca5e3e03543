"""Scoring from predictions to figures: by hand-made outcomes, a second count, and the command as scripts use it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from releases.reading import open_subject
from releases.scoring.base import Options
from releases.scoring.bootstrap import Counted, ratios
from releases.scoring.figures import QUESTIONS, Outcome, figures
from releases.scoring.numbers import read_number
from releases.scoring.prompts import STYLES, decoding, fill, prompt
from releases.scoring.score import score
from schemas.canonical import JSON, canonical_bytes
from schemas.errors import InputError
from schemas.triplets import Triplet
from tests.releases.building import one_line, run
from tests.scoring.items import made

ITEMS = made(5)
Answers = dict[str, str | None]


def perfect(item: Triplet) -> Answers:
    chosen = ", ".join(item.choice)
    return {
        "commonsense": f"I go by what I know.\nSo the final answer is: {chosen}",
        "math": f"That is easy.\nSo the final answer is: {item.answer_math}",
        "composition": f"So the final answer is: {item.answer_composition} {item.answer_unit}",
    }


def write(
    folder: Path, answer: Callable[[Triplet], Answers | None], items: tuple[Triplet, ...] = ITEMS
) -> tuple[Path, Path]:
    release, predictions = folder / "items.jsonl", folder / "predictions.jsonl"
    release.write_bytes(b"".join(canonical_bytes(item) + b"\n" for item in items))
    lines = [{"id": item.id, **given} for item in items if (given := answer(item)) is not None]
    predictions.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return release, predictions


def at(value: JSON, *path: str | int) -> JSON:
    for part in path:
        value = value[part]  # type: ignore[index]
    return value


def report(folder: Path, answer: Callable[[Triplet], Answers | None], **options: object) -> dict[str, JSON]:
    release, predictions = write(folder, answer)
    made_options = Options(samples=200)._replace(**options)  # type: ignore[arg-type]
    return score(release, predictions, made_options).parts[0].report


def test_a_perfect_answer_file_scores_full_marks_and_no_gap(tmp_path: Path) -> None:
    told = report(tmp_path, perfect)
    for question in QUESTIONS:
        assert told[question] == {
            "count": 20, "of": 20, "share": 1.0, "interval": [1.0, 1.0], "wrong": 0, "unread": 0
        }  # fmt: skip
    assert at(told, "gap", "share") == 0
    assert at(told, "composed_failures_with_both_right", "of") == 0
    assert told["unread"] == []


def test_an_unread_answer_is_not_right_and_not_wrong_but_counted_apart(tmp_path: Path) -> None:
    hushed = {ITEMS[0].id, ITEMS[7].id}

    def answer(item: Triplet) -> Answers:
        given = perfect(item)
        if item.id in hushed:
            given["composition"] = "So the final answer is: I can't tell"
        return given

    told = report(tmp_path, answer)
    assert at(told, "composition", "count") == 18
    assert (at(told, "composition", "wrong"), at(told, "composition", "unread")) == (0, 2)
    assert at(told, "gap", "count") == 2
    assert at(told, "gap_where_all_read", "count") == 0
    assert at(told, "gap_where_all_read", "of") == 18
    assert at(told, "composed_failures_with_both_right", "of") == 0
    assert {at(told, "unread", place, "item") for place in range(2)} == hushed


def test_the_gap_and_every_group_are_those_of_a_second_count(tmp_path: Path) -> None:
    rng = random.Random(3)
    keys = {item.id: [rng.random() < share for share in (0.8, 0.9, 0.5)] for item in ITEMS}

    def answer(item: Triplet) -> Answers:
        given = perfect(item)
        wrong = {"commonsense": next(o.name for o in item.options if o.name not in item.choice), "math": "0.01"}
        for right, question in zip(keys[item.id], QUESTIONS, strict=True):
            if not right:
                given[question] = wrong.get(question, "0.01")
        return given

    told = report(tmp_path, answer)
    both = [sum(keys[item.id][:2]) == 2 for item in ITEMS]
    composed = [keys[item.id][2] for item in ITEMS]
    assert at(told, "both", "count") == sum(both)
    assert at(told, "gap", "count") == sum(both) - sum(composed)
    failed = [right for right, whole in zip(both, composed, strict=True) if not whole]
    explained = told["composed_failures_with_both_right"]
    assert (at(explained, "count"), at(explained, "of")) == (sum(failed), len(failed))
    for name in ("scenario", "operation", "structure"):
        values = list(dict.fromkeys(getattr(item, name) for item in ITEMS))
        assert set(at(told, "by", name)) == set(values)  # type: ignore[arg-type]
        for value in values:
            some = [place for place, item in enumerate(ITEMS) if getattr(item, name) == value]
            assert at(told, "by", name, value, "items") == len(some)
            assert at(told, "by", name, value, "gap", "count") == sum(both[place] - composed[place] for place in some)


def test_a_question_that_was_not_asked_leaves_its_denominators(tmp_path: Path) -> None:
    def answer(item: Triplet) -> Answers:
        return {**perfect(item), "commonsense": None} if item.id == ITEMS[3].id else perfect(item)

    told = report(tmp_path, answer)
    assert at(told, "commonsense", "of") == 19
    assert at(told, "composition", "of") == 20
    assert at(told, "gap", "of") == 19


def test_missing_and_extra_ids_are_named(tmp_path: Path) -> None:
    release, predictions = write(tmp_path, lambda item: None if item.id == ITEMS[2].id else perfect(item))
    stranger = {"id": "triplet-" + "0" * 20, "commonsense": None, "math": None, "composition": "1"}
    predictions.write_text(predictions.read_text() + json.dumps(stranger) + "\n")
    (part,) = score(release, predictions, Options(samples=200)).parts
    assert part.missing == (ITEMS[2].id,)
    assert part.extra == (stranger["id"],)
    assert not part.complete
    assert ITEMS[2].id in part.text
    assert "triplet-" + "0" * 20 in part.text


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "line 2: not JSON"),
        ("[1]", "line 2: a prediction is a JSON object with an id"),
        ('{"id": 5}', "line 2: a prediction is a JSON object with an id"),
        ('{"id": "triplet-00000000000000000000", "math": "1"}', "line 2: commonsense: Field required"),
        ('{"id": "quiz-00000000000000000000", "answer": 1}', "is no id of a family that can be scored"),
        ("FIRST", "is predicted already, on"),
    ],
)
def test_a_bad_prediction_is_named_with_its_line(tmp_path: Path, line: str, told: str) -> None:
    release, predictions = write(tmp_path, lambda item: perfect(item) if item.id == ITEMS[0].id else None)
    first = predictions.read_text()
    predictions.write_text(first + (first if line == "FIRST" else line + "\n"))
    with pytest.raises(InputError, match="line 2: ") as caught:
        score(release, predictions, Options(samples=200))
    assert told in str(caught.value)


def test_predictions_for_another_release_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    release, _ = write(tmp_path / "a", perfect)
    _, predictions = write(tmp_path / "b", perfect, made(6))
    with pytest.raises(InputError, match="is it the right one"):
        score(release, predictions, Options())


def outcomes(marks: list[tuple[bool, bool, bool]]) -> list[Outcome]:
    def word(right: bool) -> str:
        return "right" if right else "wrong"

    return [
        Outcome(item, *(word(right) for right in row))  # type: ignore[arg-type]
        for item, row in zip(ITEMS, marks, strict=True)
    ]


def test_intervals_are_repeated_by_the_seed_and_hold_the_estimate() -> None:
    rng = random.Random(8)
    some = outcomes([(rng.random() < 0.8, rng.random() < 0.9, rng.random() < 0.5) for _ in ITEMS])
    one, two = figures(some, 1, 10_000), figures(some, 1, 10_000)
    assert one == two
    assert figures(some, 1, 50) != figures(some, 2, 50)
    for ratio in (*one.right.values(), one.both, one.gap):
        assert ratio.low is not None
        assert ratio.high is not None
        assert ratio.share is not None
        assert ratio.low <= ratio.share <= ratio.high
        assert ratio.low < ratio.high


def test_an_interval_of_a_share_is_as_wide_as_theory_says() -> None:
    rows = [[Counted(int(place % 2 == 0), 1)] for place in range(400)]
    (ratio,) = ratios(rows, range(400), 7, 10_000)
    expected = 1.96 * (0.25 / 400) ** 0.5
    assert ratio.low == pytest.approx(0.5 - expected, abs=0.006)
    assert ratio.high == pytest.approx(0.5 + expected, abs=0.006)


def test_twins_are_drawn_together_so_that_intervals_are_wider() -> None:
    rows = [[Counted(int(place % 80 < 40), 1)] for place in range(400)]
    (alone,) = ratios(rows, range(400), 7, 2000)
    (twins,) = ratios(rows, [place // 40 for place in range(400)], 7, 2000)
    assert alone.low is not None
    assert alone.high is not None
    assert twins.low is not None
    assert twins.high is not None
    assert twins.high - twins.low > 3 * (alone.high - alone.low)
    assert twins.share == alone.share == Fraction(1, 2)


def test_each_prompt_has_one_slot_two_shots_and_answers_that_the_parser_reads() -> None:
    for style in STYLES:
        for kind in QUESTIONS:
            text = prompt(style, kind)
            assert text.count("{question}") == 1
            shots = text.split("\n\nQuestion: ")[1:-1]
            assert len(shots) == 2
            if kind != "commonsense":
                assert [read_number(shot).value for shot in shots] == [17, 7]
    assert fill("self-ask", "math", "{question} $1 \\1").count("{question} $1 \\1") == 1
    assert decoding().temperature == 0


def test_no_worked_example_is_an_item_or_shares_its_options_with_one() -> None:
    names = {option.name for item in made(5) for option in item.options}
    text = prompt("chain-of-thought", "composition").split("Question: {question}")[0]
    assert not [name for name in names if f"{name} (" in text or f"{name} at " in text]


def test_the_command_prints_for_people_and_for_machines(tmp_path: Path) -> None:
    release, predictions = write(tmp_path, perfect)
    told = json.loads(run("score", release, predictions, "--samples", "100", "--json").stdout)
    assert told["complete"] is True
    assert at(told, "configs", "triplets", "gap", "share") == 0
    text = run("score", release, predictions, "--samples", "100")
    assert text.returncode == 0
    assert "compositionality gap" in text.stdout
    lines = predictions.read_text().splitlines(keepends=True)
    predictions.write_text("".join(lines[1:]))
    part = run("score", release, predictions, "--samples", "100")
    assert part.returncode == 1
    assert f"no prediction for {ITEMS[0].id}" in part.stdout
    predictions.write_text("")
    assert "it holds no prediction" in one_line(run("score", release, predictions), 2)


def test_the_release_is_read_as_check_reads_it(tmp_path: Path) -> None:
    release, predictions = write(tmp_path, perfect)
    release.write_text(release.read_text().replace('"family":"triplet"', '"family":"triplet","x":1', 1))
    assert open_subject(release).unread == 1
    with pytest.raises(InputError, match="it is damaged"):
        score(release, predictions, Options())
