"""What the tools compute agrees with other ways to compute it, and what they can't answer they refuse."""

from __future__ import annotations

import math
import random
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import get_args

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from schemas.values import CoordsValue, DateValue, NumberValue, TextValue, Unit, decimal_string
from schemas.worlds import Arguments, LicenceRecord
from worlds.tools.box import core_tools
from worlds.tools.calls import ToolRefusal, make_arguments
from worlds.tools.countries import CountryFigures, CountryRow, CountryTable
from worlds.tools.geodesy import great_circle
from worlds.tools.places import Elevations, Geocode, GreatCircle
from worlds.tools.providers import TableBox
from worlds.tools.units import CONVERTIBLE, convert, factor

TOOLS = core_tools()
LICENCE = LicenceRecord(spdx="CC0-1.0", attribution="a test", redistributable=True)
HOUSE = CoordsValue(type="coords", lat="10.5", lon="-20.25")
MILL = CoordsValue(type="coords", lat="-5", lon="170")

ROWS = (
    CountryRow("Ardor", "AD", "ARD", 1000, Decimal("2.5")),
    CountryRow("Ardor Islands", "AI", "ARI", 0, None),
    CountryRow("Terra", "TE", "TER", 5, Decimal(7)),
    CountryRow("Terra", "TR", "TRA", 6, Decimal(8)),
    CountryRow("Twin", "TW", "TWN", 5, Decimal(7)),
    CountryRow("Win", "TW", "WIN", 5, Decimal(7)),
)


def text(value: str) -> TextValue:
    return TextValue(type="text", value=value)


def day(value: date) -> DateValue:
    return DateValue(type="date", value=value.isoformat(), precision="day")


def number(value: str, unit: str, error: str = "0") -> NumberValue:
    return NumberValue.model_validate({"type": "number", "value": value, "unit": unit, "error": error})


@pytest.fixture
def box() -> TableBox:
    table = CountryTable(ROWS, "test 1", LICENCE)
    places = {"House": HOUSE, "Mill": MILL}
    heights = {(Decimal("10.5"), Decimal("-20.25")): number("12.5", "metres", "0.1")}
    return TableBox(
        {
            "countries_population": CountryFigures(table, "population"),
            "countries_area": CountryFigures(table, "area"),
            "maps_geocode": Geocode(places, "test 1", LICENCE),
            "maps_elevation": Elevations(heights, "test 1", LICENCE),
            "maps_distance_matrix:great_circle": GreatCircle(places),
        }
    )


def reason(box: TableBox, tool: str, arguments: Arguments) -> str:
    with pytest.raises(ToolRefusal) as caught:
        box.call(tool, arguments)
    return caught.value.reason


@given(st.dates(), st.dates())
def test_days_between_counts_either_way(start: date, end: date) -> None:
    call = TOOLS.call("python_execute_code", make_arguments(operation="days_between", start=day(start), end=day(end)))
    back = TOOLS.call("python_execute_code", make_arguments(operation="days_between", start=day(end), end=day(start)))
    assert call.result == back.result == number(str(abs((end - start) // timedelta(days=1))), "days")


@pytest.mark.parametrize(
    ("value", "precision", "expected"),
    [("1961", "year", "no-day"), ("1961-08", "month", "no-day"), ("1961-02-29", "day", "no-such-day")],
)
def test_a_date_that_is_no_day_is_refused(value: str, precision: str, expected: str) -> None:
    vague = DateValue.model_validate({"type": "date", "value": value, "precision": precision})
    arguments = make_arguments(operation="days_between", start=vague, end=day(date(2000, 1, 1)))
    assert reason(TOOLS, "python_execute_code", arguments) == expected


units = st.sampled_from([unit for unit in get_args(Unit) if unit in CONVERTIBLE])


@given(units, units, st.decimals("-1e9", "1e9", places=4))
def test_conversion_there_and_back_stays_within_its_error(unit: Unit, to_unit: Unit, size: Decimal) -> None:
    assume(factor(unit, to_unit) and unit != to_unit)
    quantity = number(decimal_string(size), unit, "0.5")
    there = convert(quantity, to_unit)
    assert there is not None
    exact = Fraction(size) * (factor(unit, to_unit) or 0)
    assert abs(Fraction(there.value) - exact) <= Fraction(1, 2_000_000)
    assert Fraction(there.error) >= Fraction(1, 2) * (factor(unit, to_unit) or 0)
    back = convert(there, unit)
    assert back is not None
    assert abs(Fraction(back.value) - Fraction(size)) <= Fraction(back.error)


@pytest.mark.parametrize(
    ("value", "unit", "to_unit", "expected", "error"),
    [
        # Exact by the international yard and pound agreement of 1959 (NIST Special Publication 811, appendix B).
        ("1", "miles", "kilometres", "1.609344", "0"),
        ("1", "feet", "metres", "0.3048", "0"),
        ("1", "square miles", "square kilometres", "2.589988", "0.0000005"),
        ("1000", "square miles", "square kilometres", "2589.98811", "0.0000005"),
        ("1", "pounds", "kilograms", "0.453592", "0.0000005"),
        ("90", "minutes", "hours", "1.5", "0"),
        ("0.000001", "metres", "kilometres", "0", "0.0000005"),
        ("0.0005", "metres", "kilometres", "0", "0.0000005"),  # a half goes to the even neighbour
        ("0.0015", "metres", "kilometres", "0.000002", "0.0000005"),
        ("-0.0015", "metres", "kilometres", "-0.000002", "0.0000005"),
    ],
)
def test_known_conversions(value: str, unit: str, to_unit: str, expected: str, error: str) -> None:
    arguments = make_arguments(operation="convert", quantity=number(value, unit), to_unit=to_unit)
    assert TOOLS.call("python_execute_code", arguments).result == number(expected, to_unit, error)


def test_a_rounded_quantity_carries_its_error_scaled() -> None:
    arguments = make_arguments(operation="convert", quantity=number("3", "feet", "0.5"), to_unit="metres")
    assert TOOLS.call("python_execute_code", arguments).result == number("0.9144", "metres", "0.1524")


@pytest.mark.parametrize(
    ("unit", "to_unit", "expected"),
    [("metres", "metres", "same-unit"), ("metres", "pounds", "other-kind"), ("people", "metres", "other-kind")],
)
def test_conversions_that_convert_nothing_are_refused(unit: str, to_unit: str, expected: str) -> None:
    arguments = make_arguments(operation="convert", quantity=number("3", unit), to_unit=to_unit)
    assert reason(TOOLS, "python_execute_code", arguments) == expected


degrees_north = st.decimals(-90, 90, places=6)
degrees_east = st.decimals(-180, 180, places=6)
points = st.builds(
    lambda lat, lon: CoordsValue(type="coords", lat=decimal_string(lat), lon=decimal_string(lon)),
    degrees_north,
    degrees_east,
)


def vector_distance(one: CoordsValue, other: CoordsValue) -> float:
    """Kilometres by the angle between two vectors, in plain floats."""
    (ax, ay, az), (bx, by, bz) = (
        (math.cos(lat) * math.cos(lon), math.cos(lat) * math.sin(lon), math.sin(lat))
        for lat, lon in ((math.radians(float(p.lat)), math.radians(float(p.lon))) for p in (one, other))
    )
    cross = math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx)
    return 6371.0088 * math.atan2(cross, ax * bx + ay * by + az * bz)


@given(points, points)
def test_great_circle_agrees_with_the_angle_between_vectors(one: CoordsValue, other: CoordsValue) -> None:
    distance = great_circle(one, other)
    assert distance == great_circle(other, one)
    assert math.isclose(float(distance.value), vector_distance(one, other), abs_tol=0.00051)
    assert (distance.unit, distance.error) == ("kilometres", "0.0005")


def test_great_circle_at_the_antipode_and_over_the_pole() -> None:
    half_round = str((Decimal("6371.0088") * Decimal("3.14159265358979323846")).quantize(Decimal("0.001")))
    north, south = CoordsValue(type="coords", lat="90", lon="0"), CoordsValue(type="coords", lat="-90", lon="77")
    assert great_circle(north, south).value == half_round
    west, east = CoordsValue(type="coords", lat="0", lon="-180"), CoordsValue(type="coords", lat="0", lon="180")
    assert great_circle(west, east).value == "0"


def test_the_country_table_matches_names_and_codes_exactly(box: TableBox) -> None:
    for key in ("Ardor", "AD", "ARD"):
        assert box.call("countries_population", make_arguments(country=text(key))).result == number("1000", "people")
    area = box.call("countries_area", make_arguments(country=text("Ardor"))).result
    assert area == number("2.5", "square kilometres")
    for key in ("Ard", "ardor", "ad", "Ardor ", "Island"):
        assert reason(box, "countries_area", make_arguments(country=text(key))) == "unknown-country"
    for key in ("Terra", "TW"):
        assert reason(box, "countries_area", make_arguments(country=text(key))) == "ambiguous-country"
    for tool in ("countries_population", "countries_area"):
        assert reason(box, tool, make_arguments(country=text("Ardor Islands"))) == "no-figure"


def test_places_and_elevations_are_the_tables_own(box: TableBox) -> None:
    assert box.call("maps_geocode", make_arguments(address=text("House"))).result == HOUSE
    assert reason(box, "maps_geocode", make_arguments(address=text("house"))) == "unknown-place"
    padded = CoordsValue(type="coords", lat="10.500", lon="-20.25")
    assert box.call("maps_elevation", make_arguments(location=padded)).result == number("12.5", "metres", "0.1")
    near = CoordsValue(type="coords", lat="10.5001", lon="-20.25")
    assert reason(box, "maps_elevation", make_arguments(location=near)) == "no-elevation"


def test_distances_that_are_none_are_refused(box: TableBox) -> None:
    def ask(mode: str, origin: CoordsValue) -> str:
        arguments = make_arguments(mode=mode, origin=origin, destination=HOUSE)
        return reason(box, "maps_distance_matrix", arguments)

    assert ask("great_circle", HOUSE) == "same-point"
    assert ask("great_circle", CoordsValue(type="coords", lat="90.1", lon="0")) == "no-such-point"
    assert ask("driving", MILL) == "unsupported"


def test_decoys_are_answered_calls_of_the_same_kind_and_none_of_those_known(box: TableBox) -> None:
    known = make_arguments(operation="convert", quantity=number("12.5", "miles"), to_unit="kilometres")
    decoys = TOOLS.decoys("python_execute_code", random.Random(5), 12, [known])
    assert decoys == TOOLS.decoys("python_execute_code", random.Random(5), 12, [known])
    assert len(set(decoys)) == 12
    assert known not in decoys
    assert {TOOLS.call("python_execute_code", decoy).result.type for decoy in decoys} == {"number"}
    assert {argument.value for decoy in decoys for argument in decoy if argument.name == "to_unit"} == {"kilometres"}
    assert len(TOOLS.decoys("countries_area", random.Random(1), 30, [])) == 30
    others = box.decoys("countries_area", random.Random(1), 9, [make_arguments(country=text("Ardor"))])
    assert set(others) == {make_arguments(country=text("Twin")), make_arguments(country=text("Win"))}
