"""A leg replayed from a recorded world alone, and what happens when the record is not what it was."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from generators.legs import Candidate, world_pools
from schemas.errors import BenchwrightError, ReleaseError
from schemas.legs import Leg, Roadblock, RouteInfo
from solvers.legs.replay import replay
from worlds.recorder import record_world, with_decoys
from worlds.world import World, open_world


@pytest.fixture(scope="session")
def recorded(atlas: World, atlas_legs: list[Candidate], tmp_path_factory: pytest.TempPathFactory) -> World:
    folder: Path = tmp_path_factory.mktemp("recorded") / "world"
    gold = {step.request for made in atlas_legs for s in made.leg.stops if isinstance(s, Roadblock) for step in s.chain}
    calls = {call.request: call for made in atlas_legs for call in made.exchanges}
    decoys = with_decoys(atlas, [calls[request] for request in sorted(gold)], random.Random(1))
    every = {**calls, **{call.request: call for call in decoys}}
    titles = {title for made in atlas_legs for title in made.titles}
    record_world(folder, atlas, sorted(titles), every.values(), world_pools(atlas))
    return open_world(f"snapshot:{folder}")


def test_every_value_follows_again_from_the_record(recorded: World, atlas_legs: list[Candidate]) -> None:
    for made in atlas_legs:
        assert replay(made.leg, recorded) == tuple(stop.value for stop in made.leg.stops)


def edited(leg: Leg, index: int, **update: object) -> Leg:
    stops = list(leg.stops)
    stops[index] = stops[index].model_copy(update=update)
    return leg.model_copy(update={"stops": tuple(stops)})


def test_a_span_that_says_something_else_is_named(recorded: World, atlas_legs: list[Candidate]) -> None:
    leg = atlas_legs[0].leg
    stop = leg.stops[0]
    assert isinstance(stop, RouteInfo)
    moved = stop.evidence.model_copy(update={"start": stop.evidence.start + 1})
    with pytest.raises(ReleaseError, match=rf"{leg.id}: stops\[0\]"):
        replay(edited(leg, 0, evidence=moved), recorded)


def test_another_page_than_recorded_is_named(recorded: World, atlas_legs: list[Candidate]) -> None:
    leg = atlas_legs[0].leg
    stop = leg.stops[0]
    assert isinstance(stop, RouteInfo)
    with pytest.raises(ReleaseError, match="is not the one that the fact was taken from"):
        replay(edited(leg, 0, evidence=stop.evidence.model_copy(update={"digest": "0" * 64})), recorded)


def test_a_call_that_answers_something_else_is_named(recorded: World, atlas_legs: list[Candidate]) -> None:
    leg, stop = next((made.leg, s) for made in atlas_legs for s in made.leg.stops if isinstance(s, Roadblock))
    forged = stop.chain[0].model_copy(update={"response": "0" * 64})
    with pytest.raises(ReleaseError, match=rf"stops\[{stop.index}\]\.chain\[0\]"):
        replay(edited(leg, stop.index, chain=(forged, *stop.chain[1:])), recorded)


def test_a_page_that_was_not_recorded_is_named(recorded: World, zim_legs: list[Candidate]) -> None:
    with pytest.raises(BenchwrightError, match=zim_legs[0].leg.seed_title.split(" (")[0]):
        replay(zim_legs[0].leg, recorded)
