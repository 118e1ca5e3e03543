"""A made-up world as wikitext: countries, cities, airports, people, records and films that link to each other.

Nothing in it exists. It is the same in every run, so that a wiki filled with it is, too. A world of several `times`
the size has shares and coins besides.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple
from xml.sax.saxutils import escape

__all__ = [
    "Asset", "City", "Country", "WikiPage", "cities", "coins", "countries", "dump", "shares", "wiki_pages",
]  # fmt: skip

ONSETS = "b br d dr f g gl h k kr l m n p pr r s st t th tr v w z".split()
VOWELS = "a e i o u ai ea".split()
ENDS = "l m n r s st th nd rk".split()
PLACES = "ham ford wick mere stead holm garth combe by dale".split()
GIVEN = "Adela Bruno Clara Dorian Elsa Fabian Greta Hugo Irma Jonas Katja Leo Mira Nils Olga Piet Rosa Sven Ulf".split()
GENRES = ("folk music", "chamber pop", "blues", "swing")
NOUNS = "River Harvest Lantern Winter Harbour Garden Mirror Bridge Meadow Thunder Feather Compass Orchard Ember".split()
JOINS = ("and", "or", "under", "without")
"""What stands between the two nouns of a title; a small world needs but the first."""
TRADES = "Works Mills Lines Stores Foods Mines Motors Papers".split()
MONTHS = "January February March April May June July August September October November December".split()

TEMPLATES = {
    "Template:Box": (
        '<table class="infobox {{{class|vcard}}}"><tr><th colspan="2" class="infobox-above fn org">{{{name}}}</th></tr>'
        '{{#if:{{{described|}}}|<tr><th colspan="2" class="description">{{{described}}}</th></tr>}}'
        "{{{rows}}}</table>"
    ),
    "Template:Row": '<tr><th scope="row" class="infobox-label">{{{1}}}</th><td class="infobox-data">{{{2}}}</td></tr>',
    "Template:At": (
        '<span id="coordinates">[[Coordinates]]: <span class="geo">{{{1}}}; {{{2}}}</span></span>'
    ),
    "Template:Other meanings": '<div id="disambigbox">This page lists other meanings.</div>__DISAMBIG__',
}  # fmt: skip


class WikiPage(NamedTuple):
    """A page's title and wikitext."""

    title: str
    text: str


class Country(NamedTuple):
    """A made-up country."""

    name: str
    population: int
    area: int
    capital: str
    currency: str


class City(NamedTuple):
    """A made-up city: its point to three decimals, metres above the sea."""

    name: str
    country: str
    population: int
    area: str
    founded: int
    elevation: int
    lat: str
    lon: str


class Person(NamedTuple):
    """A made-up musician or director."""

    name: str
    work: str
    born: date
    died: date | None
    place: str


class Asset(NamedTuple):
    """A made-up company or coin, and what its share or pair is called where it is traded."""

    name: str
    traded: str
    city: str
    founded: int


class Namer:
    """Names that nobody has had before."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.used: set[str] = set()

    def word(self, *ends: str) -> str:
        """A new capitalised word."""
        while True:
            first = self.rng.choice(ONSETS) + self.rng.choice(VOWELS)
            second = self.rng.choice(ONSETS) + self.rng.choice("aeiou")
            made = (first + second + self.rng.choice(ends or ENDS)).capitalize()
            if made not in self.used and not any(made.startswith(one[:4]) for one in self.used):
                self.used.add(made)
                return made


@cache
def _world(times: int) -> tuple[tuple[Country, ...], tuple[City, ...]]:
    rng = random.Random("a made-up world")
    namer = Namer(rng)
    lands: list[Country] = []
    towns: list[City] = []
    for _ in range(8 * times):
        name = namer.word("ia", "land", "ania")
        names = [namer.word(*PLACES) for _ in range(4)]
        lands.append(
            Country(name, rng.randrange(300_000, 60_000_000), rng.randrange(2000, 900_000), names[0], namer.word("a"))
        )
        middle = rng.uniform(12, 58), rng.uniform(-60, 60)
        for town in names:
            towns.append(
                City(
                    town, name, rng.randrange(9000, 3_000_000), f"{rng.randrange(120, 9000) / 10}",
                    rng.randrange(1010, 1890), rng.randrange(3, 1900),
                    f"{middle[0] + rng.uniform(-2, 2):.3f}", f"{middle[1] + rng.uniform(-2, 2):.3f}",
                )
            )  # fmt: skip
    return tuple(lands), tuple(towns)


def countries(times: int = 1) -> tuple[Country, ...]:
    """The countries, for backends that answer about them."""
    return _world(times)[0]


def cities(times: int = 1) -> tuple[City, ...]:
    """The cities, for backends that answer about them."""
    return _world(times)[1]


@cache
def shares(times: int) -> tuple[Asset, ...]:
    """The companies, for backends that answer about their shares; a small world has none."""
    return _assets("shares", times, lambda name: f"{('NYSE', 'NASDAQ')[len(name) % 2]}:{name[:4].upper()}", TRADES)


@cache
def coins(times: int) -> tuple[Asset, ...]:
    """The coins, for backends that answer about them; a small world has none."""
    return _assets("coins", times, lambda name: f"{name[:5].upper()}/USDT", ["Coin"])


def _assets(what: str, times: int, traded: Callable[[str], str], last: list[str]) -> tuple[Asset, ...]:
    rng = random.Random(f"a made-up world's {what}")
    namer, towns = Namer(rng), cities(times)
    namer.used.update(town.name for town in towns)
    names = [namer.word("a", "o", "ex") for _ in range(8 * (times - 1))]
    return tuple(
        Asset(f"{name} {rng.choice(last)}", traded(name), rng.choice(towns).name, rng.randrange(1871, 1999))
        for name in names
    )


@cache
def wiki_pages(times: int = 1) -> tuple[WikiPage, ...]:
    """Every page with its templates and redirects: some 120 articles that link to each other, or so many times that."""
    rng = random.Random("a made-up world's articles")
    lands, towns = _world(times)
    namer = Namer(rng)
    namer.used.update(town.name for town in towns)
    people = [_person(rng, namer, number, towns) for number in range(24 * times)]
    pages = [WikiPage(title, text) for title, text in TEMPLATES.items()]
    pages += [_country_page(land, lands, towns) for land in lands]
    pages += [_city_page(town, towns, people) for town in towns]
    pages += list(_airports(rng, towns))
    pages += list(_works(rng, namer, people, lands))
    pages += [_asset_page(one, "Traded as", shares(times), towns) for one in shares(times)]
    pages += [_asset_page(one, "Trading pair", coins(times), towns) for one in coins(times)]
    pages += list(_small_pages(lands, towns, people))
    return tuple(pages)


def _day(day: date) -> str:
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def _box(name: str, kind: str, rows: list[tuple[str, str]], described: str = "") -> str:
    inner = "".join(f"{{{{Row|1={label}|2={value}}}}}" for label, value in rows)
    return f"{{{{Box|class={kind}|name={name}|described={described}|rows={inner}}}}}\n"


def _links(names: list[str]) -> str:
    return "\n".join(f"* [[{name}]]" for name in names)


def _country_page(land: Country, lands: tuple[Country, ...], towns: tuple[City, ...]) -> WikiPage:
    own = [town.name for town in towns if town.country == land.name]
    others = [other.name for other in lands if other is not land]
    box = _box(
        land.name,
        "ib-country vcard",
        [
            ("Capital", f"[[{land.capital}]]"), ("Currency", land.currency), ("Largest city", f"[[{own[1]}]]"),
            ("Population", f"{land.population:,}"), ("Area", f"{land.area:,} km<sup>2</sup>"),
        ],
    )  # fmt: skip
    text = (
        f"{box}{{{{SHORTDESC:Made-up country}}}}'''{land.name}''' is a country whose capital is [[{land.capital}]]. "
        f"It has {land.population:,} inhabitants.\n== Cities ==\n{_links(own)}\n"
        f"== Neighbours ==\n{_links(others)}\n[[Category:Countries]]"
    )
    return WikiPage(land.name, text)


def _city_page(town: City, towns: tuple[City, ...], people: list[Person]) -> WikiPage:
    near = [other.name for other in towns if other.country == town.country and other is not town]
    far = [other.name for other in towns if other.country != town.country]
    start = towns.index(town)
    twins = [far[(start * 5 + step) % len(far)] for step in range(6)]
    born = [person.name for person in people if person.place == town.name]
    box = _box(
        town.name,
        "ib-settlement vcard",
        [
            ("Country", f"[[{town.country}]]"), ("Founded", str(town.founded)), ("Population", f"{town.population:,}"),
            ("Area", f"{town.area} km<sup>2</sup>"), ("Elevation", f"{town.elevation} m"),
            ("Coordinates", f'<span class="geo">{town.lat}; {town.lon}</span>'),
        ],
    )  # fmt: skip
    people_part = f"\n== People ==\n{_links(born)}" if born else ""
    text = (
        f"{box}{{{{SHORTDESC:City in {town.country}}}}}'''{town.name}''' is a city in [[{town.country}]]. "
        f"It lies {town.elevation} m above the sea.\n"
        f"== History ==\nThe city was founded in {town.founded}. Its bridge was opened in {town.founded + 97}.\n"
        f"== Airport ==\nIt is served by [[{town.name} Airport]].\n"
        f"== Twin towns ==\n{_links([*near, *dict.fromkeys(twins)])}{people_part}\n[[Category:Cities]]"
    )
    return WikiPage(town.name, text)


def _airports(rng: random.Random, towns: tuple[City, ...]) -> Iterator[WikiPage]:
    codes = rng.sample(range(26**3), len(towns))
    for town, number in zip(towns, codes, strict=True):
        letters = "".join(chr(65 + number // 26**power % 26) for power in (2, 1, 0))
        lat, lon = float(town.lat) + rng.uniform(-0.1, 0.1), float(town.lon) + rng.uniform(-0.1, 0.1)
        title = f"{town.name} Airport"
        opened = rng.randrange(1921, 1999)
        others = [f"{other.name} Airport" for other in towns if other.country == town.country and other is not town]
        box = _box(
            title,
            "vcard",
            [
                ("IATA", letters), ("ICAO", f"X{letters}"), ("Serves", f"[[{town.name}]]"),
                ("Opened", str(opened)), ("Elevation", f"{town.elevation + rng.randrange(1, 60)} m"),
                ("Coordinates", f'<span class="geo">{lat:.4f}; {lon:.4f}</span>'),
            ],
        )  # fmt: skip
        text = (
            f"{box}'''{title}''' is an airport near [[{town.name}]] in [[{town.country}]].\n"
            f"== History ==\nIt was opened in {opened}.\n== Destinations ==\n{_links(others)}\n[[Category:Airports]]"
        )
        yield WikiPage(title, text)


def _person(rng: random.Random, namer: Namer, number: int, towns: tuple[City, ...]) -> Person:
    given = GIVEN[number % len(GIVEN)]
    born = date(1890, 1, 1) + timedelta(rng.randrange(30_000))
    died = born + timedelta(rng.randrange(15_000, 30_000)) if number % 3 else None
    work = ("singer", "film director")[number % 2]
    return Person(f"{given} {namer.word()}", work, born, died, towns[rng.randrange(len(towns))].name)


def _works(rng: random.Random, namer: Namer, people: list[Person], lands: tuple[Country, ...]) -> Iterator[WikiPage]:
    """Albums of singers, films of directors, and the people's own pages."""
    made: dict[str, list[str]] = {}
    wanted = 36 * len(people) // 24
    joins = JOINS[: 1 + wanted // 100]
    titles = rng.sample([f"{a} {join} {b}" for join in joins for a in NOUNS for b in NOUNS if a < b], wanted)
    for number, title in enumerate(titles):
        person = [one for one in people if one.work == ("singer", "film director")[number % 2]][
            number // 2 % (len(people) // 2)
        ]
        made.setdefault(person.name, []).append(title)
        out = person.born + timedelta(rng.randrange(8000, 14_000))
        label, land = namer.word("a", "o"), rng.choice(lands).name
        others = rng.sample([other for other in titles if other != title], 5)
        if person.work == "singer":
            length = f"{rng.randrange(28, 60)}:{rng.randrange(60):02}"
            rows = [("Released", _day(out)), ("Genre", rng.choice(GENRES)), ("Length", length), ("Label", label)]
            box = _box(f"''{title}''", "vevent", rows, f"Studio album by [[{person.name}]]")
            what = f"the {land} album of the singer [[{person.name}]]"
        else:
            budget, gross = rng.randrange(1, 90), rng.randrange(91, 400)
            rows = [
                ("Directed by", f"[[{person.name}]]"), ("Release date", _day(out)), ("Country", f"[[{land}]]"),
                ("Running time", f"{rng.randrange(70, 190)} minutes"), ("Distributed by", label),
                ("Budget", f"${budget} million"), ("Box office", f"${gross} million"),
            ]  # fmt: skip
            box = _box(f"''{title}''", "vevent", rows)
            what = f"a film from [[{land}]], made by [[{person.name}]]"
        text = (
            f"{box}'''''{title}''''' is {what}.\n== Reception ==\nIt came out on {_day(out)} and was well liked.\n"
            f"== See also ==\n{_links(others)}\n[[Category:Works]]"
        )
        yield WikiPage(title, text)
    for person in people:
        yield _person_page(person, made.get(person.name, []), people)


def _person_page(person: Person, works: list[str], people: list[Person]) -> WikiPage:
    rows = [("Born", f"{_day(person.born)}<br />[[{person.place}]]")]
    rows += [("Died", _day(person.died))] if person.died else []
    rows += [("Occupation", person.work)]
    at = people.index(person)
    others = [people[(at + step) % len(people)].name for step in (1, 2, 3, 5, 8, 13)]
    text = (
        f"{_box(person.name, 'biography vcard', rows)}"
        f"'''{person.name}''' was a {person.work} from [[{person.place}]].\n"
        f"== Life ==\nBorn in [[{person.place}]] in {person.born.year}.\n"
        f"== Works ==\n{_links(works)}\n== See also ==\n{_links(others)}\n[[Category:People]]"
    )
    return WikiPage(person.name, text)


def _asset_page(one: Asset, label: str, alike: tuple[Asset, ...], towns: tuple[City, ...]) -> WikiPage:
    """A company or coin: what it is called where it is traded, and where it is from."""
    at = alike.index(one)
    others = [alike[(at + step) % len(alike)].name for step in (1, 3, 7)]
    near = [town.name for town in towns if town.country == next(t.country for t in towns if t.name == one.city)]
    rows = [(label, one.traded), ("Founded", str(one.founded)), ("Headquarters", f"[[{one.city}]]")]
    text = (
        f"{_box(one.name, 'vcard', rows)}'''{one.name}''' started in [[{one.city}]] in {one.founded}.\n"
        f"== Places ==\n{_links(near)}\n== See also ==\n{_links(others)}\n[[Category:Markets]]"
    )
    return WikiPage(one.name, text)


def _small_pages(lands: tuple[Country, ...], towns: tuple[City, ...], people: list[Person]) -> Iterator[WikiPage]:
    """Redirects, one of them through another, pages that list other meanings, a stub, and a list of everything."""
    for land in lands:
        yield WikiPage(f"Republic of {land.name}", f"#REDIRECT [[{land.name}]]")
    for town in towns[::4]:
        yield WikiPage(f"{town.name} (city)", f"#REDIRECT [[{town.name}]]")
    yield WikiPage("Old name of the first country", f"#REDIRECT [[Republic of {lands[0].name}]]")
    yield WikiPage(
        "Mercury and others", f"{{{{Other meanings}}}}'''Mercury''' may be:\n{_links([towns[0].name, people[0].name])}"
    )
    yield WikiPage("Coordinates", "'''Coordinates''' are two numbers that say where a place is.")
    names = [land.name for land in lands] + [town.name for town in towns]
    yield WikiPage("List of places", f"{_links(names)}\n* [[A page that nobody wrote]]\n* [[:Category:Cities]]")


def dump(pages: tuple[WikiPage, ...]) -> str:
    """The pages in MediaWiki's export format."""
    parts = ['<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">']
    for number, page in enumerate(pages, start=1):
        space = 10 if page.title.startswith("Template:") else 0
        parts.append(
            f"<page><title>{escape(page.title)}</title><ns>{space}</ns><id>{number}</id><revision><id>{number}</id>"
            "<timestamp>2026-01-02T03:04:05Z</timestamp><contributor><username>Writer</username><id>1</id></contributor>"
            f'<model>wikitext</model><format>text/x-wiki</format><text xml:space="preserve">{escape(page.text)}</text>'
            "</revision></page>"
        )
    return "\n".join([*parts, "</mediawiki>"])
