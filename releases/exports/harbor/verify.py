"""The verifier of a task: the metrics of one run, from the server's log and the agent's answer.

Run as `python -m releases.exports.harbor.verify LEG PAGES LOG ANSWER OUT`: `reward.json` and `verdict.json` in OUT.
"""

from __future__ import annotations

import sys
from pathlib import Path

from releases.scoring.runs.log import MOST_CALLS, read_log
from releases.scoring.runs.verdict import Verdict, judge_run
from schemas.base import parse_record
from schemas.canonical import JSON, canonical_bytes
from schemas.errors import BenchwrightError, InputError
from schemas.files import read_bytes, read_json, write_atomically
from schemas.legs import Leg
from schemas.predictions import ToolCall
from worlds.naming import PageNames

__all__ = ["main", "reward"]

LONGEST = 100_000
"""Bytes of an answer that are read."""


def reward(verdict: Verdict) -> dict[str, JSON]:
    """FA, PVR and RCR of one run; `reward` is FA, for those who want one number.

    RCR is left out where the leg has no tool chain, as in the figures of a release.
    """
    right = int(verdict.answer == "right")
    told: dict[str, JSON] = {"reward": right, "FA": right, "PVR": verdict.visited / len(verdict.pages)}
    if verdict.chains:
        told["RCR"] = verdict.executed / len(verdict.chains)
    return told


def main(words: list[str]) -> None:
    """Judge the run, whatever it left behind; exits with one line where the task's own files can't be read."""
    leg, pages, log, answer, out = map(Path, words)
    try:
        known = parse_record(Leg, read_bytes(leg), str(leg))
        calls = _calls(log, known.id)
        verdict = judge_run(known, _names(pages, known), _answer(answer), (), calls[:MOST_CALLS])
        write_atomically(out / "verdict.json", canonical_bytes(verdict.as_json()) + b"\n")
        write_atomically(out / "reward.json", canonical_bytes(reward(verdict)) + b"\n")
    except BenchwrightError as error:
        sys.exit(f"verify: {error}")


def _names(path: Path, leg: Leg) -> PageNames:
    told = read_json(path)
    if not isinstance(told, dict):
        raise InputError(f"{path}: not an object of titles with their redirects")
    names = {title: tuple(map(str, others)) for title, others in told.items() if isinstance(others, list)}
    return PageNames.over(leg.seed_url, names)


def _calls(path: Path, leg: str) -> list[ToolCall]:
    """The calls that the log shows; a log that can't be read shows none, which is said."""
    if not path.is_file():
        return []
    try:
        log = read_log(path)
    except InputError as error:
        sys.stderr.write(f"verify: {error}; no call counts\n")
        return []
    for why in log.why:
        sys.stderr.write(f"verify: {why}; that line doesn't count\n")
    return log.calls.get(leg, [])


def _answer(path: Path) -> str | None:
    """What the agent wrote down, if anything that can be read."""
    if path.is_symlink() or not path.is_file():
        return None
    try:
        with path.open("rb") as file:
            return file.read(LONGEST).decode("utf-8", "replace")
    except OSError as error:
        sys.stderr.write(f"verify: {path}: can't be read: {error.strerror}; it is no answer\n")
        return None


if __name__ == "__main__":
    main(sys.argv[1:])
