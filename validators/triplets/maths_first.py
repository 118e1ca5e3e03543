"""T2, T3 and T5 of maths-first items: the number makes the choice, slips don't, and each question has its own step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from schemas.amounts import Operation
from schemas.findings import Finding
from schemas.triplets import Luck, Triplet
from validators.registry import rule
from validators.triplets.amounts import figures
from validators.triplets.context import ItemContext, of_order
from validators.triplets.exact import Rational, written
from validators.triplets.findings import found
from validators.triplets.names import count_of, plain_form

__all__ = [
    "check_composed_answer", "check_listing", "check_named", "check_ranges", "check_result", "check_slips", "slips",
]  # fmt: skip


@rule("T2", "triplet")
@of_order("maths-first")
def check_ranges(item: Triplet, _context: ItemContext) -> Iterator[Finding]:
    """Exactly one option's range holds the number that the maths gives, and the verdicts say so."""
    holding = _holding(item, Rational(item.answer_math))
    for place, option in enumerate(item.options):
        if option.sensible is not None and Rational(option.sensible.low) > Rational(option.sensible.high):
            told = f"from {option.sensible.low} to {option.sensible.high} there is no number"
            yield found(item, "T2.range-empty", f"options[{place}].low", told)
        if option.fits is not (place in holding):
            told = f"the range of {option.name!r} and its verdict disagree about {item.answer_math}"
            yield found(item, "T2.verdicts", f"options[{place}].fits", told)
    if len(holding) != 1:
        names = ", ".join(item.options[place].name for place in holding) or "none"
        told = f"{item.answer_math} lies in the ranges of {len(holding)} options: {names}"
        yield found(item, "T2.not-one-range", "options", told)


@rule("T2", "triplet")
@of_order("maths-first")
def check_slips(item: Triplet, context: ItemContext) -> Iterator[Finding]:
    """No slip in the arithmetic chooses the right option, some chooses another; both are counted."""
    right = set(context.right or ())
    choices, lucky, plausible = 1, 0, 0
    for words, value in slips(item.operation, context.given):
        number = value * 100 if item.answer_unit == "percent" else value
        holding = set(_holding(item, number))
        choices += 1
        plausible += bool(holding) and not holding & right
        if holding & right:
            lucky += 1
            told = f"{words} gives {written(number)}, for which the right option is sensible too"
            yield found(item, "T2.lucky-slip", "options", told)
    if not plausible:
        told = "no slip leads to another option: the choice doesn't take the number"
        yield found(item, "T2.tell-tale", "options", told)
    if item.luck != Luck(choices=choices, lucky=lucky, plausible=plausible):
        told = f"counted {choices} workings, {lucky} lucky, {plausible} plausible"
        yield found(item, "T2.luck-count", "luck", f"the record counts otherwise: {told}")


@rule("T3", "triplet")
@of_order("maths-first")
def check_listing(item: Triplet, _context: ItemContext) -> Iterator[Finding]:
    """The context lists each option once, and the maths step states each amount once."""
    for place, option in enumerate(item.options):
        where = f"options[{place}].mention"
        if option.mention != option.plain_mention:
            yield found(item, "T3.contexts-differ", where, "the option is mentioned in two ways; there is one context")
        if item.parts.context.count(option.mention) != 1:
            told = (
                f"{option.mention!r} stands {item.parts.context.count(option.mention)} times in the context, not once"
            )
            yield found(item, "T3.mention-missing", where, told)
        if count_of(option.name, option.mention) != 1:
            yield found(item, "T3.mention-name", where, f"{option.mention!r} does not name {option.name!r} once")
    if item.parts.context != item.parts.plain_context:
        yield found(item, "T3.contexts-differ", "parts.plain_context", "it is not the context of the composed question")
    for place, amount in enumerate(item.amounts):
        if item.parts.maths_step.count(amount.text) != 1:
            told = f"{amount.text!r} does not stand once in the maths step"
            yield found(item, "T3.given-missing", f"amounts[{place}]", told)


@rule("T3", "triplet")
@of_order("maths-first")
def check_result(item: Triplet, context: ItemContext) -> Iterator[Finding]:
    """The commonsense question states the number in its unit, in the statement, and holds no other."""
    wanted = [(Rational(item.answer_math), item.answer_unit, None)]
    stated = [(figure.value, figure.unit, figure.per) for figure in figures(item.parts.statement).known]
    if stated != wanted:
        told = f"it does not state {item.answer_math} {item.answer_unit} and nothing else"
        yield found(item, "T3.result-not-stated", "parts.statement", told)
    read = context.commonsense
    others = [figure for figure in read.known if (figure.value, figure.unit, figure.per) not in wanted]
    words = [item.question_commonsense[figure.start : figure.end] for figure in others] + list(read.unread)
    for word in words:
        told = f"{word!r} is a quantity; the commonsense question has none but the result"
        yield found(item, "T3.quantity-in-commonsense", "question_commonsense", told)


@rule("T3", "triplet")
@of_order("maths-first")
def check_named(item: Triplet, _context: ItemContext) -> Iterator[Finding]:
    """Every option stands once in the questions that ask for the choice, and nowhere in the maths question."""
    for place, option in enumerate(item.options):
        for where, wanted in (("question_composition", 1), ("question_commonsense", 1), ("question_math", 0)):
            times = count_of(option.name, getattr(item, where))
            if times != wanted:
                told = f"{option.name!r} stands {times} times, not {wanted}"
                yield found(item, "T3.entities", f"{where} (options[{place}])", told)


@rule("T5", "triplet")
@of_order("maths-first")
def check_composed_answer(item: Triplet, context: ItemContext) -> Iterator[Finding]:
    """The composed answer is the name of the chosen option, in the form in which answers are compared."""
    names = [plain_form(item.options[place].name) for place in context.right or ()]
    if names != [item.answer_composition]:
        told = f"{item.answer_composition!r} is not the choice, {', '.join(names)!r}"
        yield found(item, "T5.answer-not-choice", "answer_composition", told)


def _holding(item: Triplet, number: Rational) -> tuple[int, ...]:
    """The places of the options whose range holds a number."""
    spans = [option.sensible for option in item.options]
    return tuple(
        place
        for place, span in enumerate(spans)
        if span is not None and Rational(span.low) <= number <= Rational(span.high)
    )


def slips(operation: Operation, numbers: Sequence[Rational]) -> Iterator[tuple[str, Rational]]:
    """Every wrong working in words, and its number: any of the numbers alone, any operation on any of them."""
    for mask in range(1, 2 ** len(numbers)):
        some = [number for place, number in enumerate(numbers) if mask >> place & 1]
        whole = len(some) == len(numbers)
        shown = [written(number) for number in some]
        if len(some) == 1:
            yield f"{shown[0]} alone", some[0]
            continue
        if not (whole and operation == "addition"):
            yield " + ".join(shown), sum(some, start=Rational(0))
        if not (whole and operation == "multiplication"):
            yield " × ".join(shown), prod(some, start=Rational(1))
        for one, two in ((0, 1), (1, 0)) if len(some) == 2 else ():
            right = whole and (one, two) == (0, 1)
            if not (right and operation == "subtraction"):
                yield f"{shown[one]} − {shown[two]}", some[one] - some[two]
            if some[two] != 0 and not (right and operation == "division"):
                yield f"{shown[one]} ÷ {shown[two]}", some[one] / some[two]
