"""The pages that gather others: regions, languages, currencies, time zones and lists of airports."""

from __future__ import annotations

from html import escape

from worlds.atlas.articles import AIRPORT_HEADERS, airport_rows
from worlds.atlas.codes import CURRENCIES, LANGUAGES
from worlds.atlas.index import Index
from worlds.atlas.markup import Row, bullets, infobox, link, number, plainlist, section, table
from worlds.atlas.records import Country
from worlds.atlas.titles import PageKey, with_article

__all__ = ["airport_list_article", "currency_article", "language_article", "region_article", "zone_article"]

SHOWN_NEXT = 6


def region_article(index: Index, name: str) -> list[str]:
    """A region, subregion or intermediate region: what it is part of, what its parts are, and its countries."""
    countries = index.countries_of[PageKey("region", name)]
    parts = sorted(child for child, parent in index.parents.items() if parent == name)
    rows = []
    parent = index.parents.get(name)
    if parent:
        rows.append(Row("Part of", link(index.title("region", parent))))
    if parts:
        rows.append(Row("Parts", plainlist([link(index.title("region", part)) for part in parts])))
    rows.append(Row("Countries and territories", str(len(countries))))
    within = f", a part of {link(index.title('region', parent))}" if parent else ""
    return [
        infobox("infobox", escape(name), rows),
        f"<p><b>{escape(name)}</b> is a region of the world{within}. {_described(countries)} in it.</p>",
        section("Countries and territories", _country_table(index, countries)),
    ]


def language_article(index: Index, code: str) -> list[str]:
    """A language: its code, and the countries that the table lists it for."""
    countries = index.countries_of[PageKey("language", code)]
    name = LANGUAGES[code]
    return [
        infobox("infobox vevent", escape(name), [
            Row("Used in", plainlist(_links(index, countries))),
            Row("Language codes"),
            Row("ISO 639-1", f"<code>{code}</code>"),
        ]),
        f"<p><b>{escape(name)}</b> is a language with the ISO 639-1 code {code}. {_listed(countries)}.</p>",
        section("Countries and territories", _country_table(index, countries)),
        section("See also", _next(index, PageKey("language", code))),
    ]  # fmt: skip


def currency_article(index: Index, code: str) -> list[str]:
    """A currency: its code, and the countries that the table lists it for."""
    countries = index.countries_of[PageKey("currency", code)]
    name = CURRENCIES[code]
    return [
        infobox("infobox", escape(name), [
            Row("ISO 4217"),
            Row("Code", code),
            Row("Demographics"),
            Row("Users", plainlist(_links(index, countries))),
        ]),
        f"<p><b>{escape(name)}</b> is a currency with the ISO 4217 code {code}. {_listed(countries)}.</p>",
        section("Countries and territories", _country_table(index, countries)),
        section("See also", _next(index, PageKey("currency", code))),
    ]  # fmt: skip


def zone_article(index: Index, zone: str) -> list[str]:
    """A time zone: its countries, and the airports of the atlas that lie in it."""
    countries = index.countries_of[PageKey("zone", zone)]
    airports = index.zone_airports[zone]
    count = "one airport" if len(airports) == 1 else f"{len(airports)} airports"
    return [
        infobox("infobox", escape(zone), [
            Row("Identifier", escape(zone)),
            Row("Countries", plainlist(_links(index, countries))),
            Row("Airports", str(len(airports))),
        ]),
        f"<p><b>{escape(zone)}</b> is a time zone of the tz database. This atlas describes {count} in it.</p>",
        section("Countries and territories", bullets(_links(index, countries))),
        section("Airports", bullets(link(index.title("airport", airport.iata)) for airport in airports)),
        section("See also", _next(index, PageKey("zone", zone))),
    ]  # fmt: skip


def airport_list_article(index: Index, code: str) -> list[str]:
    """The airports of a country, with code, city and elevation."""
    country, airports = index.countries[code], index.airports_of[code]
    home = link(index.title("country", code))
    article = "the " if with_article(country.name).startswith("the ") else ""
    count = "one airport" if len(airports) == 1 else f"{len(airports)} airports"
    return [
        f"<p>This is a list of the {count} in {article}{home} that this atlas describes.</p>",
        section("Airports", table(AIRPORT_HEADERS, airport_rows(index, airports))),
    ]


def _country_table(index: Index, countries: tuple[Country, ...]) -> str:
    rows = []
    for country in countries:
        capital = index.capital_key(country.iso2)
        rows.append(
            (
                link(index.title("country", country.iso2)),
                link(index.title("city", capital), index.cities[capital].name) if capital else "",
                f"{number(country.area)}" if country.area is not None else "",
                number(country.population) if country.population is not None else "",
            )
        )
    return table(("Country or territory", "Capital", "Area (km<sup>2</sup>)", "Population"), rows)


def _next(index: Index, page: PageKey) -> str:
    return bullets(link(title) for title in index.group_after(page, SHOWN_NEXT))


def _links(index: Index, countries: tuple[Country, ...]) -> list[str]:
    return [link(index.title("country", country.iso2)) for country in countries]


def _count(countries: tuple[Country, ...]) -> str:
    return "one country or territory" if len(countries) == 1 else f"{len(countries)} countries and territories"


def _described(countries: tuple[Country, ...]) -> str:
    return f"This atlas describes {_count(countries)}"


def _listed(countries: tuple[Country, ...]) -> str:
    return f"This atlas lists it for {_count(countries)}"
