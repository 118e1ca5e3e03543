"""Triplets that people accepted, taken from a review's ledger, with what a release says of the review."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from annotation.agreement import Agreement, Estimate, agreement
from annotation.review import replayed
from annotation.state import Item, State
from schemas.canonical import content_id
from schemas.errors import InputError
from schemas.legs import Split
from schemas.recipes import Recipe, TripletBatch
from schemas.reviews import AgreementFigures, Figure, ReviewedItem, ReviewRecord
from schemas.triplets import Triplet
from solvers.splits.divide import SplitItem, divide

__all__ = ["Taken", "pinned_head", "review_record", "reviewed_triplet", "taken"]

OPEN = frozenset({"checks", "solves", "comparison", "feedback", "final-check"})
"""Where an item stands while it is still in review."""


class Taken(NamedTuple):
    """The item of a review, in the version that comes into a release."""

    item: str
    version: int

    def __str__(self) -> str:
        return f"{self.item}.v{self.version}"


def pinned_head(ledger: Path) -> str:
    """The digest of the ledger's last event as it stands now. Raises ReleaseError when the ledger was tampered with."""
    return replayed(ledger).head


@lru_cache(maxsize=4)
def taken(recipe: Recipe) -> Mapping[tuple[Split, int], Taken]:
    """What comes into the release, by split and index.

    Cells and structures are even in both splits and twins stay together. Raises InputError when the review hasn't
    enough items, or when they can't be divided so.
    """
    asked, state = _batch(recipe), _state(recipe)
    held = [item for item in state.items.values() if _status(item, asked) is not None]
    sizes: dict[Split, int] = {"dev": asked.dev, "test": asked.test}
    if sum(sizes.values()) > len(held):
        kind = "accepted or in review" if asked.unreviewed else "accepted"
        raise InputError(
            f"{asked.ledger}: {len(held)} items are {kind}, and the recipe {recipe.name} asks for {asked.dev} dev and "
            f"{asked.test} test: ask for fewer, or have more accepted (`triplets review board` shows what is missing)"
        )
    divided = divide([_split_item(item) for item in held], sizes, recipe.seed)
    slots: dict[tuple[Split, int], Taken] = {}
    used: dict[Split, int] = {"dev": 0, "test": 0}
    for item in held:
        split = divided.splits.get(item.id)
        if split is not None:
            slots[split, used[split]] = Taken(item.id, item.now.number)
            used[split] += 1
    return MappingProxyType(dict(sorted(slots.items())))


def reviewed_triplet(recipe: Recipe, split: Split, index: int) -> Triplet:
    """The triplet of one place of the release: as it was written, with the release's split and canary."""
    held = _state(recipe).items[taken(recipe)[split, index].item]
    status = _status(held, _batch(recipe))
    changed = {"split": split, "canary": recipe.canary, "status": status}
    triplet = held.now.submitted.triplet.model_copy(update=changed)
    return triplet.model_copy(update={"id": content_id("triplet", triplet)})


def review_record(recipe: Recipe) -> ReviewRecord:
    """What the release says of the review. Raises InputError when the extra `review` is not installed."""
    state = _state(recipe)
    items = list(state.items.values())
    return ReviewRecord(
        format="benchwright-review-1",
        canary=recipe.canary,
        head=state.head,
        events=state.seq,
        reviewers=state.reviewers,
        submitted=len(items),
        rewritten=sum(item.now.number > 1 for item in items),
        adjudicated=sum(version.adjudicated is not None for item in items for version in item.versions),
        items=tuple(_reviewed_items(recipe)),
        agreement=tuple(_figures(row) for row in agreement(state, recipe.seed)),
    )


def _batch(recipe: Recipe) -> TripletBatch:
    if recipe.triplets is None or recipe.triplets.ledger is None:
        raise InputError(f"the recipe {recipe.name} names no ledger")
    return recipe.triplets


@lru_cache(maxsize=4)
def _state(recipe: Recipe) -> State:
    """The review as it stood at the recipe's event: what was written since changes nothing."""
    asked = _batch(recipe)
    return replayed(Path(asked.ledger or ""), asked.head)


def _status(item: Item, asked: TripletBatch) -> str | None:
    """The status with which an item comes into a release, or None where it doesn't."""
    if item.now.phase == "accepted":
        return "accepted"
    return "draft" if asked.unreviewed and item.now.phase in OPEN else None


def _split_item(item: Item) -> SplitItem:
    triplet = item.now.submitted.triplet
    structure = triplet.structure if triplet.order == "commonsense-first" else f"{triplet.structure}, maths first"
    return SplitItem(item.id, (triplet.scenario, triplet.operation), structure, triplet.template)


def _reviewed_items(recipe: Recipe) -> Iterator[ReviewedItem]:
    for (split, index), one in taken(recipe).items():
        triplet = reviewed_triplet(recipe, split, index)
        yield ReviewedItem(id=triplet.id, item=one.item, version=one.version, status=triplet.status)


def _figures(row: Agreement) -> AgreementFigures:
    return AgreementFigures(
        question=row.question, units=row.units, alpha=_figure(row.alpha), ac1=_figure(row.ac1), raw=_figure(row.raw)
    )


def _figure(one: Estimate) -> Figure:
    return Figure(value=_decimal(one.value), low=_decimal(one.low), high=_decimal(one.high))


def _decimal(value: float | None) -> str | None:
    return None if value is None else f"{value:.3f}".replace("-0.000", "0.000")
