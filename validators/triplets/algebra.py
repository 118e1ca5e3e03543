"""T1: the answer is one operation on the numbers of the text, in exactly one way, and one that people do by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from schemas.amounts import BOUNDS
from schemas.findings import Finding
from schemas.triplets import Triplet
from validators.registry import rule
from validators.triplets.amounts import Figure, Figures, worth
from validators.triplets.context import ItemContext
from validators.triplets.exact import Rational, written
from validators.triplets.findings import found
from validators.triplets.hidden import hidden_in
from validators.triplets.reckoning import MOST_NUMBERS, choice_value, operands_of, unit_of, ways_to

__all__ = ["check_by_hand", "check_numbers", "check_one_reading", "check_units"]

PLACES = ("question_composition", "question_math")


@rule("T1", "triplet")
def check_numbers(item: Triplet, context: ItemContext) -> Iterator[Finding]:
    """Every number of the composed and the maths question is read, recorded, and the same in both; none is hidden."""
    recorded = Counter(context.numbers) + Counter(context.given)
    for place, read in zip(PLACES, (context.composition, context.math), strict=True):
        for word in read.unread:
            yield found(item, "T1.unread-number", place, f"{word!r} holds a number that is no quantity")
        printed = Counter(_worths(read))
        for number in sorted(printed - recorded):
            yield found(item, "T1.undeclared-number", place, f"{number} stands in the text and not in the record")
        for number in sorted(recorded - printed):
            yield found(item, "T1.missing-number", place, f"{number} is recorded and does not stand in the text")
    if item.order == "commonsense-first" and item.answer_composition != item.answer_math:
        told = f"the composed answer is {item.answer_composition}, the maths answer {item.answer_math}"
        yield found(item, "T1.answers-differ", "answer_math", told)
    for place, text in zip(PLACES, (item.question_composition, item.question_math), strict=True):
        for words in hidden_in(text):
            yield found(item, "T1.hidden-step", place, f"{words!r} brings a step or a number without writing it")


@rule("T1", "triplet")
def check_one_reading(item: Triplet, context: ItemContext) -> Iterator[Finding]:
    """Exactly one single operation on the numbers of each text gives the answer, and it is the recorded one."""
    made = None if context.right is None else choice_value(item, context.right, context.numbers, context.given)
    if made != context.gold:
        given = "no number" if made is None else written(made)
        told = f"the recorded choice and operation give {given}, the answer is {item.number}"
        yield found(item, "T1.wrong-answer", _answered(item), told)
    for place, read in zip(PLACES, (context.composition, context.math), strict=True):
        numbers = _worths(read)
        if len(numbers) > MOST_NUMBERS:
            yield found(
                item, "T1.too-many-numbers", place, f"{len(numbers)} numbers; at most {MOST_NUMBERS} are checked"
            )
            continue
        ways = list(ways_to(context.gold, numbers))
        if not ways:
            yield found(item, "T1.no-reading", place, f"no single operation on its numbers gives {item.number}")
        elif len(ways) > 1:
            told = "; ".join(f"{way.operation} of {_shown(read, way.places)}" for way in ways[:4])
            yield found(item, "T1.two-readings", place, f"{len(ways)} single operations give the answer: {told}")
        elif ways[0].operation != item.operation:
            told = f"the answer is the {ways[0].operation} of {_shown(read, ways[0].places)}, not {item.operation}"
            yield found(item, "T1.wrong-operation", place, told)
        elif not _same_operands(item, context, [numbers[at] for at in ways[0].places]):
            told = f"the answer is made of {_shown(read, ways[0].places)}, not of the recorded operands"
            yield found(item, "T1.wrong-operands", place, told)


@rule("T1", "triplet")
def check_by_hand(item: Triplet, context: ItemContext) -> Iterator[Finding]:
    """Operands and result keep the bounds of what a person does by hand, stated per operation."""
    operands = _operands(item, context)
    bounds = BOUNDS[item.operation]
    if len(operands) > bounds.operands:
        yield found(item, "T1.not-by-hand", "operands", f"{len(operands)} operands; {bounds.operands} at most")
    for operand in operands:
        if abs(operand) > bounds.operand:
            yield found(item, "T1.not-by-hand", _amounts(item), f"{operand} is larger than {bounds.operand}")
    if not 0 < context.gold <= bounds.result:
        told = f"{item.number} is not between 0 and {bounds.result}"
        yield found(item, "T1.not-by-hand", _answered(item), told)
    digits = [_digits(operand) for operand in operands]
    if item.operation == "multiplication":
        digits = sorted(digits)[:1]
    elif item.operation == "division":
        digits = digits[1:2]
    if any(count > bounds.digits for count in digits):
        told = f"{item.operation} with {max(digits)} significant digits where {bounds.digits} are done by hand"
        yield found(item, "T1.not-by-hand", _amounts(item), told)


@rule("T1", "triplet")
def check_units(item: Triplet, context: ItemContext) -> Iterator[Finding]:
    """The units of the operands combine to the unit of the answer, with no conversion in between."""
    operands = _operands(item, context)
    used = [next((figure for figure in context.math.known if _worth(figure) == operand), None) for operand in operands]
    figures = [figure for figure in used if figure is not None]
    if not figures or len(figures) < len(used):
        return  # a number that is missing from the text is found above
    made = unit_of(item.operation, figures)
    wanted = {} if item.answer_unit in {"count", "percent"} else {item.answer_unit: 1}
    if made != wanted:
        told = " and ".join(figure.unit + (f" per {figure.per}" if figure.per else "") for figure in figures)
        yield found(item, "T1.units", "answer_unit", f"{item.operation} of {told} does not give {item.answer_unit}")


def _answered(item: Triplet) -> str:
    """Where the record holds the number that the arithmetic gives."""
    return "answer_math" if item.order == "maths-first" else "answer_composition"


def _amounts(item: Triplet) -> str:
    """Where the record holds the operands."""
    return "amounts" if item.order == "maths-first" else "options"


def _same_operands(item: Triplet, context: ItemContext, used: Sequence[Rational]) -> bool:
    operands = _operands(item, context)
    if item.operation in {"addition", "multiplication"}:
        return sorted(operands) == sorted(used)
    return operands == list(used)


def _operands(item: Triplet, context: ItemContext) -> list[Rational]:
    """The operands of the recorded choice; none where choice and roles don't fit together."""
    if context.right is None:
        return []
    return operands_of(item, context.right, context.numbers, context.given) or []


def _worth(figure: Figure) -> Rational:
    return worth(figure.value, figure.unit)


def _worths(read: Figures) -> list[Rational]:
    return [_worth(figure) for figure in read.known]


def _shown(read: Figures, places: Sequence[int]) -> str:
    return ", ".join(str(_worth(read.known[place])) for place in places)


def _digits(number: Rational) -> int:
    """Significant digits of a decimal: 2 for 4.50 and for 120."""
    return len(str(abs(int(number * 10**12))).strip("0"))
