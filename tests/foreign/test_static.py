"""Upstream's own static checks: each finds what it is for, and a sound leg passes all that are critical."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from schemas.findings import Severity
from tests.foreign.making import Leg, Plant, bridge, diamond, planted, read, sequential, step, stops_of, tool
from tests.foreign.test_codes import at, last, roadblock
from validators.foreign.static import check_static

BARE: dict[str, object] = bridge("tool_call")
SATURDAY = step("stock_historical_price", "stock_price", ticker="ABC", date="2024-06-15")
ZERO = step("maps_elevation", "elevation")
CITED = step("maps_geocode", "coords", address="Amber Lake[3]")
UNKNOWN = step("maps_teleport", "there", address="Amber Lake")

CASES: list[tuple[str, Severity, Plant]] = [
    ("Static.last-stop", "critical", lambda one: one.update(stops=stops_of(one)[:3])),
    ("Static.passcode", "critical", lambda one: one.update(passcode=4)),
    ("Static.passcode", "critical", lambda one: one.update(passcode="3")),
    ("Static.passcode", "critical", lambda one: one.update(passcode=True)),
    ("Static.riddle", "critical", lambda one: one.update(riddle="1. Go.")),
    ("Static.bridge", "critical", at(1, bridge=bridge("teleport"))),
    ("Static.tool", "critical", roadblock(47, UNKNOWN)),
    ("Static.no-value", "critical", at(1, extracted_value=None)),
    ("Static.no-value", "critical", at(1, extracted_value=float("nan"))),
    ("Static.no-value", "critical", at(1, extracted_value=float("inf"))),
    ("Static.zero", "critical", roadblock(0, ZERO)),
    ("Static.zero", "critical", roadblock(0.0, SATURDAY)),
    ("Static.no-chain", "critical", lambda one: stops_of(one)[1].update(tool(1, 47), bridge=BARE)),
    ("Static.weekend", "critical", roadblock(47, SATURDAY)),
    ("Static.citation", "critical", roadblock(47, CITED)),
    ("Static.citation", "critical", at(1, extracted_value="47[2]")),
    ("Static.depends-on", "critical", at(1, depends_on=[3])),
    ("Static.index", "warning", at(2, index=9)),
    ("Static.count", "warning", last("(12) % 10", [0], 2)),
    ("Static.clue-count", "warning", lambda one: one.update(riddle=str(one["riddle"]) + "\n\n5. Rest.")),
    ("Static.title", "warning", lambda one: one.update(riddle=str(one["riddle"]) + " Ask the Ferry Guild.")),
    ("Static.type", "warning", at(1, extracted_value="47")),
    ("Static.same-value", "warning", lambda one: [stop.update(extracted_value=470) for stop in stops_of(one)[:2]]),
    ("Static.bridge-field", "warning", at(0, bridge=bridge("link_follow"))),
]


def codes(one: Leg, severity: Severity) -> set[str]:
    return {finding.code for finding in check_static(read(one)) if finding.severity == severity}


@pytest.mark.parametrize(("code", "severity", "plant"), CASES, ids=[f"{n}-{case[0]}" for n, case in enumerate(CASES)])
def test_a_planted_fault_is_found(code: str, severity: Severity, plant: Plant) -> None:
    if code != "Static.count":  # of an invented leg of four stops some count is always outside
        assert code not in codes(sequential(), severity)
    assert code in codes(planted(sequential(), plant), severity)


@pytest.mark.parametrize("sound", [sequential, diamond])
def test_nothing_is_critical_in_a_sound_leg(sound: Callable[[], Leg]) -> None:
    assert codes(sound(), "critical") == set()


def test_a_level_that_nothing_is_known_of_has_no_ranges() -> None:
    assert "Static.count" in codes(sequential(), "warning")
    own = planted(sequential(), lambda one: one.update(difficulty={"level": "my-own"}))
    assert "Static.count" not in codes(own, "warning")
