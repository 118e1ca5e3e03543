"""The tool calls that a page's facts invite: what a record of the page should be able to answer."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations
from typing import NamedTuple

from schemas.facts import Fact, FactSheet
from schemas.values import CoordsValue, DateValue, TextValue
from schemas.worlds import Arguments, ToolName
from worlds.tools.calls import make_arguments

__all__ = ["Invited", "invited_calls"]

COUNTRIES = frozenset({"country", "used_in"})
"""Fields whose values name countries."""

METRICS = ("precipitation", "snowfall", "sunshine", "temperature_max")

KINDS = ("museum", "school")
"""Kinds of places that are counted around a point, within `RADIUS` metres."""

RADIUS = "5000"


class Invited(NamedTuple):
    """A call, with the ability that it takes."""

    ability: str
    tool: ToolName
    arguments: Arguments


def invited_calls(sheet: FactSheet, abilities: Collection[str]) -> Iterator[Invited]:
    """Calls on a page's own values, as far as the world is able to answer them: the figures of a country, the point of
    a linked name, the elevation, the places and the weather of a day at a point, the days between two dates.
    """
    days = [fact.value for fact in sheet.facts if isinstance(fact.value, DateValue) and fact.value.precision == "day"]
    for fact in sheet.facts:
        yield from (call for call in _on(fact, days) if call.ability in abilities)
    for start, end in combinations(days, 2):
        if "python_execute_code:days_between" in abilities:
            arguments = make_arguments(operation="days_between", start=start, end=end)
            yield Invited("python_execute_code:days_between", "python_execute_code", arguments)


def _on(fact: Fact, days: list[DateValue]) -> Iterator[Invited]:
    match fact.value:
        case TextValue() as name:
            if fact.field in COUNTRIES:
                yield Invited("countries_area", "countries_area", make_arguments(country=name))
                yield Invited("countries_population", "countries_population", make_arguments(country=name))
            if fact.link is not None:
                yield Invited("maps_geocode", "maps_geocode", make_arguments(address=name))
        case CoordsValue() as point:
            yield Invited("maps_elevation", "maps_elevation", make_arguments(location=point))
            for kind in KINDS:
                arguments = make_arguments(kind=kind, location=point, radius=RADIUS)
                yield Invited("maps_search_places", "maps_search_places", arguments)
            for day in days:
                for metric in METRICS:
                    arguments = make_arguments(metric=metric, date=day.value, location=point)
                    yield Invited(f"weather_historical:{metric}", "weather_historical", arguments)
        case _:
            return
