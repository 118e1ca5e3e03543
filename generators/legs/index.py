"""What a planner needs to know of a world: fact sheets, links and what each fact is good for, read once a process."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable
from functools import cached_property, lru_cache

from generators.legs.plan import Need
from schemas.facts import Fact, FactSheet
from schemas.legs import DetourName
from schemas.values import CoordsValue, DateValue, NumberValue, TextValue
from schemas.worlds import Arguments, Exchange
from solvers.clues.vocabulary import FIELD_UNITS, NAMES
from solvers.legs.transforms import OutOfDomain, transform_word
from worlds.facts import read_facts
from worlds.tools.calls import ToolRefusal, make_arguments
from worlds.world import World

__all__ = ["CONVERSIONS", "CallLog", "WorldIndex"]

CONVERSIONS: dict[str, tuple[str, ...]] = {
    "seconds": ("minutes",),
    "minutes": ("hours", "seconds"),
    "days": ("hours",),
    "metres": ("feet",),
    "feet": ("metres",),
    "kilometres": ("miles",),
    "square kilometres": ("square miles",),
}
"""Units that a clue may ask a quantity to be turned into."""

SAMPLE = 300
"""How many pages of a large world are sampled, and how many hubs among their links."""


PLAIN_NAME = re.compile(r"[A-Z]?[a-z]{2,}(?:[ '-][A-Z]?[a-z]{2,})*")
"""Words of at least two small letters each: `Western Europe`, not `R&B` or `ABC-Paramount`."""

CALLS = 50_000
"""How many tool calls of a world are remembered."""


class CallLog:
    """Tool calls that go through a memory, with those that were made so far."""

    def __init__(self, call: Callable[[str, Arguments], Exchange]) -> None:
        self._call = call
        self.made: dict[str, Exchange] = {}

    def call(self, tool: str, arguments: Arguments) -> Exchange:
        """The tool's answer, noted. Raises ToolRefusal."""
        exchange = self._call(tool, arguments)
        self.made[exchange.request] = exchange
        return exchange


class WorldIndex:
    """Reads pages of one world on demand and keeps what it read."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.call = lru_cache(maxsize=CALLS)(world.tools.call)
        self.sheet = lru_cache(maxsize=None)(self._sheet)
        self.links = lru_cache(maxsize=None)(self._links)
        self.text = lru_cache(maxsize=None)(self._text)
        self.lead_years = lru_cache(maxsize=None)(self._lead_years)
        self.offers = lru_cache(maxsize=None)(self._offers)
        self.country = lru_cache(maxsize=None)(self._country)
        self.place = lru_cache(maxsize=None)(self._place)

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """Every article's title, sorted."""
        return self.world.pages.titles()

    @cached_property
    def needs(self) -> frozenset[Need]:
        """What this world's facts are good for, going by a sample of its pages."""
        everything: tuple[Need, ...] = ("day", "year", "number", "quantity", "word", "country", "place")
        return frozenset(n for n in everything if any(self.offers(title, n) for title in self.sample))

    @cached_property
    def hubs(self) -> tuple[str, ...]:
        """The pages that the spread-out ones link to most often, at most SAMPLE of them, sorted."""
        counts = Counter(link for title in self._spread for link in self.links(title))
        return tuple(sorted(sorted(counts, key=lambda title: (-counts[title], title))[:SAMPLE]))

    @cached_property
    def sample(self) -> tuple[str, ...]:
        """Titles that stand for the world's: some evenly spread, and the hubs among their links; sorted."""
        return tuple(sorted({*self._spread, *self.hubs}))

    @cached_property
    def _spread(self) -> tuple[str, ...]:
        step = max(1, len(self.titles) // SAMPLE)
        return self.titles[::step][:SAMPLE]

    def _sheet(self, title: str) -> FactSheet:
        return read_facts(self.world.pages.get(title))

    def _links(self, title: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(link.title for link in self.world.pages.links(title) if link.title != title))

    def _text(self, title: str) -> str:
        """Everything a page could be read to say, lower-cased: its source, and its source without markup."""
        source = html.unescape(self.world.pages.get(title).html)
        return f"{source}\n{re.sub(r'<[^>]*>', '', source)}".casefold()

    def _offers(self, title: str, need: Need) -> tuple[Fact, ...]:
        """The facts of a page that meet a need and that a clue can ask for."""
        return tuple(fact for fact in self.sheet(title).facts if fact.field in NAMES and self._meets(title, fact, need))

    def _meets(self, title: str, fact: Fact, need: Need) -> bool:
        value = fact.value
        match need:
            case "day":
                return isinstance(value, DateValue) and value.precision == "day" and self.undisputed(title, value)
            case "year":
                return isinstance(value, DateValue) and self.undisputed(title, value)
            case "number":
                return _whole(fact)
            case "quantity":
                return _whole(fact) and isinstance(value, NumberValue) and value.unit in CONVERSIONS
            case "word":
                return isinstance(value, TextValue) and _plain_word(value.value)
            case "country":
                return (
                    fact.field in {"country", "used_in"} and isinstance(value, TextValue) and self.country(value.value)
                )
            case "place":
                return isinstance(value, CoordsValue) or (
                    isinstance(value, TextValue) and fact.link is not None and self.place(value.value)
                )

    def undisputed(self, title: str, value: DateValue) -> bool:
        """Whether the lead, where it gives years at all, gives the one of the summary box too."""
        years = self.lead_years(title)
        return not years or value.value[:4] in years

    def _lead_years(self, title: str) -> frozenset[str]:
        """The years in the paragraphs before the first heading."""
        source = self.world.pages.get(title).html.partition("<h2")[0]
        lead = " ".join(re.findall(r"<p\b.*?</p>", source, re.DOTALL))
        return frozenset(re.findall(r"\b1[0-9]{3}\b|\b20[0-9]{2}\b", html.unescape(re.sub(r"<[^>]*>", " ", lead))))

    def _country(self, name: str) -> bool:
        """Whether the country tables know exactly this name, with population and area."""
        return all(self._answers(tool, country=name) for tool in ("countries_population", "countries_area"))

    def _place(self, name: str) -> bool:
        """Whether exactly this name is a place that geocodes."""
        return self._answers("maps_geocode", address=name)

    def _answers(self, tool: str, **texts: str) -> bool:
        try:
            arguments = {key: TextValue(type="text", value=text) for key, text in texts.items()}
            self.call(tool, make_arguments(**arguments))
        except ToolRefusal:
            return False
        return True


def _whole(fact: Fact) -> bool:
    """A whole number, not negative, in the unit that clues name for its field."""
    value = fact.value
    return (
        isinstance(value, NumberValue)
        and FIELD_UNITS.get(fact.field) == value.unit
        and "." not in value.value
        and not value.value.startswith("-")
    )


def _plain_word(word: str) -> bool:
    """A word whose letters can be counted without doubt: written out, no code and no abbreviation."""
    first: DetourName = "first_letter_position"
    try:
        transform_word(first, word)
    except OutOfDomain:
        return False
    return PLAIN_NAME.fullmatch(word) is not None
