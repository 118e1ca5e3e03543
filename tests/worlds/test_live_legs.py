"""Legs of every level, made from a real MediaWiki and live tools, are replayed with all of them gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.legs_coverage import legs_in
from bench.live_legs import CELLS, recipe
from tests.releases.building import run
from tests.worlds.mediawiki import MediaWiki
from tests.worlds.wikibackends import made_up_backends, write_settings
from tests.worlds.wikiproxy import proxied
from worlds.world import open_world


@pytest.fixture(scope="module")
def made(mediawiki: MediaWiki, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release with a leg of each level and variant."""
    tmp = tmp_path_factory.mktemp("legs")
    (tmp / "recipe.toml").write_text(recipe(1, 4), encoding="utf-8")
    with proxied(mediawiki) as proxy, made_up_backends() as backends:
        environment = {
            "BENCHWRIGHT_CONTACT": "operator@benchwright.test",
            "BENCHWRIGHT_LIVE": str(write_settings(tmp / "live.toml", backends, tmp / "cache")),
        }
        words = ("build", tmp / "recipe.toml", "--world", f"live:{proxy.api}", "--workers", "1", "-o", tmp / "out")
        done = run(*words, **environment)
        assert done.returncode == 0, done.stderr
    return tmp / "out"


def test_legs_of_a_live_world_are_replayed_offline(made: Path) -> None:
    legs = legs_in(made)
    assert sorted((leg.level, leg.variant) for leg in legs) == sorted(CELLS)
    assert all(leg.world.fictional and "oldid=" in leg.seed_url for leg in legs)
    replayed = run("replay", made)
    assert replayed.returncode == 0, replayed.stderr
    world = open_world(f"snapshot:{made / 'world'}")
    assert world.source.startswith("live:http://127.0.0.1:")
