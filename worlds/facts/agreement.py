"""From everything a page says of its fields to one fact a field: infobox and prose must agree, or neither counts."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from schemas.facts import Fact, FactSheet, Mention, Refusal
from schemas.values import CoordsValue, DateValue, NumberValue, TextValue
from worlds.facts.kinds import Kind
from worlds.facts.measures import size_of
from worlds.facts.reading import Said

__all__ = ["agree", "sheet_of"]

_LITTLE_WORDS = frozenset(("the", "records", "record", "recordings", "label", "company", "inc", "ltd"))
_MOST_ROUNDED = Fraction(5, 100)
_LONGEST_LIFE = 120


def sheet_of(title: str, kind: Kind, box: Sequence[Said], prose: Sequence[Said]) -> FactSheet:
    """One fact a field, with every other place that says it too; what disagrees beyond rounding refuses the field.

    The infobox speaks first. Where its row gives no single reading, prose does not mend it, unless the row only says
    that there is no value. Statements in prose alone must all be readable and equal (dates: one within the other).
    """
    box, prose = _without_odd_lives(box, prose)
    facts: list[Fact] = []
    refusals: list[Refusal] = []
    for field in dict.fromkeys(said.field for said in (*box, *prose)):
        rows = [said for said in box if said.field == field]
        sentences = [said for said in prose if said.field == field]
        if rows and all(row.reason == "no-value" for row in rows) and any(said.fact for said in sentences):
            rows = []
        fact = _from_box(rows, sentences) if rows else _from_prose(sentences)
        if fact:
            facts.append(fact)
        else:
            refusals.extend(_refused(rows, sentences))
    return FactSheet(title=title, kind=kind, facts=tuple(facts), refusals=tuple(refusals))


def _without_odd_lives(box: Sequence[Said], prose: Sequence[Said]) -> tuple[list[Said], list[Said]]:
    """What was said, with every date of birth and death refused where some death is no likely end of some life."""
    told = [said.fact for said in (*box, *prose) if said.fact]
    born, died = (
        [fact.value.value for fact in told if fact.field == field and isinstance(fact.value, DateValue)]
        for field in ("born", "died")
    )
    if not any(_is_odd(birth, death) for birth in born for death in died):
        return list(box), list(prose)
    return [_implausible(said) for said in box], [_implausible(said) for said in prose]


def _is_odd(birth: str, death: str) -> bool:
    """Whether a death is before a birth, or more than 120 years after it: nearly always two people, or a slip."""
    return death[: len(birth)] < birth[: len(death)] or int(death[:4]) - int(birth[:4]) > _LONGEST_LIFE


def _implausible(said: Said) -> Said:
    return said._replace(fact=None, reason="implausible") if said.fact and said.field in {"born", "died"} else said


def _from_box(rows: list[Said], sentences: list[Said]) -> Fact | None:
    facts = [row.fact for row in rows if row.fact]
    if len(facts) < len(rows) or len({fact.value for fact in facts}) > 1:
        return None
    told = [said.fact for said in sentences if said.fact]
    if not all(agree(facts[0], other) for other in told):
        return None
    return _with(facts[0], [*facts[1:], *told])


def _from_prose(sentences: list[Said]) -> Fact | None:
    facts = [said.fact for said in sentences if said.fact]
    if not facts or len(facts) < len(sentences):
        return None
    finest = max(facts, key=lambda fact: len(fact.value.value) if isinstance(fact.value, DateValue) else 0)
    if any(other.value != finest.value and not _within(other, finest) for other in facts):
        return None
    return _with(finest, [fact for fact in facts if fact is not finest])


def _within(one: Fact, other: Fact) -> bool:
    """Whether a date or name is only less fully said."""
    return not isinstance(one.value, NumberValue | CoordsValue) and agree(one, other)


def _with(fact: Fact, others: list[Fact]) -> Fact:
    mentions = tuple(
        Mention(
            value=other.value,
            section=other.section,
            label=other.label,
            start=other.start,
            end=other.end,
            quote=other.quote,
            link=other.link,
        )
        for other in others
    )
    return fact.model_copy(update={"also": mentions})


def _refused(rows: list[Said], sentences: list[Said]) -> list[Refusal]:
    """Why a field has no fact: the rows' own reasons; where each had one reading, that these differ."""
    told = [said for said in sentences if said.fact or not rows]
    if any(row.reason for row in rows):
        told = []
    return [
        Refusal(
            field=said.field,
            label=said.label,
            reason=said.reason or "two-readings",
            section=said.words.section,
            start=said.words.start,
            end=said.words.end,
            quote=said.words.quote,
            stated=said.fact.value if said.fact else said.stated,
        )
        for said in (*rows, *told)
    ]


def agree(one: Fact, other: Fact) -> bool:
    """Whether two facts say the same within their rounding: dates by the coarser, names by their words or link."""
    match one.value, other.value:
        case DateValue(value=a), DateValue(value=b):
            return a.startswith(b) or b.startswith(a)
        case NumberValue() as a, NumberValue() as b:
            return _near(a, b)
        case TextValue(value=a), TextValue(value=b):
            if one.link is not None and one.link == other.link:
                return True
            first, second = _words(a), _words(b)
            return first <= second or second <= first
        case CoordsValue() as a, CoordsValue() as b:
            gaps = (Decimal(a.lat) - Decimal(b.lat), Decimal(a.lon) - Decimal(b.lon))
            return all(abs(gap) * 60 <= 1 for gap in gaps)
        case _:
            return False


def _near(one: NumberValue, other: NumberValue) -> bool:
    """Whether the coarser of two numbers may be the other one rounded: never more than 5 % off."""
    mine, its = size_of(one), size_of(other)
    return abs(mine - its) <= min(max(_slack(one), _slack(other)), min(abs(mine), abs(its)) * _MOST_ROUNDED)


def _slack(value: NumberValue) -> Fraction:
    """What rounding leaves open: the stated error, or half the last place that is no zero."""
    digits = value.value.lstrip("-")
    zeros = 0 if "." in digits else len(digits) - len(digits.rstrip("0"))
    half = Fraction(10) ** zeros / 2 if zeros else Fraction(0)
    unit = size_of(NumberValue(type="number", value="1", unit=value.unit))
    return max(Fraction(value.error), half) * unit


def _words(name: str) -> frozenset[str]:
    folded = "".join(char if char.isalnum() else " " for char in name.casefold())
    return frozenset(folded.split()) - _LITTLE_WORDS
