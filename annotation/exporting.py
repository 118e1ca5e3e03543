"""What leaves a review: accepted items as a release takes them, and tables that a spreadsheet opens safely."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Final

from annotation.board import board
from annotation.state import OVER, State
from schemas.canonical import canonical_bytes, content_id
from schemas.triplets import Triplet

__all__ = ["accepted", "accepted_lines", "board_csv", "csv_text", "ratings_csv", "safe_cell"]

NUMBER: Final = re.compile(r"-?[0-9]+(\.[0-9]+)?")
FORMULA: Final = frozenset("=+-@|%\t\r\n＝＋－＠")


def accepted(state: State) -> tuple[Triplet, ...]:
    """The accepted items, by number. Their status is `accepted`, which gives each another id than its draft had."""
    items = []
    for item in state.items.values():
        if item.now.phase == "accepted":
            triplet = item.now.submitted.triplet.model_copy(update={"status": "accepted"})
            items.append(triplet.model_copy(update={"id": content_id("triplet", triplet)}))
    return tuple(items)


def accepted_lines(state: State) -> bytes:
    """The accepted items as JSON lines."""
    return b"".join(canonical_bytes(item) + b"\n" for item in accepted(state))


def safe_cell(value: object) -> str:
    """A cell that no spreadsheet takes for a formula: plain numbers as they are, else `'` before what may start one."""
    text = str(value).replace("\x00", "")
    if NUMBER.fullmatch(text):
        return text
    return "'" + text if text[:1] in FORMULA or text.lstrip()[:1] in FORMULA else text


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A CSV file (RFC 4180) with every cell made safe."""
    out = io.StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([safe_cell(cell) for cell in row] for row in rows)
    return out.getvalue()


def ratings_csv(state: State) -> str:
    """Every rating and answer of items at an end, one a row, people by id and not by name.

    Until then another version may come, and whoever exports may be a reviewer too, who is to judge it unseen.
    """
    rows: list[tuple[object, ...]] = []
    for item in (one for one in state.items.values() if one.now.phase in OVER):
        for version in item.versions:
            at = (item.id, version.number)
            for check in version.checks:
                rows += [
                    (*at, "checks", check.person, verdict.check, "yes" if verdict.yes else "no", check.note)
                    for verdict in check.verdicts
                ]
            rows += [(*at, "solves", one.person, one.part, one.answer, "") for one in version.answers]
            rows += [
                (*at, "feedback", said.person, "clear", "yes" if said.clear else "no", said.note)
                for said in version.feedback
            ]
    return csv_text(("item", "version", "round", "person", "question", "answer", "note"), rows)


def board_csv(state: State, *, open_items: bool = True) -> str:
    """The board, one cell a row. Without `open_items` it leaves blank how many are in review or back with authors, as
    reviewers are not to know the operation of what they judge.
    """
    rows = []
    for cell in board(state).cells:
        going = (cell.reviewing, cell.returned) if open_items else ("", "")
        rows.append((cell.scenario, cell.operation, cell.dev, cell.test, *going, cell.missing))
    return csv_text(("scenario", "operation", "dev", "test", "reviewing", "returned", "missing"), rows)
