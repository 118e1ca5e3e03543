"""The human study from plan to table: what a participant gets, what comes back, and the paper's figures by hand."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import pytest

from releases.study.forms import ELIGIBILITY, INSTRUCTIONS, study_files
from releases.study.key import Seat, plan, read_key
from releases.study.table import DIFFERENT_PEOPLE, StudyTable, read_answers, study_table
from schemas.canonical import canonical_bytes
from schemas.errors import InputError
from schemas.triplets import Triplet
from solvers.panel.assign import Panel
from tests.releases.building import fine, one_line, run
from tests.scoring.items import made

ITEMS = made(5)
SEATS = plan(ITEMS, Panel(10, 6), 0).seats
FILES = study_files(ITEMS, SEATS)
BY_ID = {item.id: item for item in ITEMS}


class Page(HTMLParser):
    """The text, the inputs and the outward references of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.inputs: list[str] = []
        self.tags: set[str] = set()
        self.references: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        named = dict(attrs)
        if tag == "input":
            self.inputs.append(str(named["id"]))
        self.references += [str(value) for name, value in attrs if name in {"src", "href", "action"}]

    def handle_data(self, data: str) -> None:
        self.texts.append(data.strip())


def read(page: bytes) -> Page:
    parser = Page()
    parser.feed(page.decode())
    return parser


def question(seat: Seat) -> str:
    return str(getattr(BY_ID[seat.item], f"question_{seat.form}"))


def test_each_form_holds_its_questions_with_eligibility_and_instructions_and_nothing_outward() -> None:
    people = sorted({seat.participant for seat in SEATS})
    assert {name for name in FILES if name.startswith("forms/")} == {f"forms/{name}.html" for name in people}
    for name in people:
        page = read(FILES[f"forms/{name}.html"])
        own = [seat for seat in SEATS if seat.participant == name]
        assert page.inputs == [seat.question for seat in own]
        for line in (*ELIGIBILITY, *INSTRUCTIONS, *(question(seat) for seat in own)):
            assert line in page.texts
        assert page.references == []
        assert "script" not in page.tags


def test_what_participants_get_holds_no_gold_no_id_and_no_form() -> None:
    """Neither forms nor tables: byte by byte, apart from the words of the questions themselves."""
    for name, data in FILES.items():
        if name == "key.jsonl":
            continue
        text = data.decode()
        for item in ITEMS:
            assert item.id not in text
            assert item.template not in text
            assert item.source not in text
        if name.startswith("forms/"):
            assert "commonsense" not in text
            assert "composition" not in text


def test_markup_in_a_question_stays_text() -> None:
    hostile = '<script>alert(1)</script> & "x"'
    items = [item.model_copy(update={"question_math": f"{hostile} {item.question_math}"}) for item in ITEMS]
    files = study_files(items, SEATS)
    pages = [read(data) for name, data in files.items() if name.startswith("forms/")]
    assert all("script" not in page.tags for page in pages)
    assert sum(hostile in text for page in pages for text in page.texts) == len(ITEMS)


def answers_csv(answers: dict[str, str]) -> bytes:
    rows = list(csv.reader(io.StringIO(FILES["answers.csv"].decode())))
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([*rows[0], "seconds"])
    writer.writerows([row[0], row[1], answers.get(row[1], ""), "17"] for row in rows[1:])
    return out.getvalue().encode()


def right_answer(seat: Seat) -> str:
    item = BY_ID[seat.item]
    return ", ".join(item.choice) if seat.form == "commonsense" else item.answer_math


def tabled(folder: Path, wrong: set[tuple[str, str]], left: frozenset[str] = frozenset()) -> StudyTable:
    """The table when everybody is right but at those items and forms, and leaves some questions out."""
    given = {
        seat.question: "-99" if (seat.item, seat.form) in wrong else right_answer(seat)
        for seat in SEATS
        if seat.question not in left
    }
    path = folder / "answers.csv"
    path.write_bytes(answers_csv(given))
    return study_table(ITEMS, SEATS, read_answers(path, SEATS), samples=200)


def test_a_panel_that_is_right_throughout(tmp_path: Path) -> None:
    table = tabled(tmp_path, set())
    assert table.people == 10
    assert [ratio.share for ratio in table.right.values()] == [1, 1, 1]
    assert (table.both.share, table.composed.share, table.gap.share) == (1, 1, 0)
    assert table.unanswered == ()


def test_the_table_is_that_of_a_count_by_hand(tmp_path: Path) -> None:
    """Of 20 items: maths wrong in 0–3, composed wrong in 2–7: both 16, composed 14, gap 2 of 20."""
    wrong = {(ITEMS[n].id, "math") for n in range(4)} | {(ITEMS[n].id, "composition") for n in range(2, 8)}
    table = tabled(tmp_path, wrong)
    assert Fraction(table.right["math"].top, table.right["math"].bottom) == Fraction(16, 20)
    assert table.both.share == pytest.approx(0.8)
    assert table.composed.share == pytest.approx(0.7)
    assert table.gap.share == pytest.approx(0.1)
    assert table.gap.low is not None
    assert table.gap.low < 0.1
    told = table.as_text()
    assert DIFFERENT_PEOPLE in told
    assert table.as_json()["note"] == DIFFERENT_PEOPLE


def test_an_answer_that_cannot_be_read_is_counted_apart_and_a_missing_one_named(tmp_path: Path) -> None:
    left = frozenset({SEATS[0].question})
    table = tabled(tmp_path, {(ITEMS[0].id, "commonsense")}, left)
    assert table.unanswered == (SEATS[0].question,)
    assert table.items == 19
    expected = 0 if (SEATS[0].item, SEATS[0].form) == (ITEMS[0].id, "commonsense") else 1
    assert (table.marks["commonsense"]["unread"], table.marks["commonsense"]["wrong"]) == (expected, 0)
    assert SEATS[0].question in table.as_text()


def test_both_is_over_all_pairs_of_different_people_where_several_answer(tmp_path: Path) -> None:
    """Two answers each; one of two maths answers wrong everywhere: P(both) is a half, P(composed) one."""
    seats = plan(ITEMS, Panel(20, 6, 2), 0).seats
    seen: set[tuple[str, str]] = set()
    answers = {}
    for seat in seats:
        first = (seat.item, seat.form) not in seen
        seen.add((seat.item, seat.form))
        answers[seat.question] = "-99" if first and seat.form == "math" else right_answer(seat)
    table = study_table(ITEMS, seats, answers, samples=200)
    assert (table.both.share, table.composed.share, table.gap.share) == (0.5, 1, -0.5)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("p01,p01-q9,5", "row 1: 'p01-q9' is no question of this study's key"),
        ("p02,p01-q1,5", "row 1: p01-q1 is p01's question, not 'p02'"),
        ("p01,p01-q1,5\np01,p01-q1,6", "row 2: p01-q1 is answered twice"),
    ],
)
def test_an_answer_that_does_not_belong_is_named(tmp_path: Path, line: str, told: str) -> None:
    path = tmp_path / "answers.csv"
    path.write_text(f"participant,question,answer\n{line}\n")
    with pytest.raises(InputError) as caught:
        read_answers(path, SEATS)
    assert told in str(caught.value)


def test_a_table_needs_the_studys_items_and_an_answer() -> None:
    with pytest.raises(InputError, match="is not among the items"):
        study_table(ITEMS[1:], SEATS, {SEATS[0].question: "5"})
    with pytest.raises(InputError, match="nobody has answered"):
        study_table(ITEMS, SEATS, {})


def test_the_key_comes_back_and_a_bad_one_is_named(tmp_path: Path) -> None:
    path = tmp_path / "key.jsonl"
    path.write_bytes(FILES["key.jsonl"])
    assert read_key(path) == SEATS
    path.write_bytes(FILES["key.jsonl"] + FILES["key.jsonl"].splitlines(keepends=True)[0])
    with pytest.raises(InputError, match="stands twice"):
        read_key(path)
    path.write_bytes(b"")
    with pytest.raises(InputError, match="no seats"):
        read_key(path)


def write_items(folder: Path, items: tuple[Triplet, ...] = ITEMS) -> Path:
    path = folder / "items.jsonl"
    path.write_bytes(b"".join(canonical_bytes(item) + b"\n" for item in items))
    return path


def test_the_verbs_go_from_items_to_the_table(tmp_path: Path) -> None:
    items, out = write_items(tmp_path), tmp_path / "study"
    short = run("triplets", "study", "assign", items, "--people", "9", "--load", "6", "-o", out)
    assert "It takes 10 people at 6 questions each" in one_line(short, 2)
    huge = run("triplets", "study", "assign", items, "--people", "1000000000", "--load", "6", "-o", out)
    assert huge.returncode == 2
    assert huge.stderr.endswith("Error: Invalid value for '--people': 1000000000 is not in the range 1<=x<=2000.\n")
    assert not out.exists()
    fine("triplets", "study", "assign", items, "--people", "10", "--load", "6", "-o", out)
    assert {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()} == FILES
    (out / "answers.csv").write_bytes(answers_csv({seat.question: right_answer(seat) for seat in SEATS}))
    words = ("triplets", "study", "table", items, out / "key.jsonl", out / "answers.csv", "--samples", "100")
    assert json.loads(fine(*words, "--json"))["gap"]["share"] == 0
    assert "over different people" in fine(*words)
