"""Singles out the next page among the links of the current one, by its own facts (rule L14)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from decimal import Decimal
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


def describe(index: WorldIndex, offered: Sequence[str], following: str, secret: str, rng: random.Random) -> Target:
    """A target that exactly one of the offered pages satisfies, by its kind and up to three of its own properties.

    Raises Rejected (`L14.not-unique`) when nothing singles it out.
    """
    sheet = index.sheet(following)
    if sheet.kind not in KINDS:
        raise Rejected("L14.not-unique", f"nothing says what kind of page {following} is")
    others = [title for title in offered if title != following]
    rivals = others
    conditions: list[Condition] = []
    properties = [c for fact in sheet.facts if fact.field != secret for c in _properties(fact)]
    rng.shuffle(properties)
    for condition in properties:
        if condition.field in {known.field for known in conditions}:
            continue
        left = [title for title in rivals if _verdict(index, title, sheet.kind, condition) != "fails"]
        if len(left) < len(rivals):
            conditions.append(condition)
            rivals = left
        if conditions and not rivals:
            needed = _needed(index, sheet.kind, conditions, others)
            return Target(relation=None, about=sheet.kind, conditions=needed, considered=len(offered))
        if len(conditions) == MOST_CONDITIONS:
            break
    raise Rejected("L14.not-unique", f"{len(rivals) + 1} pages may fit any description of {following}")


def _needed(index: WorldIndex, about: str, conditions: list[Condition], rivals: list[str]) -> tuple[Condition, ...]:
    """The conditions without those that rule out nothing the others don't."""
    kept = list(conditions)
    for condition in conditions:
        fewer = [other for other in kept if other != condition]
        if fewer and all(any(_verdict(index, r, about, c) == "fails" for c in fewer) for r in rivals):
            kept = fewer
    return tuple(kept)


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
