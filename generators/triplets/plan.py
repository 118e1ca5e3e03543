"""Which template each item of a release is an instance of, and where its chosen options stand."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, cycle, islice
from typing import NamedTuple

from generators.triplets.config import Cell, SplitCount, TripletConfig, cells
from generators.triplets.library import load_library
from generators.triplets.positions import deal
from schemas.errors import InputError
from schemas.randomness import stream
from schemas.triplets import Split, Template

__all__ = ["Plan", "Slot", "packaged_plan", "plan"]


class Slot(NamedTuple):
    """One item to make: its template, and the positions of the chosen options in ascending order."""

    template: Template
    places: tuple[int, ...]


class Dealt(NamedTuple):
    """The slots of one cell in order, packed: for each, where its template and its positions are listed."""

    templates: tuple[Template, ...]
    places: tuple[tuple[int, ...], ...]
    template_of: array[int]
    places_of: array[int]


class Plan:
    """The slot of every (split, index) of a release, some bytes each."""

    def __init__(self, splits: Sequence[SplitCount], cells_in_turn: Sequence[Dealt]) -> None:
        self._counts = {part.split: part.count for part in splits}
        self._offsets = _offsets(splits)
        self._cells = tuple(cells_in_turn)

    def get(self, split: Split, index: int) -> Slot | None:
        """The slot, or None for an item that isn't asked for."""
        if not 0 <= index < self._counts.get(split, 0):
            return None
        turn, place = divmod(self._offsets[split] + index, len(self._cells))
        cell = self._cells[place]
        return Slot(cell.templates[cell.template_of[turn]], cell.places[cell.places_of[turn]])


@lru_cache(maxsize=8)
def plan(config: TripletConfig, seed: int, library: tuple[Template, ...]) -> Plan:
    """The plan of a release.

    Cells come in turn, so that within a split and over the release their counts differ by at most one. Templates
    of a cell are shared out between the splits, so that twins are never separated, and take turns within one.
    Raises InputError when the templates of a cell don't suffice.
    """
    order = list(cells())
    stream(seed, "triplet", "cells").shuffle(order)
    offsets = _offsets(config.splits)
    dealt: list[Dealt] = []
    for place, cell in enumerate(order):
        mine = {
            part.split: len(range((place - offsets[part.split]) % len(order), part.count, len(order)))
            for part in config.splits
        }
        templates = _templates_in_turn(config, seed, cell, library, Counter(mine))
        rng = stream(seed, "triplet", *cell, "positions")
        dealt.append(_packed(templates, deal(rng, [template.selection for template in templates])))
    return Plan(config.splits, dealt)


@lru_cache(maxsize=8)
def packaged_plan(config: TripletConfig, seed: int) -> Plan:
    """The plan of a release of packaged templates, found again without comparing them all."""
    return plan(config, seed, load_library())


def _offsets(splits: Sequence[SplitCount]) -> dict[Split, int]:
    """How many items stand before each split's first."""
    before = accumulate((part.count for part in splits), initial=0)
    return {part.split: offset for part, offset in zip(splits, before, strict=False)}


def _packed(templates: Sequence[Template], places: Sequence[tuple[int, ...]]) -> Dealt:
    known = {template.name: template for template in templates}
    numbers = {name: number for number, name in enumerate(known)}
    sorts = {where: number for number, where in enumerate(dict.fromkeys(places))}
    return Dealt(
        tuple(known.values()),
        tuple(sorts),
        array("H", [numbers[template.name] for template in templates]),
        array("H", [sorts[where] for where in places]),
    )


def _templates_in_turn(
    config: TripletConfig, seed: int, cell: Cell, library: Sequence[Template], wanted: Counter[Split]
) -> list[Template]:
    """The template of each item of a cell, split after split."""
    own = [template for template in library if (template.scenario, template.operation) == cell]
    stream(seed, "triplet", *cell, "templates").shuffle(own)
    shares = _share(len(own), wanted, config, cell)
    chosen: list[Template] = []
    for part in config.splits:
        pool, own = own[: shares[part.split]], own[shares[part.split] :]
        chosen += islice(cycle(pool), wanted[part.split])
    return chosen


def _share(available: int, wanted: Counter[Split], config: TripletConfig, cell: Cell) -> Counter[Split]:
    """How many templates of a cell each split gets: enough for the cap on twins, what is left where it helps most."""
    shares = Counter({split: -(-count // config.twins) for split, count in wanted.items()})
    if shares.total() > available:
        raise InputError(
            f"{' / '.join(cell)}: {_told(config.splits)} take {shares.total()} templates of this cell at "
            f"{config.twins} instances each, and there are {available}: ask for fewer items, or for one split"
        )
    for _ in range(available - shares.total()):
        needy = [part.split for part in config.splits if shares[part.split] < wanted[part.split]]
        if needy:
            shares[max(needy, key=lambda split: wanted[split] / shares[split])] += 1
    return shares


def _told(splits: Sequence[SplitCount]) -> str:
    return " and ".join(f"{part.count} {part.split} items" for part in splits)
