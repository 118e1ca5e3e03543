"""Makes one triplet from a template and a stream of randomness, or says why the draw is none."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from generators.rejection import Rejected
from generators.triplets.config import TripletConfig
from generators.triplets.drawing import Drawn, Numbers, draw_numbers, draw_options
from generators.triplets.positions import deal
from generators.triplets.writing import amount_in, fill, listed, parts_of, questions, write_number
from schemas.canonical import content_id
from schemas.errors import InputError
from schemas.triplets import PLAUSIBLE_SHARE, Amount, Luck, Member, Option, Split, Template, Triplet
from solvers.triplets.algebra import single_operations
from solvers.triplets.answers import accepted_answers, answer_text
from solvers.triplets.choices import Working, amounts_of, chosen_places, exact
from solvers.triplets.limits import by_hand, units_agree
from solvers.triplets.quantities import read_quantities, read_quantity

__all__ = ["generate"]

UNMADE = "triplet-" + "0" * 20


class Instance(NamedTuple):
    """A draw with its options and given quantity in words, and the arithmetic over them."""

    options: tuple[Option, ...]
    given: Amount | None
    given_words: str
    working: Working


def generate(
    config: TripletConfig,
    template: Template,
    rng: random.Random,
    *,
    split: Split,
    places: Sequence[int] | None = None,
) -> Triplet:
    """One instance: options, their order and numbers drawn, the chosen options at `places` (any, when None).

    Numbers are redrawn until they keep the item's own conditions: one single operation gives the answer, no wrong
    choice does, the answer is not printed, and a person can do it by hand. Raises Rejected with the code of the
    condition that failed last, when `config.redraws` draws don't do.
    """
    if places is None:
        places = deal(rng, [template.selection])[0]
    options = draw_options(template, rng, places)
    code, message = "T1.no-numbers", "the ranges leave no numbers that work out"
    for _ in range(config.redraws):
        numbers = draw_numbers(template, rng, options)
        if numbers is None:
            continue
        instance = _written(template, options, numbers)
        judged = _judged(template, instance.working)
        if isinstance(judged, Luck):
            return _item(config, template, split, instance, judged)
        code, message = judged, f"{config.redraws} draws of numbers, and the last still broke this"
    raise Rejected(code, f"{template.name}: {message}")


def _judged(template: Template, working: Working) -> Luck | str:
    """What a wrong choice would bring, or the code of the first condition that these numbers break."""
    gold = working.result(working.right)
    if gold is None or not by_hand(working.operation, working.values(working.right), gold):
        return "T1.not-by-hand"
    printed = [*working.numbers, *([] if working.given is None else [working.given])]
    if gold in printed:
        return "T4.answer-printed"
    if len(list(single_operations(printed, gold))) != 1:
        return "T1.two-readings"
    luck = working.luck(template.precision)
    if luck.lucky:
        return "T2.lucky-choice"
    if luck.plausible < PLAUSIBLE_SHARE * (luck.choices - 1):
        return "T2.tell-tale"
    return luck


def _written(template: Template, drawn: Sequence[Drawn], numbers: Numbers) -> Instance:
    """The draw in words, each amount read back from the phrase that states it."""
    given, words = None, ""
    try:
        options = tuple(
            _option(template, one, write_number(value, template.numbers))
            for one, value in zip(drawn, numbers.options, strict=True)
        )
        right = chosen_places(template.selection.structure, options)
        if template.given is not None and numbers.given is not None:
            words = write_number(numbers.given, template.given)
            given = amount_in(fill(template.text.maths_step, given=words))
    except InputError as error:
        raise Rejected("T1.unwritable", f"{template.name}: {error}") from error
    working = Working(
        structure=template.selection.structure,
        operation=template.operation,
        roles=template.operands,
        numbers=tuple(map(exact, amounts_of(options))),
        given=None if given is None else exact(given),
        right=right,
    )
    return Instance(options, given, words, working)


def _option(template: Template, drawn: Drawn, number: str) -> Option:
    slots = {"name": drawn.name, "members": listed([member.name for member in drawn.members], "comma")}
    mention = fill(template.text.option, number=number, **slots)
    entry = drawn.entry
    misfits = [member.name for member in drawn.members if not member.fits]
    whole = f"out of place: {listed(misfits, 'comma')}" if misfits else "everything in it fits"
    return Option(
        name=drawn.name,
        aliases=() if entry is None else entry.aliases,
        mention=mention,
        plain_mention=fill(template.text.plain_option, **slots),
        amount=amount_in(mention),
        fits=not misfits if entry is None else entry.fits,
        rank=None if entry is None else entry.rank,
        why=whole if entry is None else entry.why,
        members=tuple(Member(name=one.name, fits=one.fits is True, why=one.why) for one in drawn.members),
    )


def _item(config: TripletConfig, template: Template, split: Split, instance: Instance, luck: Luck) -> Triplet:
    working = instance.working
    structure = template.selection.structure
    amounts = [*amounts_of(instance.options), *([] if instance.given is None else [instance.given])]
    operands = [amounts[-1 if place is None else place] for place in working.operands(working.right)]
    if not units_agree(template.operation, [read_quantity(one.text) for one in operands], template.answer_unit):
        raise Rejected("T1.units", f"{template.name}: the operands' units don't give {template.answer_unit}")
    parts = parts_of(template.text, structure, instance.options, working.right, instance.given_words)
    asked = questions(parts)
    reading = read_quantities(asked.composition)
    if reading.unread or [one.factor for one in reading.quantities] != [exact(amount) for amount in amounts]:
        raise Rejected("T1.unread-number", f"{template.name}: the composed question does not read as it was written")
    answer = answer_text(working.result(working.right) or Fraction(0), template.answer_unit, template.precision)
    item = Triplet(
        family="triplet",
        id=UNMADE,
        canary=config.canary,
        split=split,
        status="draft",
        scenario=template.scenario,
        operation=template.operation,
        structure=structure,
        order=template.order,
        template=template.name,
        source=template.source,
        question_composition=asked.composition,
        question_commonsense=asked.commonsense,
        question_math=asked.math,
        answer_composition=answer,
        answers_commonsense=accepted_answers(structure, instance.options, working.right),
        answer_math=answer,
        answer_unit=template.answer_unit,
        precision=template.precision,
        parts=parts,
        options=instance.options,
        choice=tuple(instance.options[place].name for place in working.right),
        given=instance.given,
        operands=template.operands,
        luck=luck,
    )
    return item.model_copy(update={"id": content_id("triplet", item)})
