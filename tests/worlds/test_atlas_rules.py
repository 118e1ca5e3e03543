"""What the atlas leaves out: each rule on a row made to break it, and the faults of the real tables."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from importlib.metadata import version
from pathlib import Path

import pytest

from schemas.errors import InputError
from worlds.atlas import countries as reading
from worlds.atlas import judge, raw, tables
from worlds.atlas.fields import calling_code, coords
from worlds.atlas.judge import Judge
from worlds.atlas.outlines import Outline, distance_km
from worlds.atlas.raw import AirportRow
from worlds.atlas.records import Coords, Country
from worlds.atlas.rules import KNOWN_FAULTS, RULES
from worlds.atlas.words import city_key, fold

DOCS = Path(__file__).resolve().parents[2] / "docs" / "atlas.md"
BY_CODE = {country.iso2: country for country in tables.countries()}
OMITTED = {(omission.row, omission.field): omission.rule for omission in tables.omissions()}


def airport(iata: str = "AAA", **changes: object) -> AirportRow:
    """A row that stands: Alpha Airport of Alpha in XX, at 10.1234 N 20.5678 E."""
    row = AirportRow(
        icao="XXAA", iata=iata, name="Alpha Airport", city="Alpha", country="XX", elevation=Decimal("100.0"),
        coords=Coords(Decimal("10.1234"), Decimal("20.5678")), point=(10.1234, 20.5678), timezone="Etc/Alpha",
    )  # fmt: skip
    changed = row._replace(**changes)  # type: ignore[arg-type]  # each test gives fields of the row
    return changed._replace(point=(float(changed.coords.lat), float(changed.coords.lon)))


def at(lat: str, lon: str) -> Coords:
    return Coords(Decimal(lat), Decimal(lon))


SOMEWHERE = replace(
    BY_CODE["FR"], iso2="XX", capital="Capital", capital_coords=at("40.0", "40.0"), timezones=("Etc/Alpha",)
)
OTHER = replace(SOMEWHERE, iso2="YY", capital="Other", timezones=("Etc/Beta",))
NEIGHBOUR = airport("BBB", name="Beta Airport", city="Beta", coords=at("10.2005", "20.6118"))


def verdict(monkeypatch: pytest.MonkeyPatch, row: AirportRow, *others: AirportRow) -> str | None:
    monkeypatch.setattr(judge, "airport_rows", lambda: (row, *others))
    return Judge([SOMEWHERE, OTHER]).rule(row)


def test_a_plain_airport_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    assert verdict(monkeypatch, airport(), NEIGHBOUR) is None


FAULTY: list[tuple[str, AirportRow, tuple[AirportRow, ...]]] = [
    ("no-iata", airport("A1A"), ()),
    ("no-iata", airport(), (airport("AAA", coords=at("50.1234", "20.1234")),)),
    ("name-form", airport(name="Alpha Airfield"), ()),
    ("name-form", airport(name="Alpha Airport (under construction)"), ()),
    ("name-form", airport(name="L?liang Airport"), ()),
    ("city-form", airport(city=""), ()),
    ("city-form", airport(city="Alpha/Beta"), ()),
    ("city-form", airport(city="Alpha-Beta Island"), ()),
    ("city-form", airport(city="Alpha Airport"), ()),
    ("city-ambiguous", airport(), (airport("BBB", name="Far Airport", coords=at("14.1234", "20.5678")),)),
    ("city-far", airport(city="Capital"), ()),
    ("country-unknown", airport(country="ZZ"), ()),
    ("zone-contradicts", airport(timezone="Etc/Beta"), ()),
    ("minutes-as-decimals", airport(coords=at("10.1234", "20.5648")),
     tuple(airport(f"B{n}X", name=f"N{n} Airport", coords=at(f"10.{n}234", "20.5148")) for n in range(12))),
    ("coarse", airport(coords=at("10.12", "20.56")), ()),
    ("elevation-zero", airport(elevation=Decimal("0.0")), ()),
    ("elevation-range", airport(elevation=Decimal("15001.0")), ()),
    ("elevation-range", airport(elevation=Decimal("-1301.0")), ()),
    ("elevation-apart", airport(elevation=Decimal("1601.0")), (NEIGHBOUR,)),
    ("elevation-below", airport(elevation=Decimal("-7.0")), (NEIGHBOUR,)),
    ("twice", airport(), (airport("BBB", name="Beta Airport"),)),
    ("twice", airport(), (airport("BBB", coords=at("10.1239", "20.5678")),)),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "row", "others"), FAULTY)
def test_each_faulty_airport_falls_under_its_rule(
    monkeypatch: pytest.MonkeyPatch, rule: str, row: AirportRow, others: tuple[AirportRow, ...]
) -> None:
    assert verdict(monkeypatch, row, *others) == rule


def test_what_is_only_near_a_fault_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    below = airport(elevation=Decimal("-7.0"))
    assert verdict(monkeypatch, below, airport("BBB", name="Beta Airport", city="Beta", elevation=Decimal("-9.0"),
                                               coords=at("12.1234", "20.5678"))) is None  # fmt: skip
    assert verdict(monkeypatch, airport(elevation=Decimal("1600.0")), NEIGHBOUR) is None
    assert verdict(monkeypatch, airport(), airport("BBB", coords=at("10.1799", "20.5678"))) is None
    assert verdict(monkeypatch, airport(city="Capital", coords=at("40.1234", "40.1234"))) is None


def square(lat: float, lon: float, side: float) -> dict[str, object]:
    corners = [[lon, lat], [lon + side, lat], [lon + side, lat + side], [lon, lat + side], [lon, lat]]
    return {"features": [{"geometry": {"type": "Polygon", "coordinates": [corners]}}]}


def country_row(**changes: object) -> dict[str, object]:
    """A row that stands: Alphaland, a square of two degrees, with neighbours Betaland."""
    row: dict[str, object] = {
        "name": "Alphaland", "ISO": {"alpha2": "XX", "alpha3": "XXX"}, "region": "Here", "subregion": "There",
        "capital": "Capital", "capital_latlng": [10.1234, 20.5678], "latlng": [11, 21], "geoJSON": square(10, 20, 2),
        "population": 1_000_000, "area": 48_000, "borders": ["YYY"], "callingCodes": ["264"], "currencies": ["EUR"],
        "languages": ["en"], "tld": [".xx"], "demonym": "Alphan", "timezoneNames": ["Etc/Alpha"],
        "altSpellings": ["XX", "Alpha Land"],
    }  # fmt: skip
    return row | changes


BETALAND = country_row(
    name="Betaland", ISO={"alpha2": "YY", "alpha3": "YYY"}, capital="Other", area=49_000, borders=["XXX"],
    demonym="Betan", geoJSON=square(10, 22, 2), population=2_000_000,
)  # fmt: skip


def read(monkeypatch: pytest.MonkeyPatch, *rows: Mapping[str, object]) -> tuple[Country | None, dict[str, str]]:
    """The country XX as it is read from rows, beside Betaland, and the rules by field of what was left out of it."""
    monkeypatch.setattr(reading, "country_rows", lambda: (*rows, BETALAND))
    monkeypatch.setattr(reading, "airport_rows", lambda: (airport(city="Capital"),))
    table = reading.country_table.__wrapped__()
    names = {str(row["name"]) for row in rows}
    found = [country for country in table.rows if country.iso2 == "XX"]
    return (found[0] if found else None), {o.field: o.rule for o in table.omissions if o.row in names}


def test_a_plain_country_stands_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    country, left_out = read(monkeypatch, country_row())
    assert left_out == {}
    assert country is not None
    assert (country.population, country.area, country.capital) == (1_000_000, Decimal(48_000), "Capital")
    assert country.capital_coords == at("10.1234", "20.5678")
    assert (country.borders, country.calling_codes, country.tlds) == (("YY",), ("264",), (".xx",))
    assert (country.currencies, country.languages, country.demonym) == (("EUR",), ("en",), "Alphan")


FIELDS: list[tuple[str, str, dict[str, object]]] = [
    ("population", "not-positive", {"population": 0}),
    ("area", "not-positive", {"area": 0}),
    ("area", "outline-area", {"area": 20_000}),
    ("area", "outline-area", {"area": 90_000}),
    ("area", "copied-area", {"area": 49_000, "geoJSON": {}}),
    ("population", "density", {"population": 2_000_000_000}),
    ("population", "density", {"population": 400}),
    ("capital", "not-one-place", {"capital": "Here / There"}),
    ("capital_latlng", "capital-unconfirmed", {"capital_latlng": [10.5, 20.5678]}),
    ("borders YYY", "outlines-apart", {"geoJSON": square(10, 10, 2)}),
    ("borders ZZZ", "no-such-country", {"borders": ["YYY", "ZZZ"]}),
    ("callingCodes 9999", "not-e164", {"callingCodes": ["9999"]}),
    ("currencies HRK", "not-in-iso-4217", {"currencies": ["HRK"]}),
    ("languages rs", "not-in-iso-639-1", {"languages": ["rs"]}),
    ("tld .alpha", "not-ascii-cctld", {"tld": [".alpha"]}),
    ("demonym", "shared-demonym", {"demonym": "Betan"}),
    ("demonym", "shared-demonym", {"demonym": "Alphan,Alphish"}),
    ("demonym", "shared-demonym", {"demonym": "alphaland"}),
    ("row", "no-code", {"ISO": {"alpha2": "XX"}}),
    ("row", "formerly-used", {"ISO": {"alpha2": "AN", "alpha3": "ANT"}}),
    ("row", "no-region", {"subregion": ""}),
    ("row", "bare-row", {"capital": "", "population": None, "area": None}),
]


@pytest.mark.parametrize(("field", "rule", "changes"), FIELDS)
def test_each_faulty_field_falls_under_its_rule(
    monkeypatch: pytest.MonkeyPatch, field: str, rule: str, changes: dict[str, object]
) -> None:
    country, left_out = read(monkeypatch, country_row(**changes))
    assert left_out[field] == rule
    if country and field == "borders YYY":
        assert country.borders == ()
    elif country and hasattr(country, field):
        assert getattr(country, field) is None


def test_a_border_that_only_one_names_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BETALAND, "borders", [])
    country, left_out = read(monkeypatch, country_row())
    assert country is not None
    assert (country.borders, left_out) == ((), {"borders YYY": "one-way-border"})


def test_rows_of_one_country_stand_where_they_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    second = {"name": "Alfaland", "ISO": {"alpha2": "XX", "alpha3": "XXX"}, "region": "Here", "subregion": "There",
              "population": 999, "capital": ["Capital"], "area": None}  # fmt: skip
    country, left_out = read(monkeypatch, country_row(), second)
    assert country is not None
    assert (country.name, country.population, country.area) == ("Alphaland", None, Decimal(48_000))
    assert country.capital == "Capital"
    assert left_out == {"population": "rows-disagree"}
    assert "Alfaland" in country.spellings


def test_every_rule_is_described_and_hits_something_or_is_tried_here() -> None:
    hit = Counter(omission.rule for omission in tables.omissions())
    tried = {rule for rule, *_ in FAULTY} | {rule for _, rule, _ in FIELDS}
    assert set(hit) <= set(RULES)
    assert set(RULES) - set(hit) - tried == set()
    text = DOCS.read_text(encoding="utf-8")
    assert [rule for rule in RULES if f"`{rule}`" not in text] == []


def test_known_faults_are_left_out() -> None:
    for code, field in KNOWN_FAULTS:
        assert OMITTED[BY_CODE[code].name, field] == "known-fault"
        assert not getattr(BY_CODE[code], field)


def test_faults_of_the_real_tables() -> None:
    """Found by looking: Slovakia's area under Serbia, capitals in other continents, Belgium in minutes and seconds."""
    assert (BY_CODE["SK"].area, BY_CODE["RS"].area) == (Decimal(49037), None)
    wrong = "AI AG GD IM MS NF RE SH PM TL BR TN ME LU".split()
    assert [code for code in wrong if BY_CODE[code].capital_coords] == []
    assert OMITTED["BRU", "row"] in {"minutes-as-decimals", "twice"}
    assert OMITTED["CRL", "row"] == "minutes-as-decimals"
    assert "LKA" not in {BY_CODE[code].iso3 for code in BY_CODE["IN"].borders}
    assert {"CS", "AN", "AQ"} & set(BY_CODE) == set()


CAPITALS = {
    "AR": (-34.60, -58.38), "AU": (-35.28, 149.13), "CA": (45.42, -75.70), "CN": (39.90, 116.40), "EG": (30.04, 31.24),
    "FR": (48.86, 2.35), "GB": (51.51, -0.13), "IN": (28.61, 77.21), "IS": (64.15, -21.94), "JP": (35.68, 139.69),
    "KE": (-1.29, 36.82), "NZ": (-41.29, 174.78), "PE": (-12.05, -77.04), "RU": (55.76, 37.62), "US": (38.91, -77.04),
}  # fmt: skip
"""To two decimals, as any atlas gives them."""


@pytest.mark.parametrize("code", sorted(CAPITALS))
def test_capitals_are_where_they_are(code: str) -> None:
    place = BY_CODE[code].capital_coords
    assert place is not None
    assert distance_km((float(place.lat), float(place.lon)), CAPITALS[code]) < 10


@pytest.mark.parametrize(
    ("written", "code"),
    [("93", "93"), ("1684", "1-684"), ("1-876", "1-876"), ("1", "1"), ("7", "7"), ("264", "264"),
     ("76", None), ("4779", None), ("", None), ("12", None), ("930", None), ("26", None)],
)  # fmt: skip
def test_calling_codes_are_those_of_e164(written: str, code: str | None) -> None:
    assert calling_code(written) == code


def test_coordinates_out_of_range_are_none() -> None:
    assert coords([91, 0]) is None
    assert coords([0, -181.5]) is None
    assert coords([[1, 2], [3, 4]]) is None
    assert coords([-90, 180]) == at("-90", "180")


def test_an_outline_of_one_degree_at_the_equator() -> None:
    """The area between meridians and parallels is R² Δλ (sin φ2 - sin φ1): 12,364 km² on the mean sphere."""
    outline = Outline(square(0, 0, 1))
    assert outline.area == pytest.approx(12_364, abs=1)
    assert len(outline.points) == 4
    assert not Outline({})
    assert distance_km((0, 0), (0, 180)) == pytest.approx(20_015, abs=1)


def test_spellings_of_one_city_have_one_key() -> None:
    assert city_key("XX", "St. George's") == city_key("XX", "Saint Georges")
    assert city_key("XX", "George Town") == city_key("XX", "Georgetown")
    assert city_key("XX", "Bogotá") == city_key("XX", "BOGOTA") != city_key("YY", "Bogota")
    assert fold("São  Tomé") == "sao tome"


def test_another_version_of_a_table_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {table.name: version(table.name) for table in tables.sources()} == {
        table.name: table.version for table in tables.sources()
    }
    monkeypatch.setattr(raw, "version", lambda name: "9.9")
    for function in (raw.country_rows, raw.airport_rows):
        with pytest.raises(InputError, match=r"found 9\.9: install \w+=="):
            function.__wrapped__()


def test_the_order_of_the_airport_table_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [row for row in raw.airport_rows() if row.iata]
    before = Judge(tables.countries())
    shuffled = list(raw.airport_rows())
    random.Random(4).shuffle(shuffled)
    monkeypatch.setattr(judge, "airport_rows", lambda: tuple(shuffled))
    after = Judge(tables.countries())
    assert [row.iata for row in rows if before.rule(row) != after.rule(row)] == []
