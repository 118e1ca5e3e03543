"""Makes legs in a fictional world: pages of the atlas, made-up people, companies and coins, and tools that draw lots.

Run as `python bench/fable.py FOLDER [COUNT] [SEED]` from the checkout. It shows the templates and diamonds that no
table of the atlas can answer: weather, roads, places around, ratings, shares and coins. COUNT is how many legs of each
of two levels are tried. The folder gets `legs.jsonl` and the recorded `world/`, for `benchwright check` and
`bench/legs_coverage.py`. Such legs are marked fictional.
"""

from __future__ import annotations

import hashlib
import random
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from html import unescape
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from generators.legs import Candidate, LegConfig, Range, candidate, world_pools
from generators.rejection import Rejected
from releases.families.legs_door import path_of
from schemas.canonical import canonical_bytes
from schemas.files import write_atomically
from schemas.legs import Variant
from schemas.randomness import stream
from schemas.values import NumberValue, TextValue, Unit, Value, decimal_string
from schemas.worlds import Arguments, Exchange, LicenceRecord, Volatility
from worlds.atlas import AtlasSource
from worlds.atlas.markup import Row, document, href, infobox, link
from worlds.pages import Link, MissingPage, Page
from worlds.recorder import LEAST_NEIGHBOURS, record_world, with_decoys, with_neighbours
from worlds.search import TitleIndex
from worlds.tools.box import atlas_tools
from worlds.tools.calls import bind, make_arguments
from worlds.tools.live.known import TEXTS, draw_known
from worlds.tools.providers import Named, TableBox
from worlds.tools.registry import REGISTRY, tool_spec
from worlds.tools.spec import Mode
from worlds.world import World

CANARY = "00000000-0000-4000-8000-000000000000"
NAME, VERSION = "fable", "1"
LANDS = 60
"""How many countries of the atlas the world has, with their capitals and the airports of these."""

LINK = re.compile(r'<a href="[^"]*" title="([^"]*)">(.*?)</a>')
"""A link as pages of the atlas have it: the title, and the words that are shown."""

OWN = LicenceRecord(spdx="CC0-1.0", attribution="Drawn by Benchwright", redistributable=True)


def drawn(*words: str, below: int) -> int:
    """A number that depends on the words alone."""
    return int.from_bytes(hashlib.blake2b("|".join(words).encode(), digest_size=7).digest(), "big") % below


GIVEN = "Adela Bruno Clara Dorian Elsa Fabian Greta Hugo Irma Jonas".split()
FAMILY = "Abel Brandt Corso Duval Egger Forst Gallo Hoxha Ilves Jansen".split()
PERSON = "infobox biography vcard"
"""How Wikipedia marks the infobox of a person."""


class Sheet(NamedTuple):
    """A made-up page: the classes of its infobox, its rows, and what its sentence says."""

    classes: str
    rows: tuple[Row, ...]
    says: str


def _people() -> dict[str, Sheet]:
    """A person for each pair of names, with two dates."""
    sheets: dict[str, Sheet] = {}
    for name in (f"{given} {family}" for given in GIVEN for family in FAMILY):
        born = date(1800, 1, 1) + timedelta(drawn(name, "born", below=50_000))
        died = born + timedelta(9_000 + drawn(name, "died", below=22_000))
        rows = tuple(Row(label, f"{day:%B} {day.day}, {day.year}") for label, day in (("Born", born), ("Died", died)))
        sheets[name] = Sheet(PERSON, rows, "Among the places on the way were")
    return sheets


def _names() -> dict[str, Sheet]:
    """Made-up companies, coins and people."""
    trade = "It does business in"
    shares = {
        f"{one.partition(':')[2].title()} Works": Sheet("infobox", (Row("Traded as", one),), trade)
        for one in TEXTS["ticker"]
    }
    coins = {
        f"{one.partition('/')[0].title()} Coin": Sheet("infobox", (Row("Trading pair", one),), trade)
        for one in TEXTS["symbol"]
    }
    return shares | coins | _people()


class Fable(AtlasSource):
    """Some countries of the atlas, their capitals and airports, and made-up pages that link to these and each other."""

    def __init__(self) -> None:
        super().__init__()
        atlas = AtlasSource()
        lands = [one for one in atlas.titles() if "ISO 3166 code" in atlas.get(one).html][:LANDS]
        capitals = [one.title for land in lands for one in atlas.links(land)[:1]]
        airports = [one.title for town in capitals for one in atlas.links(town) if one.title.endswith("Airport")]
        self._kept = frozenset({*lands, *capitals, *airports})
        self._own = _names()
        self._listed = tuple(sorted({*self._kept, *self._own}))
        self._found = TitleIndex(dict.fromkeys(self._listed, ()))

    @property
    def name(self) -> str:
        """`fable`."""
        return NAME

    def titles(self) -> tuple[str, ...]:
        """Every page's title, sorted."""
        return self._listed

    def holds(self, title: str) -> bool:
        """Whether there is a page of that exact title."""
        return title in self._kept or title in self._own

    def get(self, title: str) -> Page:
        """A page by its exact title. Raises MissingPage."""
        if title in self._own:
            sheet = self._own[title]
            near = ", ".join(link(one) for one in self._near(title))
            parts = [infobox(sheet.classes, title, sheet.rows), f"<p>{sheet.says} {near}.</p>"]
            return Page(title, document(title, parts, "Made up"), VERSION, f"https://fable.invalid{href(title)}")
        if title not in self._kept:
            raise MissingPage(f"fable: no page {title!r}")
        page = super().get(title)
        return replace(page, html=LINK.sub(self._unlinked, page.html))

    def _unlinked(self, found: re.Match[str]) -> str:
        """A link of a kept page, or its words alone where it leads to a page that isn't in this world."""
        return found[0] if unescape(found[1]) in self._kept else found[2]

    def links(self, title: str) -> tuple[Link, ...]:
        """The links to pages of this world."""
        if title in self._own:
            return tuple(Link(one, one) for one in self._near(title))
        return tuple(one for one in super().links(title) if one.title in self._kept)

    def _near(self, title: str) -> list[str]:
        """What a made-up page links to: places, and other made-up pages."""
        places, own = sorted(self._kept), [one for one in sorted(self._own) if one != title]
        drawn_places = [places[drawn(title, str(i), below=len(places))] for i in range(9)]
        drawn_own = [own[drawn(title, "own", str(i), below=len(own))] for i in range(5)]
        return list(dict.fromkeys([*drawn_places, *drawn_own]))

    def aliases(self, title: str) -> tuple[str, ...]:
        """No page has another name here."""
        return ()

    def search(self, query: str, limit: int = 10) -> tuple[str, ...]:
        """Titles that share words with the query."""
        return self._found.search(query, limit)


class Figure(NamedTuple):
    """What is drawn for an ability: whole steps below a bound, decimals of a step, unit, error, and the least steps."""

    below: int
    decimals: int
    unit: Unit
    error: str
    least: int = 1


FIGURES: dict[str, Figure] = {
    "weather_historical:temperature_max": Figure(420, 1, "degrees Celsius", "0.05"),
    "weather_historical:precipitation": Figure(900, 1, "millimetres", "0.05"),
    "weather_historical:snowfall": Figure(9000, 2, "centimetres", "0.005"),
    "weather_historical:sunshine": Figure(4_000_000, 2, "seconds", "0.005"),
    "maps_distance_matrix:driving": Figure(4_000_000, 3, "kilometres", "0.00005"),
    "maps_distance_matrix:driving_duration": Figure(400_000, 2, "minutes", "0.001"),
    "maps_search_places": Figure(300, 0, "count", "0"),
    "maps_place_details": Figure(41, 1, "count", "0", 10),
    "stock_historical_price": Figure(60_000, 2, "US dollars", "0.005"),
    "stock_volume": Figure(90_000_000, 0, "count", "0"),
    "crypto_historical_price": Figure(9_000_000, 2, "US dollars", "0"),
    "crypto_volume": Figure(900_000_000, 4, "count", "0"),
}


class Drawn:
    """Answers one ability with a figure that depends on the question alone."""

    name = "drawn figures"
    volatility: Volatility = "frozen"
    licence = OWN

    def __init__(self, ability: str, places: tuple[str, ...]) -> None:
        self._ability, self._figure, self._places = ability, FIGURES[ability], places
        self._spec = next(spec for spec in REGISTRY.values() if ability in spec.abilities)
        self._mode: Mode = next(mode for mode in self._spec.modes if self._spec.ability(mode) == ability)

    def answer(self, named: Named) -> Value:
        """The figure, never 0."""
        words = [f"{key}={value}" for key, value in sorted(named.items())]
        steps = self._figure.least + drawn(self._ability, *words, below=self._figure.below)
        number = decimal_string(Decimal(steps).scaleb(-self._figure.decimals))
        return NumberValue(type="number", value=number, unit=self._figure.unit, error=self._figure.error)

    def decoys(self, rng: random.Random, like: tuple[Arguments, ...]) -> Iterator[Arguments]:
        """Other questions."""
        if self._ability != "maps_place_details":
            return draw_known(self._spec.name, self._mode, rng, like)
        return (make_arguments(place=TextValue(type="text", value=rng.choice(self._places))) for _ in iter(int, 1))


class Tools(TableBox):
    """The atlas's tools, and drawn figures for those that it lacks."""

    def __init__(self, places: tuple[str, ...]) -> None:
        super().__init__({ability: Drawn(ability, places) for ability in FIGURES})
        self._atlas = atlas_tools()

    @property
    def abilities(self) -> tuple[str, ...]:
        """What can be called here, sorted."""
        return tuple(sorted({*FIGURES, *self._atlas.abilities}))

    def call(self, tool: str, arguments: Arguments) -> Exchange:
        """The tool's answer. Raises ToolRefusal."""
        ability = tool_spec(tool).ability(bind(tool, arguments)[0])
        return super().call(tool, arguments) if ability in FIGURES else self._atlas.call(tool, arguments)

    def decoys(self, tool: str, rng: random.Random, n: int, exclude: Iterable[Arguments]) -> tuple[Arguments, ...]:
        """Other questions that the tool answers."""
        known = tuple(exclude)
        abilities = {tool_spec(tool).ability(bind(tool, arguments)[0]) for arguments in known}
        own = FIGURES.keys() & (abilities or tool_spec(tool).abilities)
        return super().decoys(tool, rng, n, known) if own else self._atlas.decoys(tool, rng, n, known)


def fable() -> World:
    """The world."""
    pages = Fable()
    tools = Tools(tuple(sorted(pages.titles())))
    digest = hashlib.sha256("\n".join(pages.titles()).encode()).hexdigest()
    return World(NAME, NAME, f"{NAME}:", pages, tools, fictional=True, version=VERSION, digest=digest)


def _config(level: str, variant: Variant, stops: Range, roadblocks: Range, detours: Range, diamonds: int) -> LegConfig:
    return LegConfig(
        level=level,
        variant=variant,
        stops=stops,
        roadblocks=roadblocks,
        detours=detours,
        diamonds=Range(low=diamonds, high=diamonds),
        extraction="any",
        crawl_depth=2,
        search_percent=20,
    )


CONFIGS = (
    _config("rich", "compositional", Range(low=5, high=7), Range(low=2, high=3), Range(low=2, high=3), 1),
    _config("short", "sequential", Range(low=4, high=4), Range(low=1, high=1), Range(low=1, high=2), 0),
)
"""Two levels of our own: much in one leg, and legs that end in two values, which some finishes want."""


def made(world: World, count: int, seed: int) -> Iterator[Candidate]:
    """Legs of the first indices of each level in turn that some attempt makes, no two on the same way (rule L17)."""
    ways: set[tuple[str, ...]] = set()
    for index, config in ((index, config) for index in range(count) for config in CONFIGS):
        for attempt in range(60):
            try:
                found = candidate(config, world, seed, "test", index, attempt, CANARY)
            except Rejected:
                continue
            way = path_of(found.leg)
            if way not in ways:
                ways.add(way)
                yield found
                break


def main(folder: Path, count: int, seed: int) -> None:
    """Make the legs and record the world that they rest on."""
    world = fable()
    legs = list(made(world, count, seed))
    pages = {title for one in legs for title in one.titles}
    visited = {stop.evidence.title for one in legs for stop in one.leg.stops if stop.stop_type == "route_info"}
    calls = {call.request: call for one in legs for call in one.exchanges}
    gold = {
        step.request for one in legs for stop in one.leg.stops if stop.stop_type == "roadblock" for step in stop.chain
    }
    beside = with_decoys(world, [calls[request] for request in sorted(gold)], stream(seed, NAME, "decoys"))
    calls.update((call.request, call) for call in beside)
    pages.update(with_neighbours(world, sorted(visited), LEAST_NEIGHBOURS))
    record_world(folder / "world", world, sorted(pages), calls.values(), world_pools(world))
    write_atomically(folder / "legs.jsonl", b"".join(canonical_bytes(one.leg) + b"\n" for one in legs))
    print(f"{len(legs)} of {count * len(CONFIGS)} legs in {folder}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *(int(given) for given in (sys.argv[2:4] + ["60", "1"][len(sys.argv[2:4]) :])))
