"""The atlas's tools say what its tables say, and a world comes back whole in a worker process."""

from __future__ import annotations

import pickle
import random
from decimal import Decimal
from pathlib import Path

import airportsdata
import pytest

from schemas.values import CoordsValue, NumberValue, TextValue
from tests.worlds.zimfiles import article, write_zim
from worlds.tools.calls import ToolRefusal, make_arguments
from worlds.world import World, open_world

ABILITIES = (
    "countries_area",
    "countries_population",
    "maps_distance_matrix:great_circle",
    "maps_elevation",
    "maps_geocode",
    "python_execute_code:convert",
    "python_execute_code:days_between",
)


def text(value: str) -> TextValue:
    return TextValue(type="text", value=value)


@pytest.fixture(scope="module")
def atlas() -> World:
    return open_world("atlas")


def test_worlds_can_what_their_pages_allow(atlas: World, tmp_path: Path) -> None:
    assert atlas.tools.abilities == ABILITIES
    zim = open_world(f"zim:{write_zim(tmp_path / 'w.zim', {'Page': article('x')})}")
    assert zim.tools.abilities == tuple(ability for ability in ABILITIES if not ability.startswith("maps_"))
    assert not atlas.fictional
    assert not zim.fictional


def test_an_airports_place_and_elevation_are_those_of_its_table(atlas: World) -> None:
    row = airportsdata.load("IATA")["LHR"]
    point = atlas.tools.call("maps_geocode", make_arguments(address=text("London Heathrow Airport"))).result
    assert isinstance(point, CoordsValue)
    assert (float(point.lat), float(point.lon)) == (row["lat"], row["lon"])
    call = atlas.tools.call("maps_elevation", make_arguments(location=point))
    assert isinstance(call.result, NumberValue)
    assert Decimal(call.result.value) == Decimal(repr(row["elevation"])) * Decimal("0.3048")
    assert call.result.error == "0.1524"
    assert "airportsdata" in call.provider
    assert call.volatility == "frozen"


@pytest.mark.parametrize("name", ["France", "Europe", "LHR", "london heathrow airport", "Heathrow", "Nowhere"])
def test_what_is_no_place_of_exactly_that_name_has_no_point(atlas: World, name: str) -> None:
    with pytest.raises(ToolRefusal) as caught:
        atlas.tools.call("maps_geocode", make_arguments(address=text(name)))
    assert caught.value.reason == "unknown-place"


def test_every_ability_of_the_atlas_has_ten_decoys(atlas: World) -> None:
    for ability in ABILITIES:
        tool, _, _ = ability.partition(":")
        decoys = atlas.tools.decoys(tool, random.Random(3), 10, [])
        assert len(set(decoys)) == 10
        for arguments in decoys:
            assert atlas.tools.call(tool, arguments).tool == tool


def test_a_world_is_opened_again_in_another_process(atlas: World, tmp_path: Path) -> None:
    zim = open_world(f"zim:{write_zim(tmp_path / 'w.zim', {'Page': article('x')})}")
    for world in (atlas, zim):
        again = pickle.loads(pickle.dumps(world))  # noqa: S301
        assert (again.spec, again.digest, again.version) == (world.spec, world.digest, world.version)
        assert again.pages.titles() == world.pages.titles()
