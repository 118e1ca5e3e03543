"""Each code of an audit is found where its defect is planted, and nowhere in a sound leg."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import get_args

import pytest

from schemas.worlds import ToolName
from tests.foreign.making import (
    WIKI,
    Leg,
    Plant,
    codes,
    diamond,
    findings,
    finish,
    page,
    planted,
    sequential,
    step,
    stops_of,
    tool,
)
from tests.house.checkout import ROOT
from validators.foreign.exactness import TOOLS
from validators.foreign.meanings import MEANINGS

NOTES = {"L3.literal", "L7.absent"}
"""What the format itself makes of every leg."""


def at(place: int, **values: object) -> Plant:
    """A plant that sets fields of a stop."""
    return lambda one: stops_of(one)[place].update(values)


def clue(number: int, text: str) -> Plant:
    """A plant that puts another text in place of a clue."""

    def plant(one: Leg) -> None:
        clues = str(one["riddle"]).split("\n\n")
        clues[number - 1] = f"{number}. {text}"
        one["riddle"] = "\n\n".join(clues)

    return plant


def both(*plants: Plant) -> Plant:
    def plant(one: Leg) -> None:
        for each in plants:
            each(one)

    return plant


def roadblock(value: object, *steps: dict[str, object]) -> Plant:
    """A plant that puts a tool stop in place of the second page; the transform after it fits if it is a number."""
    return lambda one: stops_of(one).__setitem__(1, tool(1, value, *steps, depends_on=[]))


def last(expression: str, taken: list[int], value: int) -> Plant:
    def plant(one: Leg) -> None:
        stops_of(one)[3] = finish(3, expression, taken, value)
        one["passcode"] = value

    return plant


def asks(words: str, value: object) -> Plant:
    return at(1, extraction_target=words, extracted_value=value)


OPENED = "the opening year listed in the infobox (field: 'Opened')"
FOUNDED = "the founding/establishment year in the infobox (field: 'Founded')"
AREA = "the area listed in the infobox (field: '[Area code](/wiki/Codes \"Codes\")')"
PRICE = step("stock_historical_price", "stock_price", ticker="ABC", date="2024-12-25")
HOTELS = step("maps_search_places", "poi_count", query="hotels near Amber Town")

CASES: list[tuple[str, Callable[[], Leg], Plant]] = [
    ("L1.no-finish", sequential, lambda one: one.update(stops=stops_of(one)[:3])),
    ("L1.dead-stop", sequential, last("(12) % 10", [0], 2)),
    ("L2.dead-diamond", diamond, at(5, bridge=finish(5, "(9) % 10", [4], 9)["bridge"])),
    ("L2.dead-diamond", diamond, at(2, depends_on=[])),
    ("L2.dead-diamond", diamond, at(3, depends_on=[1])),
    ("L3.bad-reference", sequential, at(2, reason_source_stop=7)),
    ("L3.stale-transform", sequential, at(2, extracted_value=12)),
    ("L3.stale-merge", diamond, at(3, extracted_value=67_640_001)),
    ("L3.stale-answer", sequential, lambda one: one.update(passcode=4)),
    ("L4.order-as-data", sequential, at(1, depends_on=[0])),
    ("L5.truncated-operand", sequential, at(0, extracted_value=12.75)),
    ("L5.truncated-source", sequential, at(1, extracted_value=47.5)),
    ("L6.volatile-answer", sequential, roadblock(47, HOTELS)),
    ("L8.misread-year", sequential, asks(FOUNDED, 26)),
    ("L8.misread-year", sequential, asks(OPENED, 2500)),
    ("L8.phone-as-area", sequential, asks(AREA, 212)),
    ("L8.feet-only", sequential, asks("the height listed in the infobox (field: 'Height')", 6)),
    ("L9.interface-languages", sequential, asks("the number of languages listed at the top of the article", 47)),
    ("L9.interface-languages", sequential, asks("the German title as shown in the language links", 47)),
    ("L9.table-of-contents", sequential, asks("the number of entries in the table of contents", 47)),
    ("L9.table-of-contents", sequential, asks("the number of subsections under History", 47)),
    ("L10.bare-latitude", sequential, roadblock(47, step("maps_search_places", "poi_count", query="inns near 36.95"))),
    ("L10.wrong-territory", diamond, at(1, extracted_value=87_146)),
    (
        "L10.wrong-territory",
        diamond,
        at(1, bridge=tool(1, 0, step("countries_population", "p", country="Korea"))["bridge"]),
    ),
    ("L10.market-holiday", sequential, roadblock(47, PRICE)),
    ("L11.saturated-count", sequential, roadblock(20, HOTELS)),
    ("L11.no-rating", sequential, roadblock(0.0, step("maps_search_places", "place_rating", query="Amber Inn"))),
    ("L12.title", sequential, clue(2, "Go to the ferry guild, and count what floats.")),
    ("L12.operand-printed", sequential, clue(4, "Compute (12 + clue 3) % 10.")),
    ("L12.operand-printed", sequential, clue(4, "Add eleven to the result of clue 1 and reduce it modulo 10.")),
    (
        "L12.preamble",
        sequential,
        lambda one: one.update(riddle="Here are the clues you asked for:\n\n" + str(one["riddle"])),
    ),
    ("L13.clue-count", sequential, lambda one: one.update(riddle=str(one["riddle"]) + "\n\n5. Rest.")),
    ("L13.last-clue-omits", sequential, clue(4, "Report the last digit of the result of clue 3.")),
    ("L13.last-clue-extra", sequential, clue(4, "Compute (clue 1 + clue 2 + clue 3) % 10.")),
    ("L15.missed-digit", sequential, last("digital_root(12 + 11)", [0, 2], 5)),
    ("L18.identity", sequential, both(at(1, extracted_value=7), at(2, extracted_value=7))),
    ("L18.self-link", sequential, at(0, bridge=page(0, "Amber_Lake", "", 0, to="Amber_Lake")["bridge"])),
]


@pytest.mark.parametrize(("code", "base", "plant"), CASES, ids=[f"{n}-{case[0]}" for n, case in enumerate(CASES)])
def test_a_planted_defect_is_found_and_a_sound_leg_has_none(code: str, base: Callable[[], Leg], plant: Plant) -> None:
    assert code not in codes(base())
    assert code in codes(planted(base(), plant))


def test_a_sound_leg_has_no_finding_but_what_the_format_makes() -> None:
    assert codes(sequential()) == NOTES
    assert codes(diamond(), variant="compositional") == NOTES | {"L6.volatile-answer"}


def test_a_compositional_leg_without_a_diamond() -> None:
    assert "L2.variant" in codes(sequential(), variant="compositional")


def test_an_absolute_difference_takes_its_first_two_operands() -> None:
    """What only the third operand would keep alive is dead."""
    one = sequential()
    stops_of(one)[3] = finish(3, "abs(12 - 47) % 10", [0, 1, 2], 5)
    one["passcode"] = 5
    found = [finding for finding in findings(one) if finding.severity == "critical"]
    assert [(finding.code, finding.place) for finding in found if finding.code.startswith("L1.")] == [
        ("L1.dead-stop", "stops[2]")
    ]
    assert "L3.stale-answer" not in {finding.code for finding in found}


def test_two_legs_on_one_path_and_its_facts() -> None:
    assert {"L17.same-path", "L17.same-facts"} <= codes(sequential(), sequential())
    other = planted(sequential(), at(1, page_url=WIKI + "Rowers"))
    assert not {"L17.same-path", "L17.same-facts"} & codes(sequential(), other)


def test_a_page_in_too_many_legs() -> None:
    legs = [planted(sequential(), at(1, page_url=f"{WIKI}Guild_{number}")) for number in range(6)]
    assert "L17.crowded-page" in codes(*legs)
    assert "L17.crowded-page" not in codes(*legs[:5])


def test_an_elevation_that_is_a_countrys_is_a_rough_centre() -> None:
    """Only the very digits of the bare country's answer tell; another elevation is no finding."""

    def height(address: str, metres: float) -> Leg:
        geocode, lift = step("maps_geocode", "c", address=address), step("maps_elevation", "elevation")
        return planted(sequential(), roadblock(metres, geocode, lift))

    country, rupee, peak = height("India", 272.2876), height("A rupee", 272.2876), height("A peak", 272.2877)
    found = [finding.item for finding in findings(country, rupee, peak) if finding.code == "L10.centroid"]
    assert found == ["leg 0", "leg 1"]
    assert "L10.centroid" not in codes(rupee, peak)


def test_answers_that_can_be_guessed() -> None:
    threes = [sequential() for _ in range(200)]
    assert "L15.unfair-answers" in codes(*threes)
    assert "L15.unfair-answers" not in codes(*threes[:199])
    fair = [planted(sequential(), lambda one, digit=number % 10: one.update(passcode=digit)) for number in range(200)]
    assert "L15.unfair-answers" not in codes(*fair)


def test_every_code_has_its_meaning_and_its_test() -> None:
    alone = {"L2.variant", "L17.same-path", "L17.same-facts", "L17.crowded-page", "L10.centroid", "L15.unfair-answers"}
    assert {case[0] for case in CASES} | alone | NOTES == set(MEANINGS)


def test_the_page_about_audits_explains_every_code() -> None:
    text = (ROOT / "docs" / "audit.md").read_text()
    table = text.partition("## Codes")[2].partition("\n## ")[0]
    assert set(re.findall(r"`(L\d+\.[a-z-]+)`", table)) == set(MEANINGS)


def test_every_tool_has_a_volatility() -> None:
    assert set(TOOLS) == set(get_args(ToolName))
