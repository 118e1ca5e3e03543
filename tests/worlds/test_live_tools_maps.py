"""The map tools read each backend's documented format, and refuse by name whatever isn't exactly what was asked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from schemas.values import NumberValue, TextValue, Value
from schemas.worlds import Arguments
from tests.worlds.backends.server import Backends
from tests.worlds.backends.toolbox import GOOD, HAMBURG, ZURICH, all_backends, coords, text, toolbox
from worlds.tools.calls import ToolRefusal, make_arguments
from worlds.tools.live import LiveToolBox, config
from worlds.tools.registry import tool_spec

KEYLESS: dict[str, str] = {}
BY_NOMINATIM = {"maps_geocode": "nominatim"}
BY_GOOGLE = {
    "maps_directions": "google-routes",
    "maps_distance_matrix:driving": "google-routes",
    "maps_distance_matrix:driving_duration": "google-routes",
    "maps_elevation": "google-elevation",
    "maps_geocode": "google-geocode",
    "maps_place_details": "google-places",
    "maps_reverse_geocode": "google-geocode",
    "maps_search_places": "google-places",
}
ISLAND, SEA, SPOT, EDGE = coords("-15.9", "-5.7"), coords("54.5", "4.25"), coords("47.0", "8.0"), coords("0.0", "180.0")


@pytest.fixture(scope="module")
def backends() -> Iterator[Backends]:
    with all_backends() as up:
        yield up


@pytest.fixture
def keyless(backends: Backends, tmp_path: Path) -> Iterator[LiveToolBox]:
    with toolbox(backends, tmp_path) as box:
        yield box


@pytest.fixture
def nominatim(backends: Backends, tmp_path: Path) -> Iterator[LiveToolBox]:
    with toolbox(backends, tmp_path, use=BY_NOMINATIM) as box:
        yield box


@pytest.fixture
def google(backends: Backends, tmp_path: Path) -> Iterator[LiveToolBox]:
    with toolbox(backends, tmp_path, use=BY_GOOGLE) as box:
        yield box


def number(value: str, unit: str, error: str) -> Value:
    return NumberValue.model_validate({"type": "number", "value": value, "unit": unit, "error": error})


def reason(box: LiveToolBox, tool: str, arguments: Arguments) -> str:
    with pytest.raises(ToolRefusal) as caught:
        box.call(tool, arguments)
    assert "\n" not in str(caught.value)
    assert caught.value.reason in tool_spec(tool).errors
    return caught.value.reason


def geocode(address: str) -> Arguments:
    return make_arguments(address=text(address))


def test_open_meteo_geocode(keyless: LiveToolBox) -> None:
    exchange = keyless.call("maps_geocode", geocode("Hamburg"))
    assert exchange.result == coords("53.55073", "9.99302")
    assert "GeoNames" in exchange.provider
    assert exchange.licence.redistributable
    assert keyless.call("maps_geocode", geocode("Berlin, Germany")).result == coords("52.52437", "13.41053")
    assert keyless.call("maps_geocode", geocode("Berlin, New Hampshire, US")).result == coords("44.46867", "-71.18508")
    decomposed = "Zu\u0308rich"
    assert keyless.call("maps_geocode", geocode(decomposed)).result == coords("47.36667", "8.55")


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("Atlantis", "empty"),
        ("Hambur", "unknown-place"),  # fuzzy: the backend finds Hamburg
        ("hamburg", "unknown-place"),
        ("Hamburg, France", "unknown-place"),
        ("Berlin", "ambiguous-place"),
        ("Bavaria", "centroid"),
        ("Springfield", "saturated"),
        ("Nullort", "no-such-point"),
        ("Ur", "bad-arguments"),
    ],
)
def test_open_meteo_geocode_refuses(keyless: LiveToolBox, address: str, expected: str) -> None:
    assert reason(keyless, "maps_geocode", geocode(address)) == expected


def test_open_meteo_elevation(keyless: LiveToolBox) -> None:
    arguments = GOOD["maps_elevation", "open-meteo"]
    assert keyless.call("maps_elevation", arguments).result == number("408", "metres", "0.5")


@pytest.mark.parametrize(
    ("point", "expected"),
    [(SEA, "no-elevation"), (coords("95", "1"), "no-such-point"), (coords("1", "-180.1"), "no-such-point")],
)
def test_open_meteo_elevation_refuses(keyless: LiveToolBox, point: Value, expected: str) -> None:
    assert reason(keyless, "maps_elevation", make_arguments(location=point)) == expected


def test_nominatim_geocode(nominatim: LiveToolBox, backends: Backends) -> None:
    exchange = nominatim.call("maps_geocode", geocode("Tower Bridge, London"))
    assert exchange.result == coords("51.5055", "-0.0754")
    assert exchange.volatility == "live"
    assert exchange.licence.spdx == "ODbL-1.0"
    assert backends.asked[-1].query["q"] == "Tower Bridge, London"


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("Atlantis", "empty"),
        ("Tower Brid", "unknown-place"),
        ("Bavaria", "centroid"),
        ("Long Lake", "centroid"),
        ("Twin Mill", "ambiguous-place"),
        ("High Street", "saturated"),
    ],
)
def test_nominatim_geocode_refuses(nominatim: LiveToolBox, address: str, expected: str) -> None:
    assert reason(nominatim, "maps_geocode", geocode(address)) == expected


def test_nominatim_reverse(keyless: LiveToolBox) -> None:
    arguments = make_arguments(location=ZURICH)
    assert keyless.call("maps_reverse_geocode", arguments).result == text("Tower Bridge, Somewhere")


@pytest.mark.parametrize(("point", "expected"), [(coords("-85", "1"), "empty"), (coords("91", "1"), "no-such-point")])
def test_nominatim_reverse_refuses(keyless: LiveToolBox, point: Value, expected: str) -> None:
    assert reason(keyless, "maps_reverse_geocode", make_arguments(location=point)) == expected


def test_nominatim_rating(keyless: LiveToolBox, backends: Backends) -> None:
    arguments = make_arguments(place=text("N106"))
    assert keyless.call("maps_place_details", arguments).result == number("4", "count", "0")
    assert backends.asked[-1].path == "/lookup"  # /details is for debugging by hand


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("N107", "no-rating"),  # 4S
        ("N108", "no-rating"),
        ("N109", "no-rating"),  # 0
        ("W100", "no-rating"),
        ("N999", "unknown-place"),
        ("106", "bad-arguments"),
        ("N106,N107", "bad-arguments"),
    ],
)
def test_nominatim_rating_refuses(keyless: LiveToolBox, place: str, expected: str) -> None:
    assert reason(keyless, "maps_place_details", make_arguments(place=text(place))) == expected


def test_nominatim_is_asked_once_a_second(backends: Backends, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.worlds.backends.server import FakeClock

    # The pause is the public server's: where the backend of the tests stands for it, its policy holds.
    monkeypatch.setattr(config, "BASES", {**config.BASES, "nominatim": backends.bases["nominatim"]})
    clock = FakeClock()
    with toolbox(backends, tmp_path, clock) as box:
        for place in ("N106", "N107", "N108"):
            try:
                box.call("maps_place_details", make_arguments(place=text(place)))
            except ToolRefusal:
                continue
    assert clock.slept == [pytest.approx(1, abs=0.002)] * 2


def around(kind: str, radius: str = "1500", point: Value = ZURICH) -> Arguments:
    return make_arguments(kind=kind, radius=radius, location=point)


def test_overpass_count(keyless: LiveToolBox) -> None:
    assert keyless.call("maps_search_places", around("cafe")).result == number("229", "count", "0")
    assert keyless.call("maps_search_places", around("school")).result == number("8", "count", "0")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (around("museum"), "empty"),
        (around("volcano"), "bad-arguments"),
        (around("cafe", "0"), "bad-arguments"),
        (around("cafe", "1.5"), "bad-arguments"),
        (around("cafe", "20001"), "bad-arguments"),
        (around("cafe", "1000", coords("91", "0")), "no-such-point"),
    ],
)
def test_overpass_count_refuses(keyless: LiveToolBox, arguments: Arguments, expected: str) -> None:
    assert reason(keyless, "maps_search_places", arguments) == expected


def test_overpass_counts_that_were_cut_short_are_no_counts(backends: Backends, tmp_path: Path) -> None:
    from worlds.tools.live import ToolOutage

    with toolbox(backends, tmp_path, patience=5) as box, pytest.raises(ToolOutage, match="timed out") as caught:
        box.call("maps_search_places", around("hotel"))
    assert caught.value.reason == "quota"
    assert not list(tmp_path.rglob("*.json"))


def drive(mode: str, origin: Value, destination: Value = HAMBURG) -> Arguments:
    return make_arguments(mode=mode, origin=origin, destination=destination)


def test_osrm_table(keyless: LiveToolBox, backends: Backends) -> None:
    distance = keyless.call("maps_distance_matrix", drive("driving", ZURICH))
    assert distance.result == number("585.3214", "kilometres", "0.00005")
    duration = keyless.call("maps_distance_matrix", drive("driving_duration", ZURICH))
    assert duration.result == number("357.215", "minutes", "0.000833334")
    assert backends.asked[-1].path.endswith("8.55,47.36667;9.99302,53.55073")  # longitude first


@pytest.mark.parametrize(
    ("origin", "expected"),
    [
        (ISLAND, "no-route"),
        (SEA, "off-road"),
        (EDGE, "off-road"),
        (SPOT, "same-point"),
        (HAMBURG, "same-point"),
        (coords("91", "0"), "no-such-point"),
    ],
)
def test_osrm_table_refuses(keyless: LiveToolBox, origin: Value, expected: str) -> None:
    for mode in ("driving", "driving_duration"):
        assert reason(keyless, "maps_distance_matrix", drive(mode, origin)) == expected


def way(origin: Value) -> Arguments:
    return make_arguments(origin=origin, destination=HAMBURG)


def test_osrm_directions(keyless: LiveToolBox) -> None:
    whole = keyless.read("maps_directions", way(ZURICH))
    assert whole.splitlines()[:2] == ["depart left onto Mill Lane, 120 m", "turn right onto Road 0, 950 m"]
    assert whole.splitlines()[-1] == "arrive, 0 m"
    shown = keyless.call("maps_directions", way(ZURICH)).result
    assert isinstance(shown, TextValue)
    assert whole.startswith(shown.value.removesuffix("…"))
    assert len(shown.value) <= 300


@pytest.mark.parametrize(("origin", "expected"), [(ISLAND, "no-route"), (SEA, "off-road"), (EDGE, "off-road")])
def test_osrm_directions_refuses(keyless: LiveToolBox, origin: Value, expected: str) -> None:
    assert reason(keyless, "maps_directions", way(origin)) == expected


def test_google_geocode(google: LiveToolBox) -> None:
    exchange = google.call("maps_geocode", geocode("1 Mill Lane"))
    assert exchange.result == coords("51.5", "-0.1234567")
    assert not exchange.licence.redistributable


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("Atlantis", "empty"),
        ("1 Mil Lane", "partial-match"),
        ("Bavaria", "centroid"),
        ("Long Lake", "centroid"),
        ("High Street", "ambiguous-place"),
    ],
)
def test_google_geocode_refuses(google: LiveToolBox, address: str, expected: str) -> None:
    assert reason(google, "maps_geocode", geocode(address)) == expected


def test_google_reverse(google: LiveToolBox) -> None:
    assert google.call("maps_reverse_geocode", make_arguments(location=ZURICH)).result == text("1 Mill Lane")


def test_google_reverse_refuses(google: LiveToolBox) -> None:
    assert reason(google, "maps_reverse_geocode", make_arguments(location=coords("-85", "1"))) == "empty"


def test_google_elevation(google: LiveToolBox) -> None:
    result = google.call("maps_elevation", make_arguments(location=ZURICH)).result
    assert result == number("1608.6", "metres", "0.5")


@pytest.mark.parametrize(("point", "expected"), [(SEA, "no-elevation"), (coords("1", "2"), "missing-field")])
def test_google_elevation_refuses(google: LiveToolBox, point: Value, expected: str) -> None:
    assert reason(google, "maps_elevation", make_arguments(location=point)) == expected


def test_google_route(google: LiveToolBox) -> None:
    distance = google.call("maps_distance_matrix", drive("driving", ZURICH)).result
    assert distance == number("585.321", "kilometres", "0.0005")
    duration = google.call("maps_distance_matrix", drive("driving_duration", ZURICH)).result
    assert duration == number("357.216667", "minutes", "0.008333834")


def test_google_route_refuses(google: LiveToolBox) -> None:
    for mode in ("driving", "driving_duration"):
        assert reason(google, "maps_distance_matrix", drive(mode, ISLAND)) == "no-route"
        assert reason(google, "maps_distance_matrix", drive(mode, HAMBURG)) == "same-point"


def test_google_directions(google: LiveToolBox) -> None:
    assert google.read("maps_directions", way(ZURICH)).splitlines()[19] == "Turn right onto Road 19"


def test_google_directions_refuses(google: LiveToolBox) -> None:
    assert reason(google, "maps_directions", way(ISLAND)) == "no-route"


def test_google_count(google: LiveToolBox) -> None:
    assert google.call("maps_search_places", around("school")).result == number("8", "count", "0")


@pytest.mark.parametrize(
    ("kind", "expected"), [("cafe", "saturated"), ("museum", "empty"), ("theatre", "bad-arguments")]
)
def test_google_count_refuses(google: LiveToolBox, kind: str, expected: str) -> None:
    assert reason(google, "maps_search_places", around(kind)) == expected


def rate(place: str) -> Arguments:
    return make_arguments(place=text(place))


def test_google_rating(google: LiveToolBox) -> None:
    assert google.call("maps_place_details", rate("ChIJ-rated-place")).result == number("4.6", "count", "0.05")


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("ChIJ-unrated-place", "no-rating"),
        ("ChIJ-zero-rated", "no-rating"),
        ("ChIJ-odd-rating", "implausible"),
        ("ChIJ-old-name-of", "moved-place"),
        ("ChIJ-nothing-here", "unknown-place"),
        ("../../secret", "bad-arguments"),
    ],
)
def test_google_rating_refuses(google: LiveToolBox, place: str, expected: str) -> None:
    assert reason(google, "maps_place_details", rate(place)) == expected


def test_a_wrong_google_key_is_an_outage_and_never_a_refusal(backends: Backends, tmp_path: Path) -> None:
    from worlds.tools.live import ToolOutage

    with toolbox(backends, tmp_path, use=BY_GOOGLE, google_key="wrong") as box:
        for (ability, backend), arguments in GOOD.items():
            if backend.startswith("google-"):
                with pytest.raises(ToolOutage) as caught:
                    box.call(ability.partition(":")[0], arguments)
                assert caught.value.reason == "denied"
                assert "wrong" not in str(caught.value)


def test_googles_answers_never_reach_the_disk(google: LiveToolBox, tmp_path: Path) -> None:
    google.call("maps_geocode", geocode("1 Mill Lane"))
    assert not list(tmp_path.rglob("*.json"))
