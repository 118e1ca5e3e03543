"""What fields, kinds of page, relations, properties and units are called in clues."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from schemas.values import Unit
from solvers.clues.grammar import Alternative, alternative

__all__ = [
    "CONDITIONS",
    "FIELD_UNITS",
    "KINDS",
    "NAMES",
    "RELATIONS",
    "UNITS",
    "YEARS",
    "alternatives",
    "condition_alternatives",
]

FIELD_UNITS: Mapping[str, Unit] = {
    "length": "seconds",
    "running_time": "minutes",
    "population": "people",
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
    "released": ("the release date", "the date of release"),
    "published": ("the publication date", "the date of publication"),
    "recorded": ("the recording date", "the date of the recording"),
    "written": ("the date of writing", "the date on which it was written"),
    "born": ("the date of birth", "the birth date"),
    "died": ("the date of death", "the day of death"),
    "length": ("the length in seconds", "the playing time in seconds"),
    "running_time": ("the running time in minutes", "the number of minutes that it runs"),
    "population": ("the population", "the number of people"),
    "area": ("the area in square kilometres", "the number of square kilometres"),
    "elevation": ("the elevation in feet", "the height above sea level in feet"),
    "coordinates": ("the coordinates", "the latitude and longitude"),
    "capital": ("the capital", "the name of the capital"),
    "country": ("the country", "the name of the country"),
    "region": ("the region of the world", "the name of the world region"),
    "subregion": ("the subregion", "the name of the subregion"),
    "city": ("the city served", "the name of the city served"),
    "currency": ("the currency", "the name of the currency"),
    "demonym": ("the demonym", "the word for the people who live there"),
    "iata": ("the IATA code", "the IATA airport code"),
    "icao": ("the ICAO code", "the ICAO airport code"),
    "label": ("the record label", "the name of the record label"),
    "director": ("the director", "the name of the director"),
    "writer": ("the writer", "the name of the writer"),
    "producer": ("the producer", "the name of the producer"),
    "artist": ("the performer", "the name of the performer"),
    "album": ("the album it is from", "the title of the album it is from"),
    "composer": ("the composer", "the name of the composer"),
    "cinematographer": ("the cinematographer", "the name of the cinematographer"),
    "editor": ("the editor", "the name of the editor"),
    "screenwriter": ("the screenwriter", "the name of the screenwriter"),
    "distributor": ("the distributor", "the name of the distributor"),
    "network": ("the network", "the name of the network that showed it"),
    "birth_name": ("the birth name", "the name given at birth"),
    "language": ("the language", "the name of the language"),
    "airport": ("the airport", "the name of the airport"),
    "used_in": ("the country that uses it", "the name of the country that uses it"),
    "part_of": ("the larger region it is part of", "the name of the larger region it is part of"),
    "calling_code": ("the calling code", "the telephone calling code"),
    "country_code": ("the ISO country code", "the country's ISO code"),
    "currency_code": ("the ISO currency code", "the currency's ISO code"),
    "countries": ("the number of countries and territories", "the count of countries and territories"),
    "airports": ("the number of airports", "the count of airports"),
    "genre": ("the genre", "the name of the genre"),
    "origin": ("the place of origin", "the name of the place of origin"),
    "budget": ("the budget in US dollars", "the number of US dollars it cost to make"),
    "box_office": ("the box-office takings in US dollars", "the number of US dollars taken at the box office"),
    "episodes": ("the number of episodes", "the count of episodes"),
    "seasons": ("the number of seasons", "the count of seasons"),
}
"""Noun phrases for a field's value. A field that stands here can be asked for."""

YEARS: Mapping[str, tuple[str, ...]] = {
    "released": ("the year of release", "the year it came out"),
    "published": ("the year of publication", "the year it was published"),
    "recorded": ("the year of the recording", "the year it was recorded"),
    "written": ("the year of writing", "the year it was written"),
    "born": ("the year of birth", "the birth year"),
    "died": ("the year of death", "the year in which the person died"),
}
"""Noun phrases for a date of which a page gives only the year, or month and year."""

RELATIONS: Mapping[str, tuple[str, ...]] = {
    "capital": ("the capital", "the city that is the capital"),
    "country": ("the country it belongs to", "the country that it is part of"),
    "region": ("the world region it belongs to", "the part of the world that it is counted to"),
    "subregion": ("the subregion it belongs to", "the smaller region of the world that it is counted to"),
    "city": ("the city that the airport serves", "the city served"),
    "currency": ("the currency", "the money that is used there"),
    "writer": ("the writer", "the person who wrote it"),
    "director": ("the director", "the person who directed it"),
    "producer": ("the producer", "the person who produced it"),
    "artist": ("the performer", "the performer who recorded it"),
    "album": ("the album it is from", "the album that it was taken from"),
    "language": ("the language", "the language spoken there"),
    "time_zone": ("the time zone", "the time zone that is kept there"),
    "airport": ("the airport", "the airport that serves it"),
    "used_in": ("the country that uses it", "the country where it is in use"),
    "part_of": ("the larger region it is part of", "the larger region that it is counted to"),
}
"""Noun phrases for the page that a field's one link leads to."""

KINDS: Mapping[str, tuple[str, ...]] = {
    "album": ("the album", "the record album"),
    "song": ("the song", "the piece of music"),
    "film": ("the film", "the movie"),
    "person": ("the person", "the man or woman"),
    "series": ("the television series", "the television show"),
    "group": ("the group", "the musical group"),
    "country": ("the country", "the country or territory"),
    "city": ("the city", "the town or city"),
    "airport": ("the airport", "the airfield"),
    "region": ("the region", "the part of the world"),
    "currency": ("the currency", "the money"),
    "language": ("the language", "the tongue"),
    "zone": ("the time zone", "the zone of clock time"),
}

CONDITIONS: Mapping[tuple[str, str], tuple[str, str]] = {
    ("released", "year"): ("released in {YEAR:operand}", "that came out in {YEAR:operand}"),
    ("published", "year"): ("published in {YEAR:operand}", "that was published in {YEAR:operand}"),
    ("recorded", "year"): ("recorded in {YEAR:operand}", "that was recorded in {YEAR:operand}"),
    ("written", "year"): ("written in {YEAR:operand}", "that was written in {YEAR:operand}"),
    ("born", "year"): ("born in {YEAR:operand}", "who was born in {YEAR:operand}"),
    ("died", "year"): ("deceased in {YEAR:operand}", "who died in {YEAR:operand}"),
    ("length", "equals"): ("lasting {DURATION:operand}", "that lasts {DURATION:operand}"),
    ("running_time", "equals"): ("running for {NUMBER:operand} minutes", "that runs for {NUMBER:operand} minutes"),
    ("label", "equals"): ("issued on the label {NAME:operand}", "that came out on the label {NAME:operand}"),
    ("writer", "equals"): ("written by {NAME:operand}", "that was written by {NAME:operand}"),
    ("director", "equals"): ("directed by {NAME:operand}", "that was directed by {NAME:operand}"),
    ("producer", "equals"): ("produced by {NAME:operand}", "that was produced by {NAME:operand}"),
    ("artist", "equals"): ("performed by {NAME:operand}", "that was recorded by {NAME:operand}"),
    ("album", "equals"): ("from the album {NAME:operand}", "that was taken from the album {NAME:operand}"),
    ("composer", "equals"): ("with music by {NAME:operand}", "whose music is by {NAME:operand}"),
    ("cinematographer", "equals"): ("shot by {NAME:operand}", "that was shot by {NAME:operand}"),
    ("editor", "equals"): ("edited by {NAME:operand}", "that was edited by {NAME:operand}"),
    ("screenwriter", "equals"): ("with a screenplay by {NAME:operand}", "whose screenplay is by {NAME:operand}"),
    ("distributor", "equals"): ("distributed by {NAME:operand}", "that was distributed by {NAME:operand}"),
    ("network", "equals"): ("shown on {NAME:operand}", "that was shown on {NAME:operand}"),
    ("genre", "equals"): ("of the genre {NAME:operand}", "whose genre is {NAME:operand}"),
    ("origin", "equals"): ("originally from {NAME:operand}", "whose place of origin is {NAME:operand}"),
    ("language", "equals"): ("in the language {NAME:operand}", "whose language is {NAME:operand}"),
    ("time_zone", "equals"): ("in the time zone {NAME:operand}", "that keeps the time of {NAME:operand}"),
    ("airport", "equals"): ("served by {NAME:operand}", "whose airport is {NAME:operand}"),
    ("used_in", "equals"): ("used in {NAME:operand}", "that is used in {NAME:operand}"),
    ("part_of", "equals"): ("within {NAME:operand}", "that is part of {NAME:operand}"),
    ("country", "equals"): ("belonging to {NAME:operand}", "that belongs to {NAME:operand}"),
    ("region", "equals"): ("in the world region {NAME:operand}", "that lies in the world region {NAME:operand}"),
    ("subregion", "equals"): ("in the subregion {NAME:operand}", "that lies in the subregion {NAME:operand}"),
    ("city", "equals"): ("serving {NAME:operand}", "that serves {NAME:operand}"),
    ("capital", "equals"): ("with the capital {NAME:operand}", "whose capital is {NAME:operand}"),
    ("currency", "equals"): ("with the currency {NAME:operand}", "whose currency is {NAME:operand}"),
    ("demonym", "equals"): ("with the demonym {NAME:operand}", "whose demonym is {NAME:operand}"),
    ("population", "at_least"): (
        "with at least {NUMBER:operand} people",
        "where at least {NUMBER:operand} people live",
    ),
    ("population", "below"): (
        "with fewer than {NUMBER:operand} people",
        "where fewer than {NUMBER:operand} people live",
    ),
    ("area", "at_least"): (
        "covering at least {NUMBER:operand} square kilometres",
        "that covers {NUMBER:operand} square kilometres or more",
    ),
    ("area", "below"): (
        "covering less than {NUMBER:operand} square kilometres",
        "that covers less than {NUMBER:operand} square kilometres",
    ),
    ("elevation", "at_least"): (
        "at least {NUMBER:operand} feet above sea level",
        "that lies {NUMBER:operand} feet above sea level or higher",
    ),
    ("elevation", "below"): (
        "less than {NUMBER:operand} feet above sea level",
        "that lies lower than {NUMBER:operand} feet above sea level",
    ),
}
"""How a clue states a property of the page it leads to: as a modifier and as a relative clause."""

UNITS: Mapping[Unit, tuple[str, ...]] = {
    "metres": ("metres",),
    "kilometres": ("kilometres",),
    "feet": ("feet",),
    "miles": ("miles",),
    "square kilometres": ("square kilometres",),
    "square miles": ("square miles",),
    "seconds": ("seconds",),
    "minutes": ("minutes",),
    "hours": ("hours",),
    "days": ("days",),
}
"""Units that a clue can ask for."""


def alternatives(
    table: Mapping[str, tuple[str, ...]] | Mapping[Unit, tuple[str, ...]], feature: str, **fixes: str
) -> tuple[Alternative, ...]:
    """A table of words as alternatives, each fixing `feature` to its key, and whatever else is given."""
    return tuple(alternative(text, **{feature: key}, **fixes) for key, texts in table.items() for text in texts)


def condition_alternatives(form: Literal["modifier", "clause"]) -> tuple[Alternative, ...]:
    """The table of properties in one form, as alternatives that fix field and relation."""
    place = 0 if form == "modifier" else 1
    return tuple(
        alternative(texts[place], field=field, relation=relation) for (field, relation), texts in CONDITIONS.items()
    )
