"""The table of fields: by what labels a page names each, what value it holds, and inside what range it is sane.

- dates: released, published, written, recorded, founded, opened; born, died (persons)
- durations: length (songs and albums, seconds), running_time (films and series, minutes)
- counts: population, population_census, population_estimate, capacity, episodes, seasons, countries,
  airports, calling_code
- measures, in the unit that the page gives first: area, elevation, height, total_length
- money, US dollars: budget, box_office
- places: coordinates, capital, largest_city, country, region, subregion, part_of, used_in, city, airport,
  origin
- names: artist, album, label, director, writer, screenwriter, composer, producer, editor, cinematographer,
  distributor, network, genre, language, currency, demonym, birth_name
- codes: iata, icao, currency_code, language_code, country_code, internet_domain, time_zone, driving_side,
  ticker (with its exchange), trading_pair
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from types import MappingProxyType
from typing import Literal

from schemas.values import Unit
from worlds.facts.cells import Cell
from worlds.facts.dates import read_date
from worlds.facts.kinds import Kind
from worlds.facts.measures import read_measure
from worlds.facts.names import read_code, read_name, read_number_code, read_zone
from worlds.facts.quantities import read_count, read_money, read_playing_time, read_running_time
from worlds.facts.reading import Reading, Refused

__all__ = ["FIELDS", "FieldSpec", "field_of", "fitted", "read_field"]

How = Literal[
    "date", "date and place", "date and life", "playing time", "running time", "count", "length", "area", "money",
    "coordinates", "person", "company", "genre", "place", "thing", "code", "number code", "zone",
    "described",
]  # fmt: skip
"""How a cell is read. `described` fields stand in the line under the title (`Single by …`), coordinates anywhere."""

_RECORDS: tuple[Kind, ...] = ("song", "album")
_SCREEN: tuple[Kind, ...] = ("film", "series")
_AREA = ("area", "total area", "area/total", "area/total area")


@dataclass(frozen=True)
class FieldSpec:
    """A field by meaning.

    `labels` are folded labels (boxes.label_key); `heading/label` matches a bulleted row under that heading. Empty
    `kinds` means any. `low` and `high` bound the value in `unit`; a measure is held in the unit its page gives,
    which need not be that one. `pattern` is the shape of a code.
    """

    name: str
    how: How
    labels: tuple[str, ...]
    kinds: tuple[Kind, ...] = ()
    unit: Unit = "count"
    low: Decimal = Decimal(0)
    high: Decimal = Decimal(0)
    pattern: str = ""


def _years(
    name: str, how: How, labels: tuple[str, ...], kinds: tuple[Kind, ...], low: int, high: int = 2100
) -> FieldSpec:
    return FieldSpec(name, how, labels, kinds, "year", Decimal(low), Decimal(high))


def _amount(
    name: str, how: How, labels: tuple[str, ...], kinds: tuple[Kind, ...], unit: Unit, low: str, high: str
) -> FieldSpec:
    return FieldSpec(name, how, labels, kinds, unit, Decimal(low), Decimal(high))


_TABLE: tuple[FieldSpec, ...] = (
    _years("released", "date", ("released", "release date", "release dates"), (), 1850),
    _years("published", "date", ("published", "publication date"), (), 1000),
    _years("written", "date", ("written",), ("song",), 1000),
    _years("recorded", "date and place", ("recorded",), _RECORDS, 1877),
    _years("born", "date and life", ("born", "date of birth"), ("person", "other"), 1000),
    _years("died", "date and life", ("died", "date of death"), ("person", "other"), 1000),
    _years("founded", "date", ("founded", "established", "formed", "introduced", "date of introduction"), (), 1000),
    _years("opened", "date", ("opened", "opening date", "date opened"), ("other",), 1000),
    _amount("length", "playing time", ("length",), _RECORDS, "seconds", "5", "86400"),
    _amount("running_time", "running time", ("running time", "runtime"), _SCREEN, "minutes", "1", "900"),
    _amount("population", "count", ("population", "population/total"), (), "people", "1", "9000000000"),
    _amount("population_census", "count", ("population/census",), (), "people", "1", "9000000000"),
    _amount("population_estimate", "count", ("population/estimate",), (), "people", "1", "9000000000"),
    _amount("episodes", "count", ("no. of episodes", "episodes"), ("series",), "episodes", "1", "30000"),
    _amount("seasons", "count", ("no. of seasons", "seasons", "no. of series"), ("series",), "seasons", "1", "200"),
    _amount("countries", "count", ("countries and territories", "no. of countries"), ("region",), "count", "1", "300"),
    _amount("airports", "count", ("airports",), ("zone",), "count", "1", "50000"),
    _amount("area", "area", _AREA, (), "square kilometres", "0.01", "520000000"),
    _amount("elevation", "length", ("elevation", "elevation amsl"), (), "metres", "-11000", "9000"),
    _amount("height", "length", ("height",), (), "metres", "0.2", "9000"),
    _amount("total_length", "length", ("length", "total length"), ("other",), "metres", "1", "41000000"),
    _amount("capacity", "count", ("capacity", "seating capacity"), ("other",), "count", "10", "1000000"),
    _amount("budget", "money", ("budget",), _SCREEN, "US dollars", "1000", "5000000000"),
    _amount("box_office", "money", ("box office", "gross revenue"), ("film",), "US dollars", "100", "10000000000"),
    FieldSpec("coordinates", "coordinates", ("coordinates", "coordinates:")),
    FieldSpec("calling_code", "number code", ("calling code",), ("country",), "count"),
    FieldSpec("capital", "place", ("capital", "capital and largest city"), ("country", "region", "other")),
    FieldSpec("largest_city", "place", ("largest city", "capital and largest city"), ("country", "region", "other")),
    FieldSpec("country", "place", ("country", "country of origin", "sovereign state")),
    FieldSpec("region", "place", ("region",), ("country", "city", "airport", "region")),
    FieldSpec("subregion", "place", ("subregion",), ("country", "city", "airport", "region")),
    FieldSpec("part_of", "place", ("part of",), ("region",)),
    FieldSpec("used_in", "place", ("used in", "users", "countries"), ("language", "currency", "zone")),
    FieldSpec("airport", "place", ("airport",), ("city",)),
    FieldSpec("city", "place", ("city", "serves", "city served"), ("airport",)),
    FieldSpec("origin", "place", ("origin",), ("person", "group")),
    FieldSpec("artist", "described", (), _RECORDS),
    FieldSpec("album", "described", (), ("song",)),
    FieldSpec("label", "company", ("label", "record label"), _RECORDS),
    FieldSpec("director", "person", ("directed by", "director"), _SCREEN),
    FieldSpec("writer", "person", ("writer", "written by", "songwriter"), (*_RECORDS, *_SCREEN)),
    FieldSpec("screenwriter", "person", ("screenplay by", "screenplay"), ("film",)),
    FieldSpec("composer", "person", ("composer", "music by", "music"), ("song", *_SCREEN)),
    FieldSpec("producer", "person", ("producer", "produced by"), (*_RECORDS, *_SCREEN)),
    FieldSpec("editor", "person", ("edited by", "editor"), _SCREEN),
    FieldSpec("cinematographer", "person", ("cinematography",), _SCREEN),
    FieldSpec("distributor", "company", ("distributed by", "distributor"), _SCREEN),
    FieldSpec("network", "company", ("original channel", "network", "original network"), ("series",)),
    FieldSpec("genre", "genre", ("genre", "genres"), (*_RECORDS, *_SCREEN, "person", "group")),
    FieldSpec(
        "language", "thing", ("language", "languages", "original language", "official language", "official languages")
    ),
    FieldSpec("currency", "thing", ("currency",), ("country", "region", "city")),
    FieldSpec("demonym", "thing", ("demonym",), ("country", "city", "region")),
    FieldSpec("birth_name", "thing", ("birth name",), ("person",)),
    FieldSpec("driving_side", "code", ("driving side", "drives on"), ("country",), pattern="left|right"),
    FieldSpec("iata", "code", ("iata", "iata code"), ("airport",), pattern="[A-Z]{3}"),
    FieldSpec("icao", "code", ("icao", "icao code"), ("airport",), pattern="[A-Z]{4}"),
    FieldSpec(
        "currency_code", "code", ("iso 4217", "iso 4217 code", "iso 4217/code"), ("currency",), pattern="[A-Z]{3}"
    ),
    FieldSpec("internet_domain", "code", ("internet tld",), ("country",), pattern=r"\.[a-z]{2,}"),
    FieldSpec("language_code", "code", ("iso 639-1",), ("language",), pattern="[a-z]{2}"),
    FieldSpec("country_code", "code", ("iso 3166 code",), ("country",), pattern="[A-Z]{2}"),
    FieldSpec(
        "ticker",
        "code",
        ("traded as", "ticker"),
        ("other",),
        pattern=r"(?:NASDAQ|NYSE|NYSEAMERICAN|NYSEARCA):[A-Z]{1,5}(?:[.-][A-Z])?",
    ),
    FieldSpec("trading_pair", "code", ("trading pair",), ("other",), pattern=r"[A-Z0-9]{2,10}/(?:USD|USDC|USDT)"),
    FieldSpec("time_zone", "zone", ("time zone",), ("country", "region", "city", "airport")),
)

FIELDS: Mapping[str, FieldSpec] = MappingProxyType({spec.name: spec for spec in _TABLE})
"""Every field by name."""

_PERSON_HEIGHT = Decimal("0.4"), Decimal(3)

_BY_LABEL: dict[str, tuple[FieldSpec, ...]] = {}
for _spec in _TABLE:
    for _label in _spec.labels:
        _BY_LABEL[_label] = (*_BY_LABEL.get(_label, ()), _spec)


def field_of(keys: tuple[str, ...], kind: Kind) -> tuple[FieldSpec, ...]:
    """The fields that a row fills on a page of that kind, by the keys of its label (boxes.Row)."""
    for key in keys:
        specs = tuple(fitted(spec, kind) for spec in _BY_LABEL.get(key, ()) if not spec.kinds or kind in spec.kinds)
        if specs:
            return specs
    return ()


def fitted(spec: FieldSpec, kind: Kind) -> FieldSpec:
    """A field with the range that is sane on pages of a kind: people are no towers."""
    if spec.name == "height" and kind == "person":
        low, high = _PERSON_HEIGHT
        return replace(spec, low=low, high=high)
    return spec


_READERS: Mapping[How, Callable[[Cell, FieldSpec], Reading]] = {
    "date": lambda cell, spec: read_date(cell, int(spec.low), int(spec.high), "nothing"),
    "date and place": lambda cell, spec: read_date(cell, int(spec.low), int(spec.high), "place"),
    "date and life": lambda cell, spec: read_date(cell, int(spec.low), int(spec.high), "life"),
    "playing time": lambda cell, spec: read_playing_time(cell, spec.low, spec.high),
    "running time": lambda cell, spec: read_running_time(cell, spec.low, spec.high),
    "count": lambda cell, spec: read_count(cell, spec.unit, spec.low, spec.high),
    "length": lambda cell, spec: read_measure(cell, "length", spec.low, spec.high),
    "area": lambda cell, spec: read_measure(cell, "area", spec.low, spec.high),
    "money": lambda cell, spec: read_money(cell, spec.low, spec.high),
    "code": lambda cell, spec: read_code(cell, spec.pattern),
    "zone": lambda cell, _: read_zone(cell),
    "number code": lambda cell, _: read_number_code(cell),
    "described": lambda cell, _: read_name(cell, "person"),
    "person": lambda cell, _: read_name(cell, "person"),
    "company": lambda cell, _: read_name(cell, "company"),
    "genre": lambda cell, _: read_name(cell, "genre"),
    "place": lambda cell, _: read_name(cell, "place"),
    "thing": lambda cell, _: read_name(cell, "thing"),
}


def read_field(spec: FieldSpec, cell: Cell) -> Reading:
    """Read a cell as the field's kind of value. Raises Refused where it has no single safe reading."""
    cell.refuse_unfit()
    reading = _READERS[spec.how](cell, spec)
    linked = [a for a in cell.anchors if a.begin < reading.end and reading.begin < a.end and cell.text[a.begin : a.end]]
    if spec.name in {"capital", "largest_city"} and len(linked) > 1:
        raise Refused("list")
    return reading
