"""Every fact on a page is a fact of the packages' own files, read here a second way."""

from __future__ import annotations

import csv
import json
import re
from decimal import Decimal
from fractions import Fraction
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest
from bs4 import BeautifulSoup, Tag

from worlds.atlas import AtlasSource, tables
from worlds.atlas.codes import CURRENCIES, LANGUAGES
from worlds.atlas.index import atlas_index
from worlds.atlas.records import City
from worlds.atlas.titles import PageKey

ATLAS = AtlasSource()
INDEX = atlas_index()
NUMBER = r"\N{MINUS SIGN}?[\d,]+(?:\.\d+)?"


def read_airports() -> dict[str, dict[str, str]]:
    """The airport table's rows by IATA code, as text."""
    with Path(str(files("airportsdata") / "airports.csv")).open(encoding="utf-8", newline="") as file:
        return {row["iata"]: row for row in csv.DictReader(file) if row["iata"]}


def read_countries() -> dict[str, list[dict[str, object]]]:
    """The country table's rows with a name and a region by alpha-2 code, numbers as exact decimals."""
    groups: dict[str, list[dict[str, object]]] = {}
    for folder in ("data", "data_no_iso"):
        for path in sorted(Path(str(files("countryinfo") / folder)).glob("*.json")):
            row = json.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
            code = (row.get("ISO") or {}).get("alpha2")
            if code and row.get("name") and row.get("region"):
                groups.setdefault(code, []).append(row)
    return groups


AIRPORTS = read_airports()
COUNTRIES = read_countries()


@cache
def body(title: str) -> Tag:
    found = BeautifulSoup(ATLAS.get(title).html, "lxml").select_one(".mw-parser-output")
    assert found is not None
    return found


@cache
def infobox(title: str) -> dict[str, Tag]:
    """An infobox's data cells by label; a bulleted label by the header above it."""
    rows: dict[str, Tag] = {}
    header = ""
    before, start, rest = ATLAS.get(title).html.partition('<table class="infobox')
    assert "mw-parser-output" in before
    for row in BeautifulSoup(start + rest.partition("</table>")[0], "lxml").select("tr"):
        head, data = row.find("th"), row.find("td")
        assert isinstance(head, Tag)
        if not isinstance(data, Tag):
            header = words(head)
            continue
        label = words(head)
        rows[header if label.startswith("•") else label] = data
    return rows


def words(tag: Tag) -> str:
    return " ".join(tag.get_text().replace("\xa0", " ").split())


def items(cell: Tag) -> list[str]:
    return [words(item) for item in cell.find_all("li")] or [words(cell)]


def linked(cell: Tag) -> list[PageKey]:
    """What the links of a cell lead to."""
    return [INDEX.pages[str(anchor["title"])] for anchor in cell.find_all("a")]


def exact(text: str) -> Decimal:
    return Decimal(text.replace(",", "").replace("\N{MINUS SIGN}", "-"))


def rounded(value: Fraction, decimals: int) -> Fraction:
    """Half up, away from zero."""
    scaled = abs(value) * 10**decimals
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    return Fraction(whole, 10**decimals) * (1 if value >= 0 else -1)


def values(code: str, field: str) -> list[object]:
    return [row[field] for row in COUNTRIES[code] if row.get(field) not in (None, "", [])]


def listed(code: str, field: str) -> set[str]:
    return {str(item) for value in values(code, field) for item in (value if isinstance(value, list) else [value])}


@pytest.mark.parametrize("code", sorted(INDEX.countries))
def test_a_country_page_says_what_the_table_says(code: str) -> None:
    title = INDEX.title("country", code)
    cells = infobox(title)
    assert cells["ISO 3166 code"].get_text() == code
    if "Population" in cells:
        assert {exact(words(cells["Population"]))} == {Decimal(str(value)) for value in values(code, "population")}
    if "Area" in cells:
        assert_area(words(cells["Area"]), {Decimal(str(value)) for value in values(code, "area")})
    if "Capital" in cells:
        assert {words(cells["Capital"])} == listed(code, "capital")
    if "Demonym" in cells:
        assert {words(cells["Demonym"])} == listed(code, "demonym")
    assert listed(code, "region") == {words(cells["Region"])}
    assert {name.casefold() for name in listed(code, "subregion")} == {words(cells["Subregion"]).casefold()}
    for label, field in (("Calling code", "callingCodes"), ("Internet TLD", "tld")):
        if label in cells:
            plain = {item.replace("+", "").replace("-", "") for item in items(cells[label])}
            assert plain <= {item.replace("-", "") for item in listed(code, field)}
    if "Currency" in cells:
        pairs = [re.fullmatch(r"(.+) \(([A-Z]{3})\)", item) for item in items(cells["Currency"])]
        assert all(pair and CURRENCIES[pair[2]] == pair[1] for pair in pairs)
        assert {pair[2] for pair in pairs if pair} <= listed(code, "currencies")
    if "Languages" in cells:
        assert {*items(cells["Languages"])} <= {LANGUAGES.get(item) for item in listed(code, "languages")}


def assert_area(text: str, table: set[Decimal]) -> None:
    match = re.fullmatch(rf"({NUMBER}) km2 \(({NUMBER}) sq mi\)", text)
    assert match
    assert {exact(match[1])} == table
    decimals = len(match[2].partition(".")[2])
    assert Fraction(exact(match[2])) == rounded(Fraction(exact(match[1])) / Fraction("2.589988110336"), decimals)


def test_a_countrys_prose_repeats_its_infobox() -> None:
    for code in INDEX.countries:
        title = INDEX.title("country", code)
        cells = infobox(title)
        lead = words(body(title).select("p")[0])
        population = re.search(rf"has a population of ({NUMBER})", lead)
        area = re.search(rf"covers ({NUMBER}) square kilometres", lead)
        assert (population and population[1]) == (words(cells["Population"]) if "Population" in cells else None), code
        assert (area and area[1]) == (words(cells["Area"]).partition(" ")[0] if "Area" in cells else None), code


def test_borders_are_named_by_both_countries() -> None:
    for code, country in INDEX.countries.items():
        html = ATLAS.get(INDEX.title("country", code)).html
        shown = re.findall("It shares a border with (.*)</p>", html)
        titles = re.findall('title="([^"]*)"', shown[0]) if shown else []
        assert [INDEX.pages[title.replace("&#x27;", "'")].key for title in titles] == sorted(
            country.borders, key=lambda other: INDEX.title("country", other)
        )
        for other in country.borders:
            assert country.iso3 in listed(other, "borders"), (code, other)
            assert INDEX.countries[other].iso3 in listed(code, "borders"), (code, other)


def test_an_airport_page_says_what_the_table_says() -> None:
    wrong = []
    for iata in INDEX.airports:
        row = AIRPORTS[iata]
        cells = infobox(INDEX.title("airport", iata))
        feet, metres = (exact(part.split()[0]) for part in words(cells["Elevation AMSL"]).split(" / "))
        said = re.search(rf"It lies ({NUMBER}) feet \(({NUMBER})&nbsp;m\) (above|below) mean sea level", html(iata))
        geo = cells["Coordinates"].select_one("span.geo")
        lat, lon = (Decimal(part) for part in words(geo).split("; ")) if geo else (None, None)
        if (
            words(cells["IATA"]) != iata
            or ("ICAO" in cells and words(cells["ICAO"]) != row["icao"])
            or feet != Decimal(row["elevation"])
            or metres != rounded(Fraction(feet) * Fraction("0.3048"), 0)
            or not said
            or (exact(said[1]), exact(said[2]), said[3]) != (abs(feet), abs(metres), "below" if feet < 0 else "above")
            or (lat, lon) != (Decimal(row["lat"]), Decimal(row["lon"]))
            or words(cells["Time zone"]).replace(" ", "_") != row["tz"].replace(" ", "_")
            or linked(cells["Country"]) != [PageKey("country", row["country"])]
            or [INDEX.cities[page.key].country for page in linked(cells["Serves"])] != [row["country"]]
        ):
            wrong.append(iata)
    assert wrong == []


def html(iata: str) -> str:
    return ATLAS.get(INDEX.title("airport", iata)).html


def test_the_decimal_degrees_shown_are_those_of_the_geo_span() -> None:
    for title in tables.places():
        cell = infobox(title)["Coordinates"]
        shown = re.fullmatch(r"([\d.]+)°([NS]) ([\d.]+)°([EW])", words(cell.select_one("span.geo-dec") or cell))
        assert shown
        signed = (shown[1] if shown[2] == "N" else f"-{shown[1]}", shown[3] if shown[4] == "E" else f"-{shown[3]}")
        assert words(cell.select_one("span.geo") or cell) == "; ".join(signed)


def test_a_city_page_names_its_country_and_the_airports_that_name_it() -> None:
    named: dict[str, int] = {}
    for key, city in INDEX.cities.items():
        cells = infobox(INDEX.title("city", key))
        assert linked(cells["Country"]) == [PageKey("country", city.country)]
        codes = {page.key for page in linked(cells["Airport"])} if "Airport" in cells else set()
        assert codes == set(city.airports)
        assert {AIRPORTS[code]["country"] for code in codes} <= {city.country}
        check_capital(city, ATLAS.get(INDEX.title("city", key)).html)
        for code in codes:
            named[code] = named.get(code, 0) + 1
    assert named == dict.fromkeys(INDEX.airports, 1)


def check_capital(city: City, html: str) -> None:
    assert ("</b> is the capital of" in html) == city.capital
    if city.capital:
        assert city.name in listed(city.country, "capital")


@pytest.mark.parametrize("page", [page for page in INDEX.countries_of if page.kind != "zone"], ids=str)
def test_a_group_page_lists_the_countries_that_say_so(page: PageKey) -> None:
    rows = body(INDEX.titles[page]).select("table.wikitable tr")[1:]
    found = {linked(row)[0].key for row in rows}
    fields = {"language": ["languages"], "currency": ["currencies"],
              "region": ["region", "subregion", "intermediateregion"]}[page.kind]  # fmt: skip
    claimed = {code for code in INDEX.countries if any(page.key in listed(code, field) for field in fields)}
    assert found <= claimed
    assert claimed - found <= {row.iso2 for row in tables.countries() if row.name in omitted(page.kind)}


def omitted(kind: str) -> set[str]:
    """Countries of whose field of that kind something was left out."""
    field = {"language": "languages", "currency": "currencies", "region": "region"}[kind]
    return {omission.row for omission in tables.omissions() if omission.field.startswith(field)}


def test_a_list_or_zone_page_lists_all_its_airports() -> None:
    for page, title in INDEX.titles.items():
        if page.kind in {"list", "zone"}:
            field = {"list": "country", "zone": "tz"}[page.kind]
            listing = {
                INDEX.pages[link.title].key for link in ATLAS.links(title) if INDEX.pages[link.title].kind == "airport"
            }
            assert listing == {iata for iata in INDEX.airports if AIRPORTS[iata][field] == page.key}


def test_elevations_and_places_are_exact() -> None:
    heights = tables.elevations()
    assert len(heights) == len(tables.airports())
    for airport in tables.airports():
        row = AIRPORTS[airport.iata]
        metres = heights[airport.coords.strings]
        assert Fraction(metres) == Fraction(row["elevation"]) * Fraction("0.3048")
        place = tables.places()[INDEX.title("airport", airport.iata)]
        assert place == (Decimal(row["lat"]), Decimal(row["lon"]))
    assert Decimal("0.1524") == tables.ELEVATION_ERROR


def test_no_country_is_a_place_and_every_countrys_title_is_its_own() -> None:
    assert not set(tables.country_titles()) & set(tables.places())
    assert {country.iso2 for country in tables.country_titles().values()} == set(INDEX.countries)
    assert len({country.iso3 for country in tables.countries()}) == len(tables.countries())
