"""Open-Meteo: geocoding, elevation, past weather and forecast.

Formats and limits: the geocoding, elevation, historical and forecast pages of open-meteo.com/en/docs.
"""

from __future__ import annotations

import unicodedata
from decimal import Decimal
from typing import NamedTuple

from schemas.values import CoordsValue, TextValue, Unit, Value
from schemas.worlds import LicenceRecord
from worlds.net.messages import Request
from worlds.tools.live.link import Credit, Link, LiveProvider, lasts
from worlds.tools.live.reading import Answer, Parsed, decimal, dig, listed, measured, optional, point, words
from worlds.tools.places import on_earth
from worlds.tools.providers import Named, NoAnswer

__all__ = ["METRICS", "OpenMeteoElevation", "OpenMeteoGeocode", "OpenMeteoWeather"]

LICENCE = LicenceRecord(
    spdx="CC-BY-4.0", attribution="Weather data by Open-Meteo.com, https://open-meteo.com/", redistributable=True
)
NAMES = LicenceRecord(
    spdx="CC-BY-4.0", attribution="GeoNames, https://www.geonames.org/, through Open-Meteo.com", redistributable=True
)
HEIGHTS = LicenceRecord(
    spdx="CC-BY-4.0",
    attribution="Copernicus DEM GLO-90, © DLR e.V. and Airbus Defence and Space GmbH, through Open-Meteo.com",
    redistributable=True,
)

PAGE = 100
"""Places in a reply at most: a full page may hide another place of the name."""

PLACES = frozenset(
    "PPL PPLA PPLA2 PPLA3 PPLA4 PPLA5 PPLC PPLF PPLG PPLL PPLR PPLX AIRP AIRF AIRH RSTN MT PK VLC CSTL MUS UNIV STDM "
    "MNMT TOWR LTHSE BDG HTL CH PAL THTR OBS".split()
)
"""GeoNames codes of things that have a point of their own, not the middle of an area."""

ARCHIVE = Credit("Open-Meteo archive v1 (ERA5)", "archival", LICENCE)
FORECAST = Credit("Open-Meteo forecast v1", "live", LICENCE)

LAG = 7
"""Days until the archive's reanalysis has replaced its first estimate (five, by its documentation, and a margin)."""


class Metric(NamedTuple):
    """A daily variable: its name, the unit that the reply must state, ours, and half of its last place."""

    variable: str
    states: str
    unit: Unit
    error: str
    least: int
    most: int


METRICS = {
    "temperature_max": Metric("temperature_2m_max", "°C", "degrees Celsius", "0.05", -95, 65),
    "precipitation": Metric("precipitation_sum", "mm", "millimetres", "0.05", 0, 2000),
    "snowfall": Metric("snowfall_sum", "cm", "centimetres", "0.005", 0, 300),
    "sunshine": Metric("sunshine_duration", "s", "seconds", "0.005", 0, 86_400),
}


def complained(data: Parsed) -> str | None:
    """What an error reply says: `{"error": true, "reason": …}`."""
    return words(data, "reason") if optional(data, "error") is True else None


def over_quota(data: Parsed) -> str | None:
    """The reason of an error that passes with time."""
    reason = complained(data)
    return reason if reason and ("limit exceeded" in reason or "concurrent requests" in reason) else None


def decided(answer: Answer) -> bool:
    """Whether a reply is an answer, or says that the question can have none."""
    return lasts(answer) or "range" in (complained(answer.data) or "")


def settled(answer: Answer) -> Parsed:
    """The reply's data. Raises NoAnswer (`refused-by-service`) with the service's reason."""
    reason = complained(answer.data)
    if reason or answer.status != 200:
        raise NoAnswer("refused-by-service", reason or f"the service answered with status {answer.status}")
    return answer.data


class OpenMeteoGeocode(LiveProvider):
    """The point of a place by its exact name, in GeoNames: `Name`, or `Name, Country` and the like."""

    credit = Credit("Open-Meteo geocoding v1 (GeoNames)", "slow", NAMES)

    def answer(self, named: Named) -> Value:
        """The one place of that name. Parts of names, areas, and names of several places are refused."""
        address = named["address"]
        whole = unicodedata.normalize("NFC", address.value if isinstance(address, TextValue) else "")
        asked, *within = [part.strip() for part in whole.split(",")]
        if len(asked) < 3:
            raise NoAnswer("bad-arguments", "the geocoder takes names of three letters or more")
        params = {"name": asked, "count": str(PAGE), "language": "en", "format": "json"}
        data = settled(self.link.ask(Request("/v1/search", params), over_quota, decided))
        results = optional(data, "results")
        if not isinstance(results, list) or not results:
            raise NoAnswer("empty", f"no place is called {asked!r}")
        same = [place for place in results if _same(optional(place, "name"), asked) and _lies(place, within)]
        if not same:
            raise NoAnswer("unknown-place", f"{len(results)} places resemble {asked!r}, none is called exactly that")
        if len(results) >= PAGE:
            raise NoAnswer("saturated", f"the reply is full with {PAGE} places; there may be others of the name")
        if len(same) > 1:
            raise NoAnswer("ambiguous-place", f"{len(same)} places are called {asked!r}: add the country after a comma")
        code = words(same[0], "feature_code")
        if code not in PLACES:
            raise NoAnswer("centroid", f"{asked!r} is an area ({code}): its point is only the middle of it")
        return point(decimal(same[0], "latitude"), decimal(same[0], "longitude"))


class OpenMeteoElevation(LiveProvider):
    """Elevation of a point in the Copernicus digital model of 90 m cells."""

    credit = Credit("Open-Meteo elevation v1 (Copernicus DEM GLO-90)", "slow", HEIGHTS)

    def answer(self, named: Named) -> Value:
        """Metres, to the metre. 0 is refused: the model says it for the sea and for what it lacks."""
        params = _degrees(named["location"])
        data = settled(self.link.ask(Request("/v1/elevation", params), over_quota, decided))
        heights = listed(data, "elevation")
        if len(heights) != 1:
            raise NoAnswer("missing-field", f"one elevation was asked for and {len(heights)} came")
        metres = decimal(heights[0])
        if metres == 0:
            raise NoAnswer("no-elevation", "0 stands for the sea and for what the model lacks")
        if not -450 <= metres <= 9000:
            raise NoAnswer("no-elevation", f"{metres} m is no elevation of the Earth's land")
        return measured(metres, "metres", "0.5")


class OpenMeteoWeather(LiveProvider):
    """One daily figure at a point: from the archive (a reanalysis), or from the forecast."""

    def __init__(self, link: Link, metric: str, *, forecast: bool) -> None:
        super().__init__(link)
        self._metric = METRICS[metric]
        self._forecast = forecast
        self.credit = FORECAST if forecast else ARCHIVE

    def answer(self, named: Named) -> Value:
        """The day's figure at the point, local time. No data, another day or another unit is refused."""
        day = str(named["date"])
        if not self._forecast:
            self.day(day, LAG)
        params = _degrees(named["location"]) | {
            "start_date": day,
            "end_date": day,
            "daily": ",".join([*(metric.variable for metric in METRICS.values()), "daylight_duration"]),
            "timezone": "auto",
        }
        path = "/v1/forecast" if self._forecast else "/v1/archive"
        data = settled(self.link.ask(Request(path, params), over_quota, decided))
        metric = self._metric
        if words(data, "daily_units", metric.variable) != metric.states:
            raise NoAnswer("other-unit", f"{metric.variable} isn't in {metric.states}")
        if listed(data, "daily", "time") != [day]:
            raise NoAnswer("other-day", f"the reply isn't about {day}")
        series = listed(data, "daily", metric.variable)
        if len(series) != 1 or series[0] is None:
            raise NoAnswer("no-data", f"there is no {metric.variable} of {day}")
        figure = decimal(series[0])
        most = Decimal(metric.most)
        if metric.variable == "sunshine_duration":
            most = decimal(dig(data, "daily", "daylight_duration", 0))
        if not metric.least <= figure <= most:
            raise NoAnswer("implausible", f"{metric.variable} can't be {figure} {metric.states}")
        return measured(figure, metric.unit, metric.error)


def _degrees(location: Value | str) -> dict[str, str]:
    if not isinstance(location, CoordsValue) or not on_earth(location):
        raise NoAnswer("no-such-point", "latitude is from -90 to 90, longitude from -180 to 180")
    return {"latitude": location.lat, "longitude": location.lon}


def _same(found: Parsed, asked: str) -> bool:
    """Whether a name is exactly the one asked for; letters composed otherwise are the same letters."""
    return isinstance(found, str) and unicodedata.normalize("NFC", found) == asked


def _lies(place: Parsed, within: list[str]) -> bool:
    keys = ("country", "country_code", "admin1", "admin2", "admin3", "admin4")
    return all(any(_same(optional(place, key), name) for key in keys) for name in within)
