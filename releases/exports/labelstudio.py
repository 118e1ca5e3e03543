"""Triplets as Label Studio tasks with their labelling form, and its annotations back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from schemas.base import parse_record
from schemas.canonical import JSON, canonical_bytes, dump
from schemas.errors import InputError
from schemas.files import read_json
from schemas.triplets import Triplet

__all__ = ["CHECKS", "FIELDS", "Labelled", "holds_items", "labelling_form", "read_items", "read_labels", "tasks"]

QUESTIONS: Final = ("question_composition", "question_commonsense", "question_math")
ANSWERS: Final = ("answer_composition", "answer_commonsense", "answer_math")
CHECKS: Final = {
    "real_request": "Would an assistant really be asked this?",
    "needs_commonsense": "Does it take common sense to choose?",
    "one_step": "Is exactly one arithmetic step needed?",
    "unambiguous": "Is there one answer, without a doubt?",
}
"""The binary checks of the first round, by the name of their field."""

FIELDS: Final = (*ANSWERS, *CHECKS, "ambiguity")
"""Every field of the labelling form."""

SENT_BLIND: Final = ("id", *QUESTIONS)
"""All that a blind task holds: no gold, no author, no verdict."""


class Labelled(NamedTuple):
    """What one annotator said of one item, by field. Cancelled annotations are none."""

    item: str
    annotator: str
    fields: dict[str, str]

    def as_json(self) -> dict[str, JSON]:
        """The same as a JSON object."""
        return {"item": self.item, "annotator": self.annotator, "fields": {**self.fields}}


def labelling_form() -> str:
    """The labelling configuration: the three questions with an answer each, the binary checks, and a remark.

    The composed question is asked first and the maths question last, as it states the choice that the others ask for.
    """
    return "\n".join(_form()) + "\n"


def tasks(items: Sequence[Triplet], blind: bool = True) -> bytes:
    """The tasks to import, as a JSON list.

    Blind tasks hold the id and the three questions only; others hold the whole item too, under `record`.
    """
    made: list[JSON] = []
    for item in items:
        data: dict[str, JSON] = {name: getattr(item, name) for name in SENT_BLIND}
        if not blind:
            data["record"] = canonical_bytes(item).decode()
        made.append({"data": data})
    return (json.dumps(made, ensure_ascii=False, indent=1) + "\n").encode()


def holds_items(path: Path) -> bool:
    """Whether a file's first task holds the whole item, as those that are not blind do."""
    return next(("record" in data for _, data, _ in _tasks(path)), False)


def read_items(path: Path) -> tuple[Triplet, ...]:
    """The items that tasks hold, of a file that was not blind. Raises InputError naming the task."""
    found: list[Triplet] = []
    for where, data, _ in _tasks(path):
        record = data.get("record")
        if not isinstance(record, str):
            raise InputError(f"{where}: it holds no record (blind tasks hold none)")
        item = parse_record(Triplet, record, where)
        for name in SENT_BLIND:
            if data.get(name) != dump(item)[name]:
                raise InputError(f"{where}: {name} is not what its record says; the task was edited")
        found.append(item)
    return tuple(found)


def read_labels(path: Path) -> tuple[Labelled, ...]:
    """The annotations of an export (JSON), in the order of the file. Raises InputError naming the task at fault."""
    return tuple(label for where, data, task in _tasks(path) for label in _labels(where, data, task))


def _form() -> Iterator[str]:
    yield "<View>"
    names = {"composition": "Composed question", "commonsense": "Commonsense question", "math": "Maths question"}
    for kind, title in names.items():
        yield f'  <Header value="{title}"/>'
        yield f'  <Text name="text_{kind}" value="$question_{kind}"/>'
        yield (
            f'  <TextArea name="answer_{kind}" toName="text_{kind}" rows="1" maxSubmissions="1" required="true" '
            'placeholder="Your answer, worked out by hand"/>'
        )
    yield '  <Header value="Checks of the composed question"/>'
    for name, title in CHECKS.items():
        yield f'  <Text name="ask_{name}" value="{escape(title)}"/>'
        yield f'  <Choices name="{name}" toName="text_composition" choice="single-radio" required="true">'
        yield '    <Choice value="yes"/><Choice value="no"/>'
        yield "  </Choices>"
    yield '  <TextArea name="ambiguity" toName="text_composition" placeholder="What could be read in two ways?"/>'
    yield "</View>"


def _tasks(path: Path) -> Iterator[tuple[str, dict[str, JSON], dict[str, JSON]]]:
    value = read_json(path)
    if not isinstance(value, list):
        raise InputError(f"{path}: not a JSON list of tasks; export as JSON, not as JSON-MIN")
    for number, task in enumerate(value, start=1):
        where = f"{path}: task {number}"
        data = task.get("data") if isinstance(task, dict) else None
        if not isinstance(task, dict) or not isinstance(data, dict) or not isinstance(data.get("id"), str):
            raise InputError(f"{where}: not one of our tasks: it has no data with an id")
        yield where, data, task


def _labels(where: str, data: dict[str, JSON], task: dict[str, JSON]) -> Iterator[Labelled]:
    annotations = task.get("annotations", [])
    if not isinstance(annotations, list):
        raise InputError(f"{where}: its annotations are no list")
    for place, annotation in enumerate(annotations, start=1):
        at = f"{where}: annotation {place}"
        if not isinstance(annotation, dict) or not isinstance(annotation.get("result"), list):
            raise InputError(f"{at}: it has no list of results")
        if annotation.get("was_cancelled"):
            continue
        fields: dict[str, str] = {}
        results = annotation["result"]
        for result in results if isinstance(results, list) else []:
            name, said = _result(result, at)
            if name in fields:
                raise InputError(f"{at}: {name} is answered twice")
            fields[name] = said
        yield Labelled(str(data["id"]), _annotator(annotation.get("completed_by"), place), fields)


def _result(result: JSON, where: str) -> tuple[str, str]:
    """The field of one result and what was said in it."""
    value = result.get("value") if isinstance(result, dict) else None
    name = result.get("from_name") if isinstance(result, dict) else None
    if not isinstance(value, dict) or not isinstance(name, str) or name not in FIELDS:
        raise InputError(f"{where}: a result for {name!r}, which our form doesn't ask")
    said = value.get("choices") if name in CHECKS else value.get("text")
    texts = [said] if isinstance(said, str) else said
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise InputError(f"{where}: {name} holds no text")
    joined = "\n".join(str(text) for text in texts)
    if name in CHECKS and joined not in {"yes", "no"}:
        raise InputError(f"{where}: {name} says {joined[:40]!r}, not yes or no")
    return name, joined


def _annotator(completed_by: JSON, place: int) -> str:
    """Who annotated: an id or an address, as the export says."""
    if isinstance(completed_by, dict):
        known: Iterable[JSON] = (completed_by.get("email"), completed_by.get("id"))
        return next((str(one) for one in known if one is not None), f"annotation {place}")
    return f"annotation {place}" if completed_by is None else str(completed_by)
