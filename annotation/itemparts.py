"""The keys of an item's text, and the triplet that they make."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import Field, StringConstraints, ValidationError

from generators.triplets.source import KeyPath
from generators.triplets.writing import amount_in, questions
from schemas.amounts import AmountUnit, Operation
from schemas.base import DecimalString, Record
from schemas.canonical import content_id
from schemas.errors import InputError
from schemas.recipes import PROJECT_CANARY
from schemas.triplets import (
    Amount,
    Luck,
    Member,
    OperandRole,
    Option,
    Order,
    Parts,
    Scenario,
    Split,
    Structure,
    Triplet,
)
from solvers.triplets.answers import accepted_answers, exact_decimal, normalise
from solvers.triplets.choices import Working, amounts_of, chosen_places, exact

__all__ = [
    "Core",
    "ItemFile",
    "ItemHead",
    "ItemOption",
    "ItemText",
    "Unmade",
    "amount_of",
    "made",
    "plain_context",
    "triplet_of",
]

UNMADE: Final = "triplet-" + "0" * 20
Line = Annotated[str, StringConstraints(min_length=1, max_length=400)]
Text = Annotated[str, StringConstraints(min_length=1, max_length=3000)]
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$", max_length=60)]


class ItemText(Record):
    """The sentences. `given` are the words of the maths step that state its quantity; `plain_context` is the
    context without numbers, and made of the options' plain mentions when left out.
    """

    context: Text
    plain_context: Text | None = None
    commonsense_step: Text
    commonsense_ask: Text
    statement: Text
    maths_step: Text
    given: Line | None = None


class ItemOption(Record):
    """One option. `mention` is how the context lists it with its number, `plain_mention` without (the name, when
    left out); `fits`, or `rank` for take-ends, is the author's verdict, and `why` the reason.
    """

    name: Line
    mention: Line
    plain_mention: Line | None = None
    fits: bool | None = None
    rank: int | None = None
    why: Line
    aliases: tuple[Line, ...] = ()
    members: tuple[Member, ...] = ()


class ItemHead(Record):
    """What the items of both orders have. `answer` is the number as the author worked it out; `accepted` are answers to
    the commonsense question beside those that the verdicts make.
    """

    name: Slug
    scenario: Scenario
    operation: Operation
    split: Split = "test"
    source: Text
    answer: int | DecimalString
    answer_unit: AmountUnit
    precision: Annotated[int, Field(ge=0, le=4)] = 0
    accepted: Annotated[tuple[Line, ...], Field(max_length=20)] = ()


class ItemFile(ItemHead):
    """A commonsense-first item as it is written."""

    order: Literal["commonsense-first"] = "commonsense-first"
    structure: Structure
    operands: Annotated[tuple[OperandRole, ...], Field(min_length=1, max_length=4)]
    text: ItemText
    options: Annotated[tuple[ItemOption, ...], Field(min_length=2, max_length=8)]


class Unmade(Exception):
    """Why a text makes no triplet: a finding's code, the key to mend, one sentence."""

    def __init__(self, code: str, path: KeyPath, message: str) -> None:
        super().__init__(message)
        self.code, self.path, self.message = code, path, message


def plain_context(text: ItemText, options: tuple[ItemOption, ...]) -> str:
    """The context of the commonsense question: the one with numbers, each option's mention put plainly."""
    plain = text.context
    for option in sorted(options, key=lambda one: -len(one.mention)):
        plain = plain.replace(option.mention, option.plain_mention or option.name)
    return text.plain_context or plain


def triplet_of(written: ItemFile) -> Triplet:
    """The triplet of an item's text. Raises Unmade where its record can't even be put together."""
    text = written.text
    options = tuple(_option(place, one) for place, one in enumerate(written.options))
    given = None if text.given is None else amount_of(text.given, ("text", "given"))
    try:
        right = chosen_places(written.structure, options)
    except InputError as error:
        raise Unmade("T2.verdicts", ("structure",), str(error)) from error
    parts = Parts(
        context=text.context,
        plain_context=plain_context(text, written.options),
        commonsense_step=text.commonsense_step,
        commonsense_ask=text.commonsense_ask,
        statement=text.statement,
        maths_step=text.maths_step,
    )
    answer = exact_decimal(Fraction(written.answer))
    luck = _luck(written, options, given, right)
    core = Core(written.structure, written.order, answer, parts, options, right, given, written.operands, luck)
    return made(written, core)


class Core(NamedTuple):
    """What the two orders make of an item's text each in its own way. `right` are places of options."""

    structure: Structure
    order: Order
    answer: str
    parts: Parts
    options: tuple[Option, ...]
    right: tuple[int, ...]
    given: Amount | None
    operands: tuple[OperandRole, ...]
    luck: Luck
    amounts: tuple[Amount, ...] = ()


def made(written: ItemHead, core: Core) -> Triplet:
    """The draft that head and core of an item make. Raises Unmade where a value doesn't fit into its record."""
    asked = questions(core.parts)
    extra = {normalise(one) for one in written.accepted} - {""}
    try:
        item = Triplet(
            family="triplet",
            id=UNMADE,
            canary=PROJECT_CANARY,
            split=written.split,
            status="draft",
            scenario=written.scenario,
            operation=written.operation,
            structure=core.structure,
            order=core.order,
            template=written.name,
            source=written.source,
            question_composition=asked.composition,
            question_commonsense=asked.commonsense,
            question_math=asked.math,
            answer_composition=core.answer,
            answers_commonsense=tuple(sorted({*accepted_answers(core.structure, core.options, core.right), *extra})),
            answer_math=exact_decimal(Fraction(written.answer)),
            answer_unit=written.answer_unit,
            precision=written.precision,
            parts=core.parts,
            options=core.options,
            choice=tuple(core.options[place].name for place in core.right),
            given=core.given,
            operands=core.operands,
            luck=core.luck,
            amounts=core.amounts,
        )
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise Unmade("T0.bad-value", ("text",), f"{where}: {first['msg']}") from error
    return item.model_copy(update={"id": content_id("triplet", item)})


def _option(place: int, written: ItemOption) -> Option:
    return Option(
        name=written.name,
        aliases=written.aliases,
        mention=written.mention,
        plain_mention=written.plain_mention or written.name,
        amount=amount_of(written.mention, ("options", place, "mention")),
        fits=written.fits,
        rank=written.rank,
        why=written.why,
        members=written.members,
    )


def amount_of(words: str, path: KeyPath) -> Amount:
    """The one amount that words state. Raises Unmade unless it is one."""
    try:
        return amount_in(words)
    except InputError as error:
        raise Unmade(
            "T3.mention-amount", path, f"{error}; state one amount, and nothing else that is a number"
        ) from error


def _luck(written: ItemFile, options: tuple[Option, ...], given: Amount | None, right: tuple[int, ...]) -> Luck:
    working = Working(
        structure=written.structure,
        operation=written.operation,
        roles=written.operands,
        numbers=tuple(map(exact, amounts_of(options))),
        given=None if given is None else exact(given),
        right=right,
    )
    try:
        return working.luck(written.precision)
    except InputError as error:
        raise Unmade("T0.operands", ("operands",), f"these operands can't be worked with: {error}") from error
