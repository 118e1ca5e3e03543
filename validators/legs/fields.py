"""Which labels of an infobox fill which field, how each field is read, and what range its values sanely have."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

__all__ = ["FIELDS", "Field", "Manner", "fills", "plain_label"]

Manner: TypeAlias = Literal[
    "date", "seconds", "minutes", "money", "count", "episodes", "seasons", "people", "area", "length", "point",
    "person", "group", "label", "title", "place", "code", "number code",
]  # fmt: skip
"""How a field's words are read: see `validators.legs.reader`."""


class Field(NamedTuple):
    """One field: its labels as a pattern over plain labels, how it is read, and the sane range of its number.

    For dates the range is one of years; for lengths and areas it is in metres and square kilometres. `heading` is
    a pattern for the heading over a row whose label alone says too little (`Total` under `Area`); `shape` is what
    a code must look like.
    """

    labels: str
    manner: Manner
    low: Fraction | None = None
    high: Fraction | None = None
    heading: str | None = None
    shape: str | None = None


def _year(labels: str, low: int = 1000) -> Field:
    return Field(labels, "date", Fraction(low), Fraction(2100))


def _range(labels: str, manner: Manner, low: int | Fraction, high: int, heading: str | None = None) -> Field:
    return Field(labels, manner, Fraction(low), Fraction(high), heading)


FIELDS: dict[str, Field] = {
    "released": _year(r"release(?:d| dates?)", 1850),
    "published": _year(r"published|publication date"),
    "written": _year(r"written"),
    "recorded": _year(r"recorded", 1877),
    "born": _year(r"born|date of birth"),
    "died": _year(r"died|date of death"),
    "founded": _year(r"founded|established|formed|introduced|date of introduction"),
    "opened": _year(r"opened|opening date|date opened"),
    "length": _range(r"length", "seconds", 5, 86_400),
    "running_time": _range(r"running time|runtime", "minutes", 1, 900),
    "budget": _range(r"budget", "money", 1000, 5 * 10**9),
    "box_office": _range(r"box office|gross revenue", "money", 100, 10**10),
    "seasons": _range(r"(?:no\. of )?seasons|no\. of series", "seasons", 1, 200),
    "episodes": _range(r"(?:no\. of )?episodes", "episodes", 1, 30_000),
    "population": _range(r"population|total", "people", 1, 9 * 10**9, r"population\b.*"),
    "population_estimate": _range(r"estimate", "people", 1, 9 * 10**9, r"population\b.*"),
    "population_census": _range(r"census", "people", 1, 9 * 10**9, r"population\b.*"),
    "area": _range(r"(?:total )?area|total", "area", Fraction(1, 100), 520_000_000, r"area\b.*"),
    "elevation": _range(r"elevation(?: amsl)?", "length", -11_000, 9_000),
    "height": _range(r"height", "length", Fraction(1, 5), 9_000),
    "total_length": _range(r"(?:total )?length", "length", 1, 41_000_000),
    "capacity": _range(r"(?:seating )?capacity", "count", 10, 1_000_000),
    "coordinates": Field(r"coordinates", "point"),
    "calling_code": Field(r"calling code", "number code"),
    "capital": Field(r"capital(?: and largest city)?", "place"),
    "largest_city": Field(r"(?:capital and )?largest city", "place"),
    "country": Field(r"country(?: of origin)?|sovereign state", "place"),
    "region": Field(r"region", "place"),
    "subregion": Field(r"subregion", "place"),
    "city": Field(r"city(?: served)?|serves", "place"),
    "origin": Field(r"origin", "place"),
    "birth_name": Field(r"birth name", "person"),
    "artist": Field(r"artist", "person"),
    "album": Field(r"album", "title"),
    "label": Field(r"(?:record )?label", "label"),
    "director": Field(r"directed by|director", "person"),
    "writer": Field(r"writers?|written by|songwriters?", "person"),
    "screenwriter": Field(r"screenplay(?: by)?", "person"),
    "composer": Field(r"composer|music(?: by)?", "person"),
    "producer": Field(r"producers?|produced by", "person"),
    "editor": Field(r"edited by|editor", "person"),
    "cinematographer": Field(r"cinematography", "person"),
    "distributor": Field(r"distributed by|distributor", "group"),
    "network": Field(r"original (?:channel|network)|network", "group"),
    "genre": Field(r"genres?", "group"),
    "language": Field(r"(?:original |official |national )?languages?", "person"),
    "currency": Field(r"currency", "person"),
    "demonym": Field(r"demonym", "person"),
    "driving_side": Field(r"driving side|drives on", "code", shape="left|right"),
    "iata": Field(r"iata(?: code)?", "code", shape="[A-Z]{3}"),
    "icao": Field(r"icao(?: code)?", "code", shape="[A-Z]{4}"),
    "currency_code": Field(r"iso 4217(?: code)?|code", "code", shape="[A-Z]{3}"),
    "internet_domain": Field(r"internet tld", "code", shape=r"\.[a-z]{2,}"),
    "language_code": Field(r"iso 639-1", "code", shape="[a-z]{2}"),
    "country_code": Field(r"iso 3166 code", "code", shape="[A-Z]{2}"),
    "ticker": Field(r"traded as|ticker", "code", shape=r"(?:NASDAQ|NYSE(?:AMERICAN|ARCA)?):[A-Z]{1,5}(?:[.-][A-Z])?"),
    "trading_pair": Field(r"trading pair", "code", shape=r"[A-Z0-9]{2,10}/USD[CT]?"),
    "time_zone": Field(r"time zone", "code", shape=r"UTC(?:[+−-]\d{1,2}(?::[0-5]\d)?)?|[A-Z]\w+(?:/[A-Za-z_ +-]+)+"),
    "countries": _range(r"countries and territories|no\. of countries", "count", 1, 300),
    "airports": _range(r"airports", "count", 1, 50_000),
    "part_of": Field(r"part of", "place"),
    "used_in": Field(r"used in|users|countries", "place"),
    "airport": Field(r"airport", "place"),
}
"""Every field that the second reader knows, by meaning."""


_LIMITS = re.compile(r"[(\[].*\b(?:metro|urban|rural|projected|peak|water|land|standing|domestic|originally)\b")


def plain_label(label: str) -> str:
    """A label in lower case without bullets, years, brackets, colons and the plural's `(s)`."""
    plain = re.sub(r"\(s\)|[•·:*]", "", label.casefold())
    noted = (
        r"\((?:[^()]*,? )?(?:1\d|20[0-2])\d(?: census| estimate| est\.?)?\)|\[[^\[\]]{1,3}\]|\b(?:1\d\d|20[0-2])\d\b"
    )
    plain = re.sub(noted, lambda hit: hit[0] if _LIMITS.search(hit[0]) else " ", plain)
    return " ".join(plain.replace("’", "'").split())


def fills(name: str, label: str, heading: str | None) -> bool:
    """Whether a row with this label, under this heading, fills the field."""
    field = FIELDS.get(name)
    plain = plain_label(label)
    if field is None or not re.fullmatch(field.labels, plain):
        return False
    if field.heading is None or re.fullmatch(field.heading, plain):
        return True
    return heading is not None and re.fullmatch(field.heading, plain_label(heading)) is not None
