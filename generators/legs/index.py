"""What a planner needs to know of a world: fact sheets, links and what each fact is good for, read once a process."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Mapping
from functools import cached_property, lru_cache
from itertools import combinations, islice

from generators.legs.chains import CONVERSIONS
from generators.legs.templates import NEEDS, Need
from generators.rejection import Rejected
from schemas.facts import Fact, FactSheet
from schemas.legs import DetourName
from schemas.values import CoordsValue, DateValue, NumberValue, TextValue, Value
from schemas.worlds import Arguments, Exchange
from solvers.clues.vocabulary import FIELD_UNITS, KINDS, NAMES
from solvers.legs.execute import only_fact
from solvers.legs.keys import fact_key, value_key
from solvers.legs.transforms import OutOfDomain, transform_word
from worlds.charrefs import without_endless
from worlds.facts import read_facts
from worlds.pages import MissingPage
from worlds.tools.calls import ToolRefusal, make_arguments
from worlds.world import World

__all__ = ["CallLog", "WorldIndex"]

SAMPLE = 300
"""How many pages of a large world are sampled, and how many hubs among their links."""

PLAIN_NAME = re.compile(r"[A-Z]?[a-z]{2,}(?:[ '-][A-Z]?[a-z]{2,})*")
"""Words of at least two small letters each: `Western Europe`, not `R&B` or `ABC-Paramount`."""

CALLS = 200_000
"""How many tool calls of a world are remembered."""

FEWEST_OF_A_SORT = 4
"""How many sampled pages must give the facts that a page diamond takes, so that its source can be another."""

VARIED = 60
"""This percentage of the values of a fact's kind must be unlike the fact's own."""


class CallLog:
    """Tool calls and pages that go through a memory, with those that were asked for so far."""

    def __init__(self, index: WorldIndex) -> None:
        self._index = index
        self.made: dict[str, Exchange] = {}
        self.read: dict[str, None] = {}

    def call(self, tool: str, arguments: Arguments) -> Exchange:
        """The tool's answer, noted. Raises ToolRefusal."""
        exchange = self._index.call(tool, arguments)
        self.made[exchange.request] = exchange
        return exchange

    def fact(self, name: str, field: str, section: str) -> Value:
        """A page's value, the page noted. Raises OutOfDomain."""
        title = self._index.title(name)
        if title is not None:
            self.read[title] = None
        return self._index.fact(name, field, section)

    def fresh(self) -> CallLog:
        """The same memory, with nothing noted yet."""
        return CallLog(self._index)

    def kind(self, title: str) -> str:
        """What a page is about."""
        return self._index.sheet(title).kind


class WorldIndex:
    """Reads pages of one world on demand and keeps what it read."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.call = lru_cache(maxsize=CALLS)(world.tools.call)
        self.title = lru_cache(maxsize=None)(self._title)
        self.sheet = lru_cache(maxsize=None)(self._sheet)
        self.links = lru_cache(maxsize=None)(self._links)
        self.linked = lru_cache(maxsize=None)(self._linked)
        self.text = lru_cache(maxsize=None)(self._text)
        self.lead_years = lru_cache(maxsize=None)(self._lead_years)
        self.offers = lru_cache(maxsize=None)(self._offers)
        self.country = lru_cache(maxsize=None)(self._country)
        self.place = lru_cache(maxsize=None)(self._place)
        self.rated = lru_cache(maxsize=None)(self._rated)
        self.scalars = lru_cache(maxsize=None)(self._scalars)
        self.needs = lru_cache(maxsize=None)(self._needs)
        self.seed_only = lru_cache(maxsize=None)(self._seed_only)
        self.fact = lru_cache(maxsize=CALLS)(self._fact)
        self.search = lru_cache(maxsize=None)(world.pages.search)

    def _fact(self, name: str, field: str, section: str) -> Value:
        """A page's value. Raises OutOfDomain."""
        title = self.title(name)
        if title is None:
            raise OutOfDomain(f"nothing here is called “{name}”")
        return only_fact(self.sheet(title), field, section)

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """Every article's title, sorted."""
        return self.world.pages.titles()

    def _needs(self, extraction: str) -> frozenset[Need]:
        """What this world's facts are good for, going by a sample of its pages."""
        return frozenset(n for n in NEEDS if any(self.offers(title, n, extraction) for title in self.sample))

    def _seed_only(self, extraction: str) -> frozenset[Need]:
        """The needs that only pages meet of which a clue can't say what they are, and so can't lead to."""
        told = [title for title in self.sample if self.sheet(title).kind in KINDS]
        reached = {n for n in NEEDS if any(self.offers(title, n, extraction) for title in told)}
        return self.needs(extraction) - reached

    @cached_property
    def hubs(self) -> tuple[str, ...]:
        """The pages that the spread-out ones link to most often, at most SAMPLE of them, sorted."""
        counts = Counter(link for title in self._spread for link in self.links(title))
        held = (title for title in sorted(counts, key=lambda title: (-counts[title], title)) if self._holds(title))
        return tuple(sorted(islice(held, SAMPLE)))

    @cached_property
    def sample(self) -> tuple[str, ...]:
        """Titles that stand for the world's: some evenly spread, and the hubs among their links; sorted."""
        return tuple(sorted({*self._spread, *self.hubs}))

    @cached_property
    def _spread(self) -> tuple[str, ...]:
        """Every title of a small world, else SAMPLE of them at equal steps through all."""
        every = len(self.titles)
        return tuple(self.titles[i * every // SAMPLE] for i in range(SAMPLE)) if every > SAMPLE else self.titles

    @cached_property
    def pairs(self) -> Mapping[tuple[str, tuple[str, str]], tuple[str, ...]]:
        """The sampled pages by what they are about and each two facts that a detour takes, where enough have them.

        The facts of their infoboxes: what a section says of one page it may leave out on the next.
        """
        found: dict[tuple[str, tuple[str, str]], list[str]] = {}
        for title in self.sample:
            kind = self.sheet(title).kind
            for pair in combinations(sorted(self.scalars(title, "infobox")) if kind != "other" else (), 2):
                found.setdefault((kind, pair), []).append(title)
        return {key: tuple(titles) for key, titles in sorted(found.items()) if len(titles) >= FEWEST_OF_A_SORT}

    def _title(self, name: str) -> str | None:
        """The exact title behind a name, or None."""
        try:
            return self.world.pages.get(name).title
        except MissingPage:
            return None

    def _holds(self, title: str) -> bool:
        """Whether this world can show a page that one of its pages links to; a recorded world may lack some."""
        return self.world.pages.holds(title)

    def _sheet(self, title: str) -> FactSheet:
        if not self._holds(title):
            raise Rejected("world.not-held", f"a link leads to {title}, which this recorded world lacks")
        return read_facts(self.world.pages.get(title))

    def _links(self, title: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(link.title for link in self.world.pages.links(title) if link.title != title))

    def _linked(self, title: str) -> frozenset[str]:
        return frozenset(self.links(title))

    def _text(self, title: str) -> str:
        """Everything a page could be read to say, lower-cased: its source, and its source without markup."""
        source = html.unescape(without_endless(self.world.pages.get(title).html))
        return f"{source}\n{re.sub(r'<[^>]*>', '', source)}".casefold()

    def _offers(self, title: str, need: Need, extraction: str) -> tuple[Fact, ...]:
        """The facts of a page that meet a need and that a clue can ask for, from the sections that are allowed."""
        return tuple(
            fact
            for fact in self.sheet(title).everywhere
            if fact.field in NAMES
            and extraction in {"any", fact.section}
            and self._meets(title, fact, need)
            and (need == "page" or self._varied(self.sheet(title).kind, fact))
        )

    def _varied(self, kind: str, fact: Fact) -> bool:
        """Whether most values of the fact's kind are unlike its own, so that another would matter."""
        others = self._counts.get(fact_key(kind, fact.field, fact.value), Counter())
        unlike = others.total() - others[fact.value]
        return bool(others) and unlike * 100 >= others.total() * VARIED

    def _scalars(self, title: str, extraction: str) -> Mapping[str, Fact]:
        """The facts that a detour could take, by their keys."""
        return {value_key(fact.field, fact.value): fact for fact in self.offers(title, "scalar", extraction)}

    def _meets(self, title: str, fact: Fact, need: Need) -> bool:
        value = fact.value
        match need:
            case "day":
                return isinstance(value, DateValue) and value.precision == "day" and self.undisputed(title, value)
            case "number":
                return _whole(fact)
            case "scalar" if isinstance(value, DateValue):
                return self.undisputed(title, value)
            case "scalar" if isinstance(value, TextValue):
                return _plain_word(value.value)
            case "scalar":
                return _whole(fact)
            case "quantity":
                return _whole(fact) and isinstance(value, NumberValue) and value.unit in CONVERSIONS
            case "place" if isinstance(value, CoordsValue):
                return True
            case _:
                return isinstance(value, TextValue) and self._names(fact, value.value, need)

    def _names(self, fact: Fact, name: str, need: Need) -> bool:
        """Whether a text names what is needed."""
        match need:
            case "country":
                return fact.field in {"country", "used_in"} and self.country(name)
            case "place":
                return fact.link is not None and self.place(name)
            case "rated":
                return fact.link is not None and self.place(name) and self.rated(name)
            case "share":
                return fact.field == "ticker"
            case "coin":
                return fact.field == "trading_pair"
            case "page":
                return (
                    fact.link is not None and self.title(name) is not None and self.title(name) == self.title(fact.link)
                )
            case _:
                return False

    @cached_property
    def facts(self) -> Mapping[str, tuple[Value, ...]]:
        """Facts of the sampled pages that a clue could ask for, by kind, in the order of titles."""
        found: dict[str, list[Value]] = {}
        for title in self.sample:
            sheet = self.sheet(title)
            for fact in sheet.facts:
                if fact.field in NAMES:
                    found.setdefault(fact_key(sheet.kind, fact.field, fact.value), []).append(fact.value)
        return {key: tuple(values) for key, values in found.items()}

    @cached_property
    def _counts(self) -> Mapping[str, Counter[Value]]:
        """How often each value of a kind occurs among them."""
        return {key: Counter(values) for key, values in self.facts.items()}

    def undisputed(self, title: str, value: DateValue) -> bool:
        """Whether the lead, where it gives years at all, gives the one of the summary box too."""
        years = self.lead_years(title)
        return not years or value.value[:4] in years

    def _lead_years(self, title: str) -> frozenset[str]:
        """The years in the paragraphs before the first heading."""
        source = self.world.pages.get(title).html.partition("<h2")[0]
        lead = " ".join(re.findall(r"<p\b.*?</p>", source, re.DOTALL))
        words = html.unescape(without_endless(re.sub(r"<[^>]*>", " ", lead)))
        return frozenset(re.findall(r"\b1[0-9]{3}\b|\b20[0-9]{2}\b", words))

    def _country(self, name: str) -> bool:
        """Whether the country tables know exactly this name, with population and area."""
        return all(self._answers(tool, country=name) for tool in ("countries_population", "countries_area"))

    def _place(self, name: str) -> bool:
        """Whether exactly this name is a place that geocodes."""
        return self._answers("maps_geocode", address=name)

    def _rated(self, name: str) -> bool:
        """Whether exactly this name is a place that has a rating."""
        return self._answers("maps_place_details", place=name)

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
