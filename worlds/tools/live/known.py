"""The bounded arguments that decoys are drawn from where a recipe names none."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from decimal import Decimal
from types import MappingProxyType

from schemas.values import CoordsValue, TextValue, Value, decimal_string
from schemas.worlds import Arguments, ToolName
from worlds.tools.calls import make_arguments
from worlds.tools.live.overpass import KINDS
from worlds.tools.registry import tool_spec
from worlds.tools.spec import Mode, Parameter

__all__ = ["POINTS", "TEXTS", "draw_known", "draw_listed"]

CITIES = """
Amsterdam 52.37 4.89|Ankara 39.93 32.86|Athens 37.98 23.73|Auckland -36.85 174.76|Bangkok 13.75 100.50
Barcelona 41.39 2.17|Belgrade 44.80 20.47|Berlin 52.52 13.41|Bern 46.95 7.45|Bogota 4.61 -74.08
Brussels 50.85 4.35|Bucharest 44.43 26.11|Budapest 47.50 19.04|Cairo 30.06 31.25|Chicago 41.85 -87.65
Copenhagen 55.68 12.57|Denver 39.74 -104.98|Dublin 53.33 -6.25|Edinburgh 55.95 -3.20|Geneva 46.20 6.15
Hamburg 53.55 9.99|Hanoi 21.02 105.84|Helsinki 60.17 24.94|Istanbul 41.01 28.95|Jakarta -6.21 106.85
Johannesburg -26.20 28.04|Kathmandu 27.70 85.32|Krakow 50.06 19.94|Lima -12.04 -77.03|Lisbon 38.72 -9.13
Ljubljana 46.05 14.51|Lyon 45.75 4.85|Madrid 40.42 -3.70|Manila 14.60 120.98|Melbourne -37.81 144.96
Mexico City 19.43 -99.13|Milan 45.46 9.19|Montreal 45.51 -73.59|Munich 48.14 11.58|Nairobi -1.28 36.82
Oslo 59.91 10.75|Prague 50.09 14.42|Quito -0.23 -78.52|Riga 56.95 24.11|Santiago -33.46 -70.65
Seoul 37.57 126.98|Sofia 42.70 23.32|Stockholm 59.33 18.07|Toronto 43.70 -79.42|Vienna 48.21 16.37
Warsaw 52.23 21.01|Zagreb 45.81 15.98
"""
POINTS: tuple[tuple[str, CoordsValue], ...] = tuple(
    (name, CoordsValue(type="coords", lat=decimal_string(Decimal(lat)), lon=decimal_string(Decimal(lon))))
    for name, lat, lon in (city.rsplit(maxsplit=2) for city in CITIES.replace("\n", "|").split("|") if city)
)
"""Cities with a point in each, to hundredths of a degree."""

TEXTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "address": tuple(name for name, _ in POINTS),
        "country": tuple(
            "AR AU AT BE BR CA CL CO CZ DK EG EE FI FR DE GR HU IS IN ID IE IT JP KE LV LT MY MX MA NP NL NZ NO PE PL "
            "PT RO RS SK SI ZA KR ES SE CH TH TR GB US UY VN".split()
        ),
        "page": tuple(name for name, _ in POINTS),
        "query": tuple(name for name, _ in POINTS),
        "symbol": tuple(f"{coin}/USDT" for coin in "ADA BCH BNB BTC DOGE DOT ETC ETH LINK LTC SOL TRX XLM XRP".split()),
        "ticker": tuple(
            f"{exchange}:{symbol}"
            for exchange, symbols in (
                ("NASDAQ", "AAPL ADBE AMZN CSCO COST GOOGL INTC MSFT NFLX NVDA PEP QCOM SBUX TXN"),
                ("NYSE", "BA CAT CVX DIS GE HD IBM JNJ JPM KO MCD MMM NKE PFE PG T UPS V WMT XOM"),
            )
            for symbol in symbols.split()
        ),
    }
)

FIRST_DAY = date(2019, 1, 2)
DAYS = 2000
"""Days from the first one that a date is drawn from, all of them over."""


def draw_known(tool: ToolName, mode: Mode, rng: random.Random, like: tuple[Arguments, ...]) -> Iterator[Arguments]:
    """Endless arguments for one mode of a tool: settings as in a known call, or a day; values from the lists.

    A mode that takes a value no list has (a place's id) gives none but those known.
    """
    selector = tool_spec(tool).selector
    while True:
        shown = {a.name: a.value for a in rng.choice(like)} if like else {}
        named: dict[str, Value | str] = {selector: mode.name} if selector and mode.name else {}
        for parameter in mode.parameters:
            named[parameter.name] = _one(parameter, rng, shown)
        yield make_arguments(**named)


def draw_listed(known: tuple[Arguments, ...], rng: random.Random) -> Iterator[Arguments]:
    """Endless draws from the arguments that a recipe names."""
    while True:
        yield rng.choice(known)


def _one(parameter: Parameter, rng: random.Random, shown: Mapping[str, Value | str]) -> Value | str:
    given = shown.get(parameter.name)
    if parameter.type == "date":
        day = FIRST_DAY + timedelta(rng.randrange(DAYS))
        return given if isinstance(given, str) and rng.randrange(2) else day.isoformat()
    if parameter.role == "setting":
        defaults = {"kind": rng.choice(sorted(KINDS)), "radius": "1000", "task": "print the first ten primes"}
        return given if given is not None else defaults.get(parameter.name, "none")
    if parameter.type == "coords":
        return given if given is not None and len(shown) > 2 and not rng.randrange(4) else rng.choice(POINTS)[1]
    texts = TEXTS.get(parameter.name)
    if texts is None:
        return given if given is not None else TextValue(type="text", value="none")
    return TextValue(type="text", value=rng.choice(texts))
