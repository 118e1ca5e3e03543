"""Legs as the generator makes them pass every validator, and hardly any change to a leg goes unseen."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import ValidationError

from generators.legs import Candidate, world_pools
from schemas.canonical import JSON, canonical_bytes, content_id, dump
from schemas.findings import Finding
from schemas.legs import Leg
from validators.legs import LegContext, check_leg, check_legs
from worlds.recorder import record_world
from worlds.world import World

Path_ = tuple[str | int, ...]


def context_of(world: World, legs: list[Candidate], folder: Path) -> LegContext:
    """The validators' view of a world recorded for these legs."""
    calls = {call.request: call for made in legs for call in made.exchanges}
    record_world(folder, world, sorted({t for made in legs for t in made.titles}), calls.values(), world_pools(world))
    return LegContext.load(folder)


@pytest.fixture(scope="module")
def atlas_context(atlas: World, atlas_legs: list[Candidate], tmp_path_factory: pytest.TempPathFactory) -> LegContext:
    return context_of(atlas, atlas_legs, tmp_path_factory.mktemp("atlas"))


def serious(findings: Iterator[Finding]) -> list[str]:
    return [f"{one.code} {one.item} {one.place}: {one.message}" for one in findings if one.severity != "note"]


def test_legs_of_the_atlas_pass(atlas_legs: list[Candidate], atlas_context: LegContext) -> None:
    assert serious(check_legs([made.leg for made in atlas_legs], atlas_context)) == []


def test_legs_of_real_pages_pass(zim: World, zim_legs: list[Candidate], tmp_path: Path) -> None:
    assert serious(check_legs([made.leg for made in zim_legs], context_of(zim, zim_legs, tmp_path))) == []


def leaves(value: JSON, path: Path_ = ()) -> Iterator[tuple[Path_, JSON]]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield from leaves(each, (*path, key))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from leaves(each, (*path, index))
    else:
        yield path, value


def others(value: JSON) -> list[JSON]:
    """Values to put in place of a leaf, the first that the schema takes being the one that counts."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    if not isinstance(value, str):
        return [0]
    if re.fullmatch(r"[0-9a-f]{64}", value):
        return ["0" * 64]
    if re.fullmatch(r"-?\d+(\.\d+)?", value):
        return [str(int(float(value)) + 11)]
    return [each for each in (f"{value}x", value[:-1], "sum", "nearest", "value.year", "slow") if each != value]


def changed(plain: dict[str, JSON], path: Path_, value: JSON) -> Leg | None:
    """The leg with another value at a path, under the id of its new content; None where the schema refuses it."""
    copy = json.loads(json.dumps(plain))
    here = copy
    for step in path[:-1]:
        here = here[step]
    here[path[-1]] = value
    try:
        return Leg.model_validate_json(canonical_bytes({**copy, "id": content_id("leg", copy)}))
    except ValidationError:
        return None


OPEN = {"canary", "id", "level", "split", "trials"}
"""Keys that no world decides: another value is another leg's, not a false one, and so is another number of trials."""


def test_hardly_any_change_to_a_leg_goes_unseen(atlas_legs: list[Candidate], atlas_context: LegContext) -> None:
    leg = next(made.leg for made in atlas_legs if made.leg.variant == "compositional")
    plain = dump(leg)
    tried, unseen = 0, []
    for path, value in leaves(plain):
        mutant = next(filter(None, (changed(plain, path, other) for other in others(value))), None)
        if mutant is None or path[0] in OPEN:
            continue
        tried += 1
        if not serious(check_leg(mutant, atlas_context)):
            unseen.append(path)
    assert tried > 100
    assert unseen == []
