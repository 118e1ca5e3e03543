"""The articles on countries, cities and airports: what each page says, all of it from the tables."""

from __future__ import annotations

from html import escape

from worlds.atlas.codes import CURRENCIES
from worlds.atlas.index import Index, following
from worlds.atlas.markup import (
    Row,
    area,
    bullets,
    elevation,
    elevation_words,
    geo,
    infobox,
    join,
    link,
    number,
    plainlist,
    section,
    table,
)
from worlds.atlas.records import Airport, City, Country
from worlds.atlas.titles import PageKey, with_article
from worlds.atlas.words import city_key

__all__ = ["airport_article", "airport_rows", "city_article", "country_article"]

SHOWN_AIRPORTS, SHOWN_NEAREST, SHOWN_CITIES = 12, 6, 8


def country_article(index: Index, code: str) -> list[str]:
    """A country's page: infobox, lead, and sections on where it lies, its neighbours, people, money and airports."""
    country = index.countries[code]
    return [
        infobox("infobox ib-country vcard", f'<div class="fn org country-name">{escape(country.name)}</div>',
                _country_rows(index, country)),
        f"<p>{_country_lead(index, country)}</p>",
        section("Geography", *_geography(index, country)),
        section("People", *_people(index, country)),
        section("Economy", *_economy(index, country)),
        section("Transport", *_transport(index, country)),
        section("See also", bullets(_elsewhere(index, country))),
    ]  # fmt: skip


def _country_rows(index: Index, country: Country) -> list[Row]:
    rows = []
    if country.capital:
        rows.append(Row("Capital", _capital(index, country)))
    if country.languages:
        rows.append(Row("Languages", plainlist([_language(index, code) for code in country.languages])))
    if country.demonym:
        rows.append(Row("Demonym", escape(country.demonym)))
    rows.append(Row("Region", link(index.title("region", country.region))))
    rows.append(Row("Subregion", link(index.title("region", country.subregion))))
    if country.area is not None:
        rows += [Row("Area"), Row("•&nbsp;Total", area(country.area))]
    if country.population is not None:
        rows += [Row("Population"), Row("•&nbsp;Total", number(country.population))]
    if country.currencies:
        rows.append(Row("Currency", plainlist([_currency(index, code) for code in country.currencies])))
    if zones := index.zones_of.get(country.iso2):
        rows.append(Row("Time zone", plainlist([link(index.title("zone", zone)) for zone in zones])))
    if country.calling_codes:
        rows.append(Row("Calling code", plainlist([f"+{code}" for code in country.calling_codes])))
    rows.append(Row("ISO 3166 code", country.iso2))
    if country.tlds:
        rows.append(Row("Internet TLD", plainlist(country.tlds)))
    return rows


def _country_lead(index: Index, country: Country) -> str:
    where = _region(index, _smallest_region(country))
    sentences = [f"<b>{escape(country.name)}</b> is a country or territory in {where}."]
    if country.capital:
        sentences.append(f"Its capital is {_capital(index, country)}.")
    if country.population is not None and country.area is not None:
        sentences.append(f"It has a population of {number(country.population)} and covers {_km2(country)}.")
    elif country.population is not None:
        sentences.append(f"It has a population of {number(country.population)}.")
    elif country.area is not None:
        sentences.append(f"It covers {_km2(country)}.")
    return " ".join(sentences)


def _geography(index: Index, country: Country) -> list[str]:
    within = f"{_region(index, country.subregion)}, a part of {_region(index, country.region)}"
    if country.intermediate:
        within = f"{_region(index, country.intermediate)}, which is in {within}"
    parts = [f"<p>{escape(country.name)} belongs to {within}.</p>"]
    if country.borders:
        neighbours = sorted(index.title("country", code) for code in country.borders)
        parts.append(f"<p>It shares a border with {join([link(title) for title in neighbours])}.</p>")
    return parts


def _people(index: Index, country: Country) -> list[str]:
    parts = []
    if country.demonym:
        parts.append(f"<p>The demonym is {escape(country.demonym)}.</p>")
    if country.languages:
        names = join([_language(index, code) for code in country.languages])
        parts.append(f"<p>Languages: {names}.</p>")
    return parts


def _economy(index: Index, country: Country) -> list[str]:
    if not country.currencies:
        return []
    names = join([f"the {_currency(index, code)}" for code in country.currencies])
    return [f"<p>{'Its currency is' if len(country.currencies) == 1 else 'Its currencies are'} {names}.</p>"]


def _transport(index: Index, country: Country) -> list[str]:
    airports = index.airports_of.get(country.iso2, ())
    if not airports:
        return []
    home = escape(with_article(country.name))
    count = "one airport" if len(airports) == 1 else f"{len(airports)} airports"
    listed = link(index.title("list", country.iso2))
    ranked = sorted(airports, key=lambda found: (found.city != country.capital, "International" not in found.name))
    return [
        f"<p>This atlas describes {count} in {home}: see the {listed}.</p>",
        table(AIRPORT_HEADERS, airport_rows(index, tuple(ranked[:SHOWN_AIRPORTS]))),
    ]


def _elsewhere(index: Index, country: Country) -> list[str]:
    """The other countries of the smallest region that the country lies in."""
    countries = index.countries_of[PageKey("region", _smallest_region(country))]
    return [link(index.title("country", other.iso2)) for other in countries if other is not country]


def city_article(index: Index, key: str) -> list[str]:
    """A city's page: infobox, lead, the airports that serve it, and other places of its country."""
    city = index.cities[key]
    country = index.countries[city.country]
    airports = tuple(airport for airport in index.airports_of.get(city.country, ()) if airport.iata in city.airports)
    rows = [Row("Country", link(index.title("country", city.country)))]
    if city.coords:
        rows.append(Row("Coordinates", geo(city.coords)))
    if airports:
        rows.append(Row("Airport", plainlist([link(index.title("airport", airport.iata)) for airport in airports])))
    zones = sorted({airport.timezone for airport in airports})
    if zones:
        rows.append(Row("Time zone", plainlist([link(index.title("zone", zone)) for zone in zones])))
    return [
        infobox("infobox ib-settlement vcard", f'<div class="fn org">{escape(city.name)}</div>', rows),
        f"<p>{_city_lead(index, city, airports)}</p>",
        section("Transport", *_city_transport(index, airports)),
        section(f"Other places in {with_article(country.name)}", *_other_places(index, key)),
        section(f"Other capitals in {with_article(_smallest_region(country))}", *_other_capitals(index, city)),
        section("See also", *_see_list(index, city.country)),
    ]


def _city_lead(index: Index, city: City, airports: tuple[Airport, ...]) -> str:
    home = _country(index, city.country)
    what = f"the capital of {home}" if city.capital else f"a place in {home}"
    served = join([link(index.title("airport", airport.iata)) for airport in airports]) if airports else ""
    return f"<b>{escape(city.name)}</b> is {what}." + (f" It is served by {served}." if served else "")


def _city_transport(index: Index, airports: tuple[Airport, ...]) -> list[str]:
    return [table(AIRPORT_HEADERS, airport_rows(index, airports))] if airports else []


def _other_places(index: Index, key: str) -> list[str]:
    """The next places of the country in the order of their titles."""
    others = following(index.cities_of[index.cities[key].country], key, SHOWN_CITIES)
    return [bullets(link(index.title("city", other)) for other in others)] if others else []


def _other_capitals(index: Index, city: City) -> list[str]:
    """The next capitals of the smallest region that a capital's country lies in, by country."""
    if not city.capital:
        return []
    region = PageKey("region", _smallest_region(index.countries[city.country]))
    keys = [key for country in index.countries_of[region] if (key := index.capital_key(country.iso2))]
    others = following(keys, index.capital_key(city.country) or "", SHOWN_CITIES)
    return [bullets(link(index.title("city", other)) for other in others)]


def _smallest_region(country: Country) -> str:
    return country.intermediate or country.subregion


def _see_list(index: Index, country: str) -> list[str]:
    return [bullets([link(index.title("list", country))])] if index.has("list", country) else []


def airport_article(index: Index, iata: str) -> list[str]:
    """An airport's page: infobox, lead, and the nearest other airports of the atlas."""
    airport = index.airports[iata]
    rows = [Row("IATA", f'<span class="nickname">{airport.iata}</span>')]
    if airport.icao:
        rows.append(Row("ICAO", f'<span class="nickname">{airport.icao}</span>'))
    rows += [
        Row("Serves", _served(index, airport)),
        Row("Country", link(index.title("country", airport.country))),
        Row("Time zone", link(index.title("zone", airport.timezone))),
        Row("Elevation AMSL", elevation(airport.elevation_ft)),
        Row("Coordinates", geo(airport.coords)),
    ]
    codes = f"IATA: {airport.iata}" + (f", ICAO: {airport.icao}" if airport.icao else "")
    lead = (
        f"<b>{escape(airport.name)}</b> ({codes}) is an airport that serves {_served(index, airport)} in "
        f"{_country(index, airport.country)}. It lies {elevation_words(airport.elevation_ft)}."
    )
    nearest = (link(index.title("airport", other.iata)) for other in _nearest(index, airport))
    return [
        infobox("infobox vcard", f'<span class="fn org">{escape(airport.name)}</span>', rows),
        f"<p>{lead}</p>",
        section("Nearest airports in this atlas", bullets(nearest)),
        section("See also", *_see_list(index, airport.country)),
    ]


def _nearest(index: Index, airport: Airport) -> list[Airport]:
    """The nearest other airports of the country; where there are few, the nearest of all."""
    own = index.neighbours_of[airport.country].nearest(airport, SHOWN_NEAREST)
    return own if len(own) >= SHOWN_NEAREST // 2 else index.neighbours.nearest(airport, SHOWN_NEAREST)


AIRPORT_HEADERS = ("Airport", "IATA", "Serves", "Elevation")


def airport_rows(index: Index, airports: tuple[Airport, ...]) -> list[tuple[str, str, str, str]]:
    """Rows of a table of airports, under AIRPORT_HEADERS."""
    return [
        (link(index.title("airport", a.iata)), a.iata, _served(index, a), elevation(a.elevation_ft)) for a in airports
    ]


def _served(index: Index, airport: Airport) -> str:
    key = city_key(airport.country, airport.city)
    return link(index.title("city", key), index.cities[key].name)


def _capital(index: Index, country: Country) -> str:
    return link(index.title("city", city_key(country.iso2, country.capital or "")), country.capital)


def _country(index: Index, code: str) -> str:
    """A country's link as it stands within a sentence."""
    title = index.title("country", code)
    worded = with_article(title)
    if worded.startswith("the "):
        return "the " + link(title, worded[4:])
    return link(title)


def _region(index: Index, name: str) -> str:
    title = index.title("region", name)
    return ("the " if with_article(name).startswith("the ") else "") + link(title, name)


def _language(index: Index, code: str) -> str:
    title = index.title("language", code)
    return link(title, title.removesuffix(" language"))


def _currency(index: Index, code: str) -> str:
    return f"{link(index.title('currency', code), CURRENCIES[code])} ({code})"


def _km2(country: Country) -> str:
    return f"{number(country.area or 0)} square kilometres"
