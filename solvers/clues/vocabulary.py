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
    "calling_code": "count",
    "countries": "count",
    "airports": "count",
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
    "artist": ("the performer credited with it", "the name of whoever recorded it", "the name of its performer"),
    "album": ("the album it is taken from", "the title of the album it belongs to", "the title of its album"),
    "composer": ("the name of its composer", "the name of whoever wrote the music", "the composer's name"),
    "cinematographer": ("the name of its cinematographer", "the name of whoever was behind the camera"),
    "editor": ("the name of its editor", "the name of whoever edited it", "the editor's name"),
    "screenwriter": ("the name of its screenwriter", "the name of whoever wrote the screenplay"),
    "distributor": ("the name of its distributor", "the company that distributed it"),
    "network": ("the name of the network that showed it", "the network it was made for"),
    "birth_name": ("the name given at birth", "the birth name", "the name this person was born with"),
    "written": ("the date it was written", "the date of its writing"),
    "language": ("the language named for it", "the name of its language"),
    "airport": ("the name of its airport", "the airport that serves it"),
    "used_in": ("the country named as using it", "the name of the country where it is in use"),
    "part_of": ("the name of the larger region that it is part of", "the larger region it belongs to"),
    "calling_code": ("its telephone calling code", "the calling code for telephone calls to it"),
    "country_code": ("its ISO country code", "the ISO code of the country"),
    "currency_code": ("its ISO currency code", "the ISO code of the currency"),
    "countries": ("the number of countries and territories in it", "the count of its countries and territories"),
    "airports": ("the number of airports listed for it", "the count of airports listed for it"),
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
    "airport": ("its airport", "the airport named in its box of facts"),
    "used_in": ("the country that is named as using it", "the country where it is in use"),
    "part_of": ("the larger region that it is part of", "the larger region it belongs to"),
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
    "zone": ("the time zone", "the zone of clock time"),
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
    ("artist", "equals"): ("that was recorded by {NAME:operand}", "whose performer is {NAME:operand}"),
    ("album", "equals"): ("that is taken from the album {NAME:operand}", "whose album is {NAME:operand}"),
    ("composer", "equals"): ("whose composer is {NAME:operand}", "whose music is by {NAME:operand}"),
    ("cinematographer", "equals"): ("that was shot by {NAME:operand}", "whose cinematographer is {NAME:operand}"),
    ("editor", "equals"): ("that was edited by {NAME:operand}", "whose editor is {NAME:operand}"),
    ("screenwriter", "equals"): ("whose screenwriter is {NAME:operand}", "whose screenplay is by {NAME:operand}"),
    ("distributor", "equals"): ("that was distributed by {NAME:operand}", "whose distributor is {NAME:operand}"),
    ("network", "equals"): ("that was shown on {NAME:operand}", "whose network is {NAME:operand}"),
    ("birth_name", "equals"): ("whose name at birth was {NAME:operand}", "who was born as {NAME:operand}"),
    ("written", "year"): ("that was written in {YEAR:operand}", "whose year of writing is {YEAR:operand}"),
    ("language", "equals"): ("whose language is {NAME:operand}", "whose given language is {NAME:operand}"),
    ("time_zone", "equals"): ("whose time zone is {NAME:operand}", "that keeps the time of {NAME:operand}"),
    ("airport", "equals"): ("that is served by {NAME:operand}", "whose airport is {NAME:operand}"),
    ("used_in", "equals"): ("that is used in {NAME:operand}", "whose country of use is {NAME:operand}"),
    ("part_of", "equals"): ("that is part of {NAME:operand}", "whose larger region is {NAME:operand}"),
    ("genre", "equals"): ("whose genre is {NAME:operand}", "that is filed under {NAME:operand}"),
    ("origin", "equals"): ("whose place of origin is {NAME:operand}", "whose given origin is {NAME:operand}"),
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
