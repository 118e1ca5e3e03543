"""Writes amounts, lists and questions from a template's sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from schemas.amounts import CURRENCIES, SPELLINGS, AmountUnit
from schemas.triplets import Amount, NumberRange, Option, Parts, Structure, Texts
from solvers.triplets.answers import exact_decimal
from solvers.triplets.quantities import NAMES, read_quantity

__all__ = ["Questions", "amount_in", "fill", "listed", "parts_of", "questions", "write_number"]

SIGNS: Final[dict[AmountUnit, str]] = {unit: sign for sign, unit in CURRENCIES.items()}


class Questions(NamedTuple):
    """The three questions of an item."""

    composition: str
    commonsense: str
    math: str


def questions(parts: Parts) -> Questions:
    """The three questions, each put together from the parts in the one way that the item's order has."""
    if parts.maths_ask is not None:
        choice = f"{parts.commonsense_step} {parts.commonsense_ask}"
        return Questions(
            f"{parts.context} {parts.maths_step} {choice}",
            f"{parts.plain_context} {parts.statement} {choice}",
            f"{parts.maths_step} {parts.maths_ask}",
        )
    return Questions(
        f"{parts.context} {parts.commonsense_step} {parts.maths_step}",
        f"{parts.plain_context} {parts.commonsense_step} {parts.commonsense_ask}",
        f"{parts.context} {parts.statement} {parts.maths_step}",
    )


def parts_of(text: Texts, structure: Structure, options: Sequence[Option], places: Sequence[int], given: str) -> Parts:
    """An instance's sentences: the template's with their slots filled."""
    shown = listed([option.mention for option in options], text.joiner)
    plain = listed([option.plain_mention for option in options], text.joiner)
    names = [_definite(options[place].name) for place in places]
    if structure == "take-ends":
        statement = fill(text.statement, first=names[0], last=names[1])
    else:
        statement = fill(text.statement, chosen=listed(names, "comma"))
    return Parts(
        context=_sentence(fill(text.context, options=shown)),
        plain_context=_sentence(fill(text.context, options=plain)),
        commonsense_step=text.commonsense_step,
        commonsense_ask=text.commonsense_ask,
        statement=_sentence(statement),
        maths_step=_sentence(fill(text.maths_step, given=given)),
    )


def fill(text: str, **slots: str) -> str:
    """A text with its named slots filled; what stands in other braces stays."""
    for name, value in slots.items():
        text = text.replace("{" + name + "}", value)
    return text


def listed(names: Sequence[str], joiner: str) -> str:
    """Names as an English list: `a, b and c`, or `a; b; and c` for names that hold commas."""
    if len(names) < 2:
        return "".join(names)
    if joiner == "semicolon":
        return "; ".join(names[:-1]) + "; and " + names[-1]
    return ", ".join(names[:-1]) + " and " + names[-1]


def write_number(value: Fraction, numbers: NumberRange) -> str:
    """A value as a person writes it, with its unit: `$4.50`, `1,200 g`, `3/4 cup`, `2 dozen`, `seven`."""
    if numbers.style == "words":
        number = NAMES[int(value)]
    elif numbers.style == "fraction":
        number = _fraction(value)
    elif numbers.style == "dozens":
        number = f"{int(value / 12)} dozen"
    else:
        number = _digits(value, money=numbers.unit in SIGNS)
    if numbers.unit in SIGNS:
        return SIGNS[numbers.unit] + number
    if numbers.unit == "count":
        return number
    spelling = SPELLINGS[numbers.unit][0]
    if value <= 1 and spelling.endswith("s"):
        spelling = SPELLINGS[numbers.unit][1]
    return number + spelling if spelling == "%" else f"{number} {spelling}"


def amount_in(text: str) -> Amount:
    """The one amount that a phrase states, with the words that state it. Raises InputError unless it is one."""
    quantity = read_quantity(text)
    return Amount(
        value=exact_decimal(quantity.value),
        unit=quantity.unit,
        per=quantity.per,
        text=text[quantity.start : quantity.end],
    )


def _definite(name: str) -> str:
    """A name as it is taken up again: `a bungalow` becomes `the bungalow`."""
    return re.sub(r"^an? ", "the ", name)


def _digits(value: Fraction, *, money: bool) -> str:
    whole, _, decimals = exact_decimal(value).partition(".")
    if money and decimals:
        decimals = decimals.ljust(2, "0")
    return f"{int(whole):,}" + (f".{decimals}" if decimals else "")


def _fraction(value: Fraction) -> str:
    whole, rest = divmod(value, 1)
    if not rest:
        return str(whole)
    return f"{whole} {rest}" if whole else str(rest)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
