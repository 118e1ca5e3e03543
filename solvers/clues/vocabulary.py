"""What fields, kinds of page, relations, places and units are called in clues."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from schemas.values import Unit
from solvers.clues.grammar import Alternative, alternative

__all__ = [
    "FIELD_UNITS",
    "KINDS",
    "NAMES",
    "POIS",
    "RELATIONS",
    "UNITS",
    "YEARS",
    "alternatives",
    "with_article",
]

FIELD_UNITS: Mapping[str, Unit] = {
    "length": "seconds",
    "running_time": "minutes",
    "population": "people",
    "population_estimate": "people",
    "population_census": "people",
    "area": "square kilometres",
    "elevation": "feet",
    "budget": "US dollars",
    "box_office": "US dollars",
    "episodes": "episodes",
    "seasons": "seasons",
    "calling_code": "count",
    "countries": "count",
    "airports": "count",
}
"""The unit that a clue's words for a numeric field imply; a fact in another unit is not asked for."""

NAMES: Mapping[str, tuple[str, ...]] = {
    "released": ("the release date", "the date of release", "the day it came out"),
    "published": ("the publication date", "the date of publication", "the day it was published"),
    "recorded": ("the recording date", "the date of the recording", "the day it was recorded"),
    "written": ("the date of writing", "the date on which it was written", "the day it was written"),
    "founded": ("the founding date", "the date of foundation", "the day it was founded"),
    "born": ("the date of birth", "the birth date", "the day of birth"),
    "died": ("the date of death", "the day of death", "the day on which the person died"),
    "length": ("the length in seconds", "the playing time in seconds", "the number of seconds that it plays"),
    "running_time": (
        "the running time in minutes",
        "the number of minutes that it runs",
        "its length in minutes",
    ),
    "population": ("the population", "the number of people", "the number of inhabitants"),
    "population_estimate": ("the estimated population", "the estimate of the number of people"),
    "population_census": ("the population at the census", "the number of people that the census counted"),
    "area": ("the area in square kilometres", "the number of square kilometres", "the size in square kilometres"),
    "elevation": ("the elevation in feet", "the height above sea level in feet", "the number of feet above sea level"),
    "coordinates": ("the coordinates", "the latitude and longitude", "the position in degrees"),
    "capital": ("the capital", "the name of the capital", "the name of the capital city"),
    "largest_city": ("the largest city", "the name of the largest city"),
    "country": ("the country", "the name of the country", "the country's name"),
    "region": ("the region of the world", "the name of the world region", "the world region"),
    "subregion": ("the subregion", "the name of the subregion", "the name of the smaller region"),
    "city": ("the city served", "the name of the city served", "the name of the city it serves"),
    "currency": ("the currency", "the name of the currency", "the name of the money"),
    "demonym": ("the demonym", "the word for the people who live there", "the name of its people"),
    "iata": ("the IATA code", "the IATA airport code", "the code that IATA gave it"),
    "icao": ("the ICAO code", "the ICAO airport code", "the code that ICAO gave it"),
    "label": ("the record label", "the name of the record label", "the label's name"),
    "director": ("the director", "the name of the director", "the director's name"),
    "writer": ("the writer", "the name of the writer", "the writer's name"),
    "producer": ("the producer", "the name of the producer", "the producer's name"),
    "artist": ("the performer", "the name of the performer", "the performer's name"),
    "album": ("the album it is from", "the title of the album it is from", "the title of its album"),
    "composer": ("the composer", "the name of the composer", "the composer's name"),
    "cinematographer": ("the cinematographer", "the name of the cinematographer", "the cinematographer's name"),
    "editor": ("the editor", "the name of the editor", "the editor's name"),
    "screenwriter": ("the screenwriter", "the name of the screenwriter", "the screenwriter's name"),
    "distributor": ("the distributor", "the name of the distributor", "the distributor's name"),
    "network": ("the network", "the name of the network that showed it", "the network's name"),
    "birth_name": ("the birth name", "the name given at birth", "the person's name at birth"),
    "language": ("the language", "the name of the language", "the language's name"),
    "airport": ("the airport", "the name of the airport", "the airport's name"),
    "used_in": ("the country that uses it", "the name of the country that uses it", "the country where it is used"),
    "part_of": (
        "the larger region it is part of",
        "the name of the larger region it is part of",
        "the larger region around it",
    ),
    "calling_code": ("the calling code", "the telephone calling code", "the dialling code"),
    "ticker": ("the ticker and its exchange", "the exchange and the ticker"),
    "trading_pair": ("the trading pair", "the pair in which the coin is traded"),
    "country_code": ("the ISO country code", "the country's ISO code"),
    "currency_code": ("the ISO currency code", "the currency's ISO code"),
    "countries": (
        "the number of countries and territories",
        "the count of countries and territories",
        "the tally of countries and territories",
    ),
    "airports": ("the number of airports", "the count of airports", "the tally of airports"),
    "genre": ("the genre", "the name of the genre", "the genre's name"),
    "origin": ("the place of origin", "the name of the place of origin", "the place given as origin"),
    "budget": ("the budget in US dollars", "the number of US dollars it cost to make", "its cost in US dollars"),
    "box_office": (
        "the box-office takings in US dollars",
        "the number of US dollars taken at the box office",
        "the box-office gross in US dollars",
    ),
    "episodes": ("the number of episodes", "the count of episodes", "the tally of episodes"),
    "seasons": ("the number of seasons", "the count of seasons", "the tally of seasons"),
}
"""Noun phrases for a field's value. A field that stands here can be asked for."""

YEARS: Mapping[str, tuple[str, ...]] = {
    "released": ("the year of release", "the year it came out", "the release year"),
    "published": ("the year of publication", "the year it was published", "the publication year"),
    "recorded": ("the year of the recording", "the year it was recorded", "the recording year"),
    "written": ("the year of writing", "the year it was written"),
    "founded": ("the founding year", "the year of foundation", "the year it was founded"),
    "born": ("the year of birth", "the birth year", "the year in which the person was born"),
    "died": ("the year of death", "the year in which the person died"),
}
"""Noun phrases for a date of which a page gives only the year, or month and year."""

RELATIONS: Mapping[str, tuple[str, ...]] = {
    "capital": ("the capital", "the city that is the capital", "the seat of government"),
    "largest_city": ("the largest city", "the city with the most people"),
    "country": ("the country it belongs to", "the country that it is part of", "the country it lies in"),
    "region": ("the world region it belongs to", "the part of the world that it lies in"),
    "subregion": ("the subregion it belongs to", "the smaller region of the world that it lies in"),
    "city": ("the city that the airport serves", "the city served", "the city that the airport is for"),
    "currency": ("the currency", "the money that is used there", "the money that people pay with there"),
    "writer": ("the writer", "the person who wrote it", "whoever wrote it"),
    "director": ("the director", "the person who directed it", "whoever directed it"),
    "producer": ("the producer", "the person who produced it", "whoever produced it"),
    "artist": ("the performer", "the performer who recorded it", "whoever performed it"),
    "album": ("the album it is from", "the album that it was taken from", "the album it belongs to"),
    "language": ("the language", "the language spoken there", "the language that people speak there"),
    "time_zone": ("the time zone", "the time zone that is kept there", "the time zone its clocks go by"),
    "airport": ("the airport", "the airport that serves it", "the airport where its visitors land"),
    "used_in": ("the country that uses it", "the country where it is in use", "the country it is used in"),
    "part_of": ("the larger region it is part of", "the larger region that contains it"),
}
"""Noun phrases for the page that a field's one link leads to."""

KINDS: Mapping[str, tuple[str, ...]] = {
    "album": ("album", "record album"),
    "song": ("song", "piece of music"),
    "film": ("film", "movie"),
    "person": ("person", "individual"),
    "series": ("television series", "television show"),
    "group": ("group", "musical group"),
    "country": ("country", "country or territory"),
    "city": ("city", "town or city"),
    "airport": ("airport",),
    "region": ("region", "part of the world"),
    "currency": ("currency", "kind of money"),
    "language": ("language", "tongue"),
    "zone": ("time zone", "zone of standard time"),
}
"""What a page can be about, without its article."""

POIS: Mapping[str, tuple[str, ...]] = {
    "bakery": ("bakeries",),
    "bank": ("banks",),
    "bar": ("bars",),
    "cafe": ("cafés",),
    "cinema": ("cinemas",),
    "hospital": ("hospitals",),
    "hotel": ("hotels",),
    "library": ("libraries",),
    "museum": ("museums",),
    "park": ("parks",),
    "pharmacy": ("pharmacies",),
    "restaurant": ("restaurants",),
    "school": ("schools",),
    "supermarket": ("supermarkets",),
    "theatre": ("theatres",),
    "university": ("universities",),
}
"""Kinds of places that can be counted around a point."""

UNITS: Mapping[Unit, tuple[str, ...]] = {
    unit: (unit,)
    for unit in (
        "metres", "kilometres", "feet", "miles", "square kilometres", "square miles", "kilograms", "pounds",
        "seconds", "minutes", "hours", "days", "millimetres", "centimetres",
    )
}  # fmt: skip
"""Units that a clue can ask for."""


def alternatives(
    table: Mapping[str, tuple[str, ...]] | Mapping[Unit, tuple[str, ...]], feature: str, **fixes: str
) -> tuple[Alternative, ...]:
    """A table of words as alternatives, each fixing `feature` to its key, and whatever else is given."""
    return tuple(alternative(text, **{feature: key}, **fixes) for key, texts in table.items() for text in texts)


def with_article(kind: Literal["the", "a"]) -> tuple[Alternative, ...]:
    """The kinds of page with the definite or the indefinite article."""
    return tuple(
        alternative(f"{'the' if kind == 'the' else 'an' if noun[0] in 'aeiou' else 'a'} {noun}", about=about)
        for about, nouns in KINDS.items()
        for noun in nouns
    )
