"""L5 and L6 of foreign legs: fractions that are silently cut off, and answers that rest on what changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from schemas.findings import Finding
from schemas.foreign import ForeignStop
from schemas.worlds import Volatility
from validators.foreign.context import FAMILY, AuditContext, Audited, found
from validators.foreign.values import number, shown
from validators.registry import rule

__all__ = ["TOOLS", "check_truncated", "check_truncated_sources", "check_volatile", "volatility"]

TOOLS: Mapping[str, Volatility] = {
    "python_execute_code": "frozen",
    "python_generate_code": "frozen",
    "weather_historical": "archival",
    "crypto_historical_price": "archival",
    "crypto_volume": "archival",
    "stock_historical_price": "slow",
    "stock_volume": "slow",
    "countries_area": "slow",
    "countries_population": "slow",
    "maps_elevation": "slow",
    "maps_geocode": "slow",
    "maps_reverse_geocode": "slow",
    "maps_distance_matrix": "live",
    "maps_directions": "live",
    "maps_place_details": "live",
    "maps_search_places": "live",
    "weather_forecast": "live",
    "fetch_webpage": "live",
    "web_search": "live",
}
"""How fast each tool's answer may change. Stock prices are adjusted for each later split, so they are slow."""

_ORDER: tuple[Volatility, ...] = ("frozen", "archival", "slow", "live")


def volatility(stop: ForeignStop) -> Volatility | None:
    """How fast a tool stop's answer may change: as the fastest call of its chain; None for other stops.

    A tool that is none of the 19 counts as live.
    """
    if stop.stop_type != "tool":
        return None
    speeds = [TOOLS.get(step.tool_name, "live") for step in stop.bridge.tool_chain]
    return max(speeds, key=_ORDER.index, default="live")


@rule("L5", FAMILY)
def check_truncated(one: Audited, _context: AuditContext) -> Iterator[Finding]:
    """No finish takes a fraction, which upstream's code cuts off without a word in the clue."""
    if one.graph.finish is not None:
        for feed in one.graph.feeds[one.graph.finish]:
            yield from _fraction(one, "L5.truncated-operand", one.graph.finish, feed)


@rule("L5", FAMILY)
def check_truncated_sources(one: Audited, _context: AuditContext) -> Iterator[Finding]:
    """No merge and no transform takes a fraction, which upstream's code cuts off."""
    for place, kind in enumerate(one.graph.kinds):
        if kind in {"reason", "merge"}:
            for feed in one.graph.feeds[place]:
                yield from _fraction(one, "L5.truncated-source", place, feed)


def _fraction(one: Audited, code: str, place: int, feed: int) -> Iterator[Finding]:
    exact = number(one.leg.stops[feed].extracted_value)
    if exact is not None and exact.denominator != 1:
        told = f"it takes {shown(one.leg.stops[feed].extracted_value)} of stop {feed}, cut off to {int(exact)}"
        yield found(one, code, f"stops[{place}]", told)


@rule("L6", FAMILY)
def check_volatile(one: Audited, _context: AuditContext) -> Iterator[Finding]:
    """The answer rests on no tool whose answer changes."""
    for place in sorted(one.graph.live):
        speed = volatility(one.leg.stops[place])
        if speed in {"slow", "live"}:
            tools = ", ".join(step.tool_name for step in one.leg.stops[place].bridge.tool_chain) or "no tool"
            yield found(one, "L6.volatile-answer", f"stops[{place}]", f"the answer rests on {tools}, which is {speed}")
            return


@rule("L7", FAMILY)
def check_provenance(one: Audited, _context: AuditContext) -> Iterator[Finding]:
    """Pages have revisions, and calls have recorded answers; a note, as the format has no place for either."""
    told = "no page revision, no span, no recorded call: nothing says where a value comes from"
    yield found(one, "L7.absent", "stops", told, "note")
