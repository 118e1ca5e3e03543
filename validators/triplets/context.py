"""What the checks of triplets are run against: the figures of an item's texts, and what a release promises."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import wraps
from typing import NamedTuple, TypeAlias

from schemas.findings import Finding
from schemas.triplets import TWINS, Order, Triplet
from validators.triplets.amounts import Figures, counted, figures
from validators.triplets.exact import Rational
from validators.triplets.tally import Tally, tally

__all__ = ["ItemContext", "ReleaseContext", "item_context", "of_order"]


class ItemContext(NamedTuple):
    """An item's texts as read, and its recorded numbers as exact rationals.

    `numbers` are the options', `given` those of the maths step. `gold` is what the arithmetic
    gives. `right` are the places of the options that `choice` names, in its order; None when a name is no option's, or
    several options'.
    """

    composition: Figures
    commonsense: Figures
    math: Figures
    numbers: tuple[Rational, ...]
    given: tuple[Rational, ...]
    gold: Rational
    right: tuple[int, ...] | None


class ReleaseContext(NamedTuple):
    """What the items of a release are held to: the cap on twins, and the earlier items they must differ from.

    `tally` has their counts, where they were counted while they were checked one by one.
    """

    twins: int = TWINS
    earlier: tuple[Triplet, ...] = ()
    tally: Tally | None = None

    def counts(self, items: Collection[Triplet]) -> Tally:
        """The counts of the release's items."""
        return tally(items) if self.tally is None else self.tally


def item_context(item: Triplet) -> ItemContext:
    """Everything the item checks share, read from the record alone."""
    names = [option.name for option in item.options]
    clear = all(names.count(name) == 1 for name in item.choice)
    gold = Rational(item.number)
    return ItemContext(
        composition=figures(item.question_composition),
        commonsense=figures(item.question_commonsense),
        math=figures(item.question_math),
        numbers=tuple(counted(option.amount) for option in item.options if option.amount is not None),
        given=tuple(counted(amount) for amount in item.stated),
        gold=gold / 100 if item.answer_unit == "percent" else gold,
        right=tuple(names.index(name) for name in item.choice) if clear else None,
    )


Check: TypeAlias = Callable[[Triplet, ItemContext], Iterator[Finding]]


def of_order(order: Order) -> Callable[[Check], Check]:
    """Keep a check to the items of one order."""

    def narrow(check: Check) -> Check:
        @wraps(check)
        def narrowed(item: Triplet, context: ItemContext) -> Iterator[Finding]:
            return check(item, context) if item.order == order else iter(())

        return narrowed

    return narrow
