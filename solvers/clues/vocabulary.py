"""What fields, kinds of page, relations, properties and units are called in clues."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from schemas.values import Unit
from solvers.clues.grammar import Alternative, alternative

__all__ = [
    "CONDITIONS",
    "FIELD_UNITS",
    "KINDS",
    "NAMES",
    "RELATIONS",
    "UNITS",
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
}
"""The unit that a clue's words for a numeric field imply; a fact in another unit is not asked for."""

NAMES: Mapping[str, tuple[str, ...]] = {
    "released": ("its release date", "the date it came out", "the date of its release"),
    "published": ("its publication date", "the date it was published", "the date of publication"),
    "recorded": ("the date it was recorded", "its recording date"),
    "length": ("its length in seconds", "its playing time in seconds", "the number of seconds it lasts"),
    "running_time": ("its running time in minutes", "the number of minutes it runs", "its screen time in minutes"),
    "born": ("the date of birth", "the birth date it gives", "the birthday of the person it is about, year included"),
    "died": ("the date of death", "the day of death it gives", "the date on which this person died"),
    "population": ("its population", "the number of people who live there", "the number of its inhabitants"),
    "area": (
        "its area in square kilometres",
        "the number of square kilometres it covers",
        "its size in square kilometres",
    ),
    "elevation": (
        "its elevation in feet",
        "its height above sea level in feet",
        "the number of feet it lies above the sea",
    ),
    "coordinates": ("its coordinates", "its latitude and longitude", "its exact position on the globe"),
    "capital": ("the name of its capital", "the city named as its capital", "the name of the city it is governed from"),
    "country": ("the country given for it", "the name of the country it is listed under", "the country named there"),
    "region": ("the part of the world it is placed in", "the name of the world region it belongs to"),
    "subregion": ("the subregion it is placed in", "the name of its subregion"),
    "city": ("the city it serves", "the name of the city served"),
    "currency": ("the name of its currency", "the currency it uses", "the name of the money in use there"),
    "demonym": ("the word for its people", "the name its inhabitants go by", "its demonym"),
    "iata": ("its IATA code", "the letters on its luggage tags", "the IATA code of the airport"),
    "icao": ("its ICAO code", "the ICAO code of the airport", "the code that pilots know it by (ICAO)"),
    "label": ("the label that issued it", "the name of its record label", "the record label named there"),
    "director": ("the name of its director", "the name of whoever directed it", "the director's name"),
    "writer": ("the name of its writer", "the name of whoever wrote it", "the writer's name"),
    "producer": ("the name of its producer", "the name of whoever produced it", "the producer's name"),
    "genre": ("its genre", "the genre it is filed under", "the genre named there"),
    "origin": ("the place of origin given", "the place it names as origin"),
    "budget": ("its budget in US dollars", "the number of US dollars it cost to make"),
    "box_office": ("its box-office takings in US dollars", "the number of US dollars it earned at the box office"),
    "episodes": ("its number of episodes", "the count of its episodes", "the number of episodes made"),
    "seasons": ("its number of seasons", "the count of its seasons", "the number of seasons it ran for"),
}
"""Noun phrases for a field's value. A field that stands here can be asked for."""

RELATIONS: Mapping[str, tuple[str, ...]] = {
    "capital": ("its capital", "the city that is its capital", "the capital of the country you are reading about"),
    "country": ("the country it belongs to", "the country that its box of facts names", "its home country"),
    "region": ("the part of the world it is placed in", "the world region it belongs to"),
    "subregion": ("the subregion it is placed in", "the smaller region of the world it belongs to"),
    "city": ("the city it serves", "the city that it is listed as serving"),
    "currency": ("its currency", "the money people pay with there"),
    "writer": ("whoever wrote it", "the person named as its writer"),
    "director": ("whoever directed it", "the person named as its director"),
    "producer": ("whoever produced it", "the person named as its producer"),
    "artist": ("whoever made the recording", "the performer named at the top of its box of facts"),
    "album": ("the album it comes from", "the album that its box of facts names as its source"),
    "language": ("its language", "the language named there"),
    "time_zone": ("its time zone", "the time zone it keeps"),
}
"""Noun phrases for the page that a field's one link leads to."""

KINDS: Mapping[str, tuple[str, ...]] = {
    "album": ("the album", "the record album"),
    "song": ("the song", "the piece of music"),
    "film": ("the film", "the motion picture"),
    "person": ("the person", "the man or woman"),
    "series": ("the television series", "the television show"),
    "group": ("the group", "the musical group"),
    "country": ("the country", "the country or territory"),
    "city": ("the city", "the town or city"),
    "airport": ("the airport", "the airfield"),
    "region": ("the world region", "the part of the world"),
    "currency": ("the currency", "the money"),
    "language": ("the language", "the tongue"),
    "time_zone": ("the time zone", "the clock zone"),
}

CONDITIONS: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("released", "year"): ("that came out in {YEAR:operand}", "that was released in {YEAR:operand}"),
    ("published", "year"): ("that was published in {YEAR:operand}", "whose year of publication is {YEAR:operand}"),
    ("recorded", "year"): ("that was recorded in {YEAR:operand}", "whose year of recording is {YEAR:operand}"),
    ("born", "year"): ("who was born in {YEAR:operand}", "whose year of birth is {YEAR:operand}"),
    ("died", "year"): ("who died in {YEAR:operand}", "whose year of death is {YEAR:operand}"),
    ("length", "equals"): ("that lasts {DURATION:operand}", "that plays for {DURATION:operand}"),
    ("running_time", "equals"): (
        "that runs for {NUMBER:operand} minutes",
        "whose running time is {NUMBER:operand} minutes",
    ),
    ("label", "equals"): ("that came out on the label {NAME:operand}", "whose label is {NAME:operand}"),
    ("writer", "equals"): ("that was written by {NAME:operand}", "whose writer is {NAME:operand}"),
    ("director", "equals"): ("that was directed by {NAME:operand}", "whose director is {NAME:operand}"),
    ("producer", "equals"): ("that was produced by {NAME:operand}", "whose producer is {NAME:operand}"),
    ("genre", "equals"): ("whose genre is {NAME:operand}", "that is filed under {NAME:operand}"),
    ("origin", "equals"): ("that hails from {NAME:operand}", "whose place of origin is {NAME:operand}"),
    ("country", "equals"): ("that belongs to {NAME:operand}", "whose country is {NAME:operand}"),
    ("region", "equals"): ("that is placed in {NAME:operand}", "whose part of the world is {NAME:operand}"),
    ("subregion", "equals"): (
        "whose subregion is {NAME:operand}",
        "that is placed in the subregion {NAME:operand}",
    ),
    ("city", "equals"): ("that serves {NAME:operand}", "whose passengers are bound for {NAME:operand}"),
    ("capital", "equals"): ("whose capital is {NAME:operand}", "that is governed from {NAME:operand}"),
    ("currency", "equals"): ("that pays in {NAME:operand}", "whose currency is {NAME:operand}"),
    ("demonym", "equals"): (
        "whose people are called by the word {NAME:operand}",
        "whose people go by {NAME:operand}",
    ),
    ("population", "at_least"): (
        "where at least {NUMBER:operand} people live",
        "where {NUMBER:operand} people or more live",
    ),
    ("population", "below"): (
        "where fewer than {NUMBER:operand} people live",
        "whose people number fewer than {NUMBER:operand}",
    ),
    ("area", "at_least"): (
        "that covers at least {NUMBER:operand} square kilometres",
        "whose area is {NUMBER:operand} square kilometres or more",
    ),
    ("area", "below"): (
        "that covers less than {NUMBER:operand} square kilometres",
        "whose area is less than {NUMBER:operand} square kilometres",
    ),
    ("elevation", "at_least"): (
        "that lies at least {NUMBER:operand} feet above sea level",
        "that lies {NUMBER:operand} feet above the sea or higher",
    ),
    ("elevation", "below"): (
        "that lies lower than {NUMBER:operand} feet above sea level",
        "that lies less than {NUMBER:operand} feet above the sea",
    ),
}
"""How a clue states a property of the page it leads to."""

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
    table: Mapping[str, tuple[str, ...]] | Mapping[Unit, tuple[str, ...]], feature: str
) -> tuple[Alternative, ...]:
    """A table of words as alternatives, each fixing `feature` to its key."""
    return tuple(alternative(text, **{feature: key}) for key, texts in table.items() for text in texts)


def condition_alternatives() -> tuple[Alternative, ...]:
    """The table of properties as alternatives that fix field and relation."""

    def every() -> Iterator[Alternative]:
        for (field, relation), texts in CONDITIONS.items():
            for text in texts:
                yield alternative(text, field=field, relation=relation)

    return tuple(every())
