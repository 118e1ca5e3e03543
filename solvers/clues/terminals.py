"""The terminals of the clue grammar: numbers, durations, days, names and lists of clues, each written and read."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from solvers.clues.grammar import Scalar

__all__ = ["MONTHS", "TERMINALS", "Terminal", "duration_text", "number_text"]


class Terminal(NamedTuple):
    """How a scalar is found in a clue (`pattern`), read from it, and written into it."""

    pattern: re.Pattern[str]
    read: Callable[[str], Scalar | None]
    write: Callable[[Scalar], str]


def number_text(digits: str) -> str:
    """An integer in digits, with thousands separators."""
    return f"{int(digits):,}"


def duration_text(seconds: int) -> str:
    """A duration in hours, minutes and seconds, in words and digits: `3 minutes and 3 seconds`."""
    hours, rest = divmod(seconds, 3600)
    minutes, left = divmod(rest, 60)
    parts = [
        f"{count} {unit}{'' if count == 1 else 's'}"
        for count, unit in ((hours, "hour"), (minutes, "minute"), (left, "second"))
        if count
    ]
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


UNIT_SECONDS = {"hour": 3600, "minute": 60, "second": 1}


def _read_duration(text: str) -> str | None:
    seconds = sum(int(n) * UNIT_SECONDS[unit] for n, unit in re.findall(r"(\d+) (hour|minute|second)", text))
    return str(seconds) if duration_text(seconds) == text else None


def _read_number(text: str) -> str | None:
    digits = text.replace(",", "")
    return digits if number_text(digits) == text else None


def _read_clues(text: str) -> tuple[int, ...] | None:
    numbers = tuple(int(number) for number in re.findall(r"\d+", text))
    return numbers if _write_clues(numbers) == text else None


def _write_clues(numbers: Scalar) -> str:
    if not isinstance(numbers, tuple) or not numbers:
        raise TypeError(f"a list of clues is a tuple of numbers, not {numbers!r}")
    texts = [str(number) for number in numbers]
    if len(texts) == 1:
        return f"clue {texts[0]}"
    return f"clues {', '.join(texts[:-1])} and {texts[-1]}"


MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


def _write_day(value: Scalar) -> str:
    """A day of the calendar as `3 March 2015`."""
    year, month, day = str(value).split("-")
    return f"{int(day)} {MONTHS[int(month) - 1]} {year}"


def _read_day(text: str) -> str | None:
    day, month, year = text.split(" ")
    return _iso(year, month, day)


def _write_date(value: Scalar) -> str:
    """The same as `March 3, 2015`."""
    year, month, day = str(value).split("-")
    return f"{MONTHS[int(month) - 1]} {int(day)}, {year}"


def _read_date(text: str) -> str | None:
    month, day, year = text.replace(",", "").split(" ")
    return _iso(year, month, day)


def _iso(year: str, month: str, day: str) -> str | None:
    """The day in ISO 8601; None where the calendar has no such day."""
    try:
        return date(int(year), MONTHS.index(month) + 1, int(day)).isoformat()
    except ValueError:
        return None


_DURATION = r"\d+ (?:hour|minute|second)s?(?:(?:, | and )\d+ (?:minute|second)s?)*"

TERMINALS: dict[str, Terminal] = {
    "INT": Terminal(re.compile(r"\d{1,3}"), int, str),
    "YEAR": Terminal(re.compile(r"\d{4}"), str, str),
    "NUMBER": Terminal(re.compile(r"\d{1,3}(?:,\d{3})*"), _read_number, lambda value: number_text(str(value))),
    "DURATION": Terminal(re.compile(_DURATION), _read_duration, lambda value: duration_text(int(str(value)))),
    "DAY": Terminal(re.compile(rf"[1-9]\d? (?:{'|'.join(MONTHS)}) \d{{4}}"), _read_day, _write_day),
    "DATE": Terminal(re.compile(rf"(?:{'|'.join(MONTHS)}) [1-9]\d?, \d{{4}}"), _read_date, _write_date),
    "NAME": Terminal(re.compile(r"“[^“”]+”"), lambda text: text[1:-1], lambda value: f"“{value}”"),
    "CLUE": Terminal(re.compile(r"clue \d+"), _read_clues, _write_clues),
    "CLUES": Terminal(re.compile(r"clues \d+(?:(?:, | and )\d+)+"), _read_clues, _write_clues),
}
"""Terminals by name. `read` gives None for text that `write` would not have written."""
