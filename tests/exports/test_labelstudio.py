"""Label Studio tasks both ways: what a blind task holds, items back, annotations read or refused by task."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from releases.exports.labelstudio import CHECKS, FIELDS, labelling_form, read_items, read_labels, tasks
from schemas.canonical import JSON
from schemas.errors import InputError
from tests.scoring.items import made

ITEMS = made(5)


def test_a_blind_task_holds_the_questions_and_nothing_else() -> None:
    sent = json.loads(tasks(ITEMS))
    for task, item in zip(sent, ITEMS, strict=True):
        assert task == {
            "data": {
                "id": item.id,
                "question_commonsense": item.question_commonsense,
                "question_math": item.question_math,
                "question_composition": item.question_composition,
            }
        }


def test_items_come_back_from_tasks_that_are_not_blind(tmp_path: Path) -> None:
    path = tmp_path / "tasks.json"
    path.write_bytes(tasks(ITEMS, blind=False))
    assert read_items(path) == ITEMS
    path.write_bytes(tasks(ITEMS))
    with pytest.raises(InputError, match="task 1: it holds no record"):
        read_items(path)


def test_a_task_that_was_edited_is_refused(tmp_path: Path) -> None:
    sent = json.loads(tasks(ITEMS, blind=False))
    sent[1]["data"]["question_math"] += " Really?"
    path = tmp_path / "tasks.json"
    path.write_text(json.dumps(sent))
    with pytest.raises(InputError, match="task 2: question_math"):
        read_items(path)


def test_the_form_is_well_formed_and_asks_every_field_of_a_text_that_it_shows() -> None:
    root = ET.fromstring(labelling_form())  # noqa: S314  (our own text)
    shown = {node.get("name") for node in root.iter("Text")}
    order = [str(node.get("name")) for node in root.iter("TextArea")]
    assert order[:3] == ["answer_composition", "answer_commonsense", "answer_math"]  # no answer before it is asked for
    asked = {node.get("name"): node.get("toName") for tag in ("TextArea", "Choices") for node in root.iter(tag)}
    assert set(asked) == set(FIELDS)
    assert set(asked.values()) <= shown
    variables = {str(node.get("value")) for node in root.iter("Text") if str(node.get("value")).startswith("$")}
    assert variables == {"$question_commonsense", "$question_math", "$question_composition"}


def result(name: str, said: str) -> dict[str, JSON]:
    """One result as an export writes it."""
    if name in CHECKS:
        return {"from_name": name, "to_name": "text_composition", "type": "choices", "value": {"choices": [said]}}
    return {"from_name": name, "to_name": "text_math", "type": "textarea", "value": {"text": [said]}}


def exported(folder: Path, *annotations: JSON) -> Path:
    path = folder / "export.json"
    data: JSON = {"id": ITEMS[0].id}
    path.write_text(json.dumps([{"id": 7, "data": data, "annotations": list(annotations)}]))
    return path


def test_annotations_are_read_by_item_and_annotator(tmp_path: Path) -> None:
    first: JSON = {"completed_by": 3, "result": [result("answer_math", "55"), result("one_step", "yes")]}
    second: JSON = {"completed_by": {"id": 4, "email": "a@b.example"}, "result": [result("ambiguity", "which nap?")]}
    cancelled: JSON = {"completed_by": 5, "was_cancelled": True, "result": []}
    one, two = read_labels(exported(tmp_path, first, second, cancelled))
    assert one.as_json() == {"item": ITEMS[0].id, "annotator": "3", "fields": {"answer_math": "55", "one_step": "yes"}}
    assert (two.annotator, two.fields) == ("a@b.example", {"ambiguity": "which nap?"})


@pytest.mark.parametrize(
    ("annotation", "told"),
    [
        ({"completed_by": 1}, "it has no list of results"),
        ({"result": [{"from_name": "gold", "value": {"text": ["1"]}}]}, "which our form doesn't ask"),
        ({"result": [result("one_step", "maybe")]}, "not yes or no"),
        ({"result": [result("answer_math", "1"), result("answer_math", "2")]}, "answered twice"),
        ({"result": [{"from_name": "answer_math", "value": {"text": [1]}}]}, "holds no text"),
        (5, "it has no list of results"),
    ],
)
def test_an_annotation_that_is_not_ours_is_named(tmp_path: Path, annotation: JSON, told: str) -> None:
    with pytest.raises(InputError, match="task 1: annotation 1") as caught:
        read_labels(exported(tmp_path, annotation))
    assert told in str(caught.value)


@pytest.mark.parametrize("text", ["{}", "[5]", '[{"data": {}}]', "[", '[{"data": {"id": 5}}]'])
def test_a_file_that_is_no_export_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(InputError):
        read_labels(path)
