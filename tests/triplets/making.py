"""What the tests of triplets share: releases from packaged templates, and ways to break a record."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from annotation.itemfile import read_item
from generators.triplets import LIBRARY, SplitCount, TripletConfig, candidate, load_template
from schemas.canonical import JSON, content_id, dump
from schemas.recipes import PROJECT_CANARY
from schemas.triplets import Template, Triplet

__all__ = ["MATHS_FIRST", "config_for", "edited", "item_of", "made", "maths_first", "one_a_cell", "remade"]

NAMES = (
    "afraid-of-heights cabin-without-power circuit-conductor evening-reading first-and-last-of-the-day "
    "fridge-unpacking group-transfer hand-wash-woollens magnet-tray melting-moulds "
    "microwave-bowls moving-crates quiet-nap-time rainy-commute-voucher redecorating-jobs "
    "seasick-client swim-before-breakfast temperature-probes toddler-presents vegetarian-team-lunch"
)


def config_for(count: int = 20, twins: int = 3) -> TripletConfig:
    return TripletConfig(canary=PROJECT_CANARY, splits=(SplitCount(split="test", count=count),), twins=twins)


@cache
def one_a_cell() -> tuple[Template, ...]:
    """One packaged template a cell, always the same ones, however many the library holds."""
    return tuple(load_template(LIBRARY / f"{name}.toml") for name in NAMES.split())


@cache
def made(seed: int, count: int = 20, twins: int = 3) -> tuple[Triplet, ...]:
    """The first attempt at every item of a test split, from one template a cell."""
    config = config_for(count, twins)
    return tuple(candidate(config, seed, "test", index, 0, one_a_cell()) for index in range(count))


MATHS_FIRST = tuple(sorted(Path(__file__).with_name("maths_first").glob("*.toml")))
"""Maths-first items written by hand for the tests, as the texts that an author edits."""


@cache
def maths_first() -> tuple[Triplet, ...]:
    """The same as triplets, by the names of their files."""
    found = [read_item(path.read_text(encoding="utf-8")) for path in MATHS_FIRST]
    return tuple(read.triplet for read in found if read.triplet is not None and read.sound)


def item_of(template: str, seed: int = 5) -> Triplet:
    """An instance of a packaged template, or the maths-first item of that name."""
    written = [item for item in maths_first() if item.template == template]
    return written[0] if written else next(item for item in made(seed) if item.template == template)


def edited(item: Triplet, *edits: tuple[str, JSON], keep_id: bool = False) -> Triplet:
    """The item with some values replaced, each named by a path like `options.0.amount.value`, and its own id again."""
    values = dump(item)
    for path, value in edits:
        *above, last = path.split(".")
        place: JSON = values
        for part in above:
            place = place[int(part)] if isinstance(place, list) else place[part]  # type: ignore[index]
        place[int(last) if isinstance(place, list) else last] = value  # type: ignore[index]
    return remade(values, keep_id=keep_id)


def remade(values: dict[str, JSON], *, keep_id: bool = False) -> Triplet:
    """A triplet from plain values, with the id of its content."""
    item = Triplet.model_validate_json(json.dumps(values))
    return item if keep_id else item.model_copy(update={"id": content_id("triplet", item)})
