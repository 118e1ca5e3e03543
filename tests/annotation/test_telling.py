"""Queue, sheets, history, board and exports tell each reader what is theirs to know."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.acts import open_item
from annotation.blind import check_sheet, feedback_sheet, solve_sheet
from annotation.board import WANTED, board
from annotation.events import Withdrawn
from annotation.exporting import accepted, accepted_lines, board_csv, csv_text, ratings_csv, safe_cell
from annotation.history import history, view_of
from annotation.rules import Refused
from annotation.sheets import compared, opened_view
from annotation.tasks import tasks
from schemas.canonical import content_id
from schemas.triplets import Triplet
from tests.annotation.reviewing import ADA, BO, JUNO, MO, RITA, ROLF, Panel, panel


@pytest.fixture
def table(tmp_path: Path) -> Panel:
    return panel(tmp_path)


def waiting(table: Panel, who: str) -> list[tuple[str, str]]:
    return [(task.kind, task.item) for task in tasks(table.review.state, table.review.state.people[who])]


def test_the_queue_follows_the_rounds(table: Panel) -> None:
    item = table.submit()
    everybody = (ADA, RITA, ROLF, JUNO, MO, BO)
    assert [waiting(table, who) for who in everybody] == [[], *[[("check", item)]] * 2, [], [], [("check", item)]]
    table.check(RITA, item)
    table.check(BO, item)
    assert waiting(table, ROLF) == [("solve", item)]
    table.solve(RITA, item)
    table.answer(ROLF, item, "composition")
    assert waiting(table, BO) == []
    other = table.submit(which=1)
    assert waiting(table, ROLF) == [("solve", item), ("check", other)]
    table.answer(ROLF, item, "commonsense")
    table.answer(ROLF, item, "math", "nothing")
    assert [waiting(table, who)[:1] for who in (RITA, ROLF)] == [[("check", other)]] * 2
    assert waiting(table, JUNO) == [("adjudicate", item)]
    table.adjudicate(item, same=False)
    assert waiting(table, ADA) == [("rewrite", item)]
    table.submit(ADA, 2, item, 2)
    table.accept(item)
    assert waiting(table, ADA) == [("final", item)]


def test_sheets_are_for_those_whose_turn_it_is(table: Panel) -> None:
    people = table.review.state.people
    item = table.submit()
    question = table.triplets[0]
    assert check_sheet(table.review.item(item), people[RITA]).question == question.question_composition
    for who in (ADA, JUNO, MO):
        with pytest.raises(Refused, match="nothing for you to do"):
            check_sheet(table.review.item(item), people[who])
    table.check(RITA, item)
    with pytest.raises(Refused, match="you have checked"):
        check_sheet(table.review.item(item), people[RITA])
    table.check(ROLF, item)
    seen = []
    for part in ("composition", "commonsense", "math"):
        sheet = solve_sheet(table.review.state, table.review.item(item), people[BO])
        seen.append(sheet.question)
        table.answer(BO, item, sheet.part)
        assert sheet.part == part
    assert seen == [question.question_composition, question.question_commonsense, question.question_math]
    table.solve(RITA, item)
    own = feedback_sheet(table.review.item(item), people[BO]).answers
    assert own[0].answer == question.answer_composition
    with pytest.raises(Refused, match="only those who solved it"):
        feedback_sheet(table.review.item(item), people[ROLF])


def words_of(table: Panel, item: str, who: str) -> str:
    person = table.review.state.people[who]
    held = table.review.item(item)
    return json.dumps(history(table.review.state, held, person, view_of(person, held)))


def test_history_tells_names_to_few_and_words_late(table: Panel) -> None:
    item = table.submit()
    table.check(RITA, item, "one-step", note="RITAS WORDS")
    assert "RITAS WORDS" not in words_of(table, item, ADA)
    assert "RITAS WORDS" in words_of(table, item, RITA)
    table.check(ROLF, item, "unambiguous", note="ROLFS WORDS")
    told = words_of(table, item, ADA)
    assert "RITAS WORDS" in told
    assert "ROLFS WORDS" in told
    assert "Rita" not in told
    for who, others in ((RITA, "ROLF"), (ROLF, "RITA"), (BO, "S WORDS")):
        assert others not in words_of(table, item, who)
        assert "Ada" not in words_of(table, item, who)
    with pytest.raises(Refused, match="not for you"):
        words_of(table, item, MO)
    open_item(table.review, MO, item)
    assert "Rita Reviewer" in words_of(table, item, MO)


def test_the_author_is_told_which_answers_differ_and_whose_stand_together(table: Panel) -> None:
    item = table.submit()
    for who in (RITA, ROLF):
        table.check(who, item)
    table.solve(RITA, item)
    table.solve(ROLF, item, commonsense="THE OTHER")
    assert "THE OTHER" not in words_of(table, item, ADA)
    table.adjudicate(item, same=False, note="apart")
    person = table.review.state.people[ADA]
    told = history(table.review.state, table.review.item(item), person, "author")
    bad = [entry for entry in told if entry.good is False]
    assert [(entry.who, entry.words) for entry in bad] == [
        ("the machine", "reviewer 2, commonsense question: THE OTHER"),
        ("an adjudicator", "apart"),
    ]
    assert [entry.words.count("\n") for entry in told if entry.what == "answered"] == [2, 2]


def test_opening_an_item_is_written_down_and_reviewers_stay_blind(table: Panel) -> None:
    item = table.submit()
    people = table.review.state.people
    assert opened_view(table.review, people[RITA], item) == "blind"
    assert opened_view(table.review, people[ADA], item) == "author"
    assert table.review.item(item).shown == ()
    assert opened_view(table.review, people[MO], item) == "all"
    assert opened_view(table.review, people[MO], item) == "all"
    assert table.review.item(item).shown == (MO,)
    assert compared(table.review.state, table.review.item(item)) == ()


def test_the_board_counts_what_is_accepted_and_what_is_missing(table: Panel) -> None:
    made = board(table.review.state)
    assert (made.accepted, made.wanted, made.missing, len(made.cells)) == (0, 260, 260, 20)
    table.accept(table.submit())
    table.submit(which=1)
    made = board(table.review.state)
    cell = next(cell for cell in made.cells if cell.test)
    assert (cell.scenario, cell.operation) == (table.triplets[0].scenario, table.triplets[0].operation)
    assert (cell.missing, cell.missing_dev, cell.missing_test) == (12, WANTED["dev"], WANTED["test"] - 1)
    assert sum(cell.reviewing for cell in made.cells) == 1
    rows = list(csv.DictReader(io.StringIO(board_csv(table.review.state))))
    assert sum(int(row["missing"]) for row in rows) == made.missing == 259


def test_the_board_of_a_reviewer_tells_no_operation_of_an_open_item(table: Panel) -> None:
    table.submit()
    full, told = (
        list(csv.DictReader(io.StringIO(board_csv(table.review.state, open_items=shown)))) for shown in (True, False)
    )
    assert sum(int(row["reviewing"]) for row in full) == 1
    assert {(row["reviewing"], row["returned"]) for row in told} == {("", "")}
    assert [row["missing"] for row in told] == [row["missing"] for row in full]
    assert board(table.review.state).open_in(table.triplets[0].scenario) == (1, 0)


def test_accepted_items_leave_as_a_release_takes_them(table: Panel) -> None:
    table.accept(table.submit())
    table.submit(which=1)
    (item,) = accepted(table.review.state)
    assert item.status == "accepted"
    assert item.id == content_id("triplet", item) != table.triplets[0].id
    (line,) = accepted_lines(table.review.state).splitlines()
    assert Triplet.model_validate_json(line) == item


@given(st.text(max_size=40))
def test_no_cell_is_a_formula(text: str) -> None:
    rows = list(csv.reader(io.StringIO(csv_text(("x",), [[text]]), newline="")))
    cell = rows[1][0]
    assert cell == safe_cell(text)
    assert cell.lstrip()[:1] not in set("=+@\t\r|%＝＋－＠")
    if cell.lstrip().startswith("-"):
        float(cell)


@pytest.mark.parametrize(
    ("cell", "safe"),
    [
        ("=1+1", "'=1+1"),
        ("  =1+1", "'  =1+1"),
        ("\n@SUM(A1)", "'\n@SUM(A1)"),
        ("-2+3", "'-2+3"),
        ("-2", "-2"),
        ("-2.50", "-2.50"),
        ("＝cmd", "'＝cmd"),
        ("four", "four"),
    ],
)
def test_formulas_are_put_in_quotes(cell: str, safe: str) -> None:
    assert safe_cell(cell) == safe


def test_ratings_leave_without_names_and_without_formulas(table: Panel) -> None:
    item = table.submit()
    table.check(RITA, item, "one-step", note='=HYPERLINK("evil")')
    assert ratings_csv(table.review.state).count("\n") == 1, "somebody is still to judge it unseen"
    table.review.do(Withdrawn(kind="withdrawn", item=item, person=MO, note="x"), "out")
    told = ratings_csv(table.review.state)
    assert "Rita" not in told
    assert {row["note"] for row in csv.DictReader(io.StringIO(told))} == {'\'=HYPERLINK("evil")'}
