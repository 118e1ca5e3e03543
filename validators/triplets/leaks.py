"""T4: the composed question gives neither the choice nor the answer away."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.findings import Finding
from schemas.triplets import Triplet
from validators.registry import rule
from validators.triplets.amounts import worth
from validators.triplets.context import ItemContext
from validators.triplets.findings import found
from validators.triplets.names import count_of

__all__ = ["check_answer_unprinted", "check_choice_unnamed", "check_listing"]


@rule("T4", "triplet")
def check_choice_unnamed(item: Triplet, _context: ItemContext) -> Iterator[Finding]:
    """No option is named outside the listing, and the statement of the first step is in the second's question alone."""
    maths_first = item.order == "maths-first"
    for place in (
        "commonsense_step",
        "commonsense_ask",
        "maths_step",
        *(("statement", "maths_ask") if maths_first else ()),
    ):
        for option in item.options:
            if count_of(option.name, getattr(item.parts, place)):
                yield found(item, "T4.choice-named", f"parts.{place}", f"{option.name!r} is named beside the listing")
    for place in ("question_composition", "question_math" if maths_first else "question_commonsense"):
        if item.parts.statement in getattr(item, place):
            yield found(item, "T4.choice-stated", place, "it states what has to be found out")
    questions = (item.question_composition, item.question_commonsense, item.question_math)
    for number, option in enumerate(item.options):
        reasons = [option.why, *(member.why for member in option.members)]
        if any(reason in question for reason in reasons for question in questions):
            told = "the reason for a verdict stands in a question"
            yield found(item, "T4.reason-printed", f"options[{number}].why", told)


@rule("T4", "triplet")
def check_answer_unprinted(item: Triplet, context: ItemContext) -> Iterator[Finding]:
    """The answer is none of the numbers that the questions print."""
    for place, read in (("question_composition", context.composition), ("question_math", context.math)):
        if any(worth(figure.value, figure.unit) == context.gold for figure in read.known):
            yield found(item, "T4.answer-printed", place, f"the answer {item.number} stands in the text")


@rule("T4", "triplet")
def check_listing(item: Triplet, context: ItemContext) -> Iterator[Finding]:
    """The options are not listed by rank, nor with all chosen ones in front of or behind all others."""
    if item.structure == "take-ends":
        ranks = [option.rank or 0 for option in item.options]
        if ranks in (sorted(ranks), sorted(ranks, reverse=True)):
            yield found(item, "T4.ordered-by-rank", "options", "the options stand in the order that is asked for")
        return
    if context.right is None or len(context.right) < 2 or len(item.options) - len(context.right) < 2:
        return
    listing = "".join("x" if place in context.right else "." for place in range(len(item.options)))
    if ".x" not in listing or "x." not in listing:
        told = "all chosen options stand on one side of all others"
        yield found(item, "T4.ordered-by-answer", "options", told)
