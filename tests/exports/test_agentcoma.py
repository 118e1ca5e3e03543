"""The AgentCoMa CSV both ways: upstream's columns, upstream's scorer, hostile cells, and the audit of a file."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from releases.exports.agentcoma import COLUMNS, Row, parse_csv, row_of, rows_jsonl, write_csv
from releases.exports.audit import NOT_CHECKABLE, audit
from releases.exports.cells import plain_cell, safe_cell
from schemas.errors import InputError
from tests.scoring.items import made
from tests.scoring.upstream import upstream_right

ITEMS = made(5)
DATA = write_csv([row_of(item) for item in ITEMS])
TEXT = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), min_size=1, max_size=60
).map(str.strip).filter(bool)  # fmt: skip


def test_the_columns_are_upstreams_in_order() -> None:
    assert DATA.decode().splitlines()[0] == (
        "question_commonsense,answers_commonsense,question_math,answer_math,question_composition,answer_composition"
    )


def test_upstreams_scorer_gives_a_perfect_answer_file_full_marks() -> None:
    rows = list(csv.DictReader(io.StringIO(DATA.decode())))
    assert len(rows) == len(ITEMS)
    for row, item in zip(rows, ITEMS, strict=True):
        assert upstream_right(row, "math", f"So it is.\nso the final answer is: {item.answer_math}")
        assert upstream_right(row, "composition", f"I think.\nso the final answer is: {item.answer_composition}.")
        assert not upstream_right(row, "math", "so the final answer is: 123456")


def test_items_come_back_as_they_went() -> None:
    assert [sourced.row for sourced in parse_csv(DATA, "x.csv")] == [row_of(item) for item in ITEMS]


@given(
    st.lists(
        st.builds(
            Row,
            **{
                name: TEXT if name != "answers_commonsense" else st.lists(TEXT, min_size=1, max_size=3).map(tuple)
                for name in COLUMNS
            },
        ),
        max_size=4,
    )
)
def test_any_rows_come_back_as_they_went(rows: list[Row]) -> None:
    assert [sourced.row for sourced in parse_csv(write_csv(rows), "x.csv")] == rows


@given(st.text(max_size=20))
def test_a_cell_never_begins_like_a_formula_and_comes_back(text: str) -> None:
    cell = safe_cell(text)
    assert plain_cell(cell) == text
    assert cell[:1] not in {"=", "+", "@", "\t", "\r"}
    assert cell[:1] != "-" or float(cell) <= 0


@pytest.mark.parametrize("text", ["=1+1", "+cmd|x", "-2+3", "@SUM(A1)", "\t=1", "'=1", "-5", "-5.25", "'quoted'", ""])
def test_cells_of_note(text: str) -> None:
    assert plain_cell(safe_cell(text)) == text
    assert safe_cell("-5") == "-5"


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "it is empty"),
        (b"a,b\n1,2\n", "no column question_commonsense"),
        (b"\xff\xfe", "not UTF-8"),
        ((",".join(COLUMNS) + "\na,b\n").encode(), "row 1: 2 cells"),
        ((",".join(COLUMNS) + "\nq,[],m,1,c,1\n").encode(), "row 1: answers_commonsense"),
        ((",".join(COLUMNS) + "\nq,[1],m,1,c,1\n").encode(), "row 1: answers_commonsense"),
        ((",".join(COLUMNS) + "\nq,[__import__('os')],m,1,c,1\n").encode(), "row 1: answers_commonsense"),
        ((",".join(COLUMNS) + "\nq,x,m,,c,1\n").encode(), "row 1: answer_math: it is empty"),
        ((",".join(COLUMNS) + '\nq,"x,m,1,c,1\n').encode(), "not CSV"),
        ((",".join(COLUMNS) + "\nq," + "[" * 5000 + ",m,1,c,1\n").encode(), "row 1: answers_commonsense"),
    ],
)
def test_a_csv_that_is_none_is_named_with_row_and_column(data: bytes, told: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_csv(data, "x.csv")
    assert told in str(caught.value)


def test_a_backslash_that_escapes_nothing_is_read_as_it_stands() -> None:
    data = (",".join(COLUMNS) + "\nq,['a\\d'],m,1,c,1\n").encode()
    (sourced,) = parse_csv(data, "x.csv")
    assert sourced.row.answers_commonsense == ("a\\d",)


def audited(folder: Path, *changes: tuple[int, str, str]) -> dict[str, set[str]]:
    """The rows of each code that an audit finds, after some cells were changed."""
    rows = [json.loads(line) for line in rows_jsonl([row_of(item) for item in ITEMS]).splitlines()]
    for place, column, value in changes:
        rows[place][column] = value
    path = folder / "a.csv"
    path.write_bytes(write_csv([Row.model_validate_json(json.dumps(row)) for row in rows]))
    report = audit(path)
    assert report.items == len(rows)
    assert report.not_checkable == NOT_CHECKABLE
    found: dict[str, set[str]] = {}
    for finding in report.findings:
        found.setdefault(finding.code, set()).add(finding.item)
    return found


def test_our_own_items_pass_the_audit_and_what_it_cannot_tell_is_named(tmp_path: Path) -> None:
    assert audited(tmp_path) == {}
    assert any(entry.startswith("T2 ") for entry in NOT_CHECKABLE)


def test_each_fault_is_found_at_its_row(tmp_path: Path) -> None:
    first = ITEMS[0]
    wrong = str(int(float(first.answer_math)) + 1)
    assert audited(tmp_path, (0, "answer_math", wrong))["T1.answers-differ"] == {"row 1"}
    assert audited(tmp_path, (0, "answer_math", wrong))["T1.no-reading"] == {"row 1"}
    assert audited(tmp_path, (1, "answer_composition", "many"))["T5.not-a-number"] == {"row 2"}
    numbered = f"Of 3 things: {ITEMS[2].question_commonsense}"
    assert audited(tmp_path, (2, "question_commonsense", numbered))["T3.quantity-in-commonsense"] == {"row 3"}
    printed = f"{ITEMS[3].question_composition} Is it {ITEMS[3].answer_composition}?"
    assert audited(tmp_path, (3, "question_composition", printed))["T4.answer-printed"] == {"row 4"}
    doubled = f"{ITEMS[4].question_math} Then it is doubled."
    assert audited(tmp_path, (4, "question_math", doubled))["T1.hidden-step"] == {"row 5"}
    again = audited(tmp_path, (6, "question_composition", ITEMS[5].question_composition))
    assert again["T10.same-item"] == {"row 7"}
    added = f"{ITEMS[7].question_math} And 77 more."
    assert audited(tmp_path, (7, "question_math", added))["T1.missing-number"] == {"row 8"}


def test_the_operations_are_counted_from_the_arithmetic(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(DATA)
    counted = audit(path).stats["agentcoma"]
    assert counted == {
        "operations": {"addition": 5, "division": 5, "multiplication": 5, "subtraction": 5}, "operation_unclear": 0
    }  # fmt: skip
