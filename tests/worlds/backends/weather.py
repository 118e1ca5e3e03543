"""Open-Meteo's four services, as its documentation describes them."""

from __future__ import annotations

from typing import Any

from tests.worlds.backends.server import Asked, Said, reply

__all__ = ["archive", "forecast", "geocoding", "main_api"]


def place(
    name: str, lat: float, lon: float, code: str, country: tuple[str, str], admin1: str, id_: int
) -> dict[str, Any]:
    """One GeoNames place as the search gives it; empty fields are left out."""
    return {
        "id": id_,
        "name": name,
        "latitude": lat,
        "longitude": lon,
        "elevation": 74.0,
        "feature_code": code,
        "country_code": country[0],
        "admin1_id": 1,
        "timezone": "Europe/Berlin",
        "population": 1000,
        "country_id": 2,
        "country": country[1],
        "admin1": admin1,
    }


GERMANY, AMERICA, SWITZERLAND = ("DE", "Germany"), ("US", "United States"), ("CH", "Switzerland")
PLACES = [
    place("Hamburg", 53.55073, 9.99302, "PPLA", GERMANY, "Hamburg", 1),
    place("Hamburg-Altona", 53.55, 9.93333, "PPL", GERMANY, "Hamburg", 2),
    place("Berlin", 52.52437, 13.41053, "PPLC", GERMANY, "Land Berlin", 3),
    place("Berlin", 44.46867, -71.18508, "PPL", AMERICA, "New Hampshire", 4),
    place("East Berlin", 39.9376, -76.97859, "PPL", AMERICA, "Pennsylvania", 5),
    place("Bavaria", 49.0, 11.5, "ADM1", GERMANY, "Bavaria", 6),
    place("Zürich", 47.36667, 8.55, "PPLA", SWITZERLAND, "Zurich", 7),
    place("Nullort", 0.0, 0.0, "PPL", GERMANY, "Nowhere", 8),
    *(
        place(
            "Springfield" if n < 99 else "Springfield Lake", 30 + n / 10, -90.0, "PPL", AMERICA, f"State {n}", 100 + n
        )
        for n in range(120)
    ),
]
TIMING = {"generationtime_ms": 0.71}


def refusal(reason: str) -> Said:
    """How every service says no."""
    return reply({"error": True, "reason": reason}, 400)


def geocoding(asked: Asked) -> Said:
    """`/v1/search`: fuzzy from three letters on, no `results` key where there are none."""
    if asked.path != "/v1/search":
        return reply({"error": True, "reason": "Not Found"}, 404)
    count = int(asked.query.get("count", "10"))
    if not 1 <= count <= 100:
        return refusal("Parameter count must be between 1 and 100.")
    name = asked.query["name"].casefold()
    found = [each for each in PLACES if name in each["name"].casefold()] if len(name) > 2 else []
    return reply({"results": found[:count]} | TIMING if found else TIMING)


HEIGHTS = {("47.36667", "8.55"): 408.0, ("53.55073", "9.99302"): 6.0, ("54.5", "4.25"): 0.0, ("1", "2"): float("nan")}


def main_api(asked: Asked) -> Said:
    """`/v1/elevation` and `/v1/forecast`."""
    if asked.path == "/v1/forecast":
        return forecast(asked)
    point = asked.query["latitude"], asked.query["longitude"]
    if abs(float(point[0])) > 90:
        return refusal(f"Latitude must be in range of -90 to 90°. Given: {point[0]}.")
    return reply({"elevation": [HEIGHTS.get(point, 12.0)]})


UNITS = {
    "time": "iso8601",
    "temperature_2m_max": "°C",
    "precipitation_sum": "mm",
    "snowfall_sum": "cm",
    "sunshine_duration": "s",
    "daylight_duration": "s",
}
DAYS: dict[str, dict[str, float | None]] = {
    "2020-01-15": {
        "temperature_2m_max": 9.6,
        "precipitation_sum": 0.0,
        "snowfall_sum": 0.07,
        "sunshine_duration": 12034.56,
        "daylight_duration": 29456.78,
    },
    "2020-01-16": dict.fromkeys(list(UNITS)[1:]),
    "2020-01-17": {
        "temperature_2m_max": 99.9,
        "precipitation_sum": -1.0,
        "snowfall_sum": 0.0,
        "sunshine_duration": 30000.0,
        "daylight_duration": 29500.0,
    },
}


def daily(asked: Asked, first: str, last: str) -> Said:
    """Daily variables of one day, in parallel arrays."""
    day = asked.query["start_date"]
    if not first <= day <= last:
        return refusal(f"Parameter 'start_date' is out of allowed range from {first} to {last}")
    wanted = asked.query["daily"].split(",")
    unknown = [name for name in wanted if name not in UNITS]
    if unknown:
        return refusal(f"Data corrupted at path ''. Cannot initialize from invalid String value {unknown[0]}.")
    values = DAYS.get(day, DAYS["2020-01-15"])
    return reply(
        TIMING
        | {
            "latitude": 52.54833,
            "longitude": 13.407822,
            "utc_offset_seconds": 3600,
            "timezone": "Europe/Berlin",
            "timezone_abbreviation": "GMT+1",
            "elevation": 38.0,
            "daily_units": {name: UNITS[name] for name in ["time", *wanted]},
            "daily": {"time": [day]} | {name: [values[name]] for name in wanted},
        }
    )


def archive(asked: Asked) -> Said:
    """`/v1/archive`."""
    return daily(asked, "1940-01-01", "2026-06-01")


def forecast(asked: Asked) -> Said:
    """`/v1/forecast`."""
    return daily(asked, "2026-03-01", "2026-06-16")
