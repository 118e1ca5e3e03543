"""Recording the world that a release's items rest on, so that they can be checked and replayed without it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from releases.work import Made
from schemas.base import parse_record
from schemas.files import read_bytes, read_jsonl
from schemas.randomness import stream
from schemas.recipes import Recipe
from schemas.values import Value
from schemas.worlds import Exchange, LicenceRecord, WorldRecord
from worlds.record import CALLS, WORLD
from worlds.recorder import record_world, with_decoys, with_neighbours
from worlds.world import World, open_world

__all__ = ["licences", "opened", "record"]


@lru_cache(maxsize=2)
def opened(spec: str) -> World:
    """The world of a spec, opened once a process: what is read of it is kept. A build clears this first."""
    return open_world(spec)


def record(
    folder: Path, recipe: Recipe, world: World, items: Iterable[Made], pools: Mapping[str, tuple[Value, ...]]
) -> WorldRecord:
    """Write the pages and calls of these items into a folder, with the neighbours and decoys that the recipe bounds."""
    visited: set[str] = set()
    pages: set[str] = set()
    gold: dict[str, Exchange] = {}
    trials: dict[str, Exchange] = {}
    for made in items:
        visited.update(made.visited)
        pages.update(made.pages)
        gold.update(_calls(made.calls))
        trials.update(_calls(made.trials))
    pages.update(with_neighbours(world, sorted(visited), recipe.neighbours))
    ordered = [gold[request] for request in sorted(gold)]
    decoys = with_decoys(world, ordered, stream(recipe.seed, "world", "decoys"), recipe.decoys)
    every = {**trials, **{call.request: call for call in decoys}}
    return record_world(folder, world, sorted(pages), every.values(), pools)


def _calls(texts: Iterable[str]) -> Iterator[tuple[str, Exchange]]:
    for text in texts:
        call = parse_record(Exchange, text, "a recorded call")
        yield call.request, call


def licences(folder: Path) -> tuple[tuple[str, LicenceRecord], ...]:
    """What a recorded world's pages and answers may be used for: each source once, sorted by name."""
    world = parse_record(WorldRecord, read_bytes(folder / WORLD), str(folder / WORLD))
    found = {f"pages of {world.source}": world.licence}
    for number, line in read_jsonl(folder / CALLS):
        plain = json.loads(line)
        if plain["outcome"] == "answered":
            call = parse_record(Exchange, line, f"{folder / CALLS}: line {number}")
            found[f"answers of {call.provider}"] = call.licence
    return tuple(sorted(found.items()))
