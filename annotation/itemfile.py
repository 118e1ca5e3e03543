"""An item as an author writes it, one TOML text: read into a triplet, every fault with its line."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from pydantic import ValidationError

from annotation.itemparts import ItemFile, Unmade, triplet_of
from annotation.mathsfirst import ReversedFile, reversed_triplet
from generators.triplets.source import KeyPath, line_of
from schemas.errors import InputError
from schemas.files import read_bytes
from schemas.findings import Finding, Severity
from schemas.triplets import Triplet
from validators.triplets import check_triplet

__all__ = ["LONGEST", "ReadItem", "Remark", "check_item", "is_item", "read_item"]

LONGEST: Final = 20_000
"""The most characters that an item's text may have."""

PLACES: Final[dict[str, tuple[KeyPath, ...]]] = {
    "question_composition": (("text", "context"),),
    "question_commonsense": (("text", "commonsense_step"),),
    "question_math": (("text", "maths_ask"), ("text", "statement")),
    "answer_composition": (("answer",),),
    "answer_math": (("answer",),),
    "answers_commonsense": (("accepted",), ("text", "commonsense_ask")),
    "amounts": (("text", "amounts"),),
    "given": (("text", "given"), ("text", "maths_step")),
    "parts.plain_context": (("text", "plain_context"), ("text", "context")),
    "choice": (("structure",),),
    "luck": (("answer",),),
}
"""Where in the text an author mends what a check found at a place of the record."""


class Remark(NamedTuple):
    """One finding with the line (from 1) at which to mend it."""

    line: int
    code: str
    severity: Severity
    message: str


class ReadItem(NamedTuple):
    """What a text came to: the triplet, where it makes one, and what was found."""

    name: str
    triplet: Triplet | None
    remarks: tuple[Remark, ...]

    @property
    def sound(self) -> bool:
        """Whether the item may go to reviewers: it is one, and nothing critical was found."""
        return self.triplet is not None and not any(one.severity == "critical" for one in self.remarks)


def read_item(text: str) -> ReadItem:
    """The item of a text with every finding about it, in the order of lines. Never raises for any text."""
    if len(text) > LONGEST:
        return _unread("T0.bad-value", 1, f"longer than {LONGEST} characters")
    try:
        values = tomllib.loads(text, parse_float=str)
        plain = json.dumps(values, default=str)
        plain.encode()
    except RecursionError:
        return _unread("T0.not-toml", 1, "nested too deep")
    except ValueError as error:
        place = re.search(r"at line (\d+)", str(error))
        return _unread("T0.not-toml", int(place[1]) if place else text.count("\n") + 1, str(error)[:300])
    name = values.get("name")
    called = name if isinstance(name, str) else "item"
    placeholders = list(_placeholders(text, values))
    model = ReversedFile if values.get("order") == "maths-first" else ItemFile
    try:
        written = model.model_validate_json(plain)
    except ValidationError as error:
        return ReadItem(called, None, _ordered([*placeholders, *_key_faults(text, error)]))
    if placeholders:  # what else is wrong with a form says little before it is filled in
        return ReadItem(called, None, _ordered(placeholders))
    try:
        triplet = reversed_triplet(written) if isinstance(written, ReversedFile) else triplet_of(written)
    except Unmade as error:
        fault = Remark(_line(text, [error.path]), error.code, "critical", error.message)
        return ReadItem(called, None, (fault,))
    found = [
        Remark(_line(text, _paths(one.place)), one.code, one.severity, one.message) for one in check_triplet(triplet)
    ]
    if any(one.code == "T1.wrong-answer" for one in found):  # then that no reading gives the answer is no other fault
        found = [one for one in found if one.code != "T1.no-reading"]
    return ReadItem(called, triplet, _ordered(found))


def is_item(path: Path) -> bool:
    """Whether a TOML file is an item's rather than a template's: it says how each option is mentioned."""
    return bool(re.search(rb"(?m)^\s*(mention|answer)\s*=", read_bytes(path)))


def check_item(path: Path) -> Iterator[Finding]:
    """Every finding about an item's file; `place` is file and line. Raises InputError when it can't be read."""
    try:
        text = read_bytes(path).decode()
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: byte {error.start}: not UTF-8") from error
    for one in read_item(text).remarks:
        place = f"{path}:{one.line}"
        yield Finding(code=one.code, severity=one.severity, item=path.stem, place=place, message=one.message)


def _unread(code: str, line: int, message: str) -> ReadItem:
    return ReadItem("item", None, (Remark(line, code, "critical", message),))


def _ordered(remarks: list[Remark]) -> tuple[Remark, ...]:
    return tuple(sorted(dict.fromkeys(remarks)))


def _line(text: str, paths: list[KeyPath]) -> int:
    return next((line for path in paths if (line := line_of(text, path)) > 1), 1)


def _paths(place: str) -> list[KeyPath]:
    """Paths into the text for a place of the record, the likeliest first."""
    if place in PLACES:
        return list(PLACES[place])
    if match := re.match(r"options\[(\d+)\](?:\.(\w+))?", place):
        option = ("options", int(match[1]))
        key = {"amount": "mention"}.get(match[2] or "name", match[2] or "name")
        return [(*option, key), option]
    if place.startswith("parts."):
        return [("text", place.removeprefix("parts."))]
    if match := re.match(r"amounts\[(\d+)\]", place):
        return [("text", "amounts", int(match[1])), ("text", "amounts")]
    head = place.partition("[")[0].partition(".")[0]
    return [(head,), ("options", 0)]


def _key_faults(text: str, error: ValidationError) -> Iterator[Remark]:
    told = {
        "extra_forbidden": ("T0.unknown-key", "no such key in an item"),
        "missing": ("T0.missing-key", "is missing"),
    }
    for row in error.errors(include_url=False, include_input=False):
        path = tuple(part for part in row["loc"] if not (isinstance(part, str) and part.startswith(("constr", "int"))))
        code, message = told.get(row["type"], ("T0.bad-value", row["msg"]))
        yield Remark(line_of(text, path), code, "critical", f"{_shown(path)}: {message}"[:1000])


def _placeholders(text: str, value: object, path: KeyPath = ()) -> Iterator[Remark]:
    """Words of the form that still stand there, in angle brackets."""
    if isinstance(value, str) and re.search(r"<[^<>]+>", value):
        message = f"{_shown(path)}: words of the form still stand there; write your own"
        yield Remark(line_of(text, path), "T0.placeholder", "critical", message)
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from _placeholders(text, one, (*path, str(key)))
    elif isinstance(value, list):
        for place, one in enumerate(value):
            yield from _placeholders(text, one, (*path, place))


def _shown(path: KeyPath) -> str:
    shown = ""
    for part in path:
        shown += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if shown else part
    return (shown or "the text")[:200]
