"""Recording the world that a release's items rest on, so that they can be checked and replayed without it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from releases.licences import Source
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

__all__ = ["Needed", "opened", "sources"]


@lru_cache(maxsize=2)
def opened(spec: str) -> World:
    """The world of a spec, opened once a process: what is read of it is kept. A build clears this first."""
    return open_world(spec)


class Needed:
    """What the items admitted so far need of their world."""

    def __init__(self) -> None:
        self._visited: set[str] = set()
        self._pages: set[str] = set()
        self._gold: dict[str, str] = {}
        self._trials: dict[str, str] = {}

    def add(self, made: Made) -> None:
        """Count an item's pages and calls in."""
        self._visited.update(made.visited)
        self._pages.update(made.pages)
        self._gold.update((_request(text), text) for text in made.calls)
        self._trials.update((_request(text), text) for text in made.trials)

    def record(self, folder: Path, recipe: Recipe, world: World, pools: Mapping[str, tuple[Value, ...]]) -> WorldRecord:
        """Write pages and calls into a folder, with the neighbours and decoys that the recipe bounds."""
        pages = self._pages | set(with_neighbours(world, sorted(self._visited), recipe.neighbours))
        ordered = [_call(self._gold[request]) for request in sorted(self._gold)]
        decoys = with_decoys(world, ordered, stream(recipe.seed, "world", "decoys"), recipe.decoys)
        every = {request: _call(text) for request, text in self._trials.items()}
        every.update((call.request, call) for call in decoys)
        return record_world(folder, world, sorted(pages), every.values(), pools)


def _call(text: str) -> Exchange:
    return parse_record(Exchange, text, "a recorded call")


def _request(text: str) -> str:
    return str(json.loads(text)["request"])


def sources(folder: Path) -> tuple[Source, ...]:
    """What a recorded world's pages and answers may be used for: the pages first, then each provider by name."""
    world = parse_record(WorldRecord, read_bytes(folder / WORLD), str(folder / WORLD))
    found: dict[str, LicenceRecord] = {}
    for number, line in read_jsonl(folder / CALLS):
        if json.loads(line)["outcome"] == "answered":
            call = parse_record(Exchange, line, f"{folder / CALLS}: line {number}")
            found[f"answers of {call.provider}"] = call.licence
    answers = (Source(name, licence) for name, licence in sorted(found.items()))
    return (Source(f"pages of {world.source}", world.licence), *answers)
