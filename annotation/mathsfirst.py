"""Maths-first items as authors write them: the keys of the text, the triplet that they make, and the form."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Final, Literal

from pydantic import Field, StringConstraints

from annotation.forms import form_name
from annotation.itemparts import Core, ItemHead, Unmade, amount_of, made
from schemas.amounts import BOUNDS, Operation
from schemas.base import DecimalString, Record
from schemas.errors import InputError
from schemas.triplets import Option, Parts, Scenario, Span, Triplet
from solvers.triplets.answers import exact_decimal, normalise
from solvers.triplets.choices import exact
from solvers.triplets.slips import Reckoning, holding

__all__ = ["ReversedFile", "ReversedOption", "ReversedText", "reversed_form", "reversed_triplet"]

Line = Annotated[str, StringConstraints(min_length=1, max_length=400)]
Text = Annotated[str, StringConstraints(min_length=1, max_length=3000)]


class ReversedText(Record):
    """The sentences. `amounts` are the words of the maths step that state its quantities, in the order in which the
    operation takes them; `statement` states the number that `maths_ask` asks for.
    """

    context: Text
    maths_step: Text
    amounts: Annotated[tuple[Line, ...], Field(min_length=2, max_length=4)]
    maths_ask: Text
    statement: Text
    commonsense_step: Text
    commonsense_ask: Text


class ReversedOption(Record):
    """One option. `mention` is how the context lists it (the name, when left out); `low` and `high` are the author's
    verdict: from which number to which it is the sensible one, and `why` the reason.
    """

    name: Line
    mention: Line | None = None
    low: int | DecimalString
    high: int | DecimalString
    why: Line
    aliases: tuple[Line, ...] = ()


class ReversedFile(ItemHead):
    """A maths-first item as it is written."""

    order: Literal["maths-first"]
    text: ReversedText
    options: Annotated[tuple[ReversedOption, ...], Field(min_length=2, max_length=8)]


def reversed_triplet(written: ReversedFile) -> Triplet:
    """The triplet of an item's text. Raises Unmade where its record can't even be put together."""
    text = written.text
    amounts = tuple(amount_of(words, ("text", "amounts", place)) for place, words in enumerate(text.amounts))
    reckoning = Reckoning(written.operation, tuple(map(exact, amounts)), written.answer_unit)
    spans = [Span(low=_decimal(one.low), high=_decimal(one.high)) for one in written.options]
    try:
        right = holding(spans, reckoning.number)
    except InputError as error:
        raise Unmade("T0.operands", ("text", "amounts"), f"these amounts can't be worked with: {error}") from error
    if len(right) != 1:
        told = f"the number lies in the ranges of {len(right)} options; exactly one is the sensible choice"
        raise Unmade("T2.not-one-range", ("options", 0), told)
    options = tuple(
        _option(one, span, place in right) for place, (one, span) in enumerate(zip(written.options, spans, strict=True))
    )
    parts = Parts(
        context=text.context,
        plain_context=text.context,
        commonsense_step=text.commonsense_step,
        commonsense_ask=text.commonsense_ask,
        statement=text.statement,
        maths_step=text.maths_step,
        maths_ask=text.maths_ask,
    )
    answer = normalise(options[right[0]].name)
    luck = reckoning.luck(spans, right[0])
    return made(
        written, Core("pick-one", "maths-first", answer, parts, options, right, None, ("given",), luck, amounts)
    )


def _option(written: ReversedOption, span: Span, fits: bool) -> Option:
    mention = written.mention or written.name
    return Option(
        name=written.name,
        aliases=written.aliases,
        mention=mention,
        plain_mention=mention,
        amount=None,
        fits=fits,
        rank=None,
        why=written.why,
        members=(),
        sensible=span,
    )


def _decimal(number: int | str) -> str:
    return exact_decimal(Fraction(number))


FORM: Final = """\
# One maths-first item: {scenario}, {operation}. Replace everything in <angle brackets>.
# Would an assistant really be asked this? The number comes first, and decides which option is the sensible one: would
# every adult make the same choice for it? Would they make another for a number that is worked out wrongly?
name = "{name}"  # lower case, words joined by hyphens
scenario = "{scenario}"
operation = "{operation}"
order = "maths-first"
split = "test"  # dev or test
source = "<who gives the verdicts, and what they go by>"
answer = "{answer}"  # the number as you work it out by hand: amounts up to {operand}, the number up to {result}
answer_unit = "count"  # count, US dollars, minutes, grams, ...
precision = 0  # decimals of the number; 2 for money

[text]
# composed    = context + maths_step + commonsense_step + commonsense_ask
# maths       = maths_step + maths_ask
# commonsense = context + statement + commonsense_step + commonsense_ask
context = "<who asks, and what there is to choose from, without a number>: <thing A>, <thing B> or <thing C>."
maths_step = "<What happens with> {first} <of these> <and> {second} <of those>."
amounts = ["{first}", "{second}"]  # the words of the maths step that state them, in the order of the operation
maths_ask = "<How many are there then>?"
statement = "<There are> {answer}."  # the number, in words that don't work it out
commonsense_step = "<what the choice has to be good for, without naming an option>."
commonsense_ask = "<Which of them>?"
"""
OPTION: Final = """
[[options]]
name = "<thing {letter}>"
low = "{low}"  # the sensible choice from this number
high = "{high}"  # up to this one
why = "<why thing {letter} suits these numbers and no others>"
"""
SHOWN: Final[dict[Operation, tuple[int, int, int]]] = {
    "addition": (14, 9, 23),
    "subtraction": (40, 17, 23),
    "multiplication": (12, 4, 48),
    "division": (96, 4, 24),
}
"""Two amounts and their result, as the form shows them by operation."""


def reversed_form(scenario: Scenario, operation: Operation, name: str | None = None) -> str:
    """The commented text on which an author writes a new maths-first item of a cell."""
    first, second, answer = SHOWN[operation]
    bounds = BOUNDS[operation]
    head = FORM.format(
        scenario=scenario,
        operation=operation,
        name=name or form_name(scenario, operation),
        answer=answer,
        operand=bounds.operand,
        result=bounds.result,
        first=first,
        second=second,
    )
    ranges = (1, answer - 4), (answer - 3, answer + 3), (answer + 4, 500)
    return head + "".join(
        OPTION.format(letter=letter, low=low, high=high) for letter, (low, high) in zip("ABC", ranges, strict=True)
    )
