"""The tool log of agents' runs: one JSON object a line, a call and the leg it was made for."""

from __future__ import annotations

from pathlib import Path

from schemas.base import parse_record
from schemas.files import read_jsonl
from schemas.predictions import LoggedCall, ToolCall

__all__ = ["MOST_CALLS", "read_log"]

MOST_CALLS = 10_000
"""Calls of one run past which the rest is counted and not looked at."""


def read_log(path: Path) -> dict[str, list[ToolCall]]:
    """The calls of each leg, in order. Raises InputError naming the line that is no call."""
    calls: dict[str, list[ToolCall]] = {}
    for number, text in read_jsonl(path):
        line = parse_record(LoggedCall, text, f"{path}: line {number}")
        call = ToolCall(tool=line.tool, arguments=line.arguments, result=line.result, error=line.error)
        calls.setdefault(line.id, []).append(call)
    return calls
