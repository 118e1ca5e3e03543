"""T3: the three questions are made of the same parts, and each sub-question is rid of the other's burden."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.findings import Finding
from schemas.triplets import Triplet
from validators.registry import rule
from validators.triplets.amounts import figures
from validators.triplets.context import ItemContext, of_order
from validators.triplets.exact import Rational
from validators.triplets.findings import found
from validators.triplets.names import bare, count_of

__all__ = ["check_commonsense_alone", "check_entities", "check_mentions", "check_statement", "check_whole"]


@rule("T3", "triplet")
def check_whole(item: Triplet, _context: ItemContext) -> Iterator[Finding]:
    """Each question is its parts, one after the other, and holds nothing else."""
    parts = item.parts
    choice = [parts.commonsense_step, parts.commonsense_ask]
    if parts.maths_ask is None:
        made = {
            "question_composition": [parts.context, parts.commonsense_step, parts.maths_step],
            "question_commonsense": [parts.plain_context, *choice],
            "question_math": [parts.context, parts.statement, parts.maths_step],
        }
    else:
        made = {
            "question_composition": [parts.context, parts.maths_step, *choice],
            "question_commonsense": [parts.plain_context, parts.statement, *choice],
            "question_math": [parts.maths_step, parts.maths_ask],
        }
    for place, sentences in made.items():
        if getattr(item, place) != " ".join(sentences):
            yield found(item, "T3.not-its-parts", place, "it is not its parts joined by single spaces")
    if parts.commonsense_step in item.question_math or parts.commonsense_ask in item.question_math:
        yield found(item, "T3.commonsense-in-maths", "question_math", "it still asks for the commonsense step")
    if any(part is not None and part in item.question_commonsense for part in (parts.maths_step, parts.maths_ask)):
        yield found(item, "T3.maths-in-commonsense", "question_commonsense", "it still asks for the maths step")


@rule("T3", "triplet")
@of_order("commonsense-first")
def check_mentions(item: Triplet, _context: ItemContext) -> Iterator[Finding]:
    """Each option's phrase stands once in the context and states name and amount; the plain one the name."""
    plain = item.parts.context
    for place, option in enumerate(item.options):
        where = f"options[{place}].mention"
        read = figures(option.mention)
        amount = option.amount
        stated = [(figure.value, figure.unit, figure.per) for figure in read.known]
        recorded = None if amount is None else [(Rational(amount.value), amount.unit, amount.per)]
        if amount is None or stated != recorded or read.unread or amount.text not in option.mention:
            told = f"{option.mention!r} does not state the recorded amount alone"
            yield found(item, "T3.mention-amount", where, told)
        for phrase, text in ((option.mention, item.parts.context), (option.plain_mention, item.parts.plain_context)):
            if text.count(phrase) != 1:
                told = f"{phrase!r} stands {text.count(phrase)} times in its context, not once"
                yield found(item, "T3.mention-missing", where, told)
            if count_of(option.name, phrase) != 1:
                yield found(item, "T3.mention-name", where, f"{phrase!r} does not name {option.name!r} once")
        plain = plain.replace(option.mention, option.plain_mention, 1)
    if plain != item.parts.plain_context:
        told = "without its numbers, the context is not the one of the commonsense question"
        yield found(item, "T3.contexts-differ", "parts.plain_context", told)
    if item.given is not None and item.parts.maths_step.count(item.given.text) != 1:
        yield found(item, "T3.given-missing", "given", f"{item.given.text!r} does not stand once in the maths step")


@rule("T3", "triplet")
@of_order("commonsense-first")
def check_commonsense_alone(item: Triplet, context: ItemContext) -> Iterator[Finding]:
    """The commonsense question holds no number."""
    read = context.commonsense
    words = [item.question_commonsense[figure.start : figure.end] for figure in read.known] + list(read.unread)
    for word in words:
        told = f"{word!r} is a quantity; the commonsense question has none"
        yield found(item, "T3.quantity-in-commonsense", "question_commonsense", told)


@rule("T3", "triplet")
@of_order("commonsense-first")
def check_statement(item: Triplet, _context: ItemContext) -> Iterator[Finding]:
    """The maths question states exactly the choice."""
    for option in item.options:
        named, chosen = count_of(option.name, item.parts.statement), option.name in item.choice
        if named != chosen:
            told = "is chosen and not stated once" if chosen else "is stated and not chosen"
            yield found(item, "T3.choice-not-stated", "parts.statement", f"{option.name!r} {told}")
    if item.structure == "take-ends" and len(item.choice) == 2:
        first, last = (item.parts.statement.lower().find(bare(name).lower()) for name in item.choice)
        if first > last >= 0:
            yield found(item, "T3.choice-not-stated", "parts.statement", "it states the two ends in the wrong order")


@rule("T3", "triplet")
@of_order("commonsense-first")
def check_entities(item: Triplet, _context: ItemContext) -> Iterator[Finding]:
    """Every option, and everything in a group, stands in all three questions as often as it should."""
    for place, option in enumerate(item.options):
        once_more = option.name in item.choice
        for name, stated in ((option.name, once_more), *((member.name, False) for member in option.members)):
            for where, wanted in (
                ("question_composition", 1),
                ("question_commonsense", 1),
                ("question_math", 2 if stated else 1),
            ):
                times = count_of(name, getattr(item, where))
                if times != wanted:
                    told = f"{name!r} stands {times} times, not {wanted}"
                    yield found(item, "T3.entities", f"{where} (options[{place}])", told)
