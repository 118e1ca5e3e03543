"""Legs made once for all tests: a few of each variant in the atlas, and some in the real ZIM where it is at hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from generators.legs import Candidate, candidate, config_for
from generators.rejection import Rejected
from releases.recording import opened
from schemas.legs import Variant
from worlds.world import World, open_world

CANARY = "00000000-0000-4000-8000-000000000000"
ZIM = Path(__file__).resolve().parents[2].parent / "shared/data/wikipedia_en_ray_charles_2015-06.zim"


def make(world: World, variant: Variant, count: int, seed: int) -> list[Candidate]:
    """Legs of the first `count` indices, each by its first attempt that succeeds."""
    made: list[Candidate] = []
    for index in range(count):
        for attempt in range(400):
            try:
                made.append(candidate(config_for("easy", variant), world, seed, "test", index, attempt, CANARY))
                break
            except Rejected:
                continue
    assert len(made) == count
    return made


@pytest.fixture(scope="session")
def atlas() -> World:
    return opened("atlas")


@pytest.fixture(scope="session")
def atlas_legs(atlas: World) -> list[Candidate]:
    return make(atlas, "sequential", 4, 11) + make(atlas, "compositional", 4, 11)


@pytest.fixture(scope="session")
def zim() -> World:
    if not ZIM.is_file():
        pytest.skip("the shared folder with the real ZIM isn't beside this checkout")
    return open_world(f"zim:{ZIM}")


@pytest.fixture(scope="session")
def zim_legs(zim: World) -> list[Candidate]:
    return make(zim, "sequential", 10, 5)
