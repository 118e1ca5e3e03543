"""L10: what tools are asked about is what it should be: an exact country, a place with its own point, a day."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date

from schemas.findings import Finding
from schemas.legs import Leg, Roadblock, ToolStep
from schemas.values import CoordsValue, DateValue, NumberValue, TextValue, Value
from solvers.clues.vocabulary import POIS
from validators.legs.context import LegContext
from validators.legs.findings import found
from validators.legs.recompute import NotTaken, named_arguments
from validators.legs.tables import airport_points, capital_points, centroids, countries_named
from validators.registry import rule

__all__ = ["check_inputs"]

TICKER = re.compile(r"[A-Z]{2,20}:[A-Z0-9]{1,6}(?:[.-][A-Z]{1,2})?")
PAIR = re.compile(r"[A-Z0-9]{2,12}[/-]?[A-Z]{3,5}")
PLACE = re.compile(r"\S.{0,299}")
FRIDAY = 5
HOLIDAYS = frozenset({(1, 1), (12, 25)})
"""Days on which no exchange of the United States trades, whatever the year; the others move."""


@rule("L10", "leg")
def check_inputs(leg: Leg, context: LegContext) -> Iterator[Finding]:
    """Countries match one row exactly, places resolve to their own point, and dates say their day."""
    values: list[Value] = [stop.value for stop in leg.stops]
    for place, stop in enumerate(leg.stops):
        results: list[Value] = []
        for number, step in enumerate(stop.chain if isinstance(stop, Roadblock) else ()):
            try:
                named = named_arguments(step, values[:place], results)
            except NotTaken:
                break
            results.append(step.result)
            yield from _call(leg, f"stops[{place}].chain[{number}]", step, named, context)


def _call(
    leg: Leg, place: str, step: ToolStep, named: Mapping[str, Value | str], context: LegContext
) -> Iterator[Finding]:
    match step.tool:
        case "countries_population" | "countries_area":
            yield from _country(leg, place, named.get("country"))
        case "maps_geocode":
            yield from _geocode(leg, place, named.get("address"), step.result, context)
        case "maps_elevation":
            yield from _point(leg, place, "location", named.get("location"))
        case "maps_distance_matrix":
            ends = [named.get("origin"), named.get("destination")]
            for name, end in zip(("origin", "destination"), ends, strict=True):
                yield from _point(leg, place, name, end)
            if ends[0] == ends[1]:
                yield found(leg, "L10.same-place", place, "origin and destination are one place")
        case "python_execute_code" if named.get("operation") == "days_between":
            for name in ("start", "end"):
                day = named.get(name)
                if not isinstance(day, DateValue) or day.precision != "day":
                    yield found(leg, "L10.not-a-day", f"{place}.arguments.{name}", "the date doesn't say its day")
        case "python_execute_code":
            if not isinstance(named.get("quantity"), NumberValue):
                yield found(leg, "L10.no-quantity", f"{place}.arguments.quantity", "only a quantity converts")
        case _:
            yield from _looked_up(leg, place, step.tool, named)


def _looked_up(leg: Leg, place: str, tool: str, named: Mapping[str, Value | str]) -> Iterator[Finding]:
    """The weather, what lies around a point, markets, ratings."""
    match tool:
        case "weather_historical":
            yield from _point(leg, place, "location", named.get("location"))
            yield from _day(leg, place, named.get("date"))
        case "maps_search_places":
            yield from _point(leg, place, "location", named.get("location"))
            yield from _around(leg, place, named.get("kind"), named.get("radius"))
        case "stock_historical_price" | "stock_volume":
            yield from _matching(leg, "L10.bad-ticker", f"{place}.arguments.ticker", named.get("ticker"), TICKER)
            yield from _day(leg, place, named.get("date"), trading=True)
        case "crypto_historical_price" | "crypto_volume":
            yield from _matching(leg, "L10.bad-pair", f"{place}.arguments.symbol", named.get("symbol"), PAIR)
            yield from _day(leg, place, named.get("date"))
        case "maps_place_details":
            yield from _matching(leg, "L10.bad-place", f"{place}.arguments.place", named.get("place"), PLACE)
        case _:
            return


def _day(leg: Leg, place: str, day: Value | str | None, *, trading: bool = False) -> Iterator[Finding]:
    """A day of the calendar; of a share, one on which exchanges are not closed for the weekend or New Year."""
    where = f"{place}.arguments.date"
    try:
        read = date.fromisoformat(day) if isinstance(day, str) else None
    except ValueError:
        read = None
    if read is None:
        yield found(leg, "L10.not-a-day", where, f"{day} is no day of the calendar")
    elif trading and (read.isoweekday() > FRIDAY or (read.month, read.day) in HOLIDAYS):
        yield found(leg, "L10.market-holiday", where, f"no share is traded on {day}")


def _around(leg: Leg, place: str, kind: Value | str | None, radius: Value | str | None) -> Iterator[Finding]:
    if kind not in POIS:
        yield found(
            leg, "L10.unknown-kind", f"{place}.arguments.kind", f"{kind} is no kind of place that a clue can ask for"
        )
    if not isinstance(radius, str) or not re.fullmatch(r"[1-9]\d{1,4}", radius):
        yield found(leg, "L10.bad-radius", f"{place}.arguments.radius", f"{radius} is no whole number of metres")


def _matching(leg: Leg, code: str, place: str, text: Value | str | None, shape: re.Pattern[str]) -> Iterator[Finding]:
    if not isinstance(text, TextValue) or not shape.fullmatch(text.value):
        yield found(leg, code, place, f"it must look like {shape.pattern}")


def _country(leg: Leg, place: str, country: Value | str | None) -> Iterator[Finding]:
    where = f"{place}.arguments.country"
    if not isinstance(country, TextValue):
        yield found(leg, "L10.no-country", where, "a country is named by a text")
        return
    codes = {row.code for row in countries_named(country.value)}
    made_up = leg.world.fictional and not codes  # no list but the fixture's own has such a country
    if len(codes) != 1 and not made_up:
        yield found(
            leg,
            "L10.wrong-territory",
            where,
            f"“{country.value}” is the exact English name or ISO code of {len(codes)} countries, not of one",
        )


def _geocode(
    leg: Leg, place: str, address: Value | str | None, result: Value, context: LegContext
) -> Iterator[Finding]:
    where = f"{place}.arguments.address"
    if not isinstance(address, TextValue):
        yield found(leg, "L10.no-place", where, "a place is named by a text")
        return
    if not isinstance(result, CoordsValue):
        yield found(leg, "L10.no-place", f"{place}.result", "geocoding gives a point")
        return
    if result in centroids(address.value):
        yield found(leg, "L10.centroid", f"{place}.result", f"the point is the rough centre of {address.value}")
        return
    own = context.reading(address.value).read("coordinates") if address.value in context.pages else None
    known = {own} if isinstance(own, CoordsValue) else airport_points(address.value) | capital_points(address.value)
    if known and result not in known:
        points = " or ".join(sorted(f"{one.lat}, {one.lon}" for one in known))
        yield found(leg, "L10.wrong-place", f"{place}.result", f"{address.value} lies at {points}")


def _point(leg: Leg, place: str, name: str, point: Value | str | None) -> Iterator[Finding]:
    if not isinstance(point, CoordsValue):
        yield found(leg, "L10.bare-latitude", f"{place}.arguments.{name}", "a point has latitude and longitude")
