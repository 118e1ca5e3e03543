"""Which template each item of a release is an instance of, and where its chosen options stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from generators.triplets.config import Cell, SplitCount, TripletConfig, cells
from generators.triplets.positions import deal
from schemas.errors import InputError
from schemas.randomness import stream
from schemas.triplets import Split, Template

__all__ = ["Slot", "plan"]


class Slot(NamedTuple):
    """One item to make: its template, and the positions of the chosen options in ascending order."""

    template: Template
    places: tuple[int, ...]


@lru_cache(maxsize=8)
def plan(config: TripletConfig, seed: int, library: tuple[Template, ...]) -> Mapping[tuple[Split, int], Slot]:
    """The slot of every (split, index).

    Cells come in turn, so that within a split and over the release their counts differ by at most one. Templates
    of a cell are shared out between the splits, so that twins are never separated, and take turns within one.
    Raises InputError when the templates of a cell don't suffice.
    """
    order = list(cells())
    stream(seed, "triplet", "cells").shuffle(order)
    turns = [(part.split, index) for part in config.splits for index in range(part.count)]
    slots: dict[tuple[Split, int], Slot] = {}
    for place, cell in enumerate(order):
        mine = turns[place :: len(order)]
        if not mine:
            continue
        templates = _templates_in_turn(config, seed, cell, library, mine)
        rng = stream(seed, "triplet", *cell, "positions")
        places = deal(rng, [template.selection for template in templates])
        for turn, template, dealt in zip(mine, templates, places, strict=True):
            slots[turn] = Slot(template, dealt)
    return MappingProxyType(slots)


def _templates_in_turn(
    config: TripletConfig, seed: int, cell: Cell, library: Sequence[Template], turns: Sequence[tuple[Split, int]]
) -> list[Template]:
    own = [template for template in library if (template.scenario, template.operation) == cell]
    stream(seed, "triplet", *cell, "templates").shuffle(own)
    wanted = Counter(split for split, _ in turns)
    shares = _share(len(own), wanted, config, cell)
    pools: dict[Split, list[Template]] = {}
    for part in config.splits:
        pools[part.split], own = own[: shares[part.split]], own[shares[part.split] :]
    used: Counter[Split] = Counter()
    chosen: list[Template] = []
    for split, _ in turns:
        pool = pools[split]
        chosen.append(pool[used[split] % len(pool)])
        used[split] += 1
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
