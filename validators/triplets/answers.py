"""T5: accepted answers are a normalised set that holds the choice and no other; the number has precision and unit."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from schemas.amounts import CURRENCIES
from schemas.findings import Finding
from schemas.triplets import Triplet
from validators.registry import rule
from validators.triplets.amounts import figures
from validators.triplets.context import ItemContext
from validators.triplets.exact import Rational
from validators.triplets.findings import found
from validators.triplets.names import is_normal, plain_form

__all__ = ["check_accepted", "check_amounts", "check_number"]


@rule("T5", "triplet")
def check_accepted(item: Triplet, context: ItemContext) -> Iterator[Finding]:
    """Accepted commonsense answers are normalised, sorted, hold the choice, and no other choice's answer."""
    accepted = item.answers_commonsense
    for answer in accepted:
        if not is_normal(answer):
            told = f"{answer!r} is compared as {plain_form(answer)!r}; the record holds that form"
            yield found(item, "T5.not-normalised", "answers_commonsense", told)
    if list(accepted) != sorted(set(accepted)):
        yield found(item, "T5.not-a-set", "answers_commonsense", "it is not sorted, or holds an answer twice")
    if context.right is None:
        return
    right = [plain_form(item.options[place].name) for place in context.right]
    if ", ".join(right) not in accepted:
        told = f"{', '.join(right)!r} is the choice and not accepted"
        yield found(item, "T5.choice-not-accepted", "answers_commonsense", told)
    names = [plain_form(option.name) for option in item.options]
    for size in range(1, len(names) + 1):
        for some in combinations(names, size):
            if sorted(some) != sorted(right) and {", ".join(some), ", ".join(sorted(some))} & set(accepted):
                told = f"{', '.join(some)!r} is another choice and accepted"
                yield found(item, "T5.wrong-choice-accepted", "answers_commonsense", told)
    others = {
        plain_form(alias) for option in item.options if option.name not in item.choice for alias in option.aliases
    }
    for answer in sorted(others & set(accepted)):
        told = f"{answer!r} names an option that is not chosen, and is accepted"
        yield found(item, "T5.wrong-choice-accepted", "answers_commonsense", told)


@rule("T5", "triplet")
def check_number(item: Triplet, _context: ItemContext) -> Iterator[Finding]:
    """The answer is exact at its precision, and its decimal string is the shortest one."""
    for place in ("answer_math",) if item.order == "maths-first" else ("answer_composition", "answer_math"):
        answer: str = getattr(item, place)
        if (Rational(answer) * 10**item.precision).q != 1:
            yield found(item, "T5.precision", place, f"{answer} has more than {item.precision} decimals")
        if "." in answer and answer.endswith("0"):
            yield found(item, "T5.trailing-zeros", place, f"{answer} ends in zeros; one number has one form")
    if item.answer_unit in CURRENCIES.values() and item.precision != 2:
        yield found(item, "T5.currency-precision", "precision", f"{item.answer_unit} are compared to the cent")


@rule("T5", "triplet")
def check_amounts(item: Triplet, _context: ItemContext) -> Iterator[Finding]:
    """Every recorded amount is what its own words say: value, unit and rate, with currency and percent written out."""
    amounts = [(f"options[{place}].amount", option.amount) for place, option in enumerate(item.options)]
    amounts.append(("given", item.given))
    amounts += [(f"amounts[{place}]", amount) for place, amount in enumerate(item.amounts)]
    for place, amount in amounts:
        if amount is None:
            continue
        read = figures(amount.text)
        stated = [(figure.value, figure.unit, figure.per) for figure in read.known]
        if read.unread or stated != [(Rational(amount.value), amount.unit, amount.per)]:
            told = f"{amount.text!r} does not say {amount.value} {amount.unit}" + (
                f" per {amount.per}" if amount.per else ""
            )
            yield found(item, "T5.amount-text", place, told)
