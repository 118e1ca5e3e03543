"""The benchmark's 19 tools, each once: what it takes, what it gives, in which units."""

from __future__ import annotations

from types import MappingProxyType

from schemas.errors import InputError
from schemas.worlds import ToolName
from worlds.tools.spec import Mode, Parameter, ToolSpec
from worlds.tools.units import CONVERTIBLE

__all__ = ["REGISTRY", "tool_spec"]

COUNTRY = Parameter("country", "value", "text", "A country's English name or its ISO 3166-1 code.")
POINT = Parameter("location", "value", "coords", "A point, in degrees north and east.")
ORIGIN = Parameter("origin", "value", "coords", "Where to start.")
DESTINATION = Parameter("destination", "value", "coords", "Where to end.")
DAY = Parameter("date", "setting", "date", "The day, as YYYY-MM-DD.")
TICKER = Parameter("ticker", "value", "text", "The ticker with its exchange.")
PAIR = Parameter("symbol", "value", "text", "The trading pair, base and quote currency.")
PLACE = Parameter("place", "value", "text", "A place's exact identifier.")
KIND = Parameter("kind", "setting", "text", "The kind of place looked for.")
RADIUS = Parameter("radius", "setting", "text", "How far from the point to look, in metres.")
TO_UNIT = Parameter("to_unit", "setting", "text", "The unit to convert to.", None, CONVERTIBLE)

WEATHER = (
    Mode("temperature_max", (DAY, POINT), "number", "degrees Celsius"),
    Mode("precipitation", (DAY, POINT), "number", "millimetres"),
    Mode("snowfall", (DAY, POINT), "number", "centimetres"),
    Mode("sunshine", (DAY, POINT), "number", "seconds"),
)
DAYS_BETWEEN = Mode(
    "days_between",
    (Parameter("end", "value", "date", "One day."), Parameter("start", "value", "date", "The other day.")),
    "number",
    "days",
)
CONVERT = Mode("convert", (Parameter("quantity", "value", "number", "What to convert."), TO_UNIT), "number", None)
PEOPLE = Mode(None, (COUNTRY,), "number", "people")
AREA = Mode(None, (COUNTRY,), "number", "square kilometres")
SHARE_PRICE = Mode(None, (DAY, TICKER), "number", "US dollars")
SHARE_VOLUME = Mode(None, (DAY, TICKER), "number", "count")
COIN_PRICE = Mode(None, (DAY, PAIR), "number", "US dollars")
COIN_VOLUME = Mode(None, (DAY, PAIR), "number", "count")

TOOLS = (
    ToolSpec(
        "fetch_webpage",
        "The text of one page of the world, by its exact title or address.",
        (Mode(None, (Parameter("page", "value", "text", "The page's title or address."),), "text", None),),
        gold=False,
        refusals=("empty", "forbidden-address", "unknown-page"),
    ),
    ToolSpec(
        "web_search",
        "Titles of pages that match a query, best first.",
        (Mode(None, (Parameter("query", "value", "text", "Words to look for."),), "text", None),),
        gold=False,
        refusals=("empty",),
    ),
    ToolSpec(
        "maps_geocode",
        "The point of a place, by its exact name.",
        (Mode(None, (Parameter("address", "value", "text", "The place's exact name."),), "coords", None),),
        refusals=(
            "ambiguous-place",
            "centroid",
            "empty",
            "no-such-point",
            "partial-match",
            "saturated",
            "unknown-place",
        ),
    ),
    ToolSpec(
        "maps_reverse_geocode",
        "The name of the place at a point.",
        (Mode(None, (POINT,), "text", None),),
        gold=False,
        refusals=("empty", "no-such-point"),
    ),
    ToolSpec(
        "maps_search_places",
        "How many places of one kind lie within a radius of a point.",
        (Mode(None, (KIND, POINT, RADIUS), "number", "count"),),
        refusals=("empty", "no-such-point", "saturated"),
    ),
    ToolSpec(
        "maps_place_details",
        "The rating of a place.",
        (Mode(None, (PLACE,), "number", "count"),),
        refusals=("ambiguous-place", "implausible", "moved-place", "no-rating", "unknown-place"),
    ),
    ToolSpec(
        "maps_distance_matrix",
        "How far one point is from another, or how long the drive takes.",
        (
            Mode("great_circle", (DESTINATION, ORIGIN), "number", "kilometres"),
            Mode("driving", (DESTINATION, ORIGIN), "number", "kilometres"),
            Mode("driving_duration", (DESTINATION, ORIGIN), "number", "minutes"),
        ),
        selector="mode",
        refusals=("no-route", "no-such-point", "off-road", "same-point"),
    ),
    ToolSpec(
        "maps_elevation",
        "Elevation above mean sea level.",
        (Mode(None, (POINT,), "number", "metres"),),
        refusals=("empty", "no-elevation", "no-such-point"),
    ),
    ToolSpec(
        "maps_directions",
        "The way by road from one point to another, as text.",
        (Mode(None, (DESTINATION, ORIGIN), "text", None),),
        gold=False,
        refusals=("empty", "no-route", "no-such-point", "off-road", "same-point"),
    ),
    ToolSpec(
        "weather_historical",
        "What the weather was at a point on a past day.",
        WEATHER,
        selector="metric",
        refusals=("implausible", "no-data", "no-such-point", "other-day", "other-unit", "too-recent"),
    ),
    ToolSpec(
        "weather_forecast",
        "What the weather will be at a point.",
        WEATHER,
        gold=False,
        selector="metric",
        refusals=("implausible", "no-data", "no-such-point", "other-day", "other-unit"),
    ),
    ToolSpec(
        "python_execute_code",
        "Runs a Python program without network and gives what it prints.",
        (DAYS_BETWEEN, CONVERT),
        selector="operation",
        offered=(Parameter("code", "setting", "text", "The program."),),
        refusals=("no-day", "no-such-day", "other-kind", "same-unit"),
    ),
    ToolSpec(
        "python_generate_code",
        "Writes a Python program for a task.",
        (Mode(None, (Parameter("task", "setting", "text", "What the program is to do."),), "text", None),),
        gold=False,
        refusals=("cut-short", "empty"),
    ),
    ToolSpec(
        "countries_population",
        "How many people live in a country.",
        (PEOPLE,),
        refusals=("ambiguous-country", "empty", "no-figure", "partial-match", "unknown-country"),
    ),
    ToolSpec(
        "countries_area",
        "A country's area.",
        (AREA,),
        refusals=("ambiguous-country", "empty", "no-figure", "partial-match", "unknown-country"),
    ),
    ToolSpec(
        "stock_historical_price",
        "A share's closing price on a trading day.",
        (SHARE_PRICE,),
        refusals=("empty", "no-trading-day", "other-currency", "other-ticker", "too-recent", "unknown-ticker"),
    ),
    ToolSpec(
        "stock_volume",
        "How many shares were traded on a trading day.",
        (SHARE_VOLUME,),
        refusals=("empty", "no-trading-day", "other-currency", "other-ticker", "too-recent", "unknown-ticker"),
    ),
    ToolSpec(
        "crypto_historical_price",
        "A coin's closing price on a day (UTC).",
        (COIN_PRICE,),
        refusals=("no-trading-day", "other-day", "too-recent", "unknown-pair"),
    ),
    ToolSpec(
        "crypto_volume",
        "How much of a coin was traded on a day (UTC).",
        (COIN_VOLUME,),
        refusals=("no-trading-day", "other-day", "too-recent", "unknown-pair"),
    ),
)

REGISTRY: MappingProxyType[ToolName, ToolSpec] = MappingProxyType({spec.name: spec for spec in TOOLS})
"""Every tool by its name."""


def tool_spec(name: str) -> ToolSpec:
    """The spec of a tool. Raises InputError for a name that is none of the 19."""
    for spec in TOOLS:
        if spec.name == name:
            return spec
    raise InputError(f"no tool is called {name!r}: the tools are {', '.join(sorted(REGISTRY))}")
