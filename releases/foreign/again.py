"""Mended legs read again: a check of them, one of them explained, and their graphs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from releases.check import Report
from releases.foreign.repair import MENDED
from releases.foreign.source import first_line
from schemas.base import parse_record
from schemas.canonical import JSON, dump
from schemas.errors import InputError
from schemas.files import parse_json, read_jsonl
from schemas.findings import Finding
from schemas.mended import UNPROVEN, MendedDetour, MendedFinish, MendedLeg, MendedPage, MendedStop
from schemas.publish import faults
from schemas.values import show_value
from validators.foreign import FAMILY as FOREIGN
from validators.mended import FAMILY, check_mended
from validators.mended.steps import refs_of
from validators.registry import Scope, rules

__all__ = [
    "MendedSet",
    "check_again",
    "edges",
    "explain_mended",
    "explained_json",
    "find_mended",
    "holds_mended",
    "read_mended",
]

SCOPES: tuple[Scope, ...] = ("item", "release")


class MendedSet(NamedTuple):
    """The mended legs of a file, and a finding about each line that is none."""

    legs: tuple[MendedLeg, ...]
    misfits: tuple[Finding, ...]


def holds_mended(path: Path) -> bool:
    """Whether a path is a folder with `mended.jsonl`, or JSON lines of mended legs."""
    if path.is_dir():
        return (path / MENDED).is_file() and not (path / "legs.jsonl").is_file()
    return path.suffix.lower() == ".jsonl" and path.is_file() and first_line(path).get("family") == "mended_leg"


def read_mended(path: Path) -> MendedSet:
    """The mended legs of a folder or a file, each held to the published schema. Raises InputError where none is."""
    file = path / MENDED if path.is_dir() else path
    legs: list[MendedLeg] = []
    misfits: list[Finding] = []
    for number, line in read_jsonl(file):
        where = f"{file}: line {number}"
        amiss = next(iter(faults("mended_leg", parse_json(line, where))), None)
        if amiss is None:
            legs.append(parse_record(MendedLeg, line, where))
        else:
            told = f"no mended leg: {amiss}"[:1000]
            misfits.append(
                Finding(code="Schema.misfit", severity="critical", item=f"line {number}", place=where, message=told)
            )
    if not legs and not misfits:
        raise InputError(f"{file}: it holds no mended leg")
    return MendedSet(tuple(legs), tuple(misfits))


def check_again(path: Path) -> Report:
    """Check mended legs; what mending can't show is not checkable."""
    read = read_mended(path)
    names = [made.name for family in (FAMILY, FOREIGN) for scope in SCOPES for made in rules(family, scope)]
    applied = sorted(dict.fromkeys(names), key=_order)
    stats: dict[str, JSON] = {
        "mended_legs": len(read.legs),
        "stops": sum(len(leg.stops) for leg in read.legs),
        "changes": sum(len(leg.changes) for leg in read.legs),
    }
    found = (*read.misfits, *check_mended(read.legs))
    return Report(len(read.legs) + len(read.misfits), found, UNPROVEN, tuple(applied), stats)


def _order(name: str) -> tuple[bool, int]:
    """The rules in the order of their numbers, what has none first."""
    letters = name.rstrip("0123456789")
    return letters == "L", int(name[len(letters) :] or 0)


def find_mended(path: Path, wanted: str) -> MendedLeg:
    """The leg of an id, of the beginning of one, or of the name it was published under. Raises InputError."""
    legs = read_mended(path).legs
    found = [leg for leg in legs if leg.id.startswith(wanted) or leg.source == wanted]
    if len(found) == 1:
        return found[0]
    if found:
        raise InputError(f"{path}: {len(found)} mended legs begin with {wanted!r}; give more of the id")
    example = legs[0].id if legs else "none: it holds no leg that can be read"
    raise InputError(f"{path}: no mended leg {wanted!r} (an id of it: {example})")


def edges(leg: MendedLeg) -> list[tuple[int, int]]:
    """What feeds what, as pairs of stops."""
    return [(ref.stop, stop.index) for stop in leg.stops for ref in refs_of(stop)]


def explain_mended(leg: MendedLeg) -> str:
    """A mended leg for a person to read: each clue beside its step and value, then what was changed."""
    return "\n".join(_lines(leg))


def explained_json(leg: MendedLeg) -> dict[str, JSON]:
    """The same for machines, in the shape that every item's explanation has."""
    graph: list[JSON] = [{"from": source, "to": target, "kind": "data"} for source, target in edges(leg)]
    return {
        "where": leg.source,
        "family": leg.family,
        "item": dump(leg),
        "graph": graph,
        "text": explain_mended(leg),
    }


def _lines(leg: MendedLeg) -> Iterator[str]:
    yield f"{leg.id}: mended from {leg.source} ({leg.trail_id}, {leg.level})"
    yield f"answer {leg.answer}, step budget {leg.step_budget}, live depth {leg.live_depth}"
    for stop, clue in zip(leg.stops, leg.clues, strict=False):
        yield ""
        yield f"{stop.index + 1}. {clue}"
        yield f"   {_step(stop)} = {show_value(stop.value)}  (stop {stop.was} as published)"
    yield ""
    yield "changed:"
    for change in leg.changes:
        where = "" if change.stop is None else f" stop {change.stop}:"
        yield f"  {change.code}:{where} {change.done}"
    yield "not proven: " + "; ".join(leg.unproven)


def _step(stop: MendedStop) -> str:
    match stop:
        case MendedPage():
            return f"{stop.transition} {stop.page_url}: {stop.asks}"
        case MendedDetour():
            return f"{stop.transform} of clue {stop.source.stop + 1}"
        case MendedFinish():
            return f"{stop.operation} of clues {', '.join(str(ref.stop + 1) for ref in stop.sources)}"
