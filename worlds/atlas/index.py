"""The atlas as a whole: every page's key and title, which pages belong together, and the redirects."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from worlds.atlas.airports import airport_table, city_table
from worlds.atlas.countries import country_table
from worlds.atlas.nearest import Neighbours
from worlds.atlas.records import Airport, City, Country
from worlds.atlas.titles import Kind, PageKey, page_aliases, page_titles
from worlds.atlas.words import city_key

__all__ = ["Index", "atlas_index", "following"]


@dataclass(frozen=True)
class Index:
    """Everything that a page may need to know of the others. Tuples are in the order in which pages list them."""

    countries: Mapping[str, Country]
    airports: Mapping[str, Airport]
    cities: Mapping[str, City]
    titles: Mapping[PageKey, str]
    pages: Mapping[str, PageKey]
    """What each title's page is about."""
    aliases: Mapping[str, tuple[str, ...]]
    redirects: Mapping[str, str]
    airports_of: Mapping[str, tuple[Airport, ...]]
    """Airports by country code, by title."""
    cities_of: Mapping[str, tuple[str, ...]]
    """Keys of cities by country code, by title."""
    countries_of: Mapping[PageKey, tuple[Country, ...]]
    """Countries of a region, language, currency or time zone, by name."""
    zone_airports: Mapping[str, tuple[Airport, ...]]
    """Airports by time zone, by title."""
    zones_of: Mapping[str, tuple[str, ...]]
    """Time zones with pages by country code, sorted."""
    parents: Mapping[str, str]
    """The region that a subregion or intermediate region lies in."""

    @cached_property
    def neighbours(self) -> Neighbours:
        """All airports by their latitude."""
        return Neighbours(self.airports.values())

    @cached_property
    def neighbours_of(self) -> Mapping[str, Neighbours]:
        """The airports of each country by their latitude."""
        return {code: Neighbours(airports) for code, airports in self.airports_of.items()}

    def title(self, kind: Kind, key: str) -> str:
        """The title of a page that exists; KeyError otherwise."""
        return self.titles[PageKey(kind, key)]

    def has(self, kind: Kind, key: str) -> bool:
        """Whether there is such a page."""
        return PageKey(kind, key) in self.titles

    def capital_key(self, country: str) -> str | None:
        """The key of the page of a country's capital."""
        capital = self.countries[country].capital
        return city_key(country, capital) if capital else None

    def group_after(self, page: PageKey, count: int) -> tuple[str, ...]:
        """Titles of the next pages of the same kind among regions, languages, currencies and zones, all round."""
        return following(
            [self.titles[other] for other in self.countries_of if other.kind == page.kind], self.titles[page], count
        )


def following(items: Sequence[str], item: str, count: int) -> tuple[str, ...]:
    """The `count` items after one, around the end to the beginning, itself never among them."""
    start = items.index(item) + 1
    return tuple([*items[start:], *items[: start - 1]][:count])


@cache
def atlas_index() -> Index:
    """The index of the one atlas; built once."""
    countries = {country.iso2: country for country in country_table().rows}
    airports = {airport.iata: airport for airport in airport_table().rows}
    cities = city_table()
    countries_of = _groups(countries.values(), airports.values())
    titles = page_titles(countries, airports, cities, countries_of)
    airports_of: dict[str, list[Airport]] = defaultdict(list)
    zone_airports: dict[str, list[Airport]] = defaultdict(list)
    for airport in sorted(airports.values(), key=lambda airport: titles[PageKey("airport", airport.iata)]):
        airports_of[airport.country].append(airport)
        zone_airports[airport.timezone].append(airport)
    cities_of: dict[str, list[str]] = defaultdict(list)
    for key in sorted(cities, key=lambda key: titles[PageKey("city", key)]):
        cities_of[cities[key].country].append(key)
    aliases = page_aliases(countries.values(), airports.values(), titles)
    return Index(
        countries=countries,
        airports=airports,
        cities=cities,
        titles=titles,
        pages={title: page for page, title in sorted(titles.items(), key=lambda item: item[1])},
        aliases=aliases,
        redirects={alias: title for title, names in aliases.items() for alias in names},
        airports_of={code: tuple(found) for code, found in airports_of.items()},
        cities_of={code: tuple(found) for code, found in cities_of.items()},
        countries_of=countries_of,
        zone_airports={zone: tuple(found) for zone, found in zone_airports.items()},
        zones_of=_zones_of(countries_of),
        parents=_parents(countries.values()),
    )


def _groups(countries: Iterable[Country], airports: Iterable[Airport]) -> dict[PageKey, tuple[Country, ...]]:
    """The countries of every region, language, currency, and time zone in which an airport of the atlas lies."""
    zones: dict[str, set[str]] = defaultdict(set)
    for airport in airports:
        zones[airport.timezone].add(airport.country)
    groups: dict[PageKey, list[Country]] = defaultdict(list)
    for country in countries:
        pages = [PageKey("region", name) for name in (country.region, country.subregion, country.intermediate) if name]
        pages += [PageKey("language", code) for code in country.languages]
        pages += [PageKey("currency", code) for code in country.currencies]
        pages += [PageKey("zone", zone) for zone in zones if country.iso2 in zones[zone] or zone in country.timezones]
        for page in pages:
            groups[page].append(country)
    return {page: tuple(groups[page]) for page in sorted(groups)}


def _zones_of(groups: Mapping[PageKey, tuple[Country, ...]]) -> dict[str, tuple[str, ...]]:
    zones: dict[str, list[str]] = defaultdict(list)
    for page, countries in groups.items():
        if page.kind == "zone":
            for country in countries:
                zones[country.iso2].append(page.key)
    return {code: tuple(found) for code, found in zones.items()}


def _parents(countries: Iterable[Country]) -> dict[str, str]:
    parents: dict[str, str] = {}
    for country in countries:
        parents[country.subregion] = country.region
        if country.intermediate:
            parents[country.intermediate] = country.subregion
    return parents
