"""What a page is about, a song, an album or a country, told from its infobox."""

from __future__ import annotations

import re
from typing import Literal

from worlds.facts.boxes import Box

__all__ = ["Kind", "kind_of"]

Kind = Literal[
    "airport", "album", "city", "country", "currency", "film", "group", "language", "other", "person", "region",
    "series", "song", "zone",
]  # fmt: skip
"""What pages are about. Singles are songs; live albums, compilations, box sets and EPs are albums."""

_ALBUM = re.compile(r"\b(?:album|ep|extended play|box set|mixtape|soundtrack|compilation)$", re.IGNORECASE)
_SONG = re.compile(r"\b(?:song|single|instrumental)$", re.IGNORECASE)

_BY_CLASS: tuple[tuple[str, Kind], ...] = (
    ("ib-country", "country"),
    ("ib-settlement", "city"),
    ("ib-airport", "airport"),
    ("biography", "person"),
)
"""Class names that Wikipedia's templates put on their infoboxes."""

_BY_LABELS: tuple[tuple[Kind, tuple[frozenset[str], ...]], ...] = (
    ("airport", (frozenset(("iata", "iata code")),)),
    (
        "airport",
        (frozenset(("icao", "icao code")), frozenset(("airport type", "serves", "elevation", "elevation amsl"))),
    ),
    ("series", (frozenset(("no. of episodes", "no. of seasons", "no. of series", "episodes", "seasons")),)),
    ("film", (frozenset(("directed by",)), frozenset(("running time", "release date", "release dates", "starring")))),
    ("person", (frozenset(("born", "died")), frozenset(("born", "birth name", "occupation", "origin", "nationality")))),
    ("group", (frozenset(("members", "past members")),)),
    ("group", (frozenset(("origin",)), frozenset(("years active", "genres", "genre")))),
    ("currency", (frozenset(("iso 4217", "iso 4217 code", "iso 4217/code", "currency code", "central bank")),)),
    ("zone", (frozenset(("identifier",)), frozenset(("countries", "utc offset")))),
    ("language", (frozenset(("iso 639-1", "iso 639-2", "iso 639-3", "native speakers", "language family")),)),
    (
        "country",
        (
            frozenset(("capital", "capital and largest city", "iso 3166 code")),
            frozenset(("currency", "calling code", "internet tld", "demonym", "official languages")),
        ),
    ),
    (
        "city",
        (
            frozenset(("country", "sovereign state")),
            frozenset(("population", "elevation", "time zone", "coordinates", "area code", "postal code")),
        ),
    ),
    ("region", (frozenset(("countries", "subregions", "no. of countries", "countries and territories")),)),
)
"""Labels that tell a kind: one of each set must be there. The first line that fits decides."""


def kind_of(box: Box) -> Kind:
    """The kind of thing that an infobox describes; `other` where nothing tells it."""
    for title in box.titles:
        what = re.split(r" (?:by|from)\b", title.text, maxsplit=1)[0]
        if not title.described or title.text.startswith("from "):
            continue
        if _ALBUM.search(what):
            return "album"
        if _SONG.search(what):
            return "song"
    for name, kind in _BY_CLASS:
        if name in box.classes:
            return kind
    keys = {key for row in box.rows for key in row.keys}
    for kind, sets in _BY_LABELS:
        if all(not keys.isdisjoint(labels) for labels in sets):
            return kind
    return "other"
