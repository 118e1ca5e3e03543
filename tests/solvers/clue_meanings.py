"""Every kind of clue as meanings: one example of each, and a strategy that draws any step that a stop can be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from hypothesis import strategies as st

from solvers.clues.detours import DETOURS
from solvers.clues.grammar import Meaning, Scalar
from solvers.clues.joins import FINISHES, MERGES
from solvers.clues.properties import CONDITIONS
from solvers.clues.roadblocks import ROADBLOCKS
from solvers.clues.vocabulary import FIELD_UNITS, KINDS, NAMES, POIS, RELATIONS, UNITS, YEARS

__all__ = ["EXAMPLES", "flat", "meanings"]

Step: TypeAlias = "dict[str, Scalar | Meaning]"

WORDS = {"vowel_count", "first_letter_position", "scrabble_score"}
OF_YEARS = {"new_year_weekday", "leap_years_to_2000"}
ON_TWO = {"days_between", "geocode_distance", "driving_distance", "driving_duration"}
ON_A_DAY = {
    "geocode_temperature", "geocode_precipitation", "geocode_snowfall", "geocode_sunshine",
    "stock_price", "stock_volume", "crypto_price", "crypto_volume",
}  # fmt: skip
OF_TWO = {"absolute_difference_mod_10", "product_mod_10"}
"""Finishes that need more than a single operand."""

ROUNDINGS = ("nearest", "down", "tenths", "none")


def _parts(transform: str) -> tuple[str, ...]:
    return ("value",) if transform in WORDS else ("value.year",) if transform in OF_YEARS else ("value", "value.year")


def _visit(transition: str, **more: Scalar | Meaning) -> Step:
    return {"type": "route_info", "transition": transition, **more}


def _roadblock(template: str, a: int, b: int, unit: str, day: str, poi: str, rounding: str) -> Step:
    step: Step = {"type": "roadblock", "template": template, "a": a, "rounding": rounding}
    if template in ON_TWO:
        step["b"] = b
    if template == "unit_conversion":
        step["to_unit"] = unit
    if template in ON_A_DAY:
        step["day"] = day
    if template == "poi_count":
        step |= {"poi": poi, "radius": "1500"}
    return step


_BORN = {"field": "born", "relation": "year", "operand": "1930"}
_GENRE = {"field": "genre", "relation": "equals", "operand": "Soul"}

EXAMPLES: Mapping[str, Meaning] = {
    "seed": _visit("seed", field="released"),
    "seed, year": _visit("seed", field="released", grain="year"),
    "seed, from the lead": _visit("seed", field="born", where="lead"),
    "seed, from a section": _visit("seed", field="born", where="section", section="Early life"),
    "seed, from the title": _visit("seed", field="coordinates", where="title"),
    "stay": _visit("stay", field="length"),
    "link by relation": _visit("link_follow", field="population", relation="capital"),
    "link by a property": _visit("link_follow", field="died", about="person", first=_BORN),
    "link by properties": _visit("link_follow", field="died", about="person", first=_BORN, second=_GENRE),
    "link to what a clue names": _visit("link_follow", field="capital", about="country", a=3),
    "search": _visit("search_query", field="died", about="person", query="soul singers", first=_BORN),
    **{f"detour {name}": {"type": "detour", "transform": name, "a": 3, "part": _parts(name)[0]} for name in DETOURS},
    **{f"roadblock {name}": _roadblock(name, 3, 5, "hours", "2015-03-04", "museum", "nearest") for name in ROADBLOCKS},
    **{f"merge {name}": {"type": "merge", "operation": name, "a": 3, "b": 4} for name in MERGES},
    **{f"finish {name}": {"type": "finish_line", "operation": name, "refs": (3, 5)} for name in FINISHES},
    **{
        f"finish {name} of one": {"type": "finish_line", "operation": name, "refs": (3,)}
        for name in FINISHES
        if name not in OF_TWO
    },
}
"""One step of each kind of clue, by the kind's name."""

CLUE = st.integers(1, 60)
NAME = st.text(
    st.characters(whitelist_categories=("L", "N", "Zs"), whitelist_characters="'&-.,"), min_size=1, max_size=30
)


def _operand(field: str, relation: str) -> st.SearchStrategy[str]:
    if relation == "year":
        return st.integers(1000, 2100).map(str)
    return st.integers(1, 10**7).map(str) if field in FIELD_UNITS else NAME


CONDITION = st.sampled_from(sorted(CONDITIONS)).flatmap(
    lambda key: _operand(*key).map(lambda text: {"field": key[0], "relation": key[1], "operand": text})
)


@st.composite
def _visits(draw: st.DrawFn) -> Step:
    kind = draw(st.sampled_from(["seed", "stay", "relation", "about", "named", "search"]))
    transition = {"seed": "seed", "stay": "stay", "search": "search_query"}.get(kind, "link_follow")
    grain = draw(st.booleans())
    step = _visit(transition, field=draw(st.sampled_from(sorted(YEARS if grain else NAMES))))
    if grain:
        step["grain"] = "year"
    where = draw(st.sampled_from(["infobox", "lead", "title", "section"]))
    if where != "infobox":
        step["where"] = where
    if where == "section":
        step["section"] = draw(NAME)
    if kind == "relation":
        step["relation"] = draw(st.sampled_from(sorted(RELATIONS)))
    if kind in {"about", "named", "search"}:
        step["about"] = draw(st.sampled_from(sorted(KINDS)))
    if kind == "named":
        step["a"] = draw(CLUE)
    if kind == "search":
        step["query"] = draw(NAME)
    if kind in {"about", "search"}:
        properties = draw(st.lists(CONDITION, min_size=1, max_size=3))
        step.update(dict(zip(("first", "second", "third"), properties, strict=False)))
    return step


@st.composite
def meanings(draw: st.DrawFn) -> Step:
    """Any step that a stop of a leg can be."""
    kind = draw(st.sampled_from(["visit", "detour", "roadblock", "merge", "finish"]))
    if kind == "visit":
        return draw(_visits())
    if kind == "detour":
        name = draw(st.sampled_from(sorted(DETOURS)))
        return {"type": "detour", "transform": name, "a": draw(CLUE), "part": draw(st.sampled_from(_parts(name)))}
    if kind == "roadblock":
        return _roadblock(
            draw(st.sampled_from(sorted(ROADBLOCKS))),
            draw(CLUE),
            draw(CLUE),
            draw(st.sampled_from(sorted(UNITS))),
            draw(st.dates().map(str)),
            draw(st.sampled_from(sorted(POIS))),
            draw(st.sampled_from(ROUNDINGS)),
        )
    if kind == "merge":
        return {"type": "merge", "operation": draw(st.sampled_from(sorted(MERGES))), "a": draw(CLUE), "b": draw(CLUE)}
    name = draw(st.sampled_from(sorted(FINISHES)))
    refs = draw(st.lists(CLUE, min_size=2 if name in OF_TWO else 1, max_size=6))
    return {"type": "finish_line", "operation": name, "refs": tuple(refs)}


def flat(meaning: Mapping[str, object]) -> dict[str, object]:
    """A meaning in the form in which clues are read."""
    ordinals = ("first", "second", "third")
    reading = {
        key: value for key, value in meaning.items() if key not in ordinals and (key, value) != ("rounding", "none")
    }
    said = [meaning[key] for key in ordinals if key in meaning]
    conditions = tuple((c["field"], c["relation"], c["operand"]) for c in said if isinstance(c, Mapping))
    return {**reading, **({"conditions": conditions} if conditions else {})}
