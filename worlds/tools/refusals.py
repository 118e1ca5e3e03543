"""Every reason for which a tool refuses a call, by its code."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["EVERYWHERE", "REFUSALS"]

REFUSALS: Mapping[str, str] = MappingProxyType(
    {
        "ambiguous-country": "The name or code stands for several countries.",
        "ambiguous-place": "Several places have exactly that name.",
        "bad-arguments": "The arguments don't fit the tool's schema.",
        "centroid": "The place is an area or was only approximated: its point is the middle of something.",
        "cut-short": "The text that came isn't whole.",
        "empty": "The source has nothing there.",
        "forbidden-address": "The address is on no allowed host.",
        "implausible": "The figure that came can't be.",
        "missing-field": "What came lacks the figure, or holds something else in its place.",
        "moved-place": "The place now has another identifier.",
        "no-data": "The source has no figure of that day.",
        "no-day": "A date is given by its year or month only.",
        "no-elevation": "The source has no elevation of that point.",
        "no-figure": "The source has no such figure of that country.",
        "no-rating": "Nobody rated the place.",
        "no-route": "No road leads from one point to the other.",
        "no-such-day": "The calendar has no such day.",
        "no-such-point": "The point is not on Earth.",
        "no-trading-day": "Nothing was traded on that day.",
        "not-recorded": "The record doesn't hold the call.",
        "off-road": "A point is far from every road.",
        "other-currency": "It is quoted in another currency than US dollars.",
        "other-day": "What came is about another day.",
        "other-kind": "The units measure different things.",
        "other-ticker": "What came is about another share or exchange.",
        "other-unit": "What came is in another unit.",
        "partial-match": "Only a part of the name matches, or another spelling of it.",
        "refused-by-service": "The service refused the call, in its own words.",
        "same-point": "Both points are one.",
        "same-unit": "The quantity is in that unit already.",
        "saturated": "The list that came is full: how many there are can't be told.",
        "too-recent": "The day isn't over, or its figures aren't settled.",
        "unknown-country": "No country has exactly that English name or ISO code.",
        "unknown-page": "There is no such page.",
        "unknown-pair": "There is no such trading pair.",
        "unknown-place": "No place has exactly that name or identifier.",
        "unknown-ticker": "There is no such share.",
        "unsupported": "This world can't answer that tool or mode.",
    }
)
"""What each code means, in one sentence."""

EVERYWHERE = ("bad-arguments", "missing-field", "not-recorded", "refused-by-service", "unsupported")
"""Codes that any tool may give."""
