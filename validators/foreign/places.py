"""L10 of foreign legs: half a coordinate as a place, a centre for want of a place, a namesake for a country."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from schemas.findings import Finding
from schemas.foreign import ForeignStop
from validators.foreign.context import FAMILY, AuditContext, Audited, found
from validators.foreign.countries import country_named, is_country
from validators.foreign.values import number, shown
from validators.registry import rule

__all__ = ["check_centroids", "check_countries", "check_places", "elevations"]

_PLACE_ARGUMENTS = ("address", "query", "origin", "destination", "place", "location")
_BARE = re.compile(r"[-+]?\d{1,3}(?:\.\d+)?°?")

FAR_OFF: Mapping[str, Fraction] = {"countries_population": Fraction(5, 2), "countries_area": Fraction(3, 2)}
"""How many times more or less than the table's figure is another country: tables age, territories don't."""


def places_of(stop: ForeignStop) -> Iterator[str]:
    """The places that a tool stop names: addresses, and what a search is near."""
    if stop.stop_type == "tool":
        for step in stop.bridge.tool_chain:
            for key in _PLACE_ARGUMENTS:
                told = step.arguments.get(key)
                if isinstance(told, str):
                    yield re.sub(r"^.* near ", "", told).strip()


@rule("L10", FAMILY)
def check_places(one: Audited, _context: AuditContext) -> Iterator[Finding]:
    """A place isn't one bare number: half of a pair of coordinates."""
    for place, stop in enumerate(one.leg.stops):
        bare = next((told for told in places_of(stop) if _BARE.fullmatch(told)), None)
        if bare is not None:
            told = f"{bare} alone is the place that is asked about"
            yield found(one, "L10.bare-latitude", f"stops[{place}].bridge.tool_chain", told)


@rule("L10", FAMILY)
def check_countries(one: Audited, _context: AuditContext) -> Iterator[Finding]:
    """A country is named exactly, and the answer is about it and no other territory."""
    for place, stop in enumerate(one.leg.stops):
        step = stop.bridge.tool_chain[-1] if stop.stop_type == "tool" and stop.bridge.tool_chain else None
        name = step.arguments.get("country") if step else None
        if step is None or step.tool_name not in FAR_OFF or not isinstance(name, str):
            continue
        country = country_named(name)
        where = f"stops[{place}].extracted_value"
        if country is None:
            told = f"{shown(name)!r} is the exact name of no one country; whose is {shown(stop.extracted_value)}?"
            yield found(one, "L10.wrong-territory", where, told)
            continue
        known = country.population if step.tool_name == "countries_population" else country.area
        exact = number(stop.extracted_value)
        if known and exact is not None and not 1 / FAR_OFF[step.tool_name] < exact / known < FAR_OFF[step.tool_name]:
            told = (
                f"{shown(stop.extracted_value)} for {name}, where tables say about {known}: another territory's figure"
            )
            yield found(one, "L10.wrong-territory", where, told)


def elevations(legs: Sequence[Audited]) -> Mapping[float, list[tuple[Audited, int, str]]]:
    """The elevation stops by their unrounded answer: (leg, stop, address). One answer is one point."""
    by_answer: dict[float, list[tuple[Audited, int, str]]] = defaultdict(list)
    for one in legs:
        for place, stop in enumerate(one.leg.stops):
            chain = stop.bridge.tool_chain
            if stop.stop_type == "tool" and chain and chain[-1].tool_name == "maps_elevation":
                address = next(places_of(stop), None)
                if address is not None and isinstance(stop.extracted_value, float):
                    by_answer[stop.extracted_value].append((one, place, address))
    return by_answer


@rule("L10", FAMILY, "release")
def check_centroids(legs: Sequence[Audited], _context: AuditContext) -> Iterator[Finding]:
    """No elevation is that of a country's rough centre: digit for digit the answer to its bare name."""
    for answer, stops in elevations(legs).items():
        country = next((address for _, _, address in stops if is_country(address)), None)
        if country is None:
            continue
        for one, place, address in stops:
            told = f"the elevation of {shown(address)!r} is that of {country} as a whole ({answer}): a rough centre"
            yield found(one, "L10.centroid", f"stops[{place}]", told)
