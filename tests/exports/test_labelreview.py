"""A review in Label Studio: blind tasks out, annotations back as events, held to the same rules as everybody's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from annotation.review import replayed, same_state
from releases.exports.labelreview import bring_in, open_tasks
from releases.exports.labelstudio import CHECKS, Labelled, read_labels
from schemas.canonical import JSON
from schemas.errors import InputError
from tests.annotation.reviewing import JUNO, RITA, ROLF, Panel, gold, panel
from tests.releases.building import fine, run

PEOPLE = {"rita@example.org": "Rita Reviewer", "2": ROLF, "3": "Ada Author"}
"""Rolf is known there by a number, and Ada is an author here."""


@pytest.fixture
def held(tmp_path: Path) -> Panel:
    made = panel(tmp_path)
    made.submit()
    return made


def answers(held: Panel, **changed: str) -> dict[str, str]:
    item = held.review.item("T1").now.submitted.triplet
    return {
        **dict.fromkeys(CHECKS, "yes"),
        "answer_composition": gold(item, "composition"),
        "answer_commonsense": gold(item, "commonsense"),
        "answer_math": gold(item, "math"),
        **changed,
    }


def result(name: str, words: str) -> JSON:
    value: JSON = {"choices": [words]} if name in CHECKS else {"text": [words]}
    return {"from_name": name, "value": value}


def export(held: Panel, *said: tuple[JSON, dict[str, str]]) -> Path:
    """What Label Studio exports once its annotators are through our tasks."""
    (task,) = json.loads(open_tasks(held.review))
    task["annotations"] = [
        {"completed_by": who, "result": [result(name, words) for name, words in fields.items()]} for who, fields in said
    ]
    path = held.path.with_name("export.json")
    path.write_text(json.dumps([task]))
    return path


def test_tasks_are_blind_and_annotations_take_the_item_through_all_rounds(held: Panel) -> None:
    sent = open_tasks(held.review).decode()
    assert all(secret not in sent for secret in ("862.5", "REASON", "SOURCE", "Ada", '"p1"'))
    file = export(held, ({"email": "rita@example.org"}, answers(held)), (2, answers(held)))
    labels = read_labels(file)
    brought = bring_in(held.review, labels, PEOPLE)
    steps = ("check", "composition", "commonsense", "math", "feedback")
    assert [(one.item, one.person, one.steps, one.refused) for one in brought] == [
        ("T1", RITA, steps, ()),
        ("T1", ROLF, steps, ()),
    ]
    assert held.review.item("T1").now.phase == "accepted"
    before = held.review.state.seq
    again = bring_in(held.review, labels, PEOPLE)
    assert [(one.steps, one.refused) for one in again] == [((), ()), ((), ())]
    assert held.review.refresh().seq == before
    assert same_state(replayed(held.path), held.review.state)
    with pytest.raises(InputError, match="no item waits for reviewers"):
        open_tasks(held.review)


def test_a_different_answer_goes_to_an_adjudicator_and_feedback_follows(held: Panel) -> None:
    told = answers(held, answer_commonsense="a cabin in the desert", ambiguity="A cabin may have a pool.")
    labels = read_labels(export(held, ({"email": "rita@example.org"}, answers(held)), (2, told)))
    bring_in(held.review, labels, PEOPLE)
    assert held.review.item("T1").now.phase == "comparison"
    held.adjudicate("T1", same=True, who=JUNO)
    assert [one.steps for one in bring_in(held.review, labels, PEOPLE)] == [("feedback",), ("feedback",)]
    version = held.review.item("T1").now
    assert version.phase == "returned"
    assert [said.note for said in version.feedback] == ["", "A cabin may have a pool."]


def test_a_no_comes_with_a_note_and_sends_the_item_back(held: Panel) -> None:
    labels = read_labels(
        export(held, ({"email": "rita@example.org"}, answers(held, one_step="no")), (2, answers(held)))
    )
    bring_in(held.review, labels, PEOPLE)
    version = held.review.item("T1").now
    assert (version.phase, version.answers) == ("returned", ())
    assert version.checks[0].note == "No note was given in Label Studio."


def test_the_rules_hold_for_annotators_too(held: Panel) -> None:
    (brought,) = bring_in(held.review, read_labels(export(held, (3, answers(held)))), PEOPLE)
    assert brought.steps == ()
    assert "Ada Author is no reviewer here" in brought.refused[0]
    with pytest.raises(InputError, match=r"nobody@example\.org: nobody in"):
        bring_in(held.review, read_labels(export(held, ({"email": "nobody@example.org"}, {}))), PEOPLE)
    with pytest.raises(InputError, match="no item of this review is that now"):
        bring_in(held.review, [Labelled("triplet-" + "0" * 20, "2", {})], PEOPLE)


def test_the_commands_bring_it_there_and_back(held: Panel, tmp_path: Path) -> None:
    fine("triplets", "review", "tasks", held.path, "-o", tmp_path / "tasks.json", "--form-out", tmp_path / "form.xml")
    assert json.loads((tmp_path / "tasks.json").read_bytes()) == json.loads(open_tasks(held.review))
    file = export(held, ({"email": "rita@example.org"}, answers(held)), (3, answers(held)))
    who = ("--who", "rita@example.org=Rita Reviewer", "--who", "3=Ada Author")
    done = run("triplets", "review", "labels", held.path, file, *who)
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "T1 p2: check",
        "T1 p1: nothing new",
        "  refused: Ada Author is no reviewer here",
    ]
