"""Audits any set of questions and answers in JSON lines by what two texts can tell: repeats, and answers given away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from releases.check import Report
from releases.foreign.source import first_line
from schemas.canonical import JSON
from schemas.errors import InputError
from schemas.files import parse_json, read_jsonl
from schemas.findings import Finding, Severity
from validators.normal import holds, numbers_in
from validators.triplets.duplicates import Asked, near_duplicates

__all__ = ["ANSWERS", "QUESTIONS", "audit_questions", "holds_questions"]

QUESTIONS: Final = ("question", "problem", "prompt", "query", "input")
ANSWERS: Final = (
    "answer", "final_answer", "final answer", "answers", "gold", "gold_answer", "target", "solution", "output",
)  # fmt: skip
"""Keys, in any case, that questions and answers are published under; the first that an item has is meant."""

NOT_CHECKABLE: Final = (
    "everything but T4.answer-printed, T5.no-answer and T10 (only a question and an answer are recorded)",
)
SHORTEST = 3
"""Answers of fewer characters stand in a text by chance, unless they are numbers."""


class _Question(NamedTuple):
    name: str
    question: str
    answers: tuple[str, ...]


def _told(item: Mapping[str, JSON], keys: Sequence[str]) -> tuple[str, ...] | None:
    """The texts under the first of some keys: one, or those of a list; None where there are none."""
    lowered = {key.casefold(): value for key, value in item.items()}
    for key in keys:
        value = lowered.get(key)
        listed = value if isinstance(value, list) else [value]
        if listed and all(isinstance(one, str | int | float) for one in listed):
            return tuple(str(one).strip() for one in listed)
    return None


def holds_questions(path: Path) -> bool:
    """Whether a file is JSON lines whose first item has a question and an answer, and is none of ours."""
    if not path.is_file() or path.suffix.lower() != ".jsonl":
        return False
    item = first_line(path)
    return "family" not in item and _told(item, QUESTIONS) is not None and _told(item, ANSWERS) is not None


def audit_questions(path: Path) -> Report:
    """Check the questions one by one and against each other. Raises InputError naming the line for no such item."""
    items = [_item(path, number, line) for number, line in read_jsonl(path)]
    found = [finding for item in items for finding in _one(item)]
    asked = [Asked(item.name, item.question) for item in items]
    for pair in near_duplicates(asked):
        same = pair.one.text == pair.two.text
        told = f"{pair.two.name} asks exactly this" if same else f"nearly {pair.two.name}"
        found.append(_found("T10.same-item" if same else "T10.near-duplicate", pair.one.name, told, same))
    return Report(len(items), tuple(found), NOT_CHECKABLE, ("T4", "T5", "T10"), {})


def _item(path: Path, number: int, line: bytes) -> _Question:
    where = f"{path}: line {number}"
    value = parse_json(line, where)
    if not isinstance(value, dict):
        raise InputError(f"{where}: an item is a JSON object")
    question = _told(value, QUESTIONS)
    if question is None:
        raise InputError(f"{where}: no question under any of {', '.join(QUESTIONS)}")
    answers = tuple(answer for answer in _told(value, ANSWERS) or () if answer)
    return _Question(f"line {number}", " ".join(question), answers)


def _one(item: _Question) -> Iterator[Finding]:
    if not item.answers:
        yield _found("T5.no-answer", item.name, "it has no answer", True)
    printed = next((answer for answer in item.answers if _is_printed(item.question, answer)), None)
    if printed is not None:
        yield _found("T4.answer-printed", item.name, f"the answer {printed[:60]!r} stands in the question", False)


def _is_printed(question: str, answer: str) -> bool:
    numbers = list(numbers_in(answer))
    whole = answer.replace(",", "")
    if len(numbers) == 1 and whole.lstrip("-").replace(".", "", 1).isdigit():
        return numbers[0] in numbers_in(question)
    return len(answer) >= SHORTEST and holds(question, answer)


def _found(code: str, name: str, message: str, critical: bool) -> Finding:
    severity: Severity = "critical" if critical else "warning"
    return Finding(code=code, severity=severity, item=name, place="question", message=message[:1000])
