"""What roadblocks and diamonds need: which facts, and which abilities of the world."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from schemas.legs import DiamondName, RoadblockName

__all__ = ["DIAMONDS", "NEEDS", "TEMPLATES", "DiamondShape", "Need", "Template", "able_diamonds", "able_templates"]

Need: TypeAlias = Literal["day", "number", "scalar", "quantity", "country", "place", "rated", "share", "coin", "page"]
"""What a fact must be good for: a date with its day, a whole number, anything that a detour takes (a number, a date's
year, a word), a number with a unit that converts, a country's name, a place on the map, a place that is rated, a share,
a trading pair, the name of a page with facts of its own."""

NEEDS: tuple[Need, ...] = (
    "day", "number", "scalar", "quantity", "country", "place", "rated", "share", "coin", "page",
)  # fmt: skip


class Template(NamedTuple):
    """A roadblock: the facts that it takes, the abilities that it asks of a world, and whether its result converts."""

    inputs: tuple[Need, ...]
    abilities: tuple[str, ...]
    convertible: bool = False


TEMPLATES: Mapping[RoadblockName, Template] = {
    "geocode_elevation": Template(("place",), ("maps_elevation",), convertible=True),
    "geocode_temperature": Template(("place",), ("weather_historical:temperature_max",)),
    "geocode_precipitation": Template(("place",), ("weather_historical:precipitation",)),
    "geocode_snowfall": Template(("place",), ("weather_historical:snowfall",)),
    "geocode_sunshine": Template(("place",), ("weather_historical:sunshine",), convertible=True),
    "driving_distance": Template(("place", "place"), ("maps_distance_matrix:driving",), convertible=True),
    "driving_duration": Template(("place", "place"), ("maps_distance_matrix:driving_duration",), convertible=True),
    "days_between": Template(("day", "day"), ("python_execute_code:days_between",), convertible=True),
    "unit_conversion": Template(("quantity",), ("python_execute_code:convert",)),
    "poi_count": Template(("place",), ("maps_search_places",)),
    "place_rating": Template(("rated",), ("maps_place_details",)),
    "country_population": Template(("country",), ("countries_population",)),
    "country_area": Template(("country",), ("countries_area",), convertible=True),
    "stock_price": Template(("share",), ("stock_historical_price",)),
    "stock_volume": Template(("share",), ("stock_volume",)),
    "crypto_price": Template(("coin",), ("crypto_historical_price",)),
    "crypto_volume": Template(("coin",), ("crypto_volume",)),
    "geocode_distance": Template(("place", "place"), ("maps_distance_matrix:great_circle",), convertible=True),
}
"""Every template by its name."""


class DiamondShape(NamedTuple):
    """A diamond: what its source must be, and the roadblocks of its branches; the page diamond's are facts."""

    source: Need
    branches: tuple[RoadblockName, ...]


DIAMONDS: Mapping[DiamondName, DiamondShape] = {
    "elevation_poi": DiamondShape("place", ("geocode_elevation", "poi_count")),
    "elevation_rating": DiamondShape("rated", ("geocode_elevation", "place_rating")),
    "population_area": DiamondShape("country", ("country_population", "country_area")),
    "temperature_precipitation": DiamondShape("place", ("geocode_temperature", "geocode_precipitation")),
    "page": DiamondShape("page", ()),
}
"""Every diamond by its name."""


def able_templates(abilities: tuple[str, ...], needs: frozenset[Need]) -> list[RoadblockName]:
    """The roadblocks that a world with these abilities, and facts for these needs, can make."""
    return [
        name
        for name, template in TEMPLATES.items()
        if set(template.abilities) <= set(abilities) and set(template.inputs) <= needs
    ]


def able_diamonds(abilities: tuple[str, ...], needs: frozenset[Need]) -> list[DiamondName]:
    """The diamonds that a world with these abilities, and facts for these needs, can make."""
    return [
        name
        for name, shape in DIAMONDS.items()
        if shape.source in needs
        and all(set(TEMPLATES[branch].abilities) <= set(abilities) for branch in shape.branches)
    ]
