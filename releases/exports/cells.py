"""Cells of spreadsheets: a text that a spreadsheet would take for a formula is written so that it stays a text."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Final

from schemas.errors import InputError

__all__ = ["MOST_BYTES", "plain_cell", "read_table", "safe_cell", "write_table"]

MOST_BYTES: Final = 50_000_000
"""The largest CSV file that is read."""

_FORMULA: Final = re.compile(r"'*[=+\-@\t\r]")
_QUOTED: Final = re.compile(r"'+[=+\-@\t\r]")
_NUMBER: Final = re.compile(r"-?[0-9]+(\.[0-9]+)?")


def safe_cell(text: str) -> str:
    """A text as a cell: with an apostrophe before it where it could run as a formula. A plain number stays."""
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def plain_cell(cell: str) -> str:
    """The text of a cell that `safe_cell` wrote; any other cell as it is."""
    return cell[1:] if _QUOTED.match(cell) else cell


def write_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """A CSV file (RFC 4180, UTF-8) whose cells can't run."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([safe_cell(cell) for cell in row] for row in rows)
    return out.getvalue().encode()


def read_table(data: bytes, where: str, columns: Sequence[str]) -> list[tuple[int, dict[str, str]]]:
    """The rows of a CSV file by column, each with its number (from 1, the header not counted); other columns are left.

    Raises InputError, naming the file and the row, for text that is not UTF-8 or no CSV, for a missing column and
    for a row of another length than the header.
    """
    if len(data) > MOST_BYTES:
        raise InputError(f"{where}: {len(data)} bytes; at most {MOST_BYTES} are read")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{where}: byte {error.start}: not UTF-8; save it as CSV UTF-8") from error
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        rows = list(reader)
    except csv.Error as error:
        raise InputError(f"{where}: line {reader.line_num}: not CSV: {error}") from error
    if not rows:
        raise InputError(f"{where}: it is empty; its first line names the columns {', '.join(columns)}")
    header = [name.strip() for name in rows[0]]
    missing = [name for name in columns if name not in header]
    if missing:
        raise InputError(f"{where}: no column {', '.join(missing)}; it has {', '.join(header)[:200]}")
    made: list[tuple[int, dict[str, str]]] = []
    for number, row in enumerate(rows[1:], start=1):
        if not any(cell.strip() for cell in row):
            continue
        if len(row) != len(header):
            raise InputError(f"{where}: row {number}: {len(row)} cells, and the header has {len(header)}")
        cells = dict(zip(header, row, strict=True))
        made.append((number, {name: plain_cell(cells[name]) for name in columns}))
    return made
