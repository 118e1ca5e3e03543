"""L11 and L18 of foreign legs: counts at a page's size, ratings that mean none, and steps that change nothing."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.findings import Finding
from schemas.foreign import ForeignStop
from validators.foreign.context import FAMILY, AuditContext, Audited, found
from validators.foreign.graph import last_key
from validators.foreign.values import number, shown
from validators.registry import rule

__all__ = ["PAGE_SIZE", "check_identity", "check_ratings", "check_saturated", "check_self_links", "is_count"]

PAGE_SIZE = 20
"""How many places one answer of the place search holds at most."""


def is_count(stop: ForeignStop) -> bool:
    """Whether a stop counts the results of a place search."""
    return stop.stop_type == "tool" and last_key(stop) == "poi_count"


@rule("L11", FAMILY)
def check_saturated(one: Audited, _context: AuditContext) -> Iterator[Finding]:
    """No count of places is at the page's size, where it says nothing."""
    for place, stop in enumerate(one.leg.stops):
        if is_count(stop) and number(stop.extracted_value) == PAGE_SIZE:
            told = f"exactly {PAGE_SIZE} places: the size of one page of results"
            yield found(one, "L11.saturated-count", f"stops[{place}].extracted_value", told)


@rule("L11", FAMILY)
def check_ratings(one: Audited, _context: AuditContext) -> Iterator[Finding]:
    """No rating is 0, which means that there is none."""
    for place, stop in enumerate(one.leg.stops):
        if stop.stop_type == "tool" and last_key(stop) == "place_rating" and number(stop.extracted_value) == 0:
            yield found(
                one, "L11.no-rating", f"stops[{place}].extracted_value", "a rating of 0 means that there is none"
            )


@rule("L18", FAMILY)
def check_identity(one: Audited, _context: AuditContext) -> Iterator[Finding]:
    """A transform changes its input."""
    for place, kind in enumerate(one.graph.kinds):
        stop = one.leg.stops[place]
        for feed in one.graph.feeds[place] if kind == "reason" else ():
            before, after = (number(one.leg.stops[at].extracted_value) for at in (feed, place))
            if before is not None and before == after:
                told = f"{shown(stop.reason_transform)} of {shown(stop.extracted_value)} is the number itself"
                yield found(one, "L18.identity", f"stops[{place}]", told)


@rule("L18", FAMILY)
def check_self_links(one: Audited, _context: AuditContext) -> Iterator[Finding]:
    """A link leads off the page."""
    for place, stop in enumerate(one.leg.stops):
        here = stop.page_url if stop.stop_type == "page" and stop.bridge.bridge_type == "link_follow" else None
        if here and stop.bridge.target_url == here:
            told = f"the link to follow leads to the page itself, {shown(here)}"
            yield found(one, "L18.self-link", f"stops[{place}].bridge.target_url", told)
