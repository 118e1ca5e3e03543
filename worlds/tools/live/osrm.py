"""OSRM: driving distance, driving time and the way, over OpenStreetMap.

Formats: project-osrm.org/docs, services route and table, version 5.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Literal

from schemas.values import CoordsValue, NumberValue, Value, decimal_string
from worlds.net.messages import Request
from worlds.tools.live.link import Credit, Link, LiveProvider
from worlds.tools.live.nominatim import OSM
from worlds.tools.live.reading import Answer, Parsed, decimal, dig, excerpt, listed, measured, optional, words
from worlds.tools.places import on_earth
from worlds.tools.providers import Named, NoAnswer
from worlds.tools.units import convert

__all__ = ["OsrmDirections", "OsrmTable", "two_points"]

CREDIT = Credit("OSRM v5, car (OpenStreetMap)", "live", OSM)

NO_WAY = {"NoRoute": "no-route", "NoTable": "no-route", "NoSegment": "off-road"}
"""The service's codes for questions that have no answer, and ours."""

OFF_ROAD = Decimal(1000)
"""Metres from a point to the road that it is moved to, past which the way isn't from or to that point."""


class OsrmTable(LiveProvider):
    """Distance or duration of the fastest way by car."""

    credit = CREDIT

    def __init__(self, link: Link, figure: Literal["distances", "durations"]) -> None:
        super().__init__(link)
        self._figure: Literal["distances", "durations"] = figure

    def answer(self, named: Named) -> Value:
        """Kilometres, or minutes. No way, a point far from any road, and a way of no length are refused."""
        pair = two_points(named)
        params = {"annotations": "distance,duration", "sources": "0", "destinations": "1"}
        data = settled(self.link.ask(Request(f"/table/v1/driving/{pair}", params), lasting=decided))
        for end in ("sources", "destinations"):
            _on_road(dig(data, end, 0))
        cell = listed(data, self._figure, 0)
        if len(cell) != 1 or cell[0] is None:
            raise NoAnswer("no-route", "no road leads from one point to the other")
        figure = decimal(cell[0])
        if figure <= 0:
            raise NoAnswer("same-point", "both points are on the same spot of road")
        if self._figure == "distances":
            return measured(figure / 1000, "kilometres", "0.00005")
        return minutes(figure, "0.05")


class OsrmDirections(LiveProvider):
    """The way by car, as text."""

    credit = CREDIT

    def answer(self, named: Named) -> Value:
        """The start of the way's text."""
        return excerpt(self.read(named))

    def read(self, named: Named) -> str:
        """Every step of the way, one a line."""
        params = {"steps": "true", "overview": "false", "alternatives": "false"}
        data = settled(self.link.ask(Request(f"/route/v1/driving/{two_points(named)}", params), lasting=decided))
        for waypoint in listed(data, "waypoints"):
            _on_road(waypoint)
        steps = listed(data, "routes", 0, "legs", 0, "steps")
        return "\n".join(_step(step) for step in steps)


def two_points(named: Named) -> str:
    """Origin and destination as OSRM writes them, longitude first. Raises NoAnswer."""
    ends = named["origin"], named["destination"]
    points = [end for end in ends if isinstance(end, CoordsValue) and on_earth(end)]
    if len(points) != 2:
        raise NoAnswer("no-such-point", "latitude is from -90 to 90, longitude from -180 to 180")
    if points[0] == points[1]:
        raise NoAnswer("same-point", "origin and destination are one point")
    return ";".join(f"{point.lon},{point.lat}" for point in points)


def minutes(seconds: Decimal, error: str) -> Value:
    """Seconds as minutes, with the error that rounding adds."""
    quantity = NumberValue(type="number", value=decimal_string(seconds), unit="seconds", error=error)
    result = convert(quantity, "minutes")
    if result is None:
        raise NoAnswer("other-unit", "seconds can't be converted to minutes")
    return result


def decided(answer: Answer) -> bool:
    """Whether the service looked for a way, found or not."""
    return optional(answer.data, "code") in ("Ok", *NO_WAY)


def settled(answer: Answer) -> Parsed:
    """The reply's data where its code is Ok. Raises NoAnswer with the service's code."""
    code = words(answer.data, "code")
    if code == "Ok" and answer.status == 200:
        return answer.data
    reason = NO_WAY.get(code, "refused-by-service")
    message = optional(answer.data, "message")
    raise NoAnswer(reason, f"{code}: {message}" if isinstance(message, str) else code)


def _on_road(waypoint: Parsed) -> None:
    moved = decimal(waypoint, "distance")
    if moved > OFF_ROAD:
        raise NoAnswer("off-road", f"the nearest road is {moved:.0f} m from the point")


def _step(step: Parsed) -> str:
    kind = words(step, "maneuver", "type")
    modifier = optional(optional(step, "maneuver"), "modifier")
    turn = f" {modifier}" if isinstance(modifier, str) else ""
    name = optional(step, "name")
    road = f" onto {name}" if isinstance(name, str) and name else ""
    return f"{kind}{turn}{road}, {decimal(step, 'distance'):.0f} m"
