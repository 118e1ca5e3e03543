"""Triplets as the published AgentCoMa CSV, and its rows back: six columns, in their order, under their names."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final, NamedTuple

from pydantic import Field

from releases.exports.cells import read_table, write_table
from schemas.base import Record, parse_record
from schemas.canonical import JSON, canonical_bytes
from schemas.errors import InputError
from schemas.files import parse_json, read_bytes, read_jsonl
from schemas.triplets import Triplet

__all__ = ["COLUMNS", "Row", "Sourced", "read_csv", "read_rows", "row_of", "rows_jsonl", "write_csv"]

COLUMNS: Final = (
    "question_commonsense",
    "answers_commonsense",
    "question_math",
    "answer_math",
    "question_composition",
    "answer_composition",
)
"""The published columns; `answers_commonsense` is a list literal of the accepted answers."""


class Row(Record):
    """What the six columns say of a triplet. Answers are kept as they are written."""

    question_commonsense: str
    answers_commonsense: Annotated[tuple[str, ...], Field(min_length=1)]
    question_math: str
    answer_math: str
    question_composition: str
    answer_composition: str


class Sourced(NamedTuple):
    """A row and what it goes by: `row 12` of its file."""

    name: str
    row: Row


def row_of(item: Triplet) -> Row:
    """What the published columns hold of a triplet."""
    return Row(**{column: getattr(item, column) for column in COLUMNS})


def write_csv(rows: Sequence[Row]) -> bytes:
    """The CSV file of some rows."""
    return write_table(COLUMNS, ([_cell(row, column) for column in COLUMNS] for row in rows))


def read_csv(path: Path) -> tuple[Sourced, ...]:
    """The rows of an AgentCoMa CSV. Raises InputError naming file, row and column of the first fault."""
    return parse_csv(read_bytes(path), str(path))


def parse_csv(data: bytes, where: str) -> tuple[Sourced, ...]:
    """The same from a file's bytes."""
    made: list[Sourced] = []
    for number, cells in read_table(data, where, COLUMNS):
        answers = _answers(cells["answers_commonsense"], f"{where}: row {number}: answers_commonsense")
        values = {column: cells[column].strip() for column in COLUMNS if column != "answers_commonsense"}
        for column, value in values.items():
            if not value:
                raise InputError(f"{where}: row {number}: {column}: it is empty")
        made.append(Sourced(f"row {number}", Row(**values, answers_commonsense=answers)))
    return tuple(made)


def rows_jsonl(rows: Sequence[Row]) -> bytes:
    """Rows as one canonical JSON line each."""
    return b"".join(canonical_bytes(row) + b"\n" for row in rows)


def read_rows(path: Path) -> tuple[Sourced, ...]:
    """Rows from JSON lines with these columns, among others; a list may be a text as in the CSV, an answer a number.

    Raises InputError naming the line.
    """
    return tuple(
        Sourced(f"line {number}", _row(parse_json(line, f"{path}: line {number}"), f"{path}: line {number}"))
        for number, line in read_jsonl(path)
    )


def _row(value: JSON, where: str) -> Row:
    if not isinstance(value, dict):
        raise InputError(f"{where}: an item is a JSON object")
    told: dict[str, JSON] = {column: value[column] for column in COLUMNS if column in value}
    answers = told.get("answers_commonsense")
    if isinstance(answers, str):
        told["answers_commonsense"] = [*_answers(answers, f"{where}: answers_commonsense")]
    for column in ("answer_math", "answer_composition"):
        if isinstance(told.get(column), int | float) and not isinstance(told[column], bool):
            told[column] = str(told[column])
    return parse_record(Row, canonical_bytes(told), where)


def _cell(row: Row, column: str) -> str:
    value: str | tuple[str, ...] = getattr(row, column)
    return value if isinstance(value, str) else repr(list(value))


def _answers(text: str, where: str) -> tuple[str, ...]:
    """The accepted answers of a cell: a list literal of texts, or one text that is no list."""
    text = text.strip()
    if not re.match(r"[\[(]", text):
        if not text:
            raise InputError(f"{where}: it is empty")
        return (text,)
    try:
        with warnings.catch_warnings(action="ignore"):  # of a backslash that escapes nothing
            value: object = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError) as error:
        raise InputError(f"{where}: not a list literal of texts: {text[:60]!r}") from error
    if not isinstance(value, (list, tuple)) or not value:
        raise InputError(f"{where}: not a list of answers: {text[:60]!r}")
    answers = [one if isinstance(one, str) else None for one in value]
    texts = tuple(one.strip() for one in answers if one is not None and one.strip())
    if len(texts) < len(value):
        raise InputError(f"{where}: an answer in it is no text: {text[:60]!r}")
    return texts
