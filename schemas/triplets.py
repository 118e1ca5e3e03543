"""Triplets: the template an expert writes, and the item (a composed question and its two parts) made from it."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Final, Literal, Self, TypeAlias, get_args

from pydantic import Field, StringConstraints, model_validator

from schemas.amounts import AmountUnit, Operation
from schemas.base import CanaryString, DecimalString, IdString, Record
from schemas.legs import Split

__all__ = [
    "PLAUSIBLE_SHARE", "SCENARIOS", "TWINS", "AcceptedAnswer", "Amount", "Luck", "Member", "NumberRange",
    "OperandRole", "Option", "Order", "Parts", "PoolOption", "Question", "Scenario", "Selection", "Span", "Split",
    "Structure", "Template", "Texts", "Triplet",
    "is_slug",
]  # fmt: skip

Scenario: TypeAlias = Literal[
    "house working", "web shopping", "science experiments", "smart assistant", "travel agent"
]  # fmt: skip

SCENARIOS: Final[tuple[Scenario, ...]] = get_args(Scenario)

Structure: TypeAlias = Literal["choose-set", "exclude", "take-ends", "pick-one", "group"]
"""How the commonsense step selects.

`choose-set`: the options that fit. `exclude`: the text says what is ruled out, what stays is chosen.
`take-ends`: the options are ordered, the highest and the lowest are chosen. `pick-one`: the only option that
fits. `group`: each option holds several things, and the only one all of whose things fit is chosen.
"""

Order: TypeAlias = Literal["commonsense-first", "maths-first"]
"""Which step has to be reasoned first. In a commonsense-first item the maths needs the choice, and the answer is
a number. In a maths-first item, one of the reversed items of the paper's limitations, the choice needs the number that
the maths gives, and the answer is the choice; these are reported apart."""

Question: TypeAlias = Literal["commonsense", "math", "composition"]
"""Which of an item's three questions."""

OperandRole: TypeAlias = Literal["chosen", "given", "first", "last"]
"""Where an operand comes from: each chosen option in turn, the quantity of the maths step (in a maths-first item each
of its quantities in turn), or (take-ends) the highest and the lowest option."""

TWINS: Final = 3
"""The most instances of one template in a release, unless the release says otherwise."""

PLAUSIBLE_SHARE: Final = Fraction(1, 3)
"""The least share of wrong choices that must give an exact positive number, or the arithmetic tells the choice."""

Line = Annotated[str, StringConstraints(min_length=1, max_length=400)]
Text = Annotated[str, StringConstraints(min_length=1, max_length=3000)]
_SLUG: Final = r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$"
Slug = Annotated[str, StringConstraints(pattern=_SLUG, max_length=60)]
AcceptedAnswer = Annotated[str, StringConstraints(min_length=1, max_length=400)]
"""One accepted commonsense answer, normalised: NFKC, case-folded, single spaces, no article or mark at its ends."""

Exact: TypeAlias = Annotated[int, Field(ge=0, le=10**6)] | DecimalString
"""A number of a template: a TOML integer, float or string, kept as it is written."""


_DECIMAL: Final = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?")


def is_slug(text: str) -> bool:
    """Whether a text can be the name of a template or an item."""
    return len(text) <= 60 and re.fullmatch(_SLUG, text) is not None


def _absent(value: object) -> bool:
    """Keeps a key of maths-first items out of all others, whose bytes and ids are older than it."""
    return value is None


def _empty(value: object) -> bool:
    """The same for a tuple."""
    return value == ()


class NumberRange(Record):
    """The amounts one slot may draw: `low`, `low + step`, … up to `high`, in `unit` (`per` another, for a rate).

    `style` is how they are written: digits (1,299.50), words (to twenty), fraction (3/4) or dozens (2 dozen).
    """

    low: Exact
    high: Exact
    step: Exact = 1
    unit: AmountUnit = "count"
    per: AmountUnit | None = None
    style: Literal["digits", "words", "fraction", "dozens"] = "digits"


class PoolOption(Record):
    """One thing that instances may show, with the expert's verdict and the reason for it.

    `fits` is the verdict, or `rank` for take-ends: a higher rank is further along the order that the question
    asks for, and equal ranks are not told apart. `low` and `high` narrow the template's number range.
    """

    name: Line
    fits: bool | None = None
    rank: int | None = None
    why: Line
    aliases: tuple[Line, ...] = ()
    low: Exact | None = None
    high: Exact | None = None


class Texts(Record):
    """The sentences of a template. Slots: `{options}` in the context; `{name}`, `{number}` and for groups
    `{members}` in one option; `{chosen}`, or `{first}` and `{last}`, in the statement; `{given}` in the maths step.

    The composed question is context, commonsense step, maths step; the commonsense question is the context
    without numbers, commonsense step, commonsense ask; the maths question is context, statement, maths step.
    """

    context: Text
    option: Line
    plain_option: Line = "{name}"
    joiner: Literal["comma", "semicolon"] = "comma"
    commonsense_step: Text
    commonsense_ask: Text
    statement: Text
    maths_step: Text


class Selection(Record):
    """How many options an instance shows and how many of them are chosen; for groups their labels and size."""

    structure: Structure
    shown: Annotated[int, Field(ge=3, le=8)]
    chosen: Annotated[int, Field(ge=1, le=6)]
    labels: tuple[Line, ...] = ()
    members: Annotated[int, Field(ge=2, le=5)] | None = None


class Template(Record):
    """A family of items as an expert writes it, one TOML file each.

    `domain` names what the options are; within a cell no two templates share structure and domain. `source`
    says who gave the verdicts. A held-out template is never published, only its instances.
    """

    name: Slug
    scenario: Scenario
    operation: Operation
    order: Order = "commonsense-first"
    domain: Slug
    source: Text
    held_out: bool = False
    selection: Selection
    text: Texts
    numbers: NumberRange
    given: NumberRange | None = None
    operands: Annotated[tuple[OperandRole, ...], Field(min_length=1)]
    answer_unit: AmountUnit
    precision: Annotated[int, Field(ge=0, le=4)] = 0
    options: Annotated[tuple[PoolOption, ...], Field(min_length=8)]

    def __hash__(self) -> int:
        return hash(self.name)  # a library is looked up by it for every item


class Amount(Record):
    """An exact amount and the words that state it (`$80 a night`: value 80, US dollars per nights).

    A percentage holds the number before its sign: 20 % is value 20, and counts as one fifth.
    """

    value: DecimalString
    unit: AmountUnit
    per: AmountUnit | None
    text: Line


class Member(Record):
    """One thing inside a group, with the expert's verdict on it."""

    name: Line
    fits: bool
    why: Line


class Span(Record):
    """The numbers for which an option is the sensible one, both ends among them, in the unit of the answer."""

    low: DecimalString
    high: DecimalString


class Option(Record):
    """One option as the item shows it.

    `mention` is the exact phrase of the composed and maths questions that states name and amount,
    `plain_mention` the one of the commonsense question. Exactly one of `fits` and `rank` is set.

    In a maths-first item an option has no amount, and both phrases are the one of the context. The verdict is
    `sensible`, and `fits` says whether the number that the maths gives lies in it.
    """

    name: Line
    aliases: tuple[Line, ...]
    mention: Line
    plain_mention: Line
    amount: Amount | None
    fits: bool | None
    rank: int | None
    why: Line
    members: tuple[Member, ...]
    sensible: Span | None = Field(default=None, exclude_if=_absent)


class Parts(Record):
    """The sentences that the three questions are put together from.

    A maths-first item has `maths_ask`, which asks for the number, and its `statement` states that number. Its composed
    question is context, maths step, commonsense step, commonsense ask; its commonsense question is context, statement,
    commonsense step, commonsense ask; its maths question is maths step, maths ask.
    """

    context: Text
    plain_context: Text
    commonsense_step: Text
    commonsense_ask: Text
    statement: Text
    maths_step: Text
    maths_ask: Text | None = Field(default=None, exclude_if=_absent)


class Luck(Record):
    """What skipping the commonsense step would bring: `choices` counts every possible choice of options,
    `lucky` the wrong ones that give the gold number within the scorer's rounding, `plausible` the wrong ones
    that give an exact positive number, so that nothing but the choice itself tells them from the right one.

    In a maths-first item, what skipping or botching the maths would bring: `choices` counts the right working and every
    slip (one of the numbers alone, another operation, fewer numbers), `lucky` the slips whose number chooses the right
    option all the same, `plausible` those whose number chooses another option.
    """

    choices: Annotated[int, Field(ge=1)]
    lucky: Annotated[int, Field(ge=0)]
    plausible: Annotated[int, Field(ge=0)]


class Triplet(Record):
    """A composed question, its commonsense and its maths sub-question, and what proves their answers.

    Question and answer names are those of the published columns. `choice` holds names of options: in the order
    shown, or for take-ends the highest, then the lowest. Answers are exact; `precision` is the number of decimals
    to which an answer is compared.

    In a maths-first item `answer_composition` is the chosen option's name in the form of accepted answers, and
    `amounts` are the quantities of the maths step, all of which its one operation takes, in this order.
    """

    family: Literal["triplet"]
    id: IdString
    canary: CanaryString
    split: Split
    status: Literal["draft", "accepted"]
    scenario: Scenario
    operation: Operation
    structure: Structure
    order: Order
    template: Slug
    source: Text
    question_composition: Text
    question_commonsense: Text
    question_math: Text
    answer_composition: AcceptedAnswer
    answers_commonsense: Annotated[tuple[AcceptedAnswer, ...], Field(min_length=1)]
    answer_math: DecimalString
    answer_unit: AmountUnit
    precision: Annotated[int, Field(ge=0, le=4)]
    parts: Parts
    options: Annotated[tuple[Option, ...], Field(min_length=2, max_length=8)]
    choice: Annotated[tuple[str, ...], Field(min_length=1)]
    given: Amount | None
    operands: Annotated[tuple[OperandRole, ...], Field(min_length=1)]
    luck: Luck
    amounts: Annotated[tuple[Amount, ...], Field(max_length=4)] = Field(default=(), exclude_if=_empty)

    @model_validator(mode="after")
    def _one_order(self) -> Self:
        """Refuse a record that mixes the fields of the two orders."""
        reversed_item = self.order == "maths-first"
        if any((option.amount is None) != reversed_item for option in self.options):
            raise ValueError("the options of a commonsense-first item have amounts, those of a maths-first item none")
        if any((option.sensible is not None) != reversed_item for option in self.options):
            raise ValueError("the options of a maths-first item, and no others, have a range of sensible numbers")
        if (self.parts.maths_ask is not None) != reversed_item or (len(self.amounts) > 1) != reversed_item:
            raise ValueError("a maths-first item, and no other, has a `maths_ask` and two or more `amounts`")
        if reversed_item and (self.structure, self.operands, self.given) != ("pick-one", ("given",), None):
            raise ValueError("a maths-first item is pick-one, its operands are `given`, and it has no `given` beside")
        if not reversed_item and (self.amounts or not _DECIMAL.fullmatch(self.answer_composition)):
            raise ValueError("a commonsense-first item has a number as its answer, and no `amounts`")
        return self

    @property
    def number(self) -> str:
        """What the arithmetic gives, as a decimal string: the maths answer, and commonsense-first the composed one."""
        return self.answer_math if self.order == "maths-first" else self.answer_composition

    @property
    def stated(self) -> tuple[Amount, ...]:
        """The quantities of the maths step."""
        return self.amounts if self.given is None else (self.given,)

    def asks_choice(self, question: Question) -> bool:
        """Whether the answer to a question is a choice of options, not a number."""
        return question == "commonsense" or (question == "composition" and self.order == "maths-first")
