"""Maths-first items: written, found out by line, reviewed in their own turn, released, scored apart, and exported."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from annotation.authoring import submit
from annotation.comparing import is_same_answer
from annotation.events import Part
from annotation.itemfile import read_item
from annotation.itemtext import item_form, item_text
from annotation.rules import Refused, next_part
from releases.build import Order as BuildOrder
from releases.build import build_release
from releases.check import check
from releases.exports.agentcoma import row_of, write_csv
from releases.exports.audit import audit
from releases.recipe import load_recipe
from releases.replay import replay
from releases.scoring.base import Options
from releases.scoring.grading import grade
from releases.scoring.prompts import STYLES, Style, fill
from releases.scoring.score import score
from schemas.amounts import OPERATIONS, Operation
from schemas.canonical import JSON, canonical_bytes
from schemas.errors import InputError
from schemas.triplets import Luck, Span, Triplet
from solvers.triplets.replay import replay as number_again
from solvers.triplets.replay import replay_composed
from solvers.triplets.slips import Reckoning
from tests.annotation.reviewing import ADA, RITA, ROLF, Panel
from tests.annotation.written import FRIDGE, JOBS
from tests.releases.building import fine, records
from tests.triplets.making import MATHS_FIRST, edited, item_of, made, maths_first, remade
from validators.triplets.exact import Rational
from validators.triplets.maths_first import slips

RIDE = item_of("hiking-club-ride")
RIDE_TEXT = next(path for path in MATHS_FIRST if path.stem == RIDE.template).read_text(encoding="utf-8")


def test_the_hand_written_items_are_sound_and_their_texts_make_them_again() -> None:
    assert len(maths_first()) == len(MATHS_FIRST) == 3
    for item in maths_first():
        read = read_item(item_text(item))
        assert (read.triplet, read.remarks) == (item, ())
        assert remade(json.loads(canonical_bytes(item))) == item
        assert (number_again(item), replay_composed(item)) == (item.answer_math, item.answer_composition)


def test_items_of_the_other_order_hold_no_key_of_this_one() -> None:
    for item in made(5):
        text = canonical_bytes(item).decode()
        assert not [key for key in ("sensible", "maths_ask", "amounts") if f'"{key}"' in text]


@pytest.mark.parametrize(
    "change",
    [
        ("amounts", []), ("structure", "choose-set"), ("operands", ["chosen"]), ("order", "commonsense-first"),
        ("options.0.sensible", None), ("parts.maths_ask", None),
    ],
    ids=lambda change: change[0],
)  # fmt: skip
def test_a_record_that_mixes_the_orders_is_none(change: tuple[str, JSON]) -> None:
    with pytest.raises(ValidationError):
        edited(RIDE, change)
    with pytest.raises(ValidationError):
        edited(made(5)[0], ("order", "maths-first"))


FAULTS = {
    "a wrong answer": ('answer = "42"', 'answer = "43"', "T1.wrong-answer", "answer = "),
    "no amount": ('"6", "7"', '"some", "7"', "T3.mention-amount", "amounts = "),
    "another amount": ('"6", "7"', '"6", "3"', "T2.not-one-range", "[[options]]"),
    "a verdict of the other order": ("low = 1\n", "fits = true\nlow = 1\n", "T0.unknown-key", "fits = "),
    "no range": ("low = 1\n", "", "T0.missing-key", "[[options]]"),
    "an empty range": ("low = 1\n", "low = 5\n", "T2.range-empty", "low = 5"),
    "a lucky slip": ("low = 20", "low = 13", "T2.lucky-slip", "[[options]]"),
    "another result": ("and 42 people", "and 41 people", "T3.result-not-stated", "statement = "),
    "words of the form": ('source = "', 'source = "<who>', "T0.placeholder", "source = "),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found_at_the_line_to_mend(name: str) -> None:
    old, new, code, words = FAULTS[name]
    assert RIDE_TEXT.count(old) == 1
    text = RIDE_TEXT.replace(old, new)
    read = read_item(text)
    assert not read.sound
    wanted = next(number for number, line in enumerate(text.splitlines(), start=1) if words in line)
    assert wanted in [remark.line for remark in read.remarks if remark.code == code], read.remarks


@pytest.mark.parametrize("operation", OPERATIONS)
def test_the_form_lacks_nothing_but_words(operation: Operation) -> None:
    form = item_form("travel agent", operation, "maths-first")
    assert {remark.code for remark in read_item(form).remarks} == {"T0.placeholder"}
    filled = read_item(form.replace("<", "").replace(">", ""))
    assert filled.sound, filled.remarks


def test_new_writes_the_form_and_check_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "my-ride.toml"
    assert "fill it in" in fine("triplets", "new", "travel agent", "division", "--order", "maths-first", "-o", path)
    assert path.read_text() == item_form("travel agent", "division", "maths-first").replace(
        "my-travel-agent-division", "my-ride"
    )
    path.write_text(RIDE_TEXT)
    assert "0 critical findings" in fine("triplets", "check", path)


OPERANDS = st.lists(st.integers(0, 12).map(Fraction), min_size=2, max_size=4)


@settings(max_examples=100)
@given(st.sampled_from(OPERATIONS), OPERANDS)
def test_two_countings_of_slips_agree(operation: Operation, operands: list[Fraction]) -> None:
    mine = Reckoning(operation, tuple(operands), "count")
    theirs = [value for _, value in slips(operation, [Rational(str(number)) for number in operands])]
    assert sorted(mine.slips()) == sorted(Fraction(str(value)) for value in theirs)


def test_slips_are_counted_by_where_they_lead() -> None:
    spans = [Span(low="1", high="8"), Span(low="40", high="50"), Span(low="13", high="13")]
    # 6 and 7 alone, 6 + 7, 6 − 7, 7 − 6, 6 ÷ 7 and 7 ÷ 6: all but the two below 1 choose another option
    assert Reckoning("multiplication", (Fraction(6), Fraction(7)), "count").luck(spans, 1) == Luck(
        choices=8, lucky=0, plausible=5
    )
    assert Reckoning("multiplication", (Fraction(6), Fraction(7)), "count").luck(spans, 2).lucky == 1


def test_replay_goes_by_amounts_and_ranges_alone() -> None:
    lying = edited(RIDE, ("answer_math", "9"), ("answer_composition", "taxi"), ("choice", ["a taxi"]))
    assert (number_again(lying), replay_composed(lying)) == ("42", "coach")
    fewer = edited(RIDE, ("amounts.0.value", "2"))
    assert (number_again(fewer), replay_composed(fewer)) == ("14", "minibus")
    with pytest.raises(InputError, match="can't be replayed: 0 options are sensible for 70"):
        replay_composed(edited(RIDE, ("amounts.0.value", "10")))


@pytest.mark.parametrize(
    ("part", "answer", "same"),
    [
        ("composition", "the coach", True), ("composition", "The bus.", True), ("composition", "42", False),
        ("composition", "a minibus", False), ("commonsense", "a coach", True), ("math", "42 people", True),
        ("math", "42", True), ("math", "a coach", False),
    ],
)  # fmt: skip
def test_reviewers_answers_are_compared_by_what_is_asked(part: Part, answer: str, same: bool) -> None:
    assert is_same_answer(RIDE, part, answer) is same


RECIPE = """
name = "both-orders"
version = "1.0.0"
seed = 3
title = "Both orders"
canary = "11111111-2222-3333-4444-555555555555"

[triplets]
dev = 1
test = 4
ledger = "review.db"
"""


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release of two commonsense-first and three maths-first items, all accepted in review."""
    folder = tmp_path_factory.mktemp("orders")
    panel = Panel(folder / "review.db", (JOBS, FRIDGE, *maths_first()))
    for which in range(5):
        panel.accept(panel.submit(which=which))
    recipe = folder / "recipe.toml"
    recipe.write_text(RECIPE)
    build_release(BuildOrder(load_recipe(str(recipe)), None, folder / "release", "0"))
    return folder / "release"


def test_the_number_is_not_told_before_it_is_worked_out(tmp_path: Path) -> None:
    panel = Panel(tmp_path / "review.db")
    item = submit(panel.review, ADA, RIDE_TEXT, "first")
    for who in (RITA, ROLF):
        panel.check(who, item)
    turns: list[Part] = []
    while (part := next_part(panel.review.state, panel.review.item(item).now, RITA)) is not None:
        turns.append(part)
        panel.answer(RITA, item, part)
    assert turns == ["composition", "math", "commonsense"]
    with pytest.raises(Refused, match="answer the composition question next"):
        panel.answer(ROLF, item, "commonsense")
    panel.solve(ROLF, item, composition="42")
    assert panel.review.item(item).now.phase == "comparison"
    panel.adjudicate(item, same=False)
    assert panel.review.item(item).now.phase == "returned"
    mended = RIDE_TEXT.replace("Word has gone round", "Word got round")
    submit(panel.review, ADA, mended, "second", item, "said more plainly")
    panel.accept(item)
    panel.confirm(item)
    assert panel.review.item(item).now.phase == "accepted"


def test_a_release_of_both_orders_is_clean_and_its_card_tells_them_apart(released: Path) -> None:
    assert [str(finding) for finding in check(released).findings] == []
    assert replay(released).findings == ()
    orders = [str(item["order"]) for item in records(released, "triplets")]
    assert (orders.count("maths-first"), orders.count("commonsense-first")) == (3, 2)
    card = (released / "README.md").read_text()
    assert "Skipping the maths of maths-first items" in card
    assert "| pick-one | maths-first | 3 |" in card


def test_composed_choices_are_scored_as_choices_and_the_gap_is_told_by_order(released: Path, tmp_path: Path) -> None:
    items = [Triplet.model_validate_json(json.dumps(one)) for one in records(released, "triplets")]
    lines = [
        {
            "id": item.id,
            "commonsense": f"So the final answer is: {', '.join(item.choice)}",
            "math": f"So the final answer is: {item.answer_math}",
            # the number of a step, where the choice is asked for, answers nothing
            "composition": f"So the final answer is: {item.number}",
        }
        for item in items
    ]
    path = tmp_path / "predictions.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    report = score(released, path, Options(samples=50)).parts[0].report
    told = json.loads(json.dumps(report))
    assert (told["by"]["order"]["maths-first"]["gap"]["share"], told["by"]["order"]["maths-first"]["items"]) == (1, 3)
    assert told["by"]["order"]["commonsense-first"]["gap"]["share"] == 0
    for item in items:
        record = canonical_bytes(item).decode()
        right = item.choice[0] if item.order == "maths-first" else item.number
        assert grade(record, "composition", f"So the final answer is: {right}")
        assert not grade(record, "composition", "So the final answer is: none of them")
        assert grade(record, "math", item.answer_math)


def test_the_csv_holds_the_choice_and_is_audited_as_such(tmp_path: Path) -> None:
    rows = [row_of(item) for item in maths_first()]
    assert [row.answer_composition for row in rows] == [item.answer_composition for item in maths_first()]
    path = tmp_path / "reversed.csv"
    path.write_bytes(write_csv(rows))
    assert [str(finding) for finding in audit(path).findings] == []
    path.write_bytes(write_csv([rows[0].model_copy(update={"answer_math": "43"})]))
    assert {finding.code for finding in audit(path).findings} >= {"T1.no-reading"}


@pytest.mark.parametrize("style", STYLES)
def test_the_prompt_of_a_composed_choice_asks_for_no_number(style: Style) -> None:
    text = RIDE.question_composition
    reversed_prompt = fill(style, "composition", text, RIDE.order)
    assert "one number" not in reversed_prompt
    assert "one number" in fill(style, "composition", text)
    assert reversed_prompt.count(text) == 1
