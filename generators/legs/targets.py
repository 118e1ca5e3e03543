"""Singles out the next page among the links of the current one, by its own facts (rule L14)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache, reduce
from typing import Literal

from generators.legs.index import WorldIndex
from generators.rejection import Rejected
from schemas.facts import Fact, FactSheet
from schemas.legs import Condition, Target
from schemas.values import DateValue, NumberValue, TextValue
from solvers.clues.properties import CONDITIONS
from solvers.clues.vocabulary import FIELD_UNITS, KINDS, RELATIONS

__all__ = ["describe", "single_out"]

MOST_CONDITIONS = 3

REMEMBERED = 1 << 17
"""How many properties are remembered with the pages that may have them."""

LIST = "List of "
"""How Wikipedia names articles that are lists: of things, and so none of them."""

Verdict = Literal["holds", "fails", "unknown"]


def single_out(index: WorldIndex, current: str, following: str, secret: str, rng: random.Random) -> Target:
    """A target that exactly one of the current page's links satisfies: the page to go to next.

    `secret` is the field that will be asked for there, so it is no part of the description. A relation of the
    current page is used where one leads there, else the page's kind and up to three of its own properties.
    Raises Rejected (`L14.not-unique`) when nothing singles it out.
    """
    links = index.links(current)
    sheet = index.sheet(following)
    relations = _relations(index.sheet(current), following)
    if relations and sheet.kind != "other" and rng.randrange(4):
        relation = rng.choice(relations)
        return Target(relation=relation, about=sheet.kind, conditions=(), considered=len(links))
    return describe(index, links, following, secret, rng)


def describe(index: WorldIndex, offered: tuple[str, ...], following: str, secret: str, rng: random.Random) -> Target:
    """A target that exactly one of the offered pages satisfies, by its kind and up to three of its own properties.

    Raises Rejected (`L14.not-unique`) when nothing singles it out.
    """
    sheet = index.sheet(following)
    if sheet.kind not in KINDS:
        raise Rejected("L14.not-unique", f"nothing says what kind of page {following} is")
    others = _every(offered) & ~(1 << offered.index(following))
    rivals = others
    conditions: list[Condition] = []
    properties = [c for field, each in _told(index, following) if field != secret for c in each]
    rng.shuffle(properties)
    for condition in properties:
        if condition.field in {known.field for known in conditions}:
            continue
        left = rivals & _fitting(index, offered, sheet.kind, condition)
        if left != rivals:
            conditions.append(condition)
            rivals = left
        if conditions and not rivals:
            fitting = [_fitting(index, offered, sheet.kind, each) for each in conditions]
            needed = _needed(conditions, fitting, others)
            return Target(relation=None, about=sheet.kind, conditions=needed, considered=len(offered))
        if len(conditions) == MOST_CONDITIONS:
            break
    raise Rejected("L14.not-unique", f"{rivals.bit_count() + 1} pages may fit any description of {following}")


def _needed(conditions: Sequence[Condition], fitting: Sequence[int], others: int) -> tuple[Condition, ...]:
    """The conditions without those that rule out nothing the others don't."""
    kept = list(range(len(conditions)))
    for place in range(len(conditions)):
        fewer = [other for other in kept if other != place]
        if fewer and not reduce(int.__and__, (fitting[other] for other in fewer), others):
            kept = fewer
    return tuple(conditions[place] for place in kept)


def _every(offered: Sequence[str]) -> int:
    """All of the offered pages, as a set of bits: bit i is the i-th."""
    return (1 << len(offered)) - 1


@lru_cache(maxsize=REMEMBERED)
def _told(index: WorldIndex, title: str) -> tuple[tuple[str, tuple[Condition, ...]], ...]:
    """What a clue can say about each fact of a page, by its field."""
    return tuple((fact.field, tuple(_properties(fact))) for fact in index.sheet(title).facts)


@lru_cache(maxsize=REMEMBERED)
def _fitting(index: WorldIndex, offered: tuple[str, ...], about: str, condition: Condition) -> int:
    """The offered pages that may be of the kind and have the property, as a set of bits."""
    verdicts = (_verdict(index, title, about, condition) for title in offered)
    return sum(1 << place for place, verdict in enumerate(verdicts) if verdict != "fails")


def _relations(sheet: FactSheet, following: str) -> list[str]:
    """Fields of the current page whose one link leads to the next page."""
    return sorted(
        fact.field
        for fact in sheet.facts
        if fact.link == following
        and fact.field in RELATIONS
        and sum(other.field == fact.field for other in sheet.facts) == 1
    )


def _properties(fact: Fact) -> list[Condition]:
    """What a clue can say about one fact of a page."""
    match fact.value:
        case DateValue(value=value):
            made = [Condition(field=fact.field, relation="year", operand=value[:4])]
        case TextValue(value=value) if "“" not in value and "”" not in value:
            made = [Condition(field=fact.field, relation="equals", operand=value)]
        case NumberValue(value=value, unit=unit) if FIELD_UNITS.get(fact.field) == unit and Decimal(value) >= 1:
            made = [Condition(field=fact.field, relation="equals", operand=value), *_bounds(fact.field, Decimal(value))]
        case _:
            made = []
    return [condition for condition in made if (condition.field, condition.relation) in CONDITIONS]


def _bounds(field: str, value: Decimal) -> list[Condition]:
    """Round bounds on either side of a number: to one leading digit."""
    step = Decimal(10) ** value.adjusted()
    low = value // step * step
    return [
        Condition(field=field, relation="at_least", operand=str(int(low))),
        Condition(field=field, relation="below", operand=str(int(low + step))),
    ]


def _verdict(index: WorldIndex, title: str, about: str, condition: Condition) -> Verdict:
    """Whether a linked page is of the kind and has the property; unknown where nothing rules it out."""
    sheet = index.sheet(title)
    if sheet.kind not in {about, "other"} or title.startswith(LIST):
        return "fails"
    facts = [fact for fact in sheet.facts if fact.field == condition.field]
    if sheet.kind == about and len(facts) == 1:
        return "holds" if condition in _stated(facts[0], condition) else "fails"
    if condition.relation in {"year", "equals"} and not condition.operand.isdigit():
        return "unknown" if condition.operand.casefold() in index.text(title) else "fails"
    if condition.relation == "year":
        return "unknown" if condition.operand in index.text(title) else "fails"
    return "unknown"


def _stated(fact: Fact, condition: Condition) -> list[Condition]:
    """The condition again if the fact meets it, else nothing. A name that is part of another may mean the same."""
    match fact.value:
        case DateValue(value=value):
            met = condition.relation == "year" and value[:4] == condition.operand
        case TextValue(value=value):
            one, other = value.casefold(), condition.operand.casefold()
            met = condition.relation == "equals" and (one in other or other in one)
        case NumberValue(value=value, unit=unit):
            number, operand = Decimal(value), Decimal(condition.operand)
            if FIELD_UNITS.get(fact.field) != unit:
                return [condition]
            met = {"equals": number == operand, "at_least": number >= operand, "below": number < operand}.get(
                condition.relation, False
            )
        case _:
            met = False
    return [condition] if met else []
