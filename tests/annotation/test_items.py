"""An item's text makes the triplet it was written from, and every fault is found at its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation.authoring import Unsound, submit, texts_of
from annotation.itemfile import LONGEST, check_item, read_item
from annotation.itemtext import item_form, item_text
from annotation.rules import Refused
from generators.rejection import Rejected
from generators.triplets import LIBRARY, load_template, sample
from schemas.amounts import OPERATIONS, Operation
from schemas.canonical import canonical_bytes
from schemas.errors import InputError
from schemas.triplets import SCENARIOS, Scenario, Triplet
from tests.annotation.reviewing import ADA, RITA, ROLF, Panel, panel
from tests.annotation.written import SWIM_TEXT as SWIM
from tests.annotation.written import TRIPLETS

NAMES = ("cabin-without-power", "first-and-last-of-the-day", "fridge-unpacking", "moving-crates", "seasick-client")
DRAWN = [
    one for name in NAMES for one in sample(load_template(LIBRARY / f"{name}.toml"), 2) if not isinstance(one, Rejected)
]
"""Instances of packaged templates, of every structure."""


@pytest.fixture
def table(tmp_path: Path) -> Panel:
    return panel(tmp_path)


@pytest.mark.parametrize("item", DRAWN, ids=lambda item: item.template)
def test_a_triplet_and_its_text_are_the_same_item(item: Triplet) -> None:
    read = read_item(item_text(item))
    assert read.remarks == ()
    assert read.triplet is not None
    assert read.triplet == item.model_copy(update={"canary": read.triplet.canary})
    assert item_text(read.triplet) == item_text(item)


def line_with(text: str, words: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), start=1) if words in line)


FAULTS = {
    "a wrong answer": ('answer = "862.5"', 'answer = "826.5"', "T1.wrong-answer", "answer = "),
    "no answer": ('answer = "862.5"\n', "", "T0.missing-key", ""),
    "a key too many": ('split = "test"', 'splits = "test"', "T0.unknown-key", "splits = "),
    "a word that can't be": ('structure = "pick-one"', 'structure = "choose"', "T0.bad-value", "structure = "),
    "another verdict": ("fits = true", "fits = false", "T2.verdicts", "structure = "),
    "no verdict": ("fits = false\n", "", "T2.no-verdict", 'name = "a cabin'),
    "no TOML": ('split = "test"', "split = test", "T0.not-toml", "split = "),
    "no given": ('given = "5 nights"\n', "", "T0.operands", "operands = "),
    "words of the form": ('source = "', 'source = "<who>', "T0.placeholder", "source = "),
    "a hidden step": ('maths_step = "', 'maths_step = "Twice as fast, ', "T1.hidden-step", "context = "),
    "no amount": ('given = "5 nights"', 'given = "some nights"', "T3.mention-amount", "given = "),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found_at_the_line_to_mend(name: str) -> None:
    old, new, code, words = FAULTS[name]
    text = SWIM.replace(old, new, 1)
    assert text != SWIM
    read = read_item(text)
    assert not read.sound
    lines = [remark.line for remark in read.remarks if remark.code == code]
    assert (line_with(text, words) if words else 1) in lines, read.remarks


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_form_of_every_cell_lacks_nothing_but_words(scenario: Scenario, operation: Operation) -> None:
    read = read_item(item_form(scenario, operation))
    assert {remark.code for remark in read.remarks} == {"T0.placeholder"}
    filled = item_form(scenario, operation).replace("<", "").replace(">", "")
    assert {remark.code[:2] for remark in read_item(filled).remarks} <= {"T1", "T2", "T3", "T4"}


HOSTILE = [
    "",
    "\x00",
    "a = [" + "[" * 5000,
    "a = " + "{a=" * 3000,
    "x = " + "9" * 6000,
    "x = 1e999999999",
    "name = 1979-05-27\noptions = 5",
    "[options]\n[options.0]",
    "[[text]]\n[[options]]",
    "name = '''\n" + "x\n" * 500,
    "a" * (LONGEST + 1),
    "\ufeffname = 'x'",
    "name = '\u202e\u2066'",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_texts_come_back_as_findings(text: str) -> None:
    read = read_item(text)
    assert not read.sound
    assert all(1 <= remark.line <= text.count("\n") + 1 for remark in read.remarks)


@settings(max_examples=200)
@given(st.text(max_size=300), st.integers(0, len(SWIM)), st.integers(0, 60))
def test_any_damage_to_a_text_is_read_without_an_error(words: str, at: int, length: int) -> None:
    read = read_item(SWIM[:at] + words + SWIM[at + length :])
    assert read.triplet is not None or read.remarks


def test_what_is_unsound_is_not_handed_in(table: Panel) -> None:
    with pytest.raises(Unsound, match=r"line \d+: T1\.wrong-answer"):
        submit(table.review, ADA, SWIM.replace('"862.5"', '"826.5"'), "k1")
    assert table.review.state.items == {}
    assert submit(table.review, ADA, SWIM, "k2") == "T1"
    assert submit(table.review, ADA, SWIM, "k2") == "T1"
    with pytest.raises(Refused, match="T1 is the same item"):
        submit(table.review, ADA, SWIM, "k3")
    assert list(table.review.state.items) == ["T1"]


def test_a_rewrite_sent_twice_is_one_version(table: Panel) -> None:
    item = submit(table.review, ADA, SWIM, "k2")
    table.check(RITA, item, "one-step")
    table.check(ROLF, item)
    other = SWIM.replace("He will stay", "He is going to stay")
    assert submit(table.review, ADA, other, "k4", item, "reworded") == item
    assert submit(table.review, ADA, other, "k4", item, "reworded") == item
    assert [version.number for version in table.review.item(item).versions] == [1, 2]


def test_files_of_all_kinds_are_handed_in(tmp_path: Path) -> None:
    lines = tmp_path / "many.jsonl"
    lines.write_bytes(b"".join(canonical_bytes(item) + b"\n" for item in TRIPLETS))
    assert [text for _, text in texts_of(lines, 0)] == [item_text(item) for item in TRIPLETS]
    one = tmp_path / "one.toml"
    one.write_text(SWIM, encoding="utf-8")
    assert [text for _, text in texts_of(one, 0)] == [SWIM]
    template = LIBRARY / "seasick-client.toml"
    drawn = {text for seed in range(3) for _, text in texts_of(template, seed)}
    assert all(read_item(text).sound for text in drawn)
    for name, content in (("x.txt", b""), ("x.toml", b"\xff"), ("x.jsonl", b"{}\n")):
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(InputError, match=re.escape(name)):
            list(texts_of(path, 0))


def test_a_file_is_checked_with_its_lines(tmp_path: Path) -> None:
    path = tmp_path / "swim.toml"
    path.write_text(SWIM.replace('"862.5"', '"826.5"'), encoding="utf-8")
    findings = list(check_item(path))
    assert {finding.place for finding in findings} >= {f"{path}:{line_with(SWIM, 'answer = ')}"}
    path.write_text(SWIM, encoding="utf-8")
    assert list(check_item(path)) == []
