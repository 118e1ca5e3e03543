"""Legs made in a live world, from a real MediaWiki and live tools, are replayed with all of them gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from schemas.legs import Leg
from tests.releases.building import run
from tests.worlds.mediawiki import MediaWiki
from tests.worlds.wikibackends import made_up_backends, write_settings
from tests.worlds.wikiproxy import proxied
from worlds.world import open_world

KNOBS = "count=30,length=200,links=3,facts=1"


@pytest.fixture(scope="module")
def made(mediawiki: MediaWiki, tmp_path_factory: pytest.TempPathFactory) -> Path:
    tmp = tmp_path_factory.mktemp("legs")
    with proxied(mediawiki) as proxy, made_up_backends() as backends:
        environment = {
            "BENCHWRIGHT_CONTACT": "operator@benchwright.test",
            "BENCHWRIGHT_LIVE": str(write_settings(tmp / "live.toml", backends, tmp / "cache")),
        }
        words = ("legs", "generate", "--source", "live", "--api", proxy.api, "--count", "2", "--seed", "4",
                 "--seed-pages", KNOBS)  # fmt: skip
        done = run(*words, "--workers", "1", "-o", tmp / "out", **environment)
        assert done.returncode == 0, done.stderr
    return tmp / "out"


def test_legs_of_a_live_world_are_replayed_offline(made: Path) -> None:
    legs = [Leg.model_validate_json(line) for line in (made / "legs.jsonl").read_bytes().splitlines()]
    assert len(legs) == 2
    assert all(leg.world.fictional and "oldid=" in leg.seed_url for leg in legs)
    replayed = run("replay", made)
    assert replayed.returncode == 0, replayed.stderr
    world = open_world(f"snapshot:{made / 'world'}")
    assert world.source.startswith("live:http://127.0.0.1:")
