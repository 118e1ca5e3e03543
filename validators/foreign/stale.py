"""L3 of foreign legs: values that contradict the stops they are made from."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import JsonValue

from schemas.findings import Finding
from schemas.foreign import ForeignStop
from validators.foreign.context import FAMILY, AuditContext, Audited, found
from validators.foreign.derive import aggregate, merged, transformed
from validators.foreign.values import number, shown, truncated
from validators.registry import rule

__all__ = ["check_answer", "check_literals", "check_merges", "check_references", "check_transforms"]


def _sources(one: Audited, place: int) -> list[JsonValue]:
    return [one.leg.stops[feed].extracted_value for feed in one.graph.feeds[place]]


@rule("L3", FAMILY)
def check_transforms(one: Audited, _context: AuditContext) -> Iterator[Finding]:
    """A reason's value is its transform of its source's value."""
    for place, kind in enumerate(one.graph.kinds):
        sources = _sources(one, place) if kind == "reason" else []
        if sources:
            stop = one.leg.stops[place]
            yield from _stale(one, "L3.stale-transform", place, transformed(stop.reason_transform, sources[0]))


@rule("L3", FAMILY)
def check_merges(one: Audited, _context: AuditContext) -> Iterator[Finding]:
    """A merge's value is made from its two branches' values."""
    for place, kind in enumerate(one.graph.kinds):
        if kind == "merge":
            yield from _stale(one, "L3.stale-merge", place, merged(one.leg.stops[place], _sources(one, place)))


@rule("L3", FAMILY)
def check_answer(one: Audited, _context: AuditContext) -> Iterator[Finding]:
    """The passcode is what the finish gives of the values that it takes."""
    finish = one.finish
    if finish is None or one.graph.finish is None:
        return
    derived = aggregate(finish, _sources(one, one.graph.finish))
    if derived is not None and derived != truncated(one.leg.passcode):
        told = f"the finish gives {derived} of the values it takes, the passcode is {shown(one.leg.passcode)}"
        yield found(one, "L3.stale-answer", "passcode", told)


@rule("L3", FAMILY)
def check_references(one: Audited, _context: AuditContext) -> Iterator[Finding]:
    """Every stop that a value is taken from comes earlier."""
    for place, index in one.graph.broken:
        yield found(
            one, "L3.bad-reference", f"stops[{place}]", f"it takes the value of stop {index}, which isn't earlier"
        )


@rule("L3", FAMILY)
def check_literals(one: Audited, _context: AuditContext) -> Iterator[Finding]:
    """No value is written in where one could refer to a stop; a note, as the format has no references."""
    for place, stop in enumerate(one.leg.stops):
        if one.graph.kinds[place] in {"reason", "merge", "finish"} and _has_literal(stop):
            yield found(one, "L3.literal", f"stops[{place}]", "its code holds values, not references to them", "note")


def _has_literal(stop: ForeignStop) -> bool:
    codes = [stop.reason_code, stop.bridge.expression]
    codes += [str(step.arguments.get("code", "")) for step in stop.bridge.tool_chain]
    return any(mark.isdigit() or mark == '"' for code in codes for mark in code or "")


def _stale(one: Audited, code: str, place: int, derived: int | None) -> Iterator[Finding]:
    value = one.leg.stops[place].extracted_value
    if derived is not None and number(value) != derived:
        told = f"derived from its source the value is {derived}, the record says {shown(value)}"
        yield found(one, code, f"stops[{place}].extracted_value", told)
