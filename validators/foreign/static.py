"""Upstream's own static checks of a leg, as the specification lists them (section 4): what its code would refuse.

They say whether upstream's tools can take a leg, not whether the leg is sound: all its published legs pass them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date
from math import isfinite
from typing import get_args

from pydantic import JsonValue

from schemas.findings import Finding
from schemas.foreign import ForeignStop
from schemas.worlds import ToolName
from validators.foreign.clues import title_of
from validators.foreign.context import Audited, found
from validators.foreign.values import number, shown, truncated
from validators.legs.levels import LEVELS

__all__ = ["BRIDGES", "check_static"]

BRIDGES = frozenset({"link_follow", "search_query", "tool_call", "compute"})
SHORTEST_RIDDLE = 50
SHORTEST_TITLE = 6
NO_ZERO = re.compile(r"^(?:stock_|crypto_|countries_|maps_geocode$|maps_elevation$)")
CITATION = re.compile(r"\[\d+\]")
ALIKE_ABOVE = 100
"""Equal values above this are suspicious."""


def check_static(one: Audited) -> Iterator[Finding]:
    """Every finding of upstream's static checks: critical ones, then warnings."""
    yield from _leg(one)
    for place, stop in enumerate(one.leg.stops):
        for code, told in _stop(one, place, stop):
            yield found(one, code, f"stops[{place}]", told)
    yield from _warnings(one)


def _leg(one: Audited) -> Iterator[Finding]:
    last = one.leg.stops[-1]
    if last.stop_type != "compute":
        yield found(one, "Static.last-stop", f"stops[{len(one.leg.stops) - 1}]", "the last stop is no compute stop")
    answer, value = one.leg.passcode, truncated(last.extracted_value)
    if isinstance(answer, bool) or not isinstance(answer, int) or not 0 <= answer <= 9:
        yield found(one, "Static.passcode", "passcode", f"{shown(answer)} is no digit")
    elif value is not None and value % 10 != answer:
        yield found(one, "Static.passcode", "passcode", f"{answer}, where the last stop's value ends in {value % 10}")
    if len(one.leg.riddle) < SHORTEST_RIDDLE:
        yield found(one, "Static.riddle", "riddle", f"shorter than {SHORTEST_RIDDLE} characters")


def _stop(one: Audited, place: int, stop: ForeignStop) -> Iterator[tuple[str, str]]:
    """What is critical about one stop."""
    if stop.bridge.bridge_type not in BRIDGES:
        yield "Static.bridge", f"{shown(stop.bridge.bridge_type)!r} is no bridge"
    if stop.stop_type == "tool" and not stop.bridge.tool_chain:
        yield "Static.no-chain", "a tool stop without a chain"
    if not _is_value(stop.extracted_value):
        yield "Static.no-value", f"{shown(stop.extracted_value)} is no value"
    if isinstance(stop.extracted_value, str) and CITATION.search(stop.extracted_value):
        yield "Static.citation", "a citation mark in the value"
    yield from _chain(stop)
    earlier = {before.index for before in one.leg.stops[:place]}
    late = [index for index in stop.depends_on or () if index not in earlier]
    if late:
        yield "Static.depends-on", f"it depends on {late[0]}, which isn't earlier"


def _chain(stop: ForeignStop) -> Iterator[tuple[str, str]]:
    for step in stop.bridge.tool_chain:
        if step.tool_name not in get_args(ToolName):
            yield "Static.tool", f"{shown(step.tool_name)!r} is no tool"
        if any(isinstance(told, str) and CITATION.search(told) for told in step.arguments.values()):
            yield "Static.citation", f"a citation mark in an argument of {step.tool_name}"
        day = step.arguments.get("date")
        if step.tool_name.startswith("stock_") and isinstance(day, str) and _is_weekend(day):
            yield "Static.weekend", f"{day} is no weekday"
    last = stop.bridge.tool_chain[-1].tool_name if stop.stop_type == "tool" and stop.bridge.tool_chain else ""
    if NO_ZERO.search(last) and number(stop.extracted_value) == 0:
        yield "Static.zero", f"{last} gives 0"


def _is_value(value: JsonValue) -> bool:
    return value is not None and not (isinstance(value, float) and not isfinite(value))


def _is_weekend(day: str) -> bool:
    try:
        return date.fromisoformat(day).weekday() >= 5
    except ValueError:
        return False  # no date, so no weekend


def _warnings(one: Audited) -> Iterator[Finding]:
    for place, code, told in (*_order(one), *_counts(one), *_values(one), *_bridges(one)):
        yield found(one, code, place, told, "warning")
    clues = len(one.riddle.clues)
    if clues != len(one.leg.stops):
        yield found(one, "Static.clue-count", "riddle", f"{clues} clues, {len(one.leg.stops)} stops", "warning")
    lowered = one.leg.riddle.casefold()
    titles = dict.fromkeys(title_of(stop.page_url) for stop in one.leg.stops if stop.page_url)
    for title in titles:
        if len(title) >= SHORTEST_TITLE and title.casefold() in lowered:
            yield found(one, "Static.title", "riddle", f"it names {title!r}", "warning")


def _order(one: Audited) -> Iterator[tuple[str, str, str]]:
    for place, stop in enumerate(one.leg.stops):
        if stop.index != place:
            yield f"stops[{place}].index", "Static.index", f"index {stop.index} at place {place}"


def _counts(one: Audited) -> Iterator[tuple[str, str, str]]:
    """Counts outside the level's ranges; a level that nothing is known of has none."""
    knobs = LEVELS.get(one.level)
    if knobs is None:
        return
    kinds = Counter(one.graph.kinds)
    ranges = (
        ("stops", kinds["page"] + kinds["tool"] + kinds["finish"], knobs.stops),
        ("roadblocks", kinds["tool"], knobs.roadblocks),
        ("detours", kinds["reason"], knobs.detours),
        ("diamonds", kinds["merge"], knobs.diamonds if kinds["merge"] else (0, 0)),
    )
    for name, count, (low, high) in ranges:
        if not low <= count <= high:
            yield "stops", "Static.count", f"{count} {name}; {one.level} has {low} to {high}"


def _values(one: Audited) -> Iterator[tuple[str, str, str]]:
    """Values that aren't of the type that they declare, and equal large ones."""
    seen: dict[int, int] = {}
    for place, stop in enumerate(one.leg.stops):
        value = stop.extracted_value
        if stop.extracted_value_type == "number" and (isinstance(value, bool) or not isinstance(value, int | float)):
            yield f"stops[{place}]", "Static.type", f"declared a number, but {shown(value)!r}"
        whole = truncated(value) if isinstance(value, int | float) else None
        if whole is not None and abs(whole) > ALIKE_ABOVE:
            if whole in seen:
                yield f"stops[{place}]", "Static.same-value", f"{whole}, as stop {seen[whole]}"
            seen.setdefault(whole, place)


def _bridges(one: Audited) -> Iterator[tuple[str, str, str]]:
    """Bridges that lack what their type needs."""
    needs = {"link_follow": "target_url", "search_query": "search_query", "tool_call": "tool_chain"}
    for place, stop in enumerate(one.leg.stops):
        field = needs.get(stop.bridge.bridge_type)
        if stop.stop_type == "compute":
            field = "expression"
        if field is not None and not getattr(stop.bridge, field):
            yield f"stops[{place}].bridge", "Static.bridge-field", f"{stop.bridge.bridge_type} without {field}"
