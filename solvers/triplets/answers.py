"""Answers in the forms that records hold: decimal strings and normalised accepted answers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from schemas.amounts import AmountUnit
from schemas.errors import InputError
from schemas.triplets import Option, Structure
from schemas.values import decimal_string

__all__ = ["accepted_answers", "answer_text", "exact_decimal", "normalise"]

PLACES = 12


def answer_text(result: Fraction, unit: AmountUnit, precision: int) -> str:
    """A result as the decimal string of its unit. Raises InputError when `precision` decimals don't hold it."""
    return exact_decimal(result * 100 if unit == "percent" else result, precision)


def exact_decimal(number: Fraction, places: int = PLACES) -> str:
    """A number as a decimal string. Raises InputError when `places` decimals don't hold it exactly."""
    scaled = number * 10**places
    if scaled.denominator != 1:
        raise InputError(f"{number} is no number of {places} decimals")
    return decimal_string(Decimal(scaled.numerator).scaleb(-places))


def normalise(answer: str) -> str:
    """An answer in the form in which answers are compared: NFKC, case-folded, straight quotes, single spaces,
    no article at its start and no mark at its ends.
    """
    text = unicodedata.normalize("NFKC", answer).casefold().replace("’", "'").replace("‘", "'")
    text = re.sub(r"\s+", " ", text).strip(" .,;:!?'\"“”")
    return re.sub(r"^(?:(?:the|an?) )+", "", text)


def accepted_answers(structure: Structure, options: Sequence[Option], places: Sequence[int]) -> tuple[str, ...]:
    """The accepted answers to "which?": one name or alias, or the chosen names in alphabetical and in shown order.

    For take-ends the order is part of the answer: the highest, then the lowest.
    """
    chosen = [options[place] for place in places]
    if len(chosen) == 1:
        return tuple(sorted({normalise(name) for name in (chosen[0].name, *chosen[0].aliases)}))
    names = [normalise(option.name) for option in chosen]
    forms = [names] if structure == "take-ends" else [names, sorted(names)]
    accepted = {", ".join(form) for form in forms}
    accepted |= {", ".join(form[:-1]) + " and " + form[-1] for form in forms}
    return tuple(sorted(accepted))
