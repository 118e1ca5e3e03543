"""The second executor agrees with the first where both are defined, and refuses where it isn't."""

from __future__ import annotations

import datetime
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.legs import FinishName, MergeName
from schemas.values import CoordsValue, DateValue, NumberValue, TextValue, decimal_string
from solvers.legs.sensitivity import Kinds
from solvers.legs.sensitivity import sensitivity as measured
from solvers.legs.transforms import NUMBER_DETOURS, WORD_DETOURS, YEAR_DETOURS, transform_number, transform_word
from tests.validators.legworld import LEGS, POOLS, Recorder, world
from validators.legs.draws import Counts, sensitivity
from validators.legs.exact import margin_of
from validators.legs.recompute import round_number
from validators.legs.tools import CannotSay, Refused, answer, same_answer
from validators.legs.transforms import TransformError, aggregate, transform
from validators.legs.units import FACTORS
from validators.normal import holds, numbers_in
from worlds.tools.box import atlas_tools
from worlds.tools.geodesy import great_circle
from worlds.tools.units import CONVERTIBLE, convert


def or_none(function: object, *arguments: object) -> object:
    try:
        return function(*arguments)  # type: ignore[operator]  # any of the transforms
    except ValueError:
        return None


@given(st.sampled_from(sorted({*NUMBER_DETOURS, *YEAR_DETOURS})), st.integers(-5, 2_000_000))
def test_transforms_of_numbers_agree_with_the_solver(name: str, n: int) -> None:
    assert or_none(transform, name, n) == or_none(transform_number, name, n)


@given(st.sampled_from(sorted(YEAR_DETOURS)), st.integers(1500, 2150))
def test_transforms_of_years_agree_with_the_solver(name: str, year: int) -> None:
    assert or_none(transform, name, year) == or_none(transform_number, name, year)


@given(st.sampled_from(sorted(WORD_DETOURS)), st.text("abcXYZ é'-.,&1 ß", max_size=12))
def test_transforms_of_words_agree_with_the_solver(name: str, word: str) -> None:
    assert or_none(transform, name, word) == or_none(transform_word, name, word)


@pytest.mark.parametrize(
    ("name", "given_to_it", "made"),
    [
        ("next_prime", 13, 17), ("divisor_count", 360, 24), ("distinct_prime_factor_sum", 360, 10),
        ("largest_prime_factor", 97, 97), ("roman_numeral_length", 3888, 15), ("binary_ones", 255, 8),
        ("digit_reversal", 1200, 21), ("digital_root", 942, 6), ("digit_sum", 942, 15), ("new_year_weekday", 2000, 6),
        ("leap_years_to_2000", 2000, 1), ("leap_years_to_2000", 2005, 2), ("vowel_count", "Quincy Jones", 4),
        ("first_letter_position", "quincy", 17), ("scrabble_score", "QUIZ", 22),
    ],
)  # fmt: skip
def test_transforms_of_known_values(name: str, given_to_it: int | str, made: int) -> None:
    assert transform(name, given_to_it) == made


@pytest.mark.parametrize(
    ("name", "given_to_it"),
    [("divisor_count", 0), ("largest_prime_factor", 1), ("roman_numeral_length", 4000), ("new_year_weekday", 1582),
     ("digit_sum", -3), ("vowel_count", 3), ("digit_sum", "three"), ("scrabble_score", "Ærø"), ("vowel_count", "")],
)  # fmt: skip
def test_transforms_refuse_what_is_outside_their_domain(name: str, given_to_it: int | str) -> None:
    with pytest.raises(TransformError):
        transform(name, given_to_it)


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=5))
def test_aggregations(numbers: list[int]) -> None:
    finishes: tuple[FinishName | MergeName, ...] = ("sum", "sum_mod_10")
    assert [aggregate(name, tuple(numbers)) for name in finishes] == [sum(numbers), sum(numbers) % 10]
    if len(numbers) == 2:
        assert aggregate("absolute_difference_mod_10", tuple(numbers)) == abs(numbers[0] - numbers[1]) % 10
    else:
        with pytest.raises(TransformError):
            aggregate("absolute_difference", tuple(numbers))


def test_a_negative_total_has_no_last_digit() -> None:
    with pytest.raises(TransformError):
        aggregate("sum_mod_10", (-3, 1))


@given(
    st.decimals(0, 10**7, places=3, allow_nan=False), st.sampled_from(CONVERTIBLE), st.sampled_from(CONVERTIBLE),
    st.sampled_from(["0", "0.5", "0.005"]),
)  # fmt: skip
def test_conversions_agree_with_the_tool(number: object, unit: str, to_unit: str, error: str) -> None:
    value = NumberValue.model_validate(
        {"type": "number", "value": decimal_string(number), "unit": unit, "error": error}
    )  # type: ignore[arg-type]
    named = {"operation": "convert", "quantity": value, "to_unit": to_unit}
    theirs = None if unit == to_unit else convert(value, to_unit)  # type: ignore[arg-type]  # a unit's name
    if theirs is None:
        with pytest.raises(Refused):
            answer("python_execute_code", named)
    else:
        assert answer("python_execute_code", named) == theirs


def test_every_convertible_unit_is_known_to_both() -> None:
    assert set(FACTORS) == set(CONVERTIBLE)


DAYS = st.dates(datetime.date(1583, 1, 1), datetime.date(2100, 12, 31))


@given(DAYS, DAYS)
def test_days_between_counts_steps(first: datetime.date, second: datetime.date) -> None:
    start, end = (DateValue(type="date", value=day.isoformat(), precision="day") for day in (first, second))
    made = answer("python_execute_code", {"operation": "days_between", "start": start, "end": end})
    assert made == NumberValue(type="number", value=str(abs((second - first) // datetime.timedelta(1))), unit="days")


@pytest.mark.parametrize(("value", "precision"), [("1984-02-30", "day"), ("1984-02", "month"), ("1984", "year")])
def test_days_between_needs_days(value: str, precision: str) -> None:
    day = DateValue.model_validate({"type": "date", "value": value, "precision": precision})
    with pytest.raises(Refused):
        answer("python_execute_code", {"operation": "days_between", "start": day, "end": day})


def points() -> st.SearchStrategy[CoordsValue]:
    def at(north: int, east: int) -> CoordsValue:
        return CoordsValue(type="coords", lat=_degrees(north), lon=_degrees(east))

    return st.builds(at, st.integers(-900_000, 900_000), st.integers(-1_800_000, 1_800_000))


def _degrees(steps: int) -> str:
    return decimal_string(Decimal(steps).scaleb(-4))


@given(points(), points())
def test_distances_by_vectors_are_those_of_the_tool(a: CoordsValue, b: CoordsValue) -> None:
    if a == b:
        return
    own = answer("maps_distance_matrix", {"mode": "great_circle", "origin": a, "destination": b})
    assert same_answer("maps_distance_matrix", great_circle(a, b), own)


def test_a_point_has_no_distance_to_itself() -> None:
    here = CoordsValue(type="coords", lat="60.50", lon="5")
    with pytest.raises(Refused):
        answer("maps_distance_matrix", {"mode": "great_circle", "origin": here,
                                        "destination": here.model_copy(update={"lat": "60.5"})})  # fmt: skip


def test_figures_are_the_tables() -> None:
    def figure(tool: str, country: str) -> object:
        return answer(tool, {"country": TextValue(type="text", value=country)})

    assert figure("countries_population", "Albania") == figure("countries_population", "ALB")
    assert figure("countries_area", "Albania") == NumberValue(type="number", value="28748", unit="square kilometres")
    for wrong in ("Albanien", "albania", "Atlantis", "Burma", ""):
        with pytest.raises(Refused):
            answer("countries_area", {"country": TextValue(type="text", value=wrong or "-")})


def test_what_has_no_second_source_is_left_open() -> None:
    with pytest.raises(CannotSay):
        answer("stock_volume", {})
    with pytest.raises(CannotSay):
        answer("maps_elevation", {"location": CoordsValue(type="coords", lat="0.5", lon="0.5")})


@given(st.fractions(0, 1000), st.sampled_from(["nearest", "down"]))
def test_nothing_within_the_margin_rounds_elsewhere(number: Fraction, rule: str) -> None:
    margin = margin_of(number, rule)
    for nudge in (-margin * Fraction(999, 1000), margin * Fraction(999, 1000)):
        assert round_number(number + nudge, rule) == round_number(number, rule)


@given(st.fractions(1, 1000), st.sampled_from(["nearest", "down"]))
def test_the_margin_is_no_wider_than_it_must_be(number: Fraction, rule: str) -> None:
    margin = margin_of(number, rule) + Fraction(1, 10**9)
    rounded = round_number(number, rule)
    assert rounded != round_number(number + margin, rule) or rounded != round_number(number - margin, rule)


@pytest.mark.parametrize("name", LEGS)
def test_two_executors_measure_the_same_effect(name: str) -> None:
    context, legs = world()
    leg, box = legs[name], Recorder(atlas_tools(), {})
    for stop in leg.stops:
        theirs = measured(leg.stops, stop.index, Kinds(POOLS), leg.seed_title, box)
        assert sensitivity(leg, stop.index, context) == Counts(theirs.draws, theirs.differing, theirs.changed)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("it has 1,234 parts", ["1234"]),
        ("a distance of 3.50 km", ["3.5"]),
        ("two hundred and five", ["205"]),
        ("nineteen sixty-one", ["1961"]),
        ("twenty oh", ["20"]),
        ("eleven thousand nine hundred and sixty-nine", ["11969"]),
        ("the one that is left", []),
        ("one hundred", ["100"]),
        ("six million", ["6000000"]),
        ("forty-two and 42", ["42", "42"]),
    ],
)
def test_numbers_are_found_in_digits_and_words(text: str, numbers: list[str]) -> None:
    assert sorted(numbers_in(text)) == sorted(numbers)


@pytest.mark.parametrize(
    ("text", "name", "there"),
    [
        ("It is “O’Hare” again.", "O'Hare", True),
        ("an ohare of sorts", "O'Hare", True),
        ("BEYONCÉ sang", "Beyoncé", True),
        ("the fat-head", "Fathead", False),
        ("a hard bop", "Hard Bop!", True),
        ("discard boppers", "Hard Bop", False),
        ("nothing", "?", False),
    ],
)
def test_names_are_found_on_normalised_text(text: str, name: str, there: bool) -> None:
    assert holds(text, name) is there
