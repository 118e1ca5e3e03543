"""The live toolbox: every tool in one registry, backends by choice, decoys from a bounded list, errors that hold."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from schemas.errors import InputError, RemoteError
from schemas.worlds import ToolName
from tests.worlds.backends.server import Backends
from tests.worlds.backends.toolbox import GOOD, ZURICH, all_backends, config_for, coords, text, toolbox
from worlds.net.identity import CONTACT_VARIABLE
from worlds.tools.calls import ToolRefusal, bind, make_arguments
from worlds.tools.live import LiveConfig, LiveToolBox, ToolOutage
from worlds.tools.live.catalogue import CATALOGUE
from worlds.tools.live.config import BASES, GOOGLE_VARIABLE, SERPER_VARIABLE
from worlds.tools.registry import REGISTRY, tool_spec

AWAY, SEA = coords("-15.9", "-5.7"), coords("54.5", "4.25")
REFUSED = (
    ("countries_area", make_arguments(country=text("Gaul"))),
    ("countries_area", make_arguments(country=text("Atlantis"))),
    ("crypto_volume", make_arguments(symbol=text("NOPE/USDT"), date="2024-01-02")),
    ("stock_volume", make_arguments(ticker=text("NASDAQ:ZZZZ"), date="2024-01-02")),
    ("stock_volume", make_arguments(ticker=text("NASDAQ:AAPL"), date="1995-01-03")),
    ("stock_volume", make_arguments(ticker=text("NASDAQ:AAPL"), date="2024-01-01")),
    ("maps_directions", make_arguments(origin=AWAY, destination=ZURICH)),
    ("maps_distance_matrix", make_arguments(mode="driving", origin=coords("0.0", "180.0"), destination=ZURICH)),
    ("maps_elevation", make_arguments(location=SEA)),
    ("maps_geocode", make_arguments(address=text("Atlantis"))),
    ("maps_reverse_geocode", make_arguments(location=coords("-85", "1"))),
    ("maps_place_details", make_arguments(place=text("N999"))),
    ("maps_search_places", make_arguments(kind="museum", location=ZURICH, radius="10")),
    ("weather_historical", make_arguments(metric="snowfall", date="1939-12-31", location=ZURICH)),
    ("web_search", make_arguments(query=text("Atlantis"))),
)
"""Calls that have no answer, in every way that a backend says so."""


@pytest.fixture(scope="module")
def backends() -> Iterator[Backends]:
    with all_backends() as up:
        yield up


@pytest.fixture
def box(backends: Backends, tmp_path: Path) -> Iterator[LiveToolBox]:
    with toolbox(backends, tmp_path) as made:
        yield made


def test_every_ability_of_every_tool_is_answered(box: LiveToolBox) -> None:
    assert {ability.partition(":")[0] for ability in box.abilities} == set(get_args(ToolName))
    assert set(box.abilities) == {ability for spec in REGISTRY.values() for ability in spec.abilities}
    assert {offer.backend for offer in CATALOGUE} == set(BASES)


def test_without_keys_only_what_needs_none_is_offered(backends: Backends, tmp_path: Path) -> None:
    with toolbox(backends, tmp_path, google_key="", serper_key="", model="") as box:
        every = {ability for spec in REGISTRY.values() for ability in spec.abilities}
        assert set(box.abilities) == every - {"python_generate_code"}
    with pytest.raises(InputError, match="needs a key"):
        LiveToolBox(config_for(backends, tmp_path, google_key="", use={"maps_geocode": "google-geocode"}))


def test_choices_that_make_no_sense_are_named(backends: Backends, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="'osrm' doesn't answer it, only"):
        LiveToolBox(config_for(backends, tmp_path, use={"maps_geocode": "osrm"}))
    with pytest.raises(InputError, match="no ability is called 'maps'"):
        LiveToolBox(config_for(backends, tmp_path, use={"maps": "osrm"}))
    with pytest.raises(InputError, match="no backend is called 'osm'"):
        config_for(backends, tmp_path, bases={"osm": "http://x"})


def test_the_environment_gives_contact_and_keys(tmp_path: Path) -> None:
    given = {CONTACT_VARIABLE: "a@b.test", GOOGLE_VARIABLE: "one", SERPER_VARIABLE: "two"}
    config = LiveConfig.from_environment(given, tmp_path)
    assert (config.contact, config.google_key, config.serper_key) == ("a@b.test", "one", "two")
    assert "one" not in repr(config)
    with pytest.raises(InputError, match=CONTACT_VARIABLE):
        LiveToolBox(LiveConfig.from_environment({}, tmp_path))


def test_a_second_run_of_everything_makes_zero_calls(backends: Backends, tmp_path: Path) -> None:
    def run() -> list[object]:
        done: list[object] = []
        with toolbox(backends, tmp_path) as box:
            for (ability, backend), arguments in GOOD.items():
                if not backend.startswith("google-") and (ability, backend) != ("maps_geocode", "nominatim"):
                    done.append(box.call(ability.partition(":")[0], arguments))
            for tool, arguments in REFUSED:
                with pytest.raises(ToolRefusal) as caught:
                    box.call(tool, arguments)
                done.append((caught.value.reason, str(caught.value)))
        return done

    first = run()
    asked = len(backends.asked)
    assert run() == first
    assert len(backends.asked) == asked


@pytest.mark.parametrize("ability", sorted({offer.ability for offer in CATALOGUE} - {"maps_place_details"}))
def test_decoys_are_answered_calls_like_the_one_they_hide(box: LiveToolBox, ability: str) -> None:
    tool = ability.partition(":")[0]
    like = next((a for (each, _), a in GOOD.items() if each == ability), make_arguments(page=text("x")))
    decoys = box.decoys(tool, random.Random(3), 3, [like])
    assert decoys == box.decoys(tool, random.Random(3), 3, [like])
    assert len(set(decoys)) == len(decoys)
    assert like not in decoys
    for decoy in decoys:
        assert tool_spec(tool).ability(bind(tool, decoy)[0]) == ability
        box.call(tool, decoy)
    if ability.startswith(("weather_historical", "crypto", "stock", "maps_elevation", "maps_distance")):
        assert len(decoys) == 3


def test_decoys_come_from_the_recipes_list_where_it_has_one(backends: Backends, tmp_path: Path) -> None:
    listed = tuple(make_arguments(place=text(place)) for place in ("N106", "N107", "N999"))
    with toolbox(backends, tmp_path, known={"maps_place_details": listed}) as box:
        assert box.decoys("maps_place_details", random.Random(1), 10, []) == (listed[0],)


def test_decoys_ask_a_bounded_number_of_times(box: LiveToolBox, backends: Backends) -> None:
    before = len(backends.asked)
    like = make_arguments(place=text("N106"))
    assert box.decoys("maps_place_details", random.Random(1), 10, [like]) == ()
    assert len(backends.asked) == before


def test_an_outage_is_no_refusal_and_comes_back_whole_from_a_worker_process(backends: Backends, tmp_path: Path) -> None:
    arguments = make_arguments(location=ZURICH)
    away = {"open-meteo": "http://127.0.0.1:9"}
    with toolbox(backends, tmp_path, bases=away, patience=1) as box, pytest.raises(ToolOutage) as caught:
        box.call("maps_elevation", arguments)
    outage = caught.value
    assert isinstance(outage, RemoteError)
    assert not isinstance(outage, ToolRefusal)
    assert outage.exit_code == 3
    assert outage.reason == "unreachable"
    back = pickle.loads(pickle.dumps(outage))  # noqa: S301
    assert (str(back), back.reason, back.tool, back.arguments) == (
        str(outage),
        "unreachable",
        "maps_elevation",
        arguments,
    )


def test_every_backend_declares_what_may_be_done_with_its_answers(box: LiveToolBox) -> None:
    for provider in box._providers.values():
        assert provider.licence.attribution
        assert provider.licence.spdx
        assert provider.name
    closed = {provider.name for provider in box._providers.values() if not provider.licence.redistributable}
    assert any("Yahoo" in name for name in closed)
    assert any("Binance" in name for name in closed)
