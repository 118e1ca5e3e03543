"""The facts of a page that serve a leaf of a plan, with all that a leg would find by them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from random import Random
from typing import NamedTuple

from generators.legs.chains import chain_steps
from generators.legs.index import WorldIndex
from generators.legs.plan import Leaf
from generators.legs.templates import TEMPLATES, Need
from schemas.facts import Fact
from schemas.legs import Ref, RoadblockName
from schemas.values import CoordsValue, TextValue, Value
from solvers.legs.execute import run_chain
from solvers.legs.keys import fact_key
from worlds.tools.calls import ToolRefusal, make_arguments

__all__ = ["Offer", "Pair", "forks", "offers", "said"]

JUDGED = 40
"""How many values of a kind tell whether a template has answers about them."""

COMMON = 92
"""A template must have an answer about this percentage of the values of a fact's kind."""

PAGES = 1 << 16
"""How many pages' offers are remembered, each for a leaf."""

FIRST = Ref(kind="stop", stop=0, path="value")
LOOKED_UP: frozenset[RoadblockName] = frozenset(
    {"geocode_elevation", "country_population", "country_area", "place_rating"}
)
"""Templates that take one value and leave nothing to choose."""


class Offer(NamedTuple):
    """A fact, and what it and the look-ups on it are known to find, as no other stop of the leg may."""

    fact: Fact
    finds: frozenset[str]


class Pair(NamedTuple):
    """Two facts of the page that a diamond's source names, one for each branch."""

    one: Fact
    two: Fact


def said(value: Value) -> str:
    """A value without its unit: two stops that find the same are one too many."""
    return f"{value.lat} {value.lon}" if isinstance(value, CoordsValue) else value.value


@lru_cache(maxsize=PAGES)
def offers(index: WorldIndex, title: str, leaf: Leaf, extraction: str) -> tuple[Offer, ...]:
    """The facts of a page that are good for a leaf and that its templates have an answer about."""
    kind = index.sheet(title).kind
    found: list[Offer] = []
    for fact in index.offers(title, leaf.need, extraction):
        if leaf.need == "page" and not _forks_behind(index, fact):
            continue
        if not _suits(index, leaf.templates, kind, fact):
            continue
        places = (fact.value,) if any("place" in TEMPLATES[name].inputs for name in leaf.templates) else ()
        try:
            finds = {said(fact.value), *(_point(index, place) for place in places if isinstance(place, TextValue))}
        except ToolRefusal:
            continue
        found.append(Offer(fact, frozenset(finds)))
    return tuple(found)


def _point(index: WorldIndex, name: TextValue) -> str:
    """Where a place lies. Raises ToolRefusal."""
    return said(index.call("maps_geocode", make_arguments(address=name)).result)


def _forks_behind(index: WorldIndex, fact: Fact) -> bool:
    """Whether the page that a fact names has two facts for the branches of a diamond."""
    title = index.title(fact.value.value) if isinstance(fact.value, TextValue) else None
    return title is not None and bool(forks(index, title, "scalar"))


@lru_cache(maxsize=PAGES)
def forks(index: WorldIndex, title: str, second: Need) -> tuple[Pair, ...]:
    """Pairs of facts of a page's infobox that enough pages of its kind have, the second good for that need."""
    kind, scalars = index.sheet(title).kind, index.scalars(title, "infobox")
    quantities = index.offers(title, "quantity", "infobox") if second == "quantity" else ()
    found: list[Pair] = []
    for pair in permutations(sorted(scalars), 2):
        one, two = (scalars[key] for key in pair)
        if (second == "quantity" and two not in quantities) or said(one.value) == said(two.value):
            continue
        if (kind, tuple(sorted(pair))) in index.pairs:
            found.append(Pair(one, two))
    return tuple(found)


def _suits(index: WorldIndex, templates: Sequence[RoadblockName], kind: str, fact: Fact) -> bool:
    """Whether the templates' tools know nearly all values of a fact's kind."""
    asked = tuple(template for template in templates if _is_asked(template, fact.value))
    return not asked or _common(index, asked, fact_key(kind, fact.field, fact.value)) >= COMMON


def _is_asked(template: RoadblockName, value: Value) -> bool:
    """Whether something is looked up about a value alone: what a template finds, or where a place lies."""
    return template in LOOKED_UP or ("place" in TEMPLATES[template].inputs and isinstance(value, TextValue))


@lru_cache(maxsize=1024)
def _common(index: WorldIndex, templates: tuple[RoadblockName, ...], key: str) -> int:
    """The percentage of a kind's values that the templates have an answer about."""
    known = index.facts.get(key, ())
    values = known[:: max(1, len(known) // JUDGED)]
    answered = sum(_answered(index, templates, value) for value in values)
    return answered * 100 // len(values) if values else 0


def _answered(index: WorldIndex, templates: tuple[RoadblockName, ...], value: Value) -> bool:
    """Whether the templates' tools answer, whether or not that is safe to round."""
    try:
        for template in templates:
            if template in LOOKED_UP:
                run_chain(chain_steps(template, (FIRST,), (value,), Random(0)), (value,), index)
            else:
                index.call("maps_geocode", make_arguments(address=value))
    except ToolRefusal:
        return False
    return True
