"""T2: the choice is the one that the verdicts make, and no other choice leads to the answer."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.findings import Finding
from schemas.triplets import PLAUSIBLE_SHARE, Luck, Triplet
from validators.registry import rule
from validators.triplets.context import ItemContext, of_order
from validators.triplets.exact import Rational
from validators.triplets.findings import found
from validators.triplets.reckoning import choice_value, rival_choices

__all__ = ["check_choice", "check_luck"]


@rule("T2", "triplet")
def check_choice(item: Triplet, context: ItemContext) -> Iterator[Finding]:
    """Every option has a verdict, the choice is what the verdicts say, and something is left unchosen."""
    ranked = item.structure == "take-ends"
    grouped = item.structure == "group"
    for place, option in enumerate(item.options):
        if (option.rank is not None) != ranked or (option.fits is None) != ranked or bool(option.members) != grouped:
            told = f"{option.name!r} doesn't carry the verdict that {item.structure} needs"
            yield found(item, "T2.no-verdict", f"options[{place}]", told)
        if grouped and option.fits != all(member.fits for member in option.members):
            told = f"{option.name!r} is judged otherwise than the things in it"
            yield found(item, "T2.verdicts", f"options[{place}].fits", told)
    if context.right is None:
        yield found(item, "T2.unknown-option", "choice", "it names something that is not exactly one of the options")
        return
    if ranked:
        places = sorted(range(len(item.options)), key=lambda place: item.options[place].rank or 0)
        ranks = [item.options[place].rank for place in places]
        clear = ranks[0] != ranks[1] and ranks[-1] != ranks[-2]
        wanted: tuple[int, ...] | None = (places[-1], places[0]) if clear else None
    else:
        wanted = tuple(place for place, option in enumerate(item.options) if option.fits)
        if item.structure in {"pick-one", "group"} and len(wanted) != 1:
            wanted = None
    if wanted is None or wanted != context.right:
        told = "no clear choice" if wanted is None else ", ".join(item.options[place].name for place in wanted)
        yield found(item, "T2.verdicts", "choice", f"the verdicts give {told or 'nothing'}, the choice is another")
    if len(context.right) >= len(item.options):
        yield found(item, "T2.no-alternative", "options", "every option is chosen; there is nothing to choose")


@rule("T2", "triplet")
@of_order("commonsense-first")
def check_luck(item: Triplet, context: ItemContext) -> Iterator[Finding]:
    """No wrong choice gives the answer within the scorer's rounding, many give a number as good; both are counted."""
    if context.right is None:
        return
    step = Rational(1, 10**item.precision)
    step = step / 100 if item.answer_unit == "percent" else step
    lucky: list[tuple[int, ...]] = []
    choices, plausible = 1, 0
    for choice in rival_choices(item, context.right):
        choices += 1
        value = choice_value(item, choice, context.numbers, context.given)
        if value is None:
            continue
        if abs(value - context.gold) < step:
            lucky.append(choice)
        plausible += bool(value > 0 and (value / step).q == 1)
    for choice in lucky:
        names = ", ".join(item.options[place].name for place in choice)
        yield found(item, "T2.lucky-choice", "options", f"choosing {names} gives the answer too")
    if plausible * PLAUSIBLE_SHARE.denominator < (choices - 1) * PLAUSIBLE_SHARE.numerator:
        told = f"only {plausible} of {choices - 1} wrong choices give an exact positive number: the sum tells it"
        yield found(item, "T2.tell-tale", "options", told)
    if item.luck != Luck(choices=choices, lucky=len(lucky), plausible=plausible):
        told = f"counted {choices} choices, {len(lucky)} lucky, {plausible} plausible"
        yield found(item, "T2.luck-count", "luck", f"the record counts otherwise: {told}")
