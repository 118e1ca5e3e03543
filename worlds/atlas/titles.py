"""What every page of the atlas is called, and the redirects to it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from worlds.atlas.codes import CURRENCIES, LANGUAGES
from worlds.atlas.records import Airport, City, Country
from worlds.atlas.words import fold

__all__ = ["Kind", "PageKey", "page_aliases", "page_titles", "with_article"]

Kind = Literal["country", "region", "language", "currency", "zone", "list", "airport", "city"]

ARTICLE = re.compile(
    r"^(United |Democratic |Republic |Federated |British Indian |Central African |Dominican Rep|Czech Rep|Isle )"
    r"|^Virgin Islands"
    r"|(Islands|Territory|Lands)$|^(Netherlands|Philippines|Maldives|Seychelles|Comoros|Caribbean|Americas)$"
)
"""Names that English writes with an article within a sentence."""

_WORDS = """
    ACT ADD AGE AGO AID AIM AIR ALL AND ANY ARE ART ASK BAD BAG BAR BED BIG BIT BOX BOY BUS BUT BUY CAN CAR CAT
    CUP CUT DAY DID DIE DOG DRY DUE EAR EAT EGG END EYE FAN FAR FAT FEW FIT FIX FLY FOR FUN GAP GAS GET GOD GOT
    GUN HAD HAS HAT HER HIM HIS HIT HOT HOW ICE ILL ITS JOB JOY KEY KID LAW LAY LED LEG LET LIE LIP LOT LOW MAN
    MAP MAY MEN MET MIX MUD NET NEW NOR NOT NOW NUT ODD OFF OIL OLD ONE OUR OUT OWN PAY PER PET PIN POT PUT RAW
    RED RIB RID ROW RUN SAD SAT SAW SAY SEA SEE SET SHE SIT SIX SKY SON SUM SUN TAX TEA TEN THE TIE TIP TOE TON
    TOO TOP TOY TRY TWO USE VIA WAR WAS WAY WEB WET WHO WHY WIN WON YES YET YOU ZIP ISLAND
"""
WORDS = frozenset(_WORDS.split())
"""Words that any sentence may hold; an IATA code or a spelling (Iceland's `Island`) that is one is no redirect."""


class PageKey(NamedTuple):
    """What a page is about: its kind, and its key in that kind's table."""

    kind: Kind
    key: str


def with_article(name: str) -> str:
    """A country's or region's name as it stands within a sentence."""
    if name.startswith("The "):
        return "the " + name[4:]
    return f"the {name}" if ARTICLE.search(name) else name


def page_titles(
    countries: Mapping[str, Country],
    airports: Mapping[str, Airport],
    cities: Mapping[str, City],
    groups: Iterable[PageKey],
) -> dict[PageKey, str]:
    """A title for every page, unique even when folded.

    Countries come first and keep their names, then `groups` (regions, languages, currencies, time zones), lists,
    airports and cities. Airports that share a name take their city in brackets, or the IATA code where even that is
    shared. A city whose name is taken takes its country's in brackets, or `(city)` where it bears that very name
    itself, `(place)` if it is no capital.
    """
    claims = _Claims()
    for code, country in countries.items():
        claims.add(PageKey("country", code), country.name)
    for page in groups:
        claims.add(page, *_group_names(page))
    for code in sorted({airport.country for airport in airports.values()}):
        claims.add(PageKey("list", code), f"List of airports in {with_article(countries[code].name)}")
    names = Counter(fold(airport.name) for airport in airports.values())
    in_city = Counter((fold(airport.name), fold(airport.city)) for airport in airports.values())
    for iata, airport in airports.items():
        plain = [airport.name] if names[fold(airport.name)] == 1 else []
        alone = in_city[fold(airport.name), fold(airport.city)] == 1
        by_city = [f"{airport.name} ({airport.city})"] if alone else []
        claims.add(PageKey("airport", iata), *plain, *by_city, f"{airport.name} ({iata})")
    for capital in (True, False):
        group = {key: city for key, city in cities.items() if city.capital is capital}
        shared = Counter(fold(city.name) for city in group.values())
        for key, city in group.items():
            home = countries[city.country].name
            plain = [city.name] if shared[fold(city.name)] == 1 else []
            own = [f"{city.name} ({'city' if capital else 'place'})"] if fold(city.name) == fold(home) else []
            claims.add(PageKey("city", key), *plain, *own, f"{city.name} ({home})")
    return claims.titles


class _Claims:
    """Titles given so far."""

    def __init__(self) -> None:
        self.titles: dict[PageKey, str] = {}
        self._taken: set[str] = set()

    def add(self, page: PageKey, *candidates: str) -> None:
        """Give the page the first of its candidates that is free; the last one must be."""
        title = next(name for name in candidates if fold(name) not in self._taken)
        self._taken.add(fold(title))
        self.titles[page] = title


def _group_names(page: PageKey) -> tuple[str, ...]:
    if page.kind == "language":
        return (f"{LANGUAGES[page.key]} language",)
    if page.kind == "currency":
        name = CURRENCIES[page.key]
        return (name,) if " " in name else (f"{name} (currency)",)
    if page.kind == "region":
        return page.key, f"{page.key} (region)"
    return (page.key.replace("_", " "),)


def page_aliases(
    countries: Iterable[Country], airports: Iterable[Airport], titles: Mapping[PageKey, str]
) -> dict[str, tuple[str, ...]]:
    """Redirects by title: countries' other spellings of four letters or more, and IATA codes that are no words.

    A spelling that two pages could claim, that folds to a title, or that is a demonym leads nowhere.
    """
    wanted: dict[str, dict[str, str]] = defaultdict(dict)
    demonyms = set()
    for country in countries:
        demonyms.add(fold(country.demonym or ""))
        for spelling in country.spellings:
            if len(spelling) >= 4 and fold(spelling) and spelling.upper() not in WORDS:
                wanted[fold(spelling)].setdefault(titles[PageKey("country", country.iso2)], spelling)
    for airport in airports:
        if airport.iata not in WORDS:
            wanted[fold(airport.iata)].setdefault(titles[PageKey("airport", airport.iata)], airport.iata)
    barred = {fold(title) for title in titles.values()} | demonyms
    found: dict[str, list[str]] = defaultdict(list)
    for folded in sorted(wanted):
        if folded not in barred and len(wanted[folded]) == 1:
            [(title, spelling)] = wanted[folded].items()
            found[title].append(spelling)
    return {title: tuple(sorted(found[title])) for title in sorted(found)}
