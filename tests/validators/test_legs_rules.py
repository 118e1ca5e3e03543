"""Three legs written by hand pass every rule; each break of one of them is found, under its own code and place."""

from __future__ import annotations

import pytest

from schemas.canonical import JSON
from schemas.legs import Detour, Ref
from schemas.values import NumberValue
from tests.validators.legedits import codes, edited, found
from tests.validators.legworld import LEGS, Json, clue, world
from validators.legs import RULE_MODULES, check_legs
from validators.legs.identity import check_identity
from validators.registry import rules


def number(value: str, unit: str = "count", error: str = "0") -> Json:
    return {"type": "number", "value": value, "unit": unit, "error": error}


def ref(stop: int, path: str = "value") -> Json:
    return {"kind": "stop", "stop": stop, "path": path}


def clues(name: str) -> list[JSON]:
    return list(world()[1][name].clues)


def test_legs_written_by_hand_pass() -> None:
    context, legs = world()
    assert [one.code for one in check_legs(list(legs.values()), context) if one.severity != "note"] == []


def test_the_legs_hold_every_sort_of_stop_and_transition() -> None:
    stops = [stop for leg in world()[1].values() for stop in leg.stops]
    assert {stop.stop_type for stop in stops} == {"route_info", "roadblock", "detour", "merge", "finish_line"}
    assert {stop.transition for stop in stops} == {"seed", "link_follow", "tool_call", "compute"}


def test_every_rule_of_the_specification_is_registered() -> None:
    names = {rule.name for rule in rules("leg", "item")}
    assert names >= {"L1", "L2", "L3", "L4", "L5", "L6", "L7", "L8", "L9", "L10", "L12", "L13", "L14", "L18", "Shape"}
    assert {rule.name for rule in rules("leg", "release")} >= {"L3", "L15", "L17"}
    assert {rule.check.__module__ for rule in rules("leg", "item")} <= {module.__name__ for module in RULE_MODULES}


SHAPE: list[tuple[str, dict[str, JSON], set[str]]] = [
    ("dates", {"step_budget": 11}, {"Shape.step-budget"}),
    ("dates", {"answer": 7}, {"Shape.answer"}),
    ("dates", {"live_depth": 3}, {"Shape.live-depth"}),
    ("dates", {"clues": clues("dates")[:-1]}, {"Shape.clue-count"}),
    ("dates", {"stops.1.index": 3}, {"Shape.index"}),
    ("dates", {"stops.0.transition": "stay"}, {"Shape.no-seed", "L4.bad-navigation", "L13.other-step"}),
    ("dates", {"seed_url": "https://elsewhere.invalid/"}, {"Shape.other-seed"}),
    ("dates", {"variant": "compositional"}, {"Shape.diamonds", "L2.variant"}),
    ("music", {"variant": "sequential"}, {"Shape.diamonds", "L2.variant"}),
    (
        "music",
        {"diamonds": []},
        {"Shape.stops", "Shape.roadblocks", "Shape.diamonds", "L2.variant", "L2.stray-merge"},
    ),
]
LIVE: list[tuple[str, dict[str, JSON], set[str]]] = [
    ("dates", {"stops.2.sensitivity.changed": 50}, {"L1.wrong-count"}),
    ("dates", {"stops.2.sensitivity.draws": 61}, {"L1.wrong-count"}),
    ("dates", {"stops.2.sensitivity.changed": 40}, {"L1.wrong-count", "L1.insensitive"}),
    ("dates", {"stops.2.sensitivity.differing": 56}, {"L1.wrong-count", "L1.bad-count"}),
    (
        "airports",
        {"stops.6.sources": [ref(1), ref(5)], "stops.6.depends_on": [1, 5]},
        {"L1.dead-stop", "L1.wrong-count", "L3.other-run", "L3.stale-answer", "L13.other-step", "L13.last-clue-extra"},
    ),
    ("music", {"diamonds.0.source": 2}, {"L2.dead-diamond", "Shape.stops", "Shape.roadblocks"}),
    ("music", {"diamonds.0.branches": [5, 5]}, {"L2.dead-diamond"}),
    ("music", {"diamonds.0.branches": [3, 6]}, {"L2.dead-diamond"}),
    ("music", {"diamonds.0.merge": 8}, {"L2.dead-diamond", "L2.stray-merge"}),
]
REFERENCES: list[tuple[str, dict[str, JSON], set[str]]] = [
    ("music", {"stops.7.value.value": "5480262"}, {"L3.other-run", "L3.stale-merge"}),
    ("dates", {"stops.3.value.value": "36"}, {"L3.other-run", "L3.stale-transform"}),
    ("dates", {"stops.4.value.value": "7", "answer": 7}, {"L3.other-run", "L3.stale-answer", "L1.wrong-count"}),
    ("dates", {"stops.2.value.value": "11978"}, {"L3.other-run", "L3.stale-roadblock"}),
    (
        "dates",
        {"stops.3.source.stop": 4},
        {"L3.bad-reference", "L3.undefined", "L4.order-as-data", "L4.missing-edge", "L13.other-step"},
    ),
    (
        "music",
        {"stops.5.template": "country_area"},
        {"L3.wrong-chain", "L2.other-diamond", "L13.other-step", "L1.wrong-count"},
    ),
    ("dates", {"stops.3.depends_on": [0, 2]}, {"L4.order-as-data"}),
    ("dates", {"stops.2.depends_on": [0]}, {"L4.missing-edge"}),
    ("dates", {"stops.2.depends_on": [1, 0]}, {"L4.unsorted"}),
    ("dates", {"stops.1.from_stop": None}, {"L4.bad-navigation"}),
    ("dates", {"stops.0.from_stop": 0}, {"L4.bad-navigation"}),
    ("music", {"stops.4.from_stop": 0}, {"L4.bad-navigation", "L14.considered"}),
    ("music", {"stops.4.transition": "stay", "stops.4.target": None}, {"L4.stay-elsewhere", "L13.other-step"}),
]
EXACT: list[tuple[str, dict[str, JSON], set[str]]] = [
    ("airports", {"stops.1.rounding.margin": "0.4"}, {"L5.wrong-margin"}),
    ("airports", {"stops.1.rounding.error": "0.1"}, {"L5.wrong-error"}),
    ("airports", {"stops.1.rounding": None},
     {"L5.unstated-rounding", "L3.stale-roadblock", "L13.other-step", "L1.wrong-count"}),
    ("airports", {"stops.1.rounding.rule": "down"},
     {"L5.wrong-margin", "L3.other-run", "L3.stale-roadblock", "L13.other-step"}),
    ("music", {"clues.7": "Add the answer to clue 6 to that of clue 7."}, {"L5.units", "L13.unreadable"}),
]  # fmt: skip
PROVENANCE: list[tuple[str, dict[str, JSON], set[str]]] = [
    ("dates", {"stops.1.evidence.digest": "0" * 64}, {"L7.wrong-digest"}),
    ("dates", {"stops.1.evidence.revision": "8"}, {"L7.wrong-revision"}),
    ("dates", {"stops.1.evidence.url": "https://elsewhere.invalid/"}, {"L7.wrong-url"}),
    ("dates", {"stops.1.evidence.label": "Died"}, {"L7.wrong-label"}),
    ("dates", {"stops.1.evidence.section": "lead"}, {"L7.wrong-section", "Shape.extraction", "L13.other-step"}),
    ("dates", {"stops.1.evidence.end": 99_999}, {"L7.wrong-span"}),
    ("dates", {"stops.1.evidence.volatility": "live"}, {"L6.volatile-answer", "L7.wrong-volatility"}),
    ("dates", {"world.name": "other"}, {"L7.other-world"}),
    ("dates", {"world.version": "2"}, {"L7.other-world"}),
    ("dates", {"world.fictional": True}, {"L7.other-world"}),
    ("dates", {"stops.1.evidence.quote": "2 June 1951"}, {"L7.wrong-quote"}),
    ("dates", {"stops.2.chain.0.request": "0" * 64}, {"L7.wrong-request"}),
    ("dates", {"stops.2.chain.0.response": "0" * 64}, {"L7.wrong-response"}),
    ("dates", {"stops.2.chain.0.provider": "someone else"}, {"L7.wrong-provider"}),
    ("dates", {"stops.2.chain.0.volatility": "live"}, {"L6.volatile-answer", "L7.wrong-provider"}),
    ("dates", {"stops.1.evidence.quote": "June 2, 1961"}, {"L7.wrong-quote", "L8.misread-year"}),
    ("dates", {"stops.0.field": "recorded"}, {"L8.no-such-field", "L7.wrong-label", "L1.no-pool", "L13.other-step"}),
]
LEAKS: list[tuple[str, dict[str, JSON], set[str]]] = [
    ("dates", {"clues.2": "How many days apart are ADA-NORRLAND and clue 2?"}, {"L12.title", "L13.unreadable"}),
    ("dates", {"clues.2": "How many days apart are “A. Norrland” and clue 2?"}, {"L12.title", "L13.unreadable"}),
    ("dates", {"clues.2": "Take 11,969 for the date from clue 1."}, {"L12.operand-printed", "L13.unreadable"}),
    ("dates", {"clues.2": "Eleven thousand nine hundred and sixty-nine."}, {"L12.operand-printed", "L13.unreadable"}),
    ("dates", {"clues.3": "Add up twenty-six."}, {"L12.operand-printed", "L13.unreadable"}),
    ("music", {"clues.3": "The year is nineteen fifty-one."}, {"L12.operand-printed", "L13.unreadable"}),
    ("music", {"clues.6": "How large is nórway?"}, {"L12.gold-text", "L13.unreadable"}),
    ("dates", {"clues.2": "Use maps geocode on clue 2."}, {"L12.tool-name", "L13.unreadable"}),
    ("dates", {"clues.2": "Use python_execute_code on clue 2."}, {"L12.tool-name", "L13.unreadable"}),
    ("dates", {"clues.2": "Sure, here is the clue: count the days."}, {"L12.preamble", "L13.unreadable"}),
    ("dates", {"clues.2": str(clues("dates")[2]) + " "}, {"L12.preamble", "L13.unreadable"}),
    (
        "music",
        {"stops.4.target.conditions.0": {"field": "country", "relation": "equals", "operand": "Norway"}},
        {"L12.gold-condition", "L13.other-step"},
    ),
]


def finish(*refs: int) -> str:
    return clue({"type": "finish_line", "operation": "sum_mod_10", "refs": refs})


def detour(transform: str, source: int) -> str:
    return clue({"type": "detour", "transform": transform, "a": source, "part": "value"})


def convert(to_unit: str, rounding: str) -> str:
    return clue({"type": "roadblock", "template": "unit_conversion", "a": 1, "to_unit": to_unit, "rounding": rounding})


CLUES: list[tuple[str, dict[str, JSON], set[str]]] = [
    ("dates", {"clues.3": detour("digit_sum", 2)}, {"L13.other-step"}),
    ("dates", {"clues.3": detour("digital_root", 3)}, {"L13.other-step"}),
    ("dates", {"clues.3": "Do something with the answer to clue 3."}, {"L13.unreadable"}),
    ("music", {"clues.1": convert("minutes", "down")}, {"L13.other-step"}),
    ("music", {"clues.1": convert("minutes", "none")}, {"L13.other-step"}),
    ("music", {"clues.1": convert("hours", "nearest")}, {"L13.other-step"}),
    ("music", {"clues.8": finish(2, 4)}, {"L13.other-step", "L13.last-clue-omits"}),
    ("music", {"clues.8": finish(1, 2, 4, 8)}, {"L13.other-step", "L13.last-clue-extra"}),
    ("music", {"clues.8": finish(3, 4, 8)}, {"L13.other-step", "L13.last-clue-extra", "L13.last-clue-omits"}),
]
TARGETS: list[tuple[str, dict[str, JSON], set[str]]] = [
    ("dates", {"stops.1.target.considered": 4}, {"L14.considered"}),
    ("dates", {"stops.1.target": None}, {"L14.no-target", "L13.other-step"}),
    ("dates", {"stops.0.target": {"relation": "artist", "about": "person", "conditions": [], "considered": 3}},
     {"L14.stray-target", "L13.other-step"}),
    ("dates", {"stops.1.target.relation": "album"}, {"L14.not-satisfied", "L13.other-step"}),
    ("dates", {"stops.1.target.about": "film"}, {"L14.wrong-kind"}),
    (
        "music",
        {"stops.4.target.conditions": [{"field": "released", "relation": "year", "operand": "1979"}]},
        {"L14.not-unique", "L13.other-step"},
    ),
    (
        "music",
        {"stops.4.target.conditions.1.operand": "Liv Ask"},
        {"L14.not-satisfied", "L14.not-unique", "L13.other-step"},
    ),
    ("music", {"stops.4.target.conditions": []}, {"L14.no-conditions", "L14.not-unique", "L13.other-step"}),
]  # fmt: skip
IDENTITY: list[tuple[str, dict[str, JSON], set[str]]] = [
    (
        "dates",
        {"stops.3.value.value": "11969"},
        {"L18.identity", "L3.stale-transform", "L3.other-run", "L3.stale-answer"},
    ),
    (
        "music",
        {"stops.7.sources": [ref(5), ref(5)], "stops.7.depends_on": [5]},
        {
            "L18.same-source",
            "L1.dead-stop",
            "L1.wrong-count",
            "L2.dead-diamond",
            "L3.other-run",
            "L3.stale-merge",
            "L13.other-step",
        },
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "edits", "expected"),
    [*SHAPE, *LIVE, *REFERENCES, *EXACT, *PROVENANCE, *LEAKS, *CLUES, *TARGETS, *IDENTITY],
)
def test_a_break_is_found(name: str, edits: dict[str, JSON], expected: set[str]) -> None:
    assert codes(edited(name, edits)) == expected


def test_a_detour_that_undoes_another_is_found() -> None:
    leg = world()[1]["dates"]
    detour = leg.stops[3]
    assert isinstance(detour, Detour)
    there = detour.model_copy(update={"transform": "digit_reversal", "value": _count("96911")})
    back = there.model_copy(update={"index": 4, "depends_on": (3,), "value": _count("11969"), "source": _value_of(3)})
    undone = leg.model_copy(update={"stops": (*leg.stops[:3], there, back)})
    assert [one.code for one in check_identity(undone, world()[0])] == ["L18.undone"]


def _count(number: str) -> NumberValue:
    return NumberValue(type="number", value=number, unit="count")


def _value_of(stop: int) -> Ref:
    return Ref(kind="stop", stop=stop, path="value")


def test_an_edited_leg_cannot_keep_its_id() -> None:
    assert codes(edited("dates", {"split": "dev"}, keep_id=True)) == {"Shape.id-not-content"}


@pytest.mark.parametrize(
    ("name", "edits", "code", "place"),
    [
        ("dates", {"stops.3.value.value": "36"}, "L3.stale-transform", "stops[3].value"),
        ("airports", {"stops.5.value.value": "8"}, "L3.stale-transform", "stops[5].value"),
        ("music", {"diamonds.0.source": 2}, "L2.dead-diamond", "diamonds[0]"),
        ("dates", {"stops.1.evidence.end": 99_999}, "L7.wrong-span", "stops[1].evidence.start"),
        ("dates", {"clues.3": "Add twenty-six."}, "L12.operand-printed", "clues[3]"),
    ],
)
def test_a_finding_names_the_place(name: str, edits: dict[str, JSON], code: str, place: str) -> None:
    assert found(edited(name, edits))[code] == place


@pytest.mark.parametrize(
    ("name", "edits", "expected"),
    [
        ("dates", {"stops.2.chain.0.arguments.0.source": {"kind": "setting", "value": "1951"}},
         {"L3.literal", "L1.dead-stop"}),
        ("music", {"stops.1.chain.0.arguments.0.source.value": "days_between"}, {"L3.wrong-chain", "L3.undefined"}),
        ("music", {"stops.1.chain.0.arguments.2.source": ref(0)}, {"L3.value-as-setting", "L18.same-source"}),
        ("music", {"stops.2.value.value": "1952-06-02"}, {"L8.misread-year"}),
        ("dates", {"stops.0.value": {"type": "date", "value": "1984-03", "precision": "month"}},
         {"L8.misread-date", "L10.not-a-day"}),
        ("music", {"stops.0.value": number("2345", "minutes", "0.5")}, {"L8.wrong-unit"}),
        ("music", {"stops.0.value.error": "0"}, {"L5.wrong-error", "L7.wrong-request"}),
        ("music", {"stops.4.value.value": "Kongeriket"}, {"L8.misread-text", "L10.wrong-territory"}),
        ("dates", {"stops.1.evidence.title": "Plain Notes"},
         {"L4.no-such-link", "L8.no-such-field", "L7.wrong-digest"}),
        ("dates", {"stops.0.evidence.title": "Nowhere"}, {"L7.page-not-recorded", "Shape.depth"}),
        ("dates", {"stops.1.evidence.title": "Lanterns (album)"}, {"L18.self-link", "L14.not-satisfied"}),
        ("dates", {"seed_title": "Ada Norrland"}, {"Shape.other-seed", "L1.wrong-count"}),
        ("airports", {"stops.3.chain.1.arguments.0.source": {"kind": "call", "call": 0}}, {"L10.same-place"}),
        ("airports", {"stops.1.chain.0.result.value": "51.6"},
         {"L3.stale-call", "L3.wrong-result", "L5.thin-margin"}),
    ],
)  # fmt: skip
def test_a_break_with_consequences_is_found_among_them(name: str, edits: dict[str, JSON], expected: set[str]) -> None:
    assert expected <= codes(edited(name, edits))


def test_a_made_up_country_is_one_in_a_fictional_world_alone() -> None:
    made_up: dict[str, JSON] = {"stops.4.value.value": "Kongeriket"}
    assert "L10.wrong-territory" in codes(edited("music", made_up))
    said_so = codes(edited("music", made_up | {"world.fictional": True}))
    assert "L10.wrong-territory" not in said_so
    assert "L7.other-world" in said_so, "the recorded world tells whether it is fictional, not the leg"


def test_the_tiny_world_has_three_legs() -> None:
    assert tuple(world()[1]) == LEGS
