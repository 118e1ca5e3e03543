"""The tool log of agents' runs: one JSON object a line, a call and the leg it was made for."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from schemas.base import parse_record
from schemas.errors import InputError
from schemas.files import read_jsonl
from schemas.predictions import LoggedCall, ToolCall

__all__ = ["MOST_CALLS", "NAMED", "ToolLog", "read_log"]

MOST_CALLS = 10_000
"""Calls of one run past which the rest is counted and not looked at."""
NAMED = 5
"""Unread lines of which it is told what is amiss."""


class ToolLog(NamedTuple):
    """The calls of each leg, in order; how many lines are no calls that can be read, and of the first ones why."""

    calls: dict[str, list[ToolCall]]
    unread: int = 0
    why: tuple[str, ...] = ()


def read_log(path: Path) -> ToolLog:
    """A log as far as it can be read: one bad line takes nothing from the runs of other lines.

    Raises InputError where the file can't be read, or holds lines and none that is a call: then it is no log.
    """
    calls: dict[str, list[ToolCall]] = {}
    unread, why = 0, []
    for number, text in read_jsonl(path):
        try:
            line = parse_record(LoggedCall, text, f"{path}: line {number}")
        except InputError as error:
            unread += 1
            why += [str(error)] if unread <= NAMED else []
            continue
        call = ToolCall(tool=line.tool, arguments=line.arguments, result=line.result, error=line.error)
        calls.setdefault(line.id, []).append(call)
    if unread and not calls:
        raise InputError(f"{why[0]} (and no other line is a call)" if unread > 1 else why[0])
    return ToolLog(calls, unread, tuple(why))
